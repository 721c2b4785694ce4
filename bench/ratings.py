"""What is known of levels by their games: who is stronger, and ratings (Elo)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp
from random import Random

from client.bots.offline_game import ELO, TABLE, TWO_SIDES, Pairing


def ratings(pairings: Sequence[Pairing], names: Sequence[str]) -> dict[str, float]:
    """Fit Elo ratings to all games; `greedy`, or the first level, is 0.

    Of k sides, a lone one of strength a wins against equals of strength b with chance
    a / (a + (k - 1) b), as in Bradley and Terry's, Plackett's and Luce's models.
    """
    found = dict.fromkeys((*names, TABLE), 0.0)
    duels = [
        (*duel, max(pairing.sides, TWO_SIDES)) for pairing in pairings for duel in pairing.duels()
    ]
    total = sum(games + 1 for _, _, _, games, _ in duels)
    for _ in range(4000):
        slopes = dict.fromkeys(found, 0.0)
        for lone, others, won, games, sides in duels:
            expected = 1 / (1 + (sides - 1) * exp(found[others] - found[lone]))
            # One even game more keeps a clean sweep finite.
            slope = won + 1 / sides - (games + 1) * expected
            slopes[lone] += slope
            slopes[others] -= slope
        for name in found:
            found[name] += 2 * slopes[name] / total
        if max(map(abs, slopes.values())) < 1e-3:
            break
    base = found["greedy" if "greedy" in found else names[0]]
    return {name: ELO * (found[name] - base) for name in names}


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
