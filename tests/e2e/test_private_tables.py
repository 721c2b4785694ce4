"""Private tables: seen and entered with the link alone; to the broker they are noise."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from client.errors import RefusedError
from protocol.commands import (
    AskHistory,
    AskRecord,
    AskTalk,
    Look,
    OpenTable,
    Say,
    SeatBot,
    StartGame,
    TakeSeat,
)
from protocol.envelope import open_locked, open_signed
from protocol.errors import ProtocolError
from protocol.private import new_table_key
from protocol.states import LobbyState
from tests.brokers import RunningServer
from tests.e2e.guests import Wiretap, check_against_server, guest, is_over, wiretap
from tests.server.desk import Caller, desk

KEY = new_table_key()


async def opened(host, players: int = 3) -> str:
    table = (await host.done(OpenTable("siam", players, key=KEY))).table
    host.client.hold_key(table, KEY)
    await host.client.follow(table)
    return table


async def test_nothing_of_a_whole_private_game_can_be_read_from_the_brokers_traffic(
    server: RunningServer,
) -> None:
    async with AsyncExitStack() as stack:
        tap = await stack.enter_async_context(wiretap(server.link))
        ann = await stack.enter_async_context(guest(server.link, "Annabel"))
        table = await opened(ann)
        link = server.link.to_table(table, KEY)
        ben = await stack.enter_async_context(guest(link, "Benedict"))
        eve = await stack.enter_async_context(guest(link, "Evelyn"))
        await ben.sit_down(table, 1)
        await ann.done(SeatBot(table, 2, "random"))
        await eve.client.follow(table)
        await ann.done(Say(table, "a secret plan"))
        await ann.done(StartGame(table))
        await asyncio.gather(ann.play(table, Random(1)), ben.play(table, Random(2)))
        over = await eve.until(table, is_over)
        check_against_server(server, table, [ann, ben, eve])
        assert not eve.client.refused
        assert (await eve.client.check_game(table)).proven
        texts = {state.position for state in eve.states if state.position}
        moves = {entry.move for state in eve.states for entry in state.news}
        told = {"Annabel", "Benedict", "Evelyn", "Merry Lek", "a secret plan", over.result}
        check_unreadable(server, tap, table, texts | {m for m in moves if ":" in m} | told)


def check_unreadable(server: RunningServer, tap: Wiretap, table: str, told: set[str]) -> None:
    topic = f"siam/v5/{server.link.lobby}/table/{table}"
    frames = [frame for name, frame in tap.frames if name == topic]
    assert len(frames) > 20
    for frame in frames:
        with pytest.raises(ProtocolError):
            open_signed(frame, server.link.server, topic)
        open_locked(frame, server.link.server, topic, KEY)
    everything = b"\n".join(frame for _, frame in tap.frames)
    assert not [text for text in told if text.encode() in everything]
    lobby = f"siam/v5/{server.link.lobby}/lobby"
    for frame in (frame for name, frame in tap.frames if name == lobby):
        message = open_signed(frame, server.link.server, lobby).message
        assert isinstance(message, LobbyState)
        assert not message.tables


async def test_the_lobby_shows_it_to_those_who_hold_the_key(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(guest(server.link, "Ann"))
        table = await opened(ann)
        link = server.link.to_table(table, KEY)
        ben = await stack.enter_async_context(guest(link, "Ben"))
        dan = await stack.enter_async_context(guest(server.link, "Dan"))
        public = (await dan.done(OpenTable("siam", 2))).table
        for each, tables in ((ann, {table, public}), (ben, {table, public}), (dan, {public})):
            async with each.client.changes() as changes:
                while {t.table for t in each.client.lobby.tables} != tables:
                    await anext(changes)
        dan.client.hold_key(table, KEY)
        assert {t.table for t in dan.client.lobby.tables} == {table, public}


async def test_who_has_no_key_is_told_that_there_is_no_such_table(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann, guest(server.link, "Dan") as dan:
        table = await opened(ann)
        for command in (
            Look(table),
            Look(table, b"x" * 32),
            TakeSeat(table, 1),
            TakeSeat(table, 1, b"x" * 32),
            AskHistory(table, 1),
            AskRecord(table, 1),
            AskTalk(table),
            Say(table, "hello"),
            SeatBot(table, 1, "random"),
            StartGame(table),
        ):
            with pytest.raises(RefusedError) as real:
                await dan.client.request(command)
            assert real.value.code == "unknown_table"
        with pytest.raises(RefusedError) as none:
            await dan.client.request(Look("nowhere"))
        assert none.value.sentence == real.value.sentence


async def test_it_stays_private_when_the_server_is_started_again(tmp_path) -> None:
    ann, dan = Caller("Ann"), Caller("Dan")
    async with desk(tmp_path / "store.db") as here:
        await ann.hello(here)
        reply = await ann.ask(here, OpenTable("siam", 2, key=KEY))
    async with desk(tmp_path / "store.db") as here:
        await ann.hello(here)
        await dan.hello(here)
        refused = await dan.ask(here, Look(reply.table))
        assert refused.code == "unknown_table"
        assert (await ann.ask(here, Look(reply.table))).table == reply.table
        assert (await dan.ask(here, Look(reply.table, KEY))).table == reply.table
        assert here.service.lobby.listing.state.tables == ()
        assert KEY not in repr(here.service.lobby.tables).encode()
