"""What the engine protocol says about Reino de Ámbar alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from games.amber.constants import CARDS, PROBLEMS
from games.amber.listing import play_random_games
from games.amber.moves import Move
from games.amber.position import Position
from games.amber.rules import Amber
from games.contract import GameError
from games.quoting import quote

_HEADS: Final = (*CARDS, *PROBLEMS, "try", "pass", "CAV", "CHA")


class AmberEngineSupport:
    """Lists, counts and plays moves for the engine protocol."""

    def __init__(self, game: Amber) -> None:
        self._game = game

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

    def count_moves(self, position: Position) -> int:
        """Return the number of legal moves.

        Raises:
            GameError: they are hidden.
        """
        return len(list(self._game.moves(position)))

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

    def describe_solved(self, position: Position, line: Sequence[Move]) -> str | None:
        """Return one sentence on how a solved game ends, or None if the line does not show it."""
        for move in line:
            position = self._game.play(position, move)
        end = self._game.outcome(position)
        return None if end is None else f"Best play ends with {end.text}."
