"""Games between levels and programs without a server, and what two players scored in them."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from random import Random
from statistics import mean, pvariance
from typing import Any, TypeAlias

from client.bots.levels import Level
from games.contract import Game
from games.search.contract import Searchable, Values


@dataclass(slots=True)
class Spent:
    """What a player's moves took, in seconds."""

    moves: int = 0
    total: float = 0.0
    longest: float = 0.0

    def note(self, seconds: float) -> None:
        """Take note of one move."""
        self.add(Spent(1, seconds, seconds))

    def add(self, other: Spent) -> None:
        """Take note of other moves."""
        self.moves += other.moves
        self.total += other.total
        self.longest = max(self.longest, other.longest)


@dataclass(slots=True)
class Played:
    """One setup with all its seatings.

    Attributes:
        columns: as in `client.bots.offline_game.Pairing.setups`.
        spent: what the moves took, by player.
    """

    columns: Setup
    spent: dict[str, Spent]


Levels = dict[str, Level]
"""Who plays, by name."""
Times = defaultdict[str, Spent]
"""What moves took, by player."""


@dataclass(frozen=True, slots=True)
class Board:
    """A game with a number of players.

    Attributes:
        game: the rules.
        thinker: the game as the search needs it.
        players: how many play.
        opening: how many moves are random before the players choose.
        clock: measures what a move takes, in seconds.
    """

    game: Game[Any, Any]
    thinker: Searchable[Any, Any]
    players: int
    opening: int
    clock: Callable[[], float] = time.process_time

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side: of a team, or a single player."""
        return self.game.teams(self.players) or tuple((seat,) for seat in range(self.players))

    def play(self, levels: Levels, seats: Sequence[str], seed: int, times: Times) -> Values:
        """Play one game; return what each side won."""
        game, random = self.game, Random(seed)  # noqa: S311 - a bot's choice guards nothing
        position = game.new(self.players, seed)
        opening = Random(seed)  # noqa: S311 - the same for every seating
        played: list[tuple[int, Any]] = []
        while (seat := game.turn(position)) is not None:
            move = game.forced(position)
            if move is None and len(played) < self.opening:
                move = game.random_move(position, opening)
            elif move is None:
                name = seats[seat]
                known = self.thinker.recall(game.view(position, seat), played)
                start = self.clock()
                move = levels[name](game, known, random, lambda: False)
                times[name].note(self.clock() - start)
            played.append((seat, move))
            position = game.play(position, move)
        values = self.thinker.certain(position)
        assert values is not None
        return values

    def meet(self, levels: Levels, pairing: Pairing, seed: int) -> Played:
        """Play one setup with every seating of two levels."""
        pairs = [(pairing.one, pairing.other), (pairing.other, pairing.one)]
        times: Times = defaultdict(Spent)
        columns: list[list[tuple[float, ...]]] = []
        for lone, others in pairs[: 1 if pairing.sides == TWO_SIDES or pairing.lone else 2]:
            columns.append([])
            for number, side in enumerate(self.sides):
                seats = [lone if seat in side else others for seat in range(self.players)]
                values = self.play(levels, seats, seed, times)[: len(self.sides)]
                others_won = values[:number] + values[number + 1 :]
                columns[-1].append((values[number], *others_won))
        return Played(columns, dict(times))


Z_95 = 1.96
ELO = 400 / log(10)
TWO_SIDES = 2
TABLE = "the table"
"""Whom a single player plays against."""
_BOUND = log(0.95 / 0.05)
_LEAST_SETUPS = 8
"""Of fewer setups the spread of scores says too little."""

Setup: TypeAlias = Sequence[Sequence[Sequence[float]]]
"""The games of one setup with all its seatings: those in which the first of two levels sat alone
and, unless two sides play, those in which the other did. For each game what the lone side won, and
then what the other sides won, from 0 to 1; nobody at the table won what is missing to 1."""


@dataclass(slots=True)
class Pairing:
    """What two levels scored against each other.

    Attributes:
        one, other: the levels.
        sides: how many sides play.
        lone: whether only `one` sits alone.
        setups: what was played.
    """

    one: str
    other: str
    sides: int
    lone: bool = False
    setups: list[Setup] = field(default_factory=list)

    @property
    def scores(self) -> list[float]:
        """What `one` scored in each setup, from 0 to 1; even play scores a half.

        Where only it sits alone it is the games won, and even play scores less with more sides.
        """
        shares = [[self._share(games) for games in setup] for setup in self.setups]
        if self.sides == TWO_SIDES or self.lone:
            return [won for (won,) in shares]
        return [(1 + won - lost) / 2 for won, lost in shares]

    def _share(self, games: Sequence[Sequence[float]]) -> float:
        """Return what the lone side won of a game, with its part of what nobody won."""
        won = sum(game[0] for game in games)
        if self.sides > 1:  # a single player has no part in it
            won += (len(games) - sum(map(sum, games))) / self.sides
        return won / len(games)

    def verdict(self, gap: float) -> str:
        """Return what is known by now: ``stronger``, ``weaker``, ``even``; empty for nothing yet.

        This is Wald's sequential test (SPRT) of both "as strong" and "stronger by `gap` Elo", and
        of "weaker by as much", on the scores of whole setups, with their own spread; either error
        happens in 5 % of cases.
        """
        if len(self.setups) < _LEAST_SETUPS:
            return ""
        scores = self.scores
        average, error = mean(scores), _error(scores)
        up, down = (self._evidence(gap, sign, average, error) for sign in (1, -1))
        if up > _BOUND:
            return "stronger"
        if down > _BOUND:
            return "weaker"
        return "even" if max(up, down) < -_BOUND else ""

    def _evidence(self, gap: float, sign: int, average: float, error: float) -> float:
        """Return how much more likely the scores are if `one` is stronger by so much Elo (log)."""
        # Single players meet through the table: it is between the two.
        strength = exp(sign * gap / ELO / (1 if self.sides > 1 else 2))
        others = max(self.sides, TWO_SIDES) - 1
        won, lost = strength / (strength + others), 1 / (1 + strength * others)
        expected = (1 + won - lost) / 2
        distance = 2 * average - 0.5 - expected
        return (expected - 0.5) * distance / (2 * error**2)

    def error(self) -> float:
        """Return the standard error of the mean: setups are independent, their games are not."""
        return _error(self.scores)

    def duels(self) -> list[tuple[str, str, float, int]]:
        """Return who sat alone, against whom, the games won, and the games played.

        What nobody won is divided among the sides.
        """
        others = (self.other, self.one) if self.sides > 1 else (TABLE, TABLE)
        return [
            (lone, opponent, sum(map(self._share, column)) * len(column[0]), self._count(column))
            for lone, opponent, column in zip(
                (self.one, self.other), others, zip(*self.setups, strict=True), strict=False
            )
        ]

    def wins(self) -> list[tuple[str, float, int]]:
        """Return for each level that sat alone the games it won, shared ones as its share."""
        found = []
        for lone, column in zip(
            (self.one, self.other), zip(*self.setups, strict=True), strict=False
        ):
            won = sum(game[0] for games in column for game in games)
            found.append((lone, won, self._count(column)))
        if self.sides == TWO_SIDES:
            won = sum(game[1] for setup in self.setups for games in setup for game in games)
            found.append((self.other, won, found[0][2]))
        return found

    def shared_and_lost(self) -> tuple[float, float]:
        """Return which parts of the games had a shared win, and were won by nobody at the table."""
        games = [game for setup in self.setups for column in setup for game in column]
        shared = sum(any(0 < won < 1 for won in game) for game in games)
        return shared / len(games), sum(not any(game) for game in games) / len(games)

    @staticmethod
    def _count(column: Sequence[Sequence[Sequence[float]]]) -> int:
        return sum(map(len, column))


def _error(scores: Sequence[float]) -> float:
    # Like results say little about the spread while they are few.
    return sqrt((pvariance(scores) + 0.25 / len(scores)) / len(scores))
