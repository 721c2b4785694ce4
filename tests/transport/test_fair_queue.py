"""A queue in which nobody's haste is another's wait."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from tests.patience import PATIENCE
from transport.fair_queue import FairQueue

Thing = tuple[str, int]


def queue(room: int, lost: list[Thing] | None = None) -> FairQueue[Thing]:
    return FairQueue(room, lambda thing: thing[0], dropped=([] if lost is None else lost).append)


def drained(line: FairQueue[Thing]) -> list[Thing]:
    return [line.get_nowait() for _ in range(line.qsize())]


def test_lines_are_served_in_turn() -> None:
    line = queue(100)
    for thing in [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1), ("c", 2)]:
        line.put_nowait(thing)
    assert drained(line) == [("a", 1), ("b", 1), ("c", 1), ("a", 2), ("c", 2), ("a", 3)]
    assert line.empty()


def test_whoever_floods_loses_their_own() -> None:
    lost: list[Thing] = []
    line = queue(10, lost)
    for number in range(1000):
        line.put_nowait(("flood", number))
    line.put_nowait(("quiet", 1))
    assert {whose for whose, _ in lost} == {"flood"}
    assert line.qsize() == 10
    assert drained(line)[:2] == [("flood", 0), ("quiet", 1)]


def test_what_is_larger_than_all_the_room_is_dropped_alone() -> None:
    lost: list[Thing] = []
    line: FairQueue[Thing] = FairQueue(
        10, lambda thing: thing[0], size=lambda thing: thing[1], dropped=lost.append
    )
    line.put_nowait(("a", 4))
    line.put_nowait(("b", 11))
    assert lost == [("b", 11)]
    assert drained(line) == [("a", 4)]


async def test_somebody_who_waits_is_woken() -> None:
    line = queue(1)
    getting = asyncio.create_task(line.get())
    await asyncio.sleep(0)
    line.put_nowait(("a", 1))
    line.put_nowait(("a", 2))  # there is no room, although somebody is about to take the first
    assert await asyncio.wait_for(getting, PATIENCE) == ("a", 1)
    line.task_done()
    await asyncio.wait_for(line.join(), PATIENCE)


@given(
    st.integers(1, 8),
    st.lists(st.one_of(st.none(), st.tuples(st.sampled_from("abc"), st.integers(1, 4)))),
)
def test_nothing_is_lost_unseen_or_doubled_and_each_line_keeps_its_order(
    room: int, steps: list[Thing | None]
) -> None:
    lost: list[tuple[str, int, int]] = []
    line = FairQueue[tuple[str, int, int]](
        room, lambda thing: thing[0], size=lambda thing: thing[1], dropped=lost.append
    )
    given_in, got = [], []
    for number, step in enumerate(steps):
        if step is not None:
            given_in.append((*step, number))
            line.put_nowait(given_in[-1])
        elif not line.empty():
            got.append(line.get_nowait())
        waiting = [thing for each in line._lines.values() for thing in each]
        assert line.qsize() == len(waiting)
        assert sum(size for _, size, _ in waiting) == line._taken <= room
    got += [line.get_nowait() for _ in range(line.qsize())]
    assert sorted(got + lost) == sorted(given_in)
    for whose in "abc":
        mine = [number for name, _, number in got if name == whose]
        assert mine == sorted(mine)


class TestCosts:
    """Lines whose things have cost much wait for those whose have cost little."""

    def test_the_line_that_has_cost_least_comes_first(self) -> None:
        line = queue(100)
        for whose in "abc":
            line.charge((whose, 0), {"a": 3.0, "b": 1.0, "c": 2.0}[whose], 0.0)
        for whose in "abcd":
            line.put_nowait((whose, 1))
        assert [whose for whose, _ in drained(line)] == ["d", "b", "c", "a"]

    def test_many_small_costs_are_as_much_as_a_large_one(self) -> None:
        line = queue(100)
        for _ in range(12):
            line.charge(("many", 0), 0.1, 0.0)
        line.charge(("one", 0), 1.0, 0.0)
        for whose in ("many", "one"):
            line.put_nowait((whose, 1))
        assert drained(line) == [("one", 1), ("many", 1)]

    def test_old_costs_are_forgotten(self) -> None:
        line = queue(100)
        line.charge(("old", 0), 100.0, 0.0)
        line.charge(("new", 0), 0.001, 1_000_000.0)
        for whose in ("new", "old"):
            line.put_nowait((whose, 1))
        assert drained(line) == [("old", 1), ("new", 1)]

    @given(st.lists(st.tuples(st.sampled_from("ab"), st.floats(1e-6, 10)), max_size=30))
    def test_somebody_who_always_waits_gets_half_the_time(
        self, costs: list[tuple[str, float]]
    ) -> None:
        line = queue(100)
        for now, (whose, cost) in enumerate(costs):
            line.charge((whose, 0), cost, float(now))
        spent = {"a": 0.0, "b": 0.0}
        for step in range(400):
            for whose in "ab":
                while line._lengths.get(whose, 0) < 2:
                    line.put_nowait((whose, 0))
            taken = line.get_nowait()
            cost = 1.0 if taken[0] == "a" else 0.25
            line.charge(taken, cost, 1000.0 + step)
            spent[taken[0]] += cost
        assert 0.5 < spent["a"] / spent["b"] < 2
