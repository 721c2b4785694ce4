"""What the engine protocol says about Reino de Ámbar alone."""

from __future__ import annotations

from random import Random

from games.amber.constants import CARDS, PROBLEMS
from games.amber.listing import play_random_games
from games.amber.position import Position
from games.amber.rules import Amber
from games.author.platform import AuthoredEngineSupport


class AmberEngineSupport(AuthoredEngineSupport):
    """Lists moves by the word before the colon, and plays random games quickly."""

    words = (*CARDS, *PROBLEMS, "try", "pass", "CAV", "CHA")
    _game: Amber

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
