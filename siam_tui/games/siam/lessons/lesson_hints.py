"""Hints at a move, for lessons and puzzles."""

from __future__ import annotations

from typing import Final

from games.siam import Position, Siam
from siam_tui.games.move_builder import name_keys
from siam_tui.games.siam.move_builder import Draft, card_choice, paths
from siam_tui.games.siam.move_options import SiamMoveBuilder
from siam_tui.games.siam.move_text import draft_words, move_words, short_names
from siam_tui.games.siam.names import card_key, card_name

_NO_CARD_BY_KEYS: Final = "Pass: P, then Enter."
_NO_CARD_TYPED: Final = "Pass: type pass."
_BY_KEYS: Final = (
    "Try {key}, the card {card}. H tells more.",
    "One way: {begun} H tells the rest.",
    "One way: {whole}. Keys: {how}.",
)
_TYPED: Final = (
    "Try {key}, the card {card}. Type hint again for more.",
    "One way: {begun} Type hint again for the rest.",
    "One way: {whole}. Type {how}.",
)


def move_hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: its card, its action, all its keys."""
    move = game.parse_move(solution)
    if move.card is None:
        return (_NO_CARD_BY_KEYS,)
    keys = name_keys(SiamMoveBuilder(game, position), move)
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
    builder, move = SiamMoveBuilder(game, position), game.parse_move(solution)
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
