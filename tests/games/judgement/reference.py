"""The network once more in plain Python, without the tricks of the C text that make it fast."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import exp
from pathlib import Path

from games.siam import Position
from games.siam.actions import targets
from games.siam.bots.endgame import payoff
from games.siam.bots.evaluation import side_of, sides
from games.siam.constants import BRITISH, CARDS, FACTIONS, PROVINCES
from games.siam.judgement.native_network import read_network
from games.siam.play import if_all_pass
from games.siam.scoring import ages, majority, outcome, reign, sets

FIRST, SECOND, UNIT, WEIGHT = 64, 32, 1024, 1024
TRIO, SEAT, OTHER, LEADS, RANKINGS = 77, 60, 126, 15, 10


class Reference:
    """A network from a file."""

    def __init__(self, path: Path, players: int) -> None:
        self.starts = starts(players)
        outputs = 3 if players == 3 else 1
        total = self.starts["end"]
        size = (total + 1) * FIRST + SECOND * (FIRST + 1) + outputs * (SECOND + 1)
        numbers = array("h", read_network(path, 2 * size))
        take = iter(numbers)
        self.first = [[next(take) for _ in range(FIRST)] for _ in range(total + 1)]
        self.second = [[next(take) for _ in range(FIRST)] for _ in range(SECOND)]
        self.second_bias = [next(take) for _ in range(SECOND)]
        self.third = [[next(take) for _ in range(SECOND)] for _ in range(outputs)]
        self.third_bias = [next(take) for _ in range(outputs)]

    def judge(self, position: Position) -> list[float]:
        rows = [self.first[number] for number in (*features(position, self.starts), -1)]
        first = [clipped(sum(column)) for column in zip(*rows, strict=True)]
        second = [
            clipped(int((dot(first, row) + bias * UNIT) / WEIGHT))
            for row, bias in zip(self.second, self.second_bias, strict=True)
        ]
        out = [
            exp((dot(second, row) + bias * UNIT) / (UNIT * WEIGHT))
            for row, bias in zip(self.third, self.third_bias, strict=True)
        ]
        if len(out) == 1:
            mine = out[0] / (1 + out[0])
            return [mine, 1 - mine] if not position.turn % 2 else [1 - mine, mine]
        return [out[(side - position.turn) % 3] / sum(out) for side in range(3)]


def clipped(number: int) -> int:
    return max(0, min(UNIT, number))


def dot(one: list[int], other: list[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


def starts(players: int) -> dict[str, int]:
    sizes = {
        "trio": TRIO,
        "waiting": PROVINCES * TRIO,
        "reach": PROVINCES * 3,
        "mark": PROVINCES,
        "resolved": 33,
        "projected": 36,
        "supply": 24,
        "seat": players * SEAT,
        "other": (players - 1) * OTHER,
        "struggle": 36,
        "ranking": RANKINGS,
        "lead": 3 * RANKINGS * LEADS,
        "second": 3 * RANKINGS * LEADS,
        "winner": 3 * 81,
        "end": 0,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = start
        start += size
    return found


def features(position: Position, at: dict[str, int]) -> Iterator[int]:
    done = position.resolved
    for wait, province in enumerate(position.queue[done:]):
        trio = [min(7, count) for count in position.followers(province)]
        for number in of_trio(trio):
            yield at["trio"] + number
            yield at["waiting"] + TRIO * wait + number
        for faction in FACTIONS:
            if province in targets(position.map, position.controls, faction):
                yield at["reach"] + 3 * wait + faction
        if province in position.markers:
            yield at["mark"] + wait
    controls = [position.controls[province] for province in position.queue[:done]]
    for control in (*FACTIONS, BRITISH):
        yield at["resolved"] + 6 * control + min(5, controls.count(control))
    last = [max((s for s, c in enumerate(controls) if c == f), default=-1) for f in FACTIONS]
    for one in FACTIONS:
        this, that = last[one], last[(one + 1) % 3]
        yield at["resolved"] + 24 + 3 * one + (2 if this > that else int(this < that))
    ending = [*controls, *(majority(position.followers(p)) for p in position.queue[done:])]
    for control in (*FACTIONS, BRITISH):
        yield at["projected"] + 9 * control + ending.count(control)
    for faction in FACTIONS:
        yield at["supply"] + 8 * faction + min(7, position.supply_of(faction))
    yield from of_seats(position, at)
    yield from of_ranking(position, at)


def of_trio(trio: list[int]) -> Iterator[int]:
    for one in FACTIONS:
        yield 8 * one + trio[one]
        yield 24 + 11 * one + 5 + max(-5, min(5, trio[one] - trio[(one + 1) % 3]))
    winner, order = majority((trio[0], trio[1], trio[2])), sorted(trio)
    if winner == BRITISH:
        yield 57 + 12 + (trio[0] == trio[1]) + 2 * (trio[1] == trio[2])
    else:
        yield 57 + 4 * winner + min(4, order[2] - order[1]) - 1
    clear = order[0] < order[1] < order[2]
    yield 57 + 16 + (trio.index(order[1]) if clear or order[0] < order[1] < order[2] else 3)


def of_seats(position: Position, at: dict[str, int]) -> Iterator[int]:
    count, turn = len(position.seats), position.turn
    old = ages(count, position.recency)
    mine = position.seats[turn]
    for each in range(count):
        number = (turn + each) % count
        seat = position.seats[number]
        start = at["seat"] + SEAT * each
        for faction in FACTIONS:
            yield start + 11 * faction + min(10, seat.followers[faction])
        yield start + 33 + min(4, *seat.followers)
        for kind, card in enumerate(CARDS):
            held = (seat.hand or "").count(card)
            if held:
                yield start + 38 + (7 if held == 2 else kind)
        yield start + 46 + seat.cards
        yield start + 55 + old[number]
        if each:
            start = at["other"] + OTHER * (each - 1)
            for faction in FACTIONS:
                lead = mine.followers[faction] - seat.followers[faction]
                yield start + LEADS * faction + 7 + max(-7, min(7, lead))
            yield start + 45 + 9 * mine.cards + seat.cards
    yield at["struggle"] + 4 * (PROVINCES - position.resolved) + position.passes


def of_ranking(position: Position, at: dict[str, int]) -> Iterator[int]:
    count, turn = len(position.seats), position.turn
    end = if_all_pass(position)
    result = outcome(end)
    assert result is not None
    factions = () if end.colony else reign(end)
    if not factions:
        ranking = 6
    elif len(factions) == 1:
        ranking = 7 + factions[0]
    else:
        pairs = [(a, b) for a in FACTIONS for b in FACTIONS if a != b]
        ranking = pairs.index(factions[:2])
    yield at["ranking"] + ranking
    values = payoff(position, result)
    theirs = max(seat.cards for number, seat in enumerate(position.seats) if number != turn)
    for each in range(sides(count)):
        side = side_of(count, (turn + each) % count)
        if values[side]:
            yield at["winner"] + 81 * each + 9 * position.seats[turn].cards + theirs
        if each and sides(count) == 2:
            continue
        start = LEADS * (RANKINGS * each + ranking) + 7
        yield at["lead"] + start + lead_of(position, side, factions[0] if factions else None)
        if len(factions) > 1:
            yield at["second"] + start + lead_of(position, side, factions[1])


def lead_of(position: Position, side: int, faction: int | None) -> int:
    count = len(position.seats)
    strengths = []
    for each in range(sides(count)):
        trios = [s.followers for n, s in enumerate(position.seats) if side_of(count, n) == each]
        strengths.append(sets(trios) if faction is None else max(t[faction] for t in trios))
    mine = strengths.pop(side)
    return max(-7, min(7, mine - max(strengths)))
