"""Games between levels and programs without a server: setups with all their seatings."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from client.bots.levels import Level
from client.bots.pairing import TWO_SIDES, Pairing, Setup
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
        columns: as in `client.bots.pairing.Pairing.setups`.
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
