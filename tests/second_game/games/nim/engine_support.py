"""How Nim's moves are typed, and what the engine protocol says about them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from games.contract import GameError
from games.quoting import quote
from tests.second_game.games.nim.position import NimMove, NimPosition
from tests.second_game.games.nim.rules import Nim

_PIECE = re.compile(r"take:|show|@?[1-3]|yes|no")
_KINDS = ("take", "show", "yes", "no")


class NimCompletions:
    """How a move may be typed in one position."""

    def __init__(self, game: Nim, position: NimPosition) -> None:
        self._texts = tuple(map(game.format_move, game.moves(position)))

    def after(self, text: str) -> tuple[str, ...]:
        ends = ((move, piece.end()) for move in self.moves(text) for piece in _PIECE.finditer(move))
        found = {move: end for move, end in reversed(list(ends)) if end > len(text)}
        return tuple(dict.fromkeys(move[len(text) : end] for move, end in reversed(found.items())))

    def moves(self, text: str) -> Iterator[str]:
        return (move for move in self._texts if move.startswith(text.lower()))

    def count(self, text: str) -> int:
        return sum(1 for _ in self.moves(text))

    def reach(self, text: str) -> int:
        lower = text.lower()
        ends = range(len(lower), -1, -1)
        return next(
            end for end in ends if any(each.startswith(lower[:end]) for each in self._texts)
        )


class NimEngineSupport:
    """What the engine protocol asks of the rules beyond `Game`."""

    def __init__(self, game: Nim) -> None:
        self._game = game

    def list_moves(self, position: NimPosition, word: str) -> Iterator[str]:
        if word and word not in _KINDS:
            raise GameError(f"{quote(word)} is no kind of move; write {', '.join(_KINDS)}")
        for move in self._game.moves(position):
            if move.kind.startswith(word):
                yield self._game.format_move(move)

    def count_moves(self, position: NimPosition) -> int:
        return sum(1 for _ in self._game.moves(position))

    def play_random_games(
        self, position: NimPosition, games: int, random: Random
    ) -> dict[str, int]:
        counts = Counter(moves=0, shown=0)
        for _ in range(games):
            here = position
            while not here.over:
                move = self._game.random_move(here, random)
                counts.update(moves=1, shown=int(move.kind == "show"))
                here = self._game.play(here, move)
        return dict(counts)

    def check_can_think(self, position: NimPosition) -> None:
        if position.mover.card is None:
            raise GameError(f"the card of seat {position.turn} is hidden in this view")

    def describe_solved(self, position: NimPosition, line: Sequence[NimMove]) -> str | None:
        for move in line:
            position = self._game.play(position, move)
        outcome = self._game.outcome(position)
        return None if outcome is None else f"Best play ends with {outcome.text}."
