"""How a position looks to a player: each side's chance to win, without playing on.

The judgement is a product of two guesses. How the factions end up: every open province is given
chances of each control, as if its followers still moved a little at random, the more so the more
cards are left and the later its struggle; from the sums follows how likely each pair of factions
ranks first and second, and a colony. And who wins then: a side's followers of these factions and
the cards it has left, beside the others'. Both parts are small sums over tables, so that thousands
of moves can be compared by what they change (`candidates`).

The numbers in `WEIGHTS` are chosen by hand, and kept because they win games: see
``bench/tournament.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import erf, exp, inf, sqrt
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from games.siam.constants import BRITISH_TO_COLONY, FACTIONS, PROVINCES, Control, Faction, Trio
from games.siam.play import taking
from games.siam.position import Position
from games.siam.scoring import TEAM_GAME_SEATS, ages, seats_by_side, sets

PAIRS: Final = tuple(
    (first, second) for first in FACTIONS for second in FACTIONS if first != second
)
"""Which factions may rank first and second."""
LEVELS: Final = 12
_LEVEL: Final = 0.2
"""The uncertainty of a province is rounded to so many steps of so many followers."""
_NOISE: Final = range(-4, 5)

Part: TypeAlias = tuple[float, float, float, float, float]
"""What a province adds to: the scores of Rama, Lao and Malay, British provinces, the variance."""
Shares: TypeAlias = tuple[float, ...]
"""How likely each of `PAIRS` ranks first and second, and a colony at the end."""
Odds: TypeAlias = tuple[Shares, ...]
"""For each side, how likely it wins in each case of `Shares`."""


class Weights(NamedTuple):
    """The numbers of the judgement.

    Attributes:
        noise: how far a province's followers may still move.
        slot: what a later slot counts more in the ranking (ties go to the last to win, S18).
        rank, rank_spread: how sharply scores decide the ranking.
        colony: how sharply the number of British provinces decides on a colony.
        lead, lead_spread: how sharply a lead in followers decides between the seats.
        second: a follower of the faction ranking second, in followers of the first.
        card: a card left, in followers of the first.
        use: how many cards a seat can put to use in a struggle; what it has more for those left
            is worth less and less.
        turn: the turn, in followers of the first.
        age: an older last card.
        sets: how sharply complete sets decide in a colony.
        loose: followers that make no complete set yet, in sets.
    """

    noise: float = 1.0
    slot: float = 0.05
    rank: float = 2.0
    rank_spread: float = 0.2
    colony: float = 2.0
    lead: float = 2.0
    lead_spread: float = 0.3
    second: float = 0.3
    card: float = 1.0
    use: float = inf
    turn: float = 0.2
    age: float = 0.1
    sets: float = 1.5
    loose: float = 0.2


WEIGHTS: Final[Mapping[int, Weights]] = MappingProxyType(
    {2: Weights(), 3: Weights(), 4: Weights(rank=1.0, second=0.1, card=1.6, use=1.5)}
)
"""The numbers by how many play: eight cards of four players find fewer followers than of two."""


def side_of(seats: int, seat: int) -> int:
    """Return which side a seat belongs to: its team of four players (S6), else itself."""
    return seat % 2 if seats == TEAM_GAME_SEATS else seat


def sides(seats: int) -> int:
    """Return how many sides so many seats form."""
    return 2 if seats == TEAM_GAME_SEATS else seats


# How the factions end up


@cache
def _noise(level: int) -> tuple[tuple[int, float], ...]:
    """Return how a count of followers may still change: what is added, and how likely that is."""
    if not level:
        return ((0, 1.0),)
    spread = level * _LEVEL * sqrt(2)

    def below(x: float) -> float:
        return (1 + erf(x / spread)) / 2

    chances = [(step, below(step + 0.5) - below(step - 0.5)) for step in _NOISE]
    total = sum(chance for _, chance in chances)
    return tuple((step, chance / total) for step, chance in chances)


@cache
def chances(rama: int, lao: int, malay: int, level: int) -> tuple[float, float, float, float]:
    """Return how likely each faction and the British win a province with these followers.

    >>> chances(2, 1, 0, 0), chances(1, 1, 0, 0)
    ((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    """
    spreads = [
        [(max(0, count + step), chance) for step, chance in _noise(level)]
        for count in (rama, lao, malay)
    ]

    def fewer(faction: Faction, than: int) -> float:
        return sum(chance for count, chance in spreads[faction] if count < than)

    found = [
        sum(
            chance * fewer((faction + 1) % 3, count) * fewer((faction + 2) % 3, count)
            for count, chance in spreads[faction]
        )
        for faction in FACTIONS
    ]
    return found[0], found[1], found[2], 1.0 - sum(found)


@cache
def part(followers: Trio, slot: int, level: int, weight: float) -> Part:
    """Return what an open province adds to the outlook."""
    rama, lao, malay, british = chances(*followers, level)
    variance = 1 - rama * rama - lao * lao - malay * malay - british * british
    score = 1 + weight * slot
    return rama * score, lao * score, malay * score, british, variance


@cache
def settled(control: Control, slot: int, weight: float) -> Part:
    """Return what a controlled province adds to the outlook."""
    score = 1 + weight * slot
    rama, lao, malay, british = (float(control == each) for each in (*FACTIONS, 3))
    return rama * score, lao * score, malay * score, british, 0.0


class Outlook:
    """How the factions may end up from a board, with so many cards left in all hands."""

    def __init__(self, position: Position, cards: int, weights: Weights) -> None:
        """Look at a position's board."""
        self._weights = weights
        free = position.controls.count(None)
        resolved = PROVINCES - free
        self.levels = [
            min(LEVELS, round(weights.noise * sqrt(cards * (wait + 1)) / free / _LEVEL))
            for wait in range(free)
        ]
        self.slots = [0] * PROVINCES
        for slot, province in enumerate(position.queue):
            self.slots[province] = slot
        self._resolved = resolved
        self.parts = [
            settled(control, self.slots[province], weights.slot)
            if control is not None
            else self.part(position.followers(province), self.slots[province])
            for province, control in enumerate(position.controls)
        ]
        sums = [sum(each) for each in zip(*self.parts, strict=True)]
        self.total: Part = (sums[0], sums[1], sums[2], sums[3], sums[4])

    def part(self, followers: Trio, slot: int) -> Part:
        """Return what an open province would add with these followers, its tile in this slot."""
        return part(followers, slot, self.levels[slot - self._resolved], self._weights.slot)

    def shares(self, total: Part) -> Shares:
        """Return how likely each ranking and a colony are."""
        return shares(total, self._weights)


def shares(total: Part, weights: Weights) -> Shares:
    """Return how likely each of `PAIRS` ranks first and second, and a colony."""
    rama, lao, malay, british, variance = total
    sharp = 1 / sqrt(weights.rank_spread + max(0.0, variance))
    colony = 1 / (1 + exp(weights.colony * sharp * (BRITISH_TO_COLONY - 0.5 - british)))
    sharp *= weights.rank
    most = max(rama, lao, malay)
    # Never quite 0, so that there is always a second.
    r, l, m = (exp(max(-200.0, sharp * (score - most))) for score in (rama, lao, malay))  # noqa: E741 - R, L, M
    # The ranking: the first by its strength among three, the second among the other two.
    scale = (1 - colony) / (r + l + m)
    r_rest, l_rest, m_rest = scale / (l + m), scale / (r + m), scale / (r + l)
    return (
        r * l * r_rest,
        r * m * r_rest,
        l * r * l_rest,
        l * m * l_rest,
        m * r * m_rest,
        m * l * m_rest,
        colony,
    )


# Who wins then


def odds(
    taken: Sequence[Trio],
    cards: Sequence[int],
    recency: Sequence[int],
    spare: Sequence[float],
    weights: Weights,
) -> Odds:
    """Return how likely each side wins in each case, from what lies before the seats.

    Args:
        taken: each seat's followers.
        cards: how many cards each seat has left.
        recency: as in a position.
        spare: what each seat may still get, from `to_come`.
        weights: the numbers of the judgement.
    """
    count = len(taken)
    old = ages(count, recency)
    left = sum(cards)
    sharp = weights.lead / sqrt(weights.lead_spread + left)
    aged = [spare[seat] + weights.age * old[seat] for seat in range(count)]
    cases = [
        _softmax(
            [
                sharp * (trio[first] + weights.second * trio[second] + more)
                for trio, more in zip(taken, aged, strict=True)
            ]
        )
        for first, second in PAIRS
    ]
    if count == TEAM_GAME_SEATS:
        cases = [[case[0] + case[2], case[1] + case[3]] for case in cases]
    cases.append(_colony_odds(taken, spare, old, left, weights))
    return tuple(zip(*cases, strict=True))


def to_come(cards: Sequence[int], turn: int, struggles: int, weights: Weights) -> list[float]:
    """Return what each seat may still get for its cards, in followers of the first faction.

    Args:
        cards: how many cards each seat has left.
        turn: the seat to move.
        struggles: how many are left.
        weights: the numbers of the judgement.
    """
    most = weights.use * struggles
    return [
        weights.card * _used(count, most) + weights.turn * (seat == turn)
        for seat, count in enumerate(cards)
    ]


def _used(cards: int, most: float) -> float:
    """Return how many of a seat's cards will be of use, if at most so many can be."""
    return most * (1 - exp(-cards / most)) if most < inf else cards


def _colony_odds(
    taken: Sequence[Trio], spare: Sequence[float], old: Sequence[int], left: int, weights: Weights
) -> list[float]:
    sharp = weights.sets / sqrt(weights.lead_spread + left)
    scores = []
    for group in seats_by_side(len(taken)):
        trios = [taken[seat] for seat in group]
        complete = sets(trios)
        loose = sum(min(complete + 1, sum(trio[f] for trio in trios)) for f in FACTIONS)
        newest = min(old[seat] for seat in group)
        score = complete + weights.loose * (loose - 3 * complete) - weights.age * newest
        scores.append(sharp * (score + 0.5 * sum(spare[seat] for seat in group) / len(group)))
    return _softmax(scores)


def _softmax(scores: list[float]) -> list[float]:
    most = max(scores)
    powers = [exp(score - most) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def odds_after_card(position: Position, weights: Weights) -> dict[Faction | None, Odds]:
    """Return the odds once the seat to move has played a card, by the faction it then takes."""
    turn = position.turn
    taken = [seat.followers for seat in position.seats]
    mine = taken[turn]
    cards = [seat.cards - (number == turn) for number, seat in enumerate(position.seats)]
    recency = (turn, *[seat for seat in position.recency if seat != turn])
    spare = to_come(cards, (turn + 1) % len(taken), position.controls.count(None), weights)
    found: dict[Faction | None, Odds] = {}
    for faction in (*FACTIONS, None):
        taken[turn] = taking(mine, faction)
        found[faction] = odds(taken, cards, recency, spare, weights)
    return found


def judge(position: Position, weights: Weights | None = None) -> tuple[float, ...]:
    """Return how likely each side wins, from 0 to 1; together 1. Hands may be hidden.

    By `WEIGHTS`, unless told other numbers.
    """
    weights = weights or WEIGHTS[len(position.seats)]
    cards = [seat.cards for seat in position.seats]
    outlook = Outlook(position, sum(cards), weights)
    share = outlook.shares(outlook.total)
    taken = [seat.followers for seat in position.seats]
    spare = to_come(cards, position.turn, max(1, position.controls.count(None)), weights)
    found = odds(taken, cards, position.recency, spare, weights)
    return tuple(expected(share, each) for each in found)


def expected(share: Shares, odds: Shares) -> float:
    """Return how likely a side wins over all cases."""
    a, b, c, d, e, f, g = share
    s, t, u, v, w, x, y = odds
    return a * s + b * t + c * u + d * v + e * w + f * x + g * y
