"""While an adversary does all it can, what is shown is true and every move is played once."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass

import pytest

from protocol.commands import PlayMove, StartGame
from protocol.messages import Done
from protocol.states import TableState
from tests.adversary.adversary import (
    ATTACKS,
    FORGED,
    Adversary,
    Frame,
    adversary,
    big,
    die_with_will,
    forge,
    retain_old,
)
from tests.brokers import RunningServer
from tests.e2e.guests import (
    Guest,
    check_against_server,
    check_hands_hidden,
    check_replay,
    come,
    guest,
    play_all,
    seated,
)
from tests.watched_counter import watched

pytestmark = pytest.mark.parametrize("broker", ["lawless", "mosquitto"], indirect=True)


@dataclass(frozen=True)
class Played:
    ply: int
    move: str


@contextmanager
def noted(guests: list[Guest]) -> Iterator[list[list[Played]]]:
    """Write down the moves each of them asks for, and the server carries out."""
    notes: list[list[Played]] = [[] for _ in guests]
    for number, each in enumerate(guests):
        request = each.client.request

        async def noting(command, request=request, number=number):
            reply = await request(command)
            if isinstance(command, PlayMove) and isinstance(reply, Done):
                notes[number].append(Played(command.ply, command.move))
            return reply

        each.client.request = noting  # type: ignore[method-assign]
    yield notes


async def attack(mallory: Adversary) -> None:
    """Do everything, again and again."""
    while True:
        heard = mallory.recorded[-200:]
        wave = [each(mallory, heard) for each in ATTACKS if heard]
        await asyncio.gather(*(mallory.publish(frame) for frame in wave))
        await asyncio.sleep(0.02)  # the pace of the attack: all clients share this process


def check_shown(each: Guest) -> None:
    """See that what was shown went forward only, and that nothing of it was forged."""
    shown = [state for state in each.states if state.status != "closed"]
    ranks = [(state.revision, state.viewer is not None) for state in shown]
    assert ranks == sorted(set(ranks))
    assert all(FORGED[:24] not in repr(state) for state in shown)
    assert each.client.lobby is not None
    assert each.client.lobby.app != FORGED[:24]
    check_hands_hidden(each.states)


REFUSED = {"ForgedError", "MalformedError"}
"""What the server and a spectator must have refused before the attack ends."""


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_whole_game_against_everything_at_once(server: RunningServer, seed: int) -> None:
    async with AsyncExitStack() as stack:
        mallory = await stack.enter_async_context(adversary(server.link, seed))
        guests = await come(stack, server.link, 2)
        eve = await stack.enter_async_context(guest(server.link, "Eve"))
        table = await seated(guests)
        await eve.client.follow(table)
        with noted(guests) as notes:
            attacking = asyncio.create_task(attack(mallory))
            await guests[0].done(StartGame(table))
            await play_all(guests, table, seed)
            late = await stack.enter_async_context(guest(server.link, "Leo"))  # meets retained lies
            await late.client.follow(table)
            everybody = [*guests, eve, late]
            for each in everybody:
                await each.until(table, lambda state: state.status == "over")
            for counts in (server.server.service.tally.messages, eve.client.refused):
                await watched(counts).until(lambda counts=counts: counts.keys() >= REFUSED)
            attacking.cancel()
            await asyncio.gather(attacking, return_exceptions=True)
        check_against_server(server, table, everybody)
        for each in everybody:
            check_shown(each)
        over = eve.client.table(table)
        assert over is not None
        start, first, entries = await eve.client.history(table)
        check_replay(over, start, first, entries)
        for seat, mine in enumerate(notes):
            played = {
                Played(ply, entry.move)
                for ply, entry in enumerate(entries)
                if entry.seat == seat and entry.by == "player"
            }
            assert played == set(mine)
            assert len(mine) == len(played)
        assert mallory.published >= 5 * len(ATTACKS)
        assert server.server.service.tally.messages["internal"] == 0


async def test_wills_that_lie_about_the_lobby_and_its_tables(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        mallory = await stack.enter_async_context(adversary(server.link))
        guests = await come(stack, server.link, 2)
        table = await seated(guests)
        await guests[0].done(StartGame(table))
        await play_all(guests, table, 3, enough=lambda state: state.ply >= 4)
        public = [*mallory.on("table/"), *mallory.on("lobby")]
        for _ in range(10):
            for make in (forge, retain_old):
                lie = make(mallory, public)._replace(retain=True)
                mallory.mine.add(lie.payload)
                await die_with_will(server.link.broker, lie)
        late = await stack.enter_async_context(guest(server.link, "Leo"))
        shown = await late.client.follow(table)
        truth = server.server.service.lobby.tables[table]
        assert (shown.revision, shown.position) == (
            truth.revision,
            str(truth.game.view(truth.position, None)),
        )
        check_shown(late)


async def test_ten_megabytes_are_not_kept_nor_shown(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        mallory = await stack.enter_async_context(adversary(server.link))
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben])
        await ann.done(StartGame(table))
        await play_all([ann, ben], table, 3, enough=lambda state: state.ply >= 2)
        inboxes = mallory.on("in/")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        tally = server.server.service.tally.messages
        for _ in range(10):
            await mallory.publish(big(mallory, inboxes))
        await mallory.publish(Frame(mallory.topics.table(table), bytes(10_000_000), retain=True))
        await play_all([ann, ben], table, 4, enough=lambda state: state.ply >= 6)
        late = await stack.enter_async_context(guest(server.link, "Leo"))
        shown = await late.client.follow(table)
        assert isinstance(shown, TableState)
        assert tally["OversizedError"] == 10
        assert ann.client.refused["OversizedError"] >= 1
        # broker, server, adversary and everybody's clients live in this one process
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown < 400_000, f"{grown} kB more for 110 MB published"
