"""Hints at a move, and the keys that build it, by the builder that takes them."""

from __future__ import annotations

from typing import Final

from games.siam import Position, Siam
from siam_tui.games.move_builder import Choice
from siam_tui.games.siam.move_builder import (
    EMPTY,
    Builder,
    Draft,
    Kind,
    card_choice,
    follower_path,
    paths,
)
from siam_tui.games.siam.move_text import draft_words, move_words, short_names
from siam_tui.games.siam.names import card_key, card_name, side_letters

_NO_CARD_BY_KEYS: Final = "Pass: P, then Enter."
_NO_CARD_TYPED: Final = "Pass: type pass."
_BY_KEYS: Final = (
    "Try {key}, the card {card}. H tells more.",
    "One way: {begun} H tells the rest.",
    "One way: {whole}. Keys: {how} Enter.",
)
_TYPED: Final = (
    "Try {key}, the card {card}. Type hint again for more.",
    "One way: {begun} Type hint again for the rest.",
    "One way: {whole}. Type {how}.",
)


def move_hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: its card, its action, all its keys."""
    if game.parse_move(solution).card is None:
        return (_NO_CARD_BY_KEYS,)
    keys = " ".join(key.upper() for key in move_keys(game, position, solution))
    return _card_hints(game, position, solution, _BY_KEYS, keys)


def typed_hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move for text mode, each telling more: its card, its action, all of it."""
    if game.parse_move(solution).card is None:
        return (_NO_CARD_TYPED,)
    return _card_hints(game, position, solution, _TYPED, solution)


def _card_hints(
    game: Siam, position: Position, solution: str, forms: tuple[str, ...], how: str
) -> tuple[str, ...]:
    """Return hints in these forms at a move that plays a card.

    Args:
        game: the rules.
        position: where it is played.
        solution: the move.
        forms: the sentences, each telling more.
        how: what to press or to type for all of it.
    """
    builder, move = Builder(game, position), game.parse_move(solution)
    names = short_names(game.map)
    assert move.card is not None
    draft = Draft(card_choice(move.card), next(paths(move.card, move.action)))
    words = {
        "key": card_key(game.map, move.card),
        "card": card_name(game.map, move.card),
        "begun": draft_words(builder, draft, names),
        "whole": move_words(game.map, move, names),
        "how": how,
    }
    return tuple(form.format(**words) for form in forms)


def move_keys(game: Siam, position: Position, text: str) -> list[str]:
    """Return the keys that build a move at the table; where one choice is left, none is needed."""
    builder, move = Builder(game, position), game.parse_move(text)
    if move.card is None:
        return ["p"]
    taken = follower_path(move.follower)
    keys = [card_key(game.map, move.card).lower()]
    draft = builder.choose(EMPTY, card_choice(move.card))
    ways = list(paths(move.card, move.action))
    while builder.move(draft) != move:
        done = builder.action_done(draft)
        path = taken if done else next(w for w in ways if w[: len(draft.acted)] == draft.acted)
        choice = path[len(draft.taken if done else draft.acted)]
        keys.append(_key(builder, draft, choice))
        draft = builder.choose(draft, choice)
    return keys


def _key(builder: Builder, draft: Draft, choice: Choice) -> str:
    if choice.kind is Kind.PROVINCE:
        return str(builder.preview(draft).queue.index(choice.value) + 1)
    return side_letters(builder.position.map)[choice.value].lower()
