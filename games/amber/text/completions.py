"""How moves may be typed: the legal moves as a tree of pieces of text."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from games.amber.position import Position
from games.amber.rules import Amber
from games.completion_tree import TreeCompletions, tree_of
from games.contract import GameError

_PIECE: Final = re.compile("[^:@>]+[:@]|>?[^:@>]+")


class AmberCompletions(TreeCompletions):
    """How a move may be typed in one position; nothing where the moves are hidden.

    >>> game = Amber()
    >>> ahead = AmberCompletions(game, game.new(players=2, seed=1))
    >>> ahead.after(""), ahead.after("w:"), ahead.count("W:")
    (('M:', 'S:', 'W:', 'V:', 'Y:', 'K:', 'H:'), ('LUN', 'CAV', 'BOR'), 3)
    """

    def __init__(self, game: Amber, position: Position) -> None:
        """Prepare for one position."""
        texts: list[str] = []
        with suppress(GameError):
            texts = [game.format_move(move) for move in game.moves(position)]
        tree = tree_of([tuple(_PIECE.findall(text)) for text in texts])
        super().__init__(tree, tree)
