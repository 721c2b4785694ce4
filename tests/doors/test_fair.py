"""Places and turns are shared out fairly among addresses."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from siam_tui.doors.fair_shares import FairPlaces, FairTurns, TooManyWaitError
from siam_tui.doors.named_proxies import Origin


def test_a_newcomer_replaces_a_connection_of_the_address_with_most() -> None:
    ended: list[str] = []
    places = FairPlaces[str](8, 4, ended.append, lambda each: each.startswith("busy"))
    for network in ("192.0.2.1", "192.0.2.2"):
        assert all(places.take(f"{network} {number}", network) for number in range(4))
    for number in range(16):
        assert places.take(f"newcomer {number}", f"198.51.100.{number}")
        places.give_back(f"newcomer {number}")
    assert len(ended) == 1  # the next ones found the place that became free
    assert all(places.take(f"other {number}", f"203.0.113.{number}") for number in range(4))
    assert sorted(each.partition(" ")[0] for each in ended) == ["192.0.2.1"] * 2 + ["192.0.2.2"] * 2


def test_what_is_not_at_work_makes_room_first_and_the_oldest_before_others() -> None:
    ended: list[str] = []
    places = FairPlaces[str](3, 3, ended.append, lambda each: each.startswith("busy"))
    for each in ("busy 1", "slow 1", "slow 2"):
        assert places.take(each, "a")
    assert places.take("b", "b")
    assert places.take("busy 2", "a")
    assert places.take("busy 3", "a")
    assert ended == ["slow 1", "slow 2", "busy 1"]
    assert len(places) == 3


def test_an_address_replaces_its_own_connections_at_its_share() -> None:
    ended: list[int] = []
    places = FairPlaces[int](10, 2, ended.append, lambda _: False)
    assert all(places.take(number, "a") for number in range(4))
    assert ended == [0, 1]


def test_spectators_are_replaced_only_where_that_makes_it_fairer() -> None:
    ended: list[int] = []
    places = FairPlaces[int](4, 3, ended.append)
    assert [places.take(number, "a") for number in range(4)] == [True, True, True, False]
    assert places.take(4, "b")
    assert places.take(5, "b")  # two each now
    assert not places.take(6, "b")
    assert places.take(7, "c")
    assert ended == [0, 1]


async def test_addresses_take_turns_however_many_requests_one_has() -> None:
    turns, order = FairTurns(1, 10), []

    async def work(network: str) -> None:
        async with turns.turn(Origin(network)):
            order.append(network)
            await asyncio.sleep(0)

    await asyncio.gather(*(work("a") for _ in range(6)), work("b"), work("c"))
    assert order == ["a", "a", "b", "c", "a", "a", "a", "a"]


async def test_only_so_many_of_one_address_may_wait_and_nobody_elses_are_counted() -> None:
    turns = FairTurns(1, 2)
    async with turns.turn(Origin("a")):
        waiting = [asyncio.ensure_future(_take(turns, "a")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyWaitError):
            await _take(turns, "a")
        waiting.append(asyncio.ensure_future(_take(turns, "b")))
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)


async def test_who_leaves_gives_back_the_turn_and_the_waiting_place() -> None:
    turns = FairTurns(1, 1)
    async with turns.turn(Origin("a")):
        gone = asyncio.ensure_future(_take(turns, "b"))
        await asyncio.sleep(0)
        gone.cancel()
        with suppress(asyncio.CancelledError):
            await gone
        late = asyncio.ensure_future(_take(turns, "b"))
        await asyncio.sleep(0)
    late.cancel()  # it has been given the turn, and does not know yet
    with suppress(asyncio.CancelledError):
        await late
    await _take(turns, "c")
    assert not turns._waiting


async def _take(turns: FairTurns, network: str) -> None:
    async with turns.turn(Origin(network)):
        await asyncio.sleep(0)
