"""What the engine protocol says about The Foreign King alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from games.author.platform import AuthoredEngineSupport
from games.contract import GameError
from games.foreign_king.constants import SPACES
from games.foreign_king.position import Position
from games.foreign_king.random_moves import play_random_games
from games.foreign_king.rules import ForeignKing
from games.foreign_king.text.move_tree import move_tree
from games.quoting import quote

_WORDS: Final = (*SPACES, "skip", "yes", "no", "shut", "virtual", "done", "loan", "repay")


class ForeignKingEngineSupport(AuthoredEngineSupport):
    """Lists moves by their first words, and plays random games quickly."""

    _game: ForeignKing

    def list_moves(self, position: Position, word: str) -> Iterator[str]:
        """Iterate over the legal moves, or over those that begin with a word.

        Raises:
            GameError: no move of the game begins so.
        """
        wanted = word.lower()
        if wanted not in ("", *_WORDS):
            known = f"write {', '.join(_WORDS)}; for example: moves build"
            raise GameError(f"{quote(word)} begins no move; {known}")
        for piece, branch in move_tree(position).grow():
            if wanted in ("", piece.removesuffix(":")):
                yield from branch.texts(piece)

    def count_moves(self, position: Position) -> int:
        """Return the number of legal moves, without listing them."""
        return self._game.count(position)

    def play_random_games(self, position: Position, games: int, random: Random) -> dict[str, int]:
        """Play random games; return how many actions were asked for and moves played."""
        return play_random_games(position, games, random)
