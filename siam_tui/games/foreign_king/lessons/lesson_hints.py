"""Hints at a move, for lessons and puzzles."""

from __future__ import annotations

from games.foreign_king import ForeignKing, Position
from games.foreign_king.moves import Action
from siam_tui.games.foreign_king.building.move_options import KEY_OF_SPACE, ForeignKingMoveBuilder
from siam_tui.games.foreign_king.move_text import move_words
from siam_tui.games.move_builder import name_keys


def move_hints(game: ForeignKing, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: its space, the move in words, all its keys."""
    builder, move = ForeignKingMoveBuilder(game, position), game.parse_move(solution)
    last = f"One way: {move_words(game, move, 'full')}. Keys: {name_keys(builder, move)}."
    if not isinstance(move, Action):
        return (last,)
    return (f"Try {move.space}, key {KEY_OF_SPACE[move.space]}. H tells the rest.", last)


def typed_hints(game: ForeignKing, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move for text mode, each telling more: its space, all of it."""
    del position
    move = game.parse_move(solution)
    last = f"One way: {move_words(game, move, 'full')}. Type {solution}."
    if not isinstance(move, Action):
        return (last,)
    return (f"Try {move.space}. Type hint again for the rest.", last)
