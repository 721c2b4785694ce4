"""What a position looks worth: the chances to win, from features of the seats and their weights.

Each seat gets a score, a weighted sum of its features, and so do the barbarians. The chances are
the softmax of the scores. ``python -m bench.fit_amber`` fits the weights to played games.
"""

from __future__ import annotations

from math import exp

from games.amber import scoring
from games.amber.bots.features import barbarian_features, phase, rounds_left, seat_features
from games.amber.bots.weights import BARBARIANS, DUMMY, PERSON, THREE, TWO
from games.amber.effects import play_move
from games.amber.listing import list_moves
from games.amber.moves import Move
from games.amber.mutable_position import MutablePosition
from games.amber.options import Options
from games.amber.position import Position


def rate_moves(position: Position, options: Options) -> list[tuple[float, Move]]:
    """Return all legal moves with what they look worth to the seat that decides."""
    found = []
    before = MutablePosition(position, options)
    for move in list_moves(before):
        after = MutablePosition(position, options)
        play_move(after, move)
        over = after.step == "over"
        values = final_values(after.freeze(), options) if over else tuple(win_chances(after))
        found.append((values[before.turn], move))
    return found


def final_values(position: Position, options: Options) -> tuple[float, ...]:
    """Return what the end of a game is worth; nothing for all if the barbarians win."""
    end = scoring.outcome(position, options)
    assert end is not None
    share = 1 / max(1, len(end.winners))
    return tuple([share if seat in end.winners else 0.0 for seat in range(len(position.seats))])


def win_chances(here: MutablePosition) -> list[float]:
    """Return how likely each seat looks to win; what is missing to 1 is for the barbarians."""
    left = rounds_left(here)
    now = phase(left)
    scores: list[float] = []
    points: list[float] = []
    for seat in range(here.count):
        features = seat_features(here, seat, left)
        points.append(features[0])
        weights = THREE if here.count > 2 else TWO
        if here.dummy >= 0:
            weights = DUMMY if seat == here.dummy else PERSON
        scores.append(_weigh(features, weights, now))
    table = here.count if here.dummy < 0 else 1
    scores.append(_weigh(barbarian_features(here, points, left), BARBARIANS[table - 1], now))
    best = max(scores)
    shares = [exp(score - best) for score in scores]
    total = sum(shares)
    return [share / total for share in shares[:-1]]


def _weigh(features: list[float], weights: tuple[tuple[float, float], ...], now: float) -> float:
    total = 0.0
    for index, value in enumerate(features):
        if value:
            weight = weights[index]
            total += value * (weight[0] + weight[1] * now)
    return total
