"""What is known of levels by their games: who is stronger, and ratings (Elo)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import exp, log, sqrt
from random import Random
from statistics import mean, pvariance

Z_95 = 1.96
ELO = 400 / log(10)
_BOUND = log(0.95 / 0.05)
_LEAST_SETUPS = 8
"""Of fewer setups the spread of scores says too little."""


@dataclass(slots=True)
class Pairing:
    """What two levels scored against each other.

    Attributes:
        one, other: the levels.
        sides: how many sides play.
        lone: whether only `one` sits alone.
        setups: for each setup the shares of games won by `one` sitting alone and, where more than
            two sides play, by `other` sitting alone.
    """

    one: str
    other: str
    sides: int
    lone: bool = False
    setups: list[tuple[float, ...]] = field(default_factory=list)

    @property
    def scores(self) -> list[float]:
        """What `one` scored in each setup, from 0 to 1; even play scores a half.

        Where only it sits alone it is the games won, and even play scores less with more sides.
        """
        if self.sides == 2 or self.lone:
            return [won for (won,) in self.setups]
        return [(1 + won - lost) / 2 for won, lost in self.setups]

    def verdict(self, gap: float) -> str:
        """Return what is known by now: ``stronger``, ``weaker``, ``even``; empty for nothing yet.

        This is Wald's sequential test (SPRT) of both "as strong" and "stronger by `gap` Elo", and
        of "weaker by as much", on the scores of whole setups, with their own spread; either error
        happens in 5 % of cases.
        """
        if len(self.setups) < _LEAST_SETUPS:
            return ""
        up, down = (self._evidence(gap, sign) for sign in (1, -1))
        if up > _BOUND:
            return "stronger"
        if down > _BOUND:
            return "weaker"
        return "even" if max(up, down) < -_BOUND else ""

    def _evidence(self, gap: float, sign: int) -> float:
        """Return how much more likely the scores are if `one` is stronger by so much Elo (log)."""
        strength = exp(sign * gap / ELO)
        won, lost = strength / (strength + self.sides - 1), 1 / (1 + strength * (self.sides - 1))
        expected = (1 + won - lost) / 2
        distance = 2 * mean(self.scores) - 0.5 - expected
        return (expected - 0.5) * distance / (2 * self.error() ** 2)

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
