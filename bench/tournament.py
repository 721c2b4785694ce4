"""How strong the levels are: a tournament that stops when it knows enough.

    python bench/tournament.py [--players 2] [--seconds 0.1 | --nodes 40] [--games 200]
        [--seed 1] [--all] [level …]

Every two levels meet: one sits alone, the other on all other seats (of four players: a team each).
A setup is played with the lone level on each seat, and with three players each of the two is the
lone one in turn, so that the luck of the setup and of the seat cancels. A pairing ends after a
whole setup, as soon as its score is known not to be even (at a boundary made for looking again and
again), or at the number of games. Then Elo ratings are fitted to all games; `greedy` is 0.

With --nodes the same seed gives the same games. With --seconds a move's longest time is told too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import exp, log, sqrt
from random import Random
from statistics import mean, pvariance

from client.bots.levels import LEVELS, Level, Thinking
from games.search import Limits
from games.siam import Position, Siam
from games.siam.endgame import payoff
from games.siam.judging import side_of
from games.siam.judging import sides as sides_of

Z_95 = 1.96
Z_SEQUENTIAL = 2.8
"""As Pocock's boundary for many looks: an even pairing is called uneven in some 5 % of cases."""
ELO = 400 / log(10)
SIAM = Siam()


@dataclass(slots=True)
class Pairing:
    """What two levels scored against each other.

    Attributes:
        one, other: the levels.
        sides: how many sides play.
        setups: for each setup the shares of games won by `one` sitting alone and, where more than
            two sides play, by `other` sitting alone.
    """

    one: str
    other: str
    sides: int
    setups: list[tuple[float, ...]] = field(default_factory=list)

    @property
    def scores(self) -> list[float]:
        """What `one` scored in each setup, from 0 to 1; even play scores a half."""
        if self.sides == 2:
            return [won for (won,) in self.setups]
        return [(1 + won - lost) / 2 for won, lost in self.setups]

    def error(self) -> float:
        """Return the standard error of the mean: setups are independent, their games are not."""
        scores = self.scores
        # Like results say little about the spread while they are few.
        return sqrt((pvariance(scores) + 0.25 / len(scores)) / len(scores))

    def duels(self) -> list[tuple[str, str, float, int]]:
        """Return who sat alone, against whom, the games won, and the games played."""
        names = ((self.one, self.other), (self.other, self.one))
        played = self.sides * len(self.setups)
        columns = zip(*self.setups, strict=True)
        return [
            (lone, others, self.sides * sum(column), played)
            for (lone, others), column in zip(names, columns, strict=False)
        ]


@dataclass(slots=True)
class Clock:
    """The longest any level took for a move, in seconds."""

    longest: dict[str, float] = field(default_factory=dict)

    def note(self, name: str, seconds: float) -> None:
        """Take note of one move's time."""
        self.longest[name] = max(seconds, self.longest.get(name, 0.0))


def play(levels: dict[str, Level], seats: Sequence[str], seed: int, clock: Clock) -> Position:
    """Play one game; the levels know all hands, as attentive players do (S23)."""
    position = SIAM.new(len(seats), seed)
    random = Random(seed)
    while not position.over:
        move = SIAM.forced(position)
        if move is None:
            name = seats[position.turn]
            start = time.perf_counter()
            move = levels[name](SIAM, position, random)
            clock.note(name, time.perf_counter() - start)
        position = SIAM.play(position, move)
    return position


def seating(players: int, lone: str, others: str, seat: int) -> list[str]:
    """Return who sits where when a level sits alone, or with its partner, at a seat."""
    side = side_of(players, seat)
    return [lone if side_of(players, each) == side else others for each in range(players)]


def meet(levels: dict[str, Level], pairing: Pairing, players: int, seed: int, clock: Clock) -> None:
    """Play one setup with every seating of two levels."""
    pairs = [(pairing.one, pairing.other), (pairing.other, pairing.one)]
    shares = []
    for lone, others in pairs[: 1 if pairing.sides == 2 else 2]:
        wins = 0.0
        for side in range(pairing.sides):
            end = play(levels, seating(players, lone, others, side), seed, clock)
            result = SIAM.outcome(end)
            assert result is not None
            wins += payoff(end, result)[side]
        shares.append(wins / pairing.sides)
    pairing.setups.append(tuple(shares))


def ratings(pairings: Sequence[Pairing], names: Sequence[str]) -> dict[str, float]:
    """Fit Elo ratings to all games; `greedy`, or the first level, is 0.

    Of k sides, a lone one of strength a wins against equals of strength b with chance
    a / (a + (k - 1) b), as in Bradley and Terry's, Plackett's and Luce's models.
    """
    found = dict.fromkeys(names, 0.0)
    duels = [(*duel, pairing.sides) for pairing in pairings for duel in pairing.duels()]
    total = sum(games + 1 for _, _, _, games, _ in duels)
    for _ in range(4000):
        slopes = dict.fromkeys(names, 0.0)
        for lone, others, won, games, sides in duels:
            expected = 1 / (1 + (sides - 1) * exp(found[others] - found[lone]))
            # One even game more keeps a clean sweep finite.
            slope = won + 1 / sides - (games + 1) * expected
            slopes[lone] += slope
            slopes[others] -= slope
        for name in names:
            found[name] += 2 * slopes[name] / total
        if max(map(abs, slopes.values())) < 1e-3:
            break
    base = found["greedy" if "greedy" in found else names[0]]
    return {name: ELO * (value - base) for name, value in found.items()}


def intervals(
    pairings: Sequence[Pairing], names: Sequence[str], random: Random
) -> dict[str, tuple[float, float]]:
    """Return 95 % intervals of the ratings, by drawing the setups anew 200 times (bootstrap)."""
    drawn = [
        ratings(
            [
                replace(pairing, setups=random.choices(pairing.setups, k=len(pairing.setups)))
                for pairing in pairings
            ],
            names,
        )
        for _ in range(200)
    ]
    found = {}
    for name in names:
        values = sorted(each[name] for each in drawn)
        found[name] = values[4], values[-5]
    return found


def limited(level: Level, seconds: float | None, nodes: int | None) -> Level:
    """Return a level that thinks no longer than told; a level's own nodes are kept."""
    if not isinstance(level, Thinking):
        return level
    if nodes is not None:
        return Thinking(Limits(nodes=min(nodes, level.limits.nodes or nodes)))
    return Thinking(replace(level.limits, seconds=seconds))


def decided(pairing: Pairing) -> bool:
    """Return whether it is known which of two levels is stronger."""
    return len(pairing.setups) >= 8 and (
        abs(mean(pairing.scores) - 0.5) > Z_SEQUENTIAL * pairing.error()
    )


def main() -> None:
    """Play the tournament and print what it found."""
    parser = argparse.ArgumentParser(description="Rate the levels of bots.")
    parser.add_argument("levels", nargs="*", default=list(LEVELS))
    parser.add_argument("--players", type=int, choices=SIAM.seats, default=2)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--games", type=int, default=200, help="most games a pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="play all games: no early end")
    told = parser.parse_args()
    levels = {name: limited(LEVELS[name], told.seconds, told.nodes) for name in told.levels}
    clock = Clock()
    sides = sides_of(told.players)
    pairings = [Pairing(one, other, sides) for one, other in combinations(told.levels[::-1], 2)]
    for pairing in pairings:
        games = 0
        while games < told.games and (told.all or not decided(pairing)):
            seed = told.seed * 100_000 + len(pairing.setups)
            meet(levels, pairing, told.players, seed, clock)
            games = sum(played for _, _, _, played in pairing.duels())
        alone = ", ".join(f"{lone} {won:g}/{of}" for lone, _, won, of in pairing.duels())
        print(
            f"{pairing.one:>9} – {pairing.other:<9}{mean(pairing.scores):7.1%} "
            f"± {Z_95 * pairing.error():.1%}  (alone: {alone})",
            flush=True,
        )
    elo = ratings(pairings, told.levels)
    spread = intervals(pairings, told.levels, Random(told.seed))
    print(f"\n{'level':>9}{'Elo':>7}{'95 %':>16}{'longest move, s':>18}")
    for name, rating in sorted(elo.items(), key=lambda item: -item[1]):
        low, high = spread[name]
        interval = f"{low:.0f} … {high:.0f}"
        print(f"{name:>9}{rating:7.0f}{interval:>16}{clock.longest.get(name, 0):18.2f}")


if __name__ == "__main__":
    main()
