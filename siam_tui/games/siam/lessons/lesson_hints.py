"""Hints at a move, and the keys that build it, by the builder that takes them."""

from __future__ import annotations

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


def move_hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: its card, its action, all its keys."""
    builder, move = Builder(game, position), game.parse_move(solution)
    names = short_names(game.map)
    if move.card is None:
        return ("Pass: P, then Enter.",)
    draft = Draft(card_choice(move.card), next(paths(move.card, move.action)))
    keys = " ".join(key.upper() for key in move_keys(game, position, solution))
    first = card_key(game.map, move.card)
    return (
        f"Try {first}, the card {card_name(game.map, move.card)}. H tells more.",
        f"One way: {draft_words(builder, draft, names)} H tells the rest.",
        f"One way: {move_words(game.map, move, names)}. Keys: {keys} Enter.",
    )


def typed_hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move for text mode, each telling more: its card, its action, all of it."""
    builder, move = Builder(game, position), game.parse_move(solution)
    names = short_names(game.map)
    if move.card is None:
        return ("Pass: type pass.",)
    draft = Draft(card_choice(move.card), next(paths(move.card, move.action)))
    first = card_key(game.map, move.card)
    return (
        f"Try {first}, the card {card_name(game.map, move.card)}. Type hint again for more.",
        f"One way: {draft_words(builder, draft, names)} Type hint again for the rest.",
        f"One way: {move_words(game.map, move, names)}. Type {solution}.",
    )


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
