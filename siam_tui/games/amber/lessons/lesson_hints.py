"""Hints at a move, for lessons and puzzles."""

from __future__ import annotations

from games.amber import Amber, Position
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.move_text import move_words
from siam_tui.games.move_builder import name_keys


def move_hints(game: Amber, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: the move in words, then its keys."""
    builder, move = AmberMoveBuilder(game, position), game.parse_move(solution)
    keys = name_keys(builder, move)
    first = f"Begin with the key {keys.partition(' ')[0]}. H tells the rest."
    return first, f"One way: {move_words(move, 'full')}. Keys: {keys}."


def typed_hints(game: Amber, position: Position, solution: str) -> tuple[str, ...]:
    """Return the hint at a move for text mode: the move in words, and what to type."""
    del position
    return (f"One way: {move_words(game.parse_move(solution), 'full')}. Type {solution}.",)
