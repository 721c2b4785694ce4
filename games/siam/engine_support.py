"""What the engine protocol says about King of Siam alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from games.author.platform import AuthoredEngineSupport
from games.contract import GameError
from games.quoting import quote
from games.siam.bots.endgame import foretell
from games.siam.moves import Move
from games.siam.position import Position
from games.siam.random_moves import play_random_games
from games.siam.rules import Siam
from games.siam.text.move_formatter import is_card


class SiamEngineSupport(AuthoredEngineSupport):
    """Lists moves by their card, plays random games quickly, and tells how a solved game ends."""

    _game: Siam

    def list_moves(self, position: Position, word: str) -> Iterator[str]:
        """Iterate over the legal moves, or those of one card or ``pass``.

        Raises:
            GameError: the word is no card, or the hand of the seat to move is hidden.
        """
        wanted = word.upper()
        if wanted not in ("", "PASS") and not is_card(wanted):
            raise GameError(
                f"{quote(word)} is no card; write K, T, 1, 2, R, L, M or pass; for example: moves L"
            )
        if wanted in ("", "PASS") and self._game.can_pass(position):
            yield "pass"
        if wanted != "PASS":
            for card in self._game.cards(position):
                if wanted in ("", card):
                    yield from self._game.move_texts(position, card)

    def count_moves(self, position: Position) -> int:
        """Return the number of legal moves, without listing them."""
        return self._game.count(position)

    def play_random_games(self, position: Position, games: int, random: Random) -> dict[str, int]:
        """Play random games; return how many turns were taken and cards played."""
        return play_random_games(position, games, random)

    def check_can_think(self, position: Position) -> None:
        """Raise GameError if the hand of the seat to move is hidden."""
        if position.hand is None:
            raise GameError(f"the hand of seat {position.turn} is hidden in this view")

    def describe_solved(self, position: Position, line: Sequence[Move]) -> str | None:
        """Return one sentence on how a solved game ends, or None if the line does not show it."""
        foretold = foretell(position, line)
        return None if foretold is None else foretold.sentence(position)
