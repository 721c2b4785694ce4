"""What players hear from a real server through real brokers."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from protocol.commands import LeaveTable, Look, OpenTable, SeatBot, StartGame, TakeSeat
from protocol.links import BrokerAddress
from protocol.messages import Done, Refused, Superseded
from protocol.states import TableState
from protocol.topics import Topics
from server.app import Server
from server.config import Config
from server.store.store import open_store
from server.tables import seating
from tests.brokers import RunningServer, running_server
from tests.patience import PATIENCE
from tests.server.person import Person, person, silent_person
from transport.mqtt import Credentials, connected


def superseded(someone: Person) -> bool:
    return any(isinstance(message, Superseded) for message in someone.messages())


class TestSessions:
    async def test_no_command_without_a_session(self, server: RunningServer) -> None:
        async with silent_person(server.link) as ann:
            refused = await ann.ask(OpenTable("siam", 2))
            assert isinstance(refused, Refused)
            assert refused.code == "no_session"

    async def test_a_repeated_command_has_one_effect_and_one_answer(
        self, server: RunningServer
    ) -> None:
        async with person(server.link) as ann:
            number = secrets.token_bytes(16)
            first = await ann.ask(OpenTable("siam", 2), number)
            again = await ann.ask(OpenTable("siam", 2), number)
            assert again == Done(first.table, first.revision)
            assert len(server.server.service.lobby.tables) == 1

    async def test_an_answer_shows_what_came_of_the_command(self, server: RunningServer) -> None:
        async with person(server.link) as ann, person(server.link, "Ben") as ben:
            opened = await ann.ask(OpenTable("siam", 2))
            seated = await ben.ask(TakeSeat(opened.table, 1))
            started = await ann.ask(StartGame(opened.table))
            for done, seat in ((opened, 0), (seated, 1), (started, 0)):
                assert (done.state.viewer, done.state.revision) == (seat, done.revision)
            assert started.state.draw is not None

    async def test_the_newer_connection_has_the_seat_and_the_older_is_told(
        self, server: RunningServer
    ) -> None:
        async with person(server.link) as old, person(server.link, key=old.key) as new:
            table = (await old.ask(OpenTable("siam", 2))).table
            assert not superseded(old)
            await new.ask(Look(table))
            told = await old.until(lambda envelope: isinstance(envelope.message, Superseded))
            assert told.session == old.session
            again = len(old.heard)
            await old.publish(old.frame(Look(table), secrets.token_bytes(16)))
            told = await old.until(lambda each: isinstance(each.message, Superseded), again)
            assert told.session == old.session

    async def test_two_people_of_one_name_are_told_apart(self, server: RunningServer) -> None:
        async with person(server.link) as ann, person(server.link) as other:
            assert ann.welcome is not None
            assert other.welcome is not None
            assert {ann.welcome.name, other.welcome.name} == {"Ann", "Ann 2"}


class TestStates:
    async def test_a_late_comer_sees_lobby_and_table_at_once(self, server: RunningServer) -> None:
        async with person(server.link) as ann:
            table = (await ann.ask(OpenTable("siam", 2))).table
            async with silent_person(server.link) as ben:
                lobby = await ben.until_lobby(lambda lobby: bool(lobby.tables))
                assert lobby.tables[0].host_name == "Ann"
                assert (await ben.until_table(lambda _: True)).table == table

    async def test_only_the_seated_get_their_hands(self, server: RunningServer) -> None:
        async with (
            person(server.link) as ann,
            person(server.link, "Ben") as ben,
            person(server.link, "Cat") as cat,
        ):
            table = (await ann.ask(OpenTable("siam", 2))).table
            await ben.ask(TakeSeat(table, 1))
            await ann.ask(StartGame(table))
            for seat, each in enumerate((ann, ben)):
                state = await each.until_table(
                    lambda state: state.viewer is not None and state.status == "running"
                )
                assert state.viewer == seat
            public = await cat.until_table(lambda state: state.status == "running")
            assert public.viewer is None
            assert all(m.viewer is None for m in cat.messages() if isinstance(m, TableState))

    async def test_a_closed_table_says_so_and_is_cleared(self, server: RunningServer) -> None:
        async with person(server.link) as ann, person(server.link, "Ben") as ben:
            table = (await ann.ask(OpenTable("siam", 2))).table
            await ann.ask(LeaveTable(table))
            await ben.until_table(lambda state: state.status == "closed")
            await ben.until_cleared(table)
            await ben.until_lobby(lambda lobby: lobby.revision > 1 and not lobby.tables)
            async with silent_person(server.link) as late:
                await late.until_lobby(lambda _: True)
                assert not [m for m in late.messages() if isinstance(m, TableState)]
            refused = await ann.ask(Look(table))
            assert isinstance(refused, Refused)
            assert refused.code == "unknown_table"

    async def test_a_server_that_ends_says_farewell_and_clears_its_tables(
        self, broker: BrokerAddress
    ) -> None:
        async with running_server(broker) as running:
            async with silent_person(running.link) as watcher:
                async with person(running.link) as ann:
                    table = (await ann.ask(OpenTable("siam", 2))).table
                await running.server.shut_down()
                farewell = await watcher.until_lobby(lambda lobby: not lobby.serving)
                assert farewell.tables == ()
                await watcher.until_cleared(table)
            async with silent_person(running.link) as late:
                assert (await late.until_lobby(lambda _: True)).serving is False

    async def test_what_a_crashed_server_left_on_the_broker_is_cleared(
        self, server: RunningServer
    ) -> None:
        stale = Topics(server.link.lobby).table("leftover")
        itself = Credentials(server.key, server.link.lobby)
        async with connected(server.link.broker, itself) as crashed:
            await crashed.publish(stale, b"an old state", 1, retain=True)
        async with (
            open_store(None, server.link.lobby) as store,
            connected(server.link.broker, itself) as watcher,
        ):
            config = Config(server.key, broker=server.link.broker)
            again = Server(config, server.link.broker, store, print)
            await watcher.subscribe(stale, 1)
            running = asyncio.create_task(again.run())
            async with asyncio.timeout(PATIENCE):
                async for message in watcher.messages:
                    if not message.payload:
                        break
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


class TestBugs:
    async def test_one_is_answered_and_the_server_lives_on(
        self,
        server: RunningServer,
        caplog: pytest.LogCaptureFixture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        async with person(server.link) as ann:
            table = (await ann.ask(OpenTable("siam", 2))).table
            monkeypatch.setattr(seating, "seat_bot", lambda *_: 1 / 0)
            refused = await ann.ask(SeatBot(table, 1, "random"))
            assert isinstance(refused, Refused)
            assert refused.code == "internal"
            assert "ZeroDivisionError" in caplog.text
            assert isinstance(await ann.ask(OpenTable("siam", 2)), Done)
            assert set(server.server.service.lobby.tables) >= {table}

    async def test_what_cannot_be_published_stops_nobody(
        self,
        server: RunningServer,
        caplog: pytest.LogCaptureFixture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        async with person(server.link) as ann:
            with monkeypatch.context() as broken:
                broken.setattr(
                    server.server.service.outbox.publisher, "publish_table", lambda *_: 1 / 0
                )
                opened = await ann.ask(OpenTable("siam", 2))
                await ann.until_lobby(
                    lambda lobby: opened.table in {each.table for each in lobby.tables}
                )
            assert "ZeroDivisionError" in caplog.text
            table = (await ann.ask(OpenTable("siam", 2))).table
            await ann.until_table(lambda state: state.table == table)
