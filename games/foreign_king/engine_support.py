"""What the engine protocol says about The Foreign King alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.author.platform import AuthoredEngineSupport
from games.foreign_king.constants import SPACES
from games.foreign_king.position import Position
from games.foreign_king.random_moves import play_random_games
from games.foreign_king.rules import ForeignKing
from games.foreign_king.text.move_tree import move_tree


class ForeignKingEngineSupport(AuthoredEngineSupport):
    """Lists moves by their first words, and plays random games quickly."""

    words = (*SPACES, "skip", "yes", "no", "shut", "virtual", "done", "loan", "repay")
    _game: ForeignKing

    def _named_moves(self, position: Position, wanted: str) -> Iterator[tuple[str, str]]:
        for piece, branch in move_tree(position).grow():
            name = piece.removesuffix(":")
            if wanted in ("", name):
                yield from ((name, text) for text in branch.texts(piece))

    def count_moves(self, position: Position) -> int:
        """Return the number of legal moves, without listing them."""
        return self._game.count(position)

    def play_random_games(self, position: Position, games: int, random: Random) -> dict[str, int]:
        """Play random games; return how many actions were asked for and moves played."""
        return play_random_games(position, games, random)
