"""What the engine protocol says about Reino de Ámbar alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from games.amber.constants import CARDS, PROBLEMS
from games.amber.listing import play_random_games
from games.amber.position import Position
from games.amber.rules import Amber
from games.author.platform import AuthoredEngineSupport
from games.contract import GameError
from games.quoting import quote

_HEADS: Final = (*CARDS, *PROBLEMS, "try", "pass", "CAV", "CHA")


class AmberEngineSupport(AuthoredEngineSupport):
    """Lists moves by the word before the colon, and plays random games quickly."""

    _game: Amber

    def list_moves(self, position: Position, word: str) -> Iterator[str]:
        """Iterate over the legal moves, or over those with this word before the colon.

        Raises:
            GameError: no move of the game begins so, or the moves are hidden.
        """
        wanted = word.lower()
        if wanted not in ("", *(head.lower() for head in _HEADS)):
            known = f"write {', '.join(_HEADS)}; for example: moves M"
            raise GameError(f"{quote(word)} begins no move; {known}")
        for move in self._game.moves(position):
            text = self._game.format_move(move)
            if wanted in ("", text.partition(":")[0].lower()):
                yield text

    def play_random_games(self, position: Position, games: int, random: Random) -> dict[str, int]:
        """Play random games; return how many moves and cards were played.

        Raises:
            GameError: something is hidden that they depend on.
        """
        return play_random_games(position, self._game.chosen, games, random)

    def check_can_think(self, position: Position) -> None:
        """Return if the moves of the seat to decide are known.

        Raises:
            GameError: saying what is hidden.
        """
        list(self._game.moves(position))
