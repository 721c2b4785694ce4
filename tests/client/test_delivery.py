"""A broker that delivers only what its owner likes is noticed, and played through all the same."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

import client.background_sync
import client.delivery
import client.links.requests
from client.changes import LobbyChanged, Status
from client.delivery import GRACE, SILENCE, Delivery
from client.links.requests import PATIENCE as TRIES
from client.links.requests import REPEAT
from protocol.commands import Agree, OpenTable, SeatBot, StartGame, TakeSeat
from protocol.envelope import open_sealed
from protocol.states import TableState
from protocol.topics import Topics
from tests.brokers import RunningServer
from tests.e2e.guests import Guest, after, check_against_server, come, guest, play_all, seated
from tests.e2e.withholding import withholder
from tests.patience import PATIENCE

WARNED = "The broker holds back messages"


class TestDelivery:
    def test_the_first_answer_is_the_base(self):
        delivery = Delivery()
        assert not delivery.note_answered(7)

    def test_what_comes_later_than_the_answer_but_in_time_is_not_withheld(self):
        delivery = Delivery()
        delivery.note_answered(7)
        assert delivery.note_answered(8)
        delivery.note_delivered(8)
        delivery.check_overdue()
        assert not delivery.held_back

    def test_what_does_not_come_is_withheld_until_something_newer_comes_first(self):
        delivery = Delivery()
        delivery.note_answered(7)
        assert delivery.note_answered(8)
        assert not delivery.note_answered(9)
        delivery.check_overdue()
        assert delivery.held_back
        delivery.note_delivered(9)
        assert delivery.held_back
        delivery.note_delivered(10)
        assert not delivery.held_back

    def test_ones_own_moves_prove_nothing(self):
        delivery = Delivery()
        delivery.note_answered(7)
        delivery.note_answered(8)
        delivery.check_overdue()
        delivery.note_answered(9)
        delivery.note_shown_by_answer(9)
        assert delivery.held_back

    def test_a_new_connection_is_judged_anew(self):
        delivery = Delivery()
        delivery.note_answered(7)
        delivery.note_answered(8)
        delivery.restart()
        delivery.check_overdue()
        assert not delivery.held_back
        assert not delivery.note_answered(3)

    def test_everything_withheld_is_noticed_within_twenty_seconds(self):
        assert SILENCE + GRACE <= 20
        assert SILENCE + TRIES * REPEAT <= 20


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a client ask much more often than every few seconds."""
    monkeypatch.setattr(client.delivery, "SILENCE", 0.2)
    monkeypatch.setattr(client.delivery, "GRACE", 0.1)
    monkeypatch.setattr(client.delivery, "HELD_BACK", 0.1)
    monkeypatch.setattr(client.background_sync, "OWN_VIEW", 0.1)


async def until_warned(someone: Guest, *, warned: bool = True) -> None:
    async with asyncio.timeout(PATIENCE), someone.client.changes() as changes:
        while someone.client.warning.startswith(WARNED) is not warned:
            await anext(changes)


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize("broker", ["embedded"], indirect=True)
class TestWithheld:
    @pytest.mark.parametrize("at_a_table", [False, True], ids=["in the lobby", "at a table"])
    async def test_a_lobby_alone_is_noticed_and_shown(
        self, server: RunningServer, at_a_table: bool
    ):
        lobby = Topics(server.link.lobby).lobby_state()
        async with AsyncExitStack() as stack:
            (ann,) = await come(stack, server.link, 1)
            owner = await stack.enter_async_context(withholder(server.link.broker))
            eve = await stack.enter_async_context(guest(owner.through(server.link), "Eve"))
            first = (await ann.done(OpenTable("siam", 2))).table
            await eve.until_lobby_has({first})
            if at_a_table:
                await eve.client.follow(first)
            owner.withholds = lambda topic, _: topic == lobby
            second = (await ann.done(OpenTable("siam", 2))).table
            await until_warned(eve)
            await eve.until_lobby_has({first, second})
            assert eve.client.status is Status.ONLINE
            owner.withholds = lambda *_: False
            third = (await ann.done(OpenTable("siam", 2))).table
            await eve.until_lobby_has({first, second, third})

    async def test_a_table_is_noticed_by_a_spectator(self, server: RunningServer):
        async with AsyncExitStack() as stack:
            ann, ben = await come(stack, server.link, 2)
            owner = await stack.enter_async_context(withholder(server.link.broker))
            eve = await stack.enter_async_context(guest(owner.through(server.link), "Eve"))
            table = (await ann.done(OpenTable("siam", 2))).table
            await eve.client.follow(table)
            owner.withholds = lambda topic, _: topic == Topics(server.link.lobby).table(table)
            await ben.done(TakeSeat(table, 1))
            await until_warned(eve)
            await eve.until(table, lambda state: state.seats[1].name == "Ben")

    async def test_a_host_beside_the_table_notices_it_by_their_own_command(
        self, server: RunningServer, monkeypatch: pytest.MonkeyPatch
    ):
        async with AsyncExitStack() as stack:
            owner = await stack.enter_async_context(withholder(server.link.broker))
            ann = await stack.enter_async_context(guest(owner.through(server.link), "Ann"))
            table = (await ann.done(OpenTable("siam", 2, seat=None))).table
            monkeypatch.setattr(client.delivery, "SILENCE", 10 * PATIENCE)
            await ann.client.follow(table)
            owner.withholds = lambda topic, _: topic == Topics(server.link.lobby).table(table)
            await ann.done(SeatBot(table, 0, "random"))
            await until_warned(ann)
            await ann.until(table, lambda state: state.seats[0].holder == "bot")

    async def test_a_player_whose_own_views_are_withheld_plays_on(self, server: RunningServer):
        async with AsyncExitStack() as stack:
            (ben,) = await come(stack, server.link, 1)
            owner = await stack.enter_async_context(withholder(server.link.broker))
            ann = await stack.enter_async_context(guest(owner.through(server.link), "Ann"))
            table = await seated([ann, ben])
            await ann.done(StartGame(table))
            owner.withholds = unasked(ann, server.link.lobby)
            await play_all([ann, ben], table, 1, enough=after(4))
            assert owner.withheld
            await ben.done(Agree(table, 1, "end", yes=True))  # after her own last move
            await until_warned(ann)
            await ann.until(table, lambda state: state.end == (1,))
            check_against_server(server, table, [ann, ben])

    async def test_half_of_everything_unasked_withheld_ends_no_game(self, server: RunningServer):
        async with AsyncExitStack() as stack:
            (ben,) = await come(stack, server.link, 1)
            owner = await stack.enter_async_context(withholder(server.link.broker))
            ann = await stack.enter_async_context(guest(owner.through(server.link), "Ann"))
            table = await seated([ann, ben])
            await ann.done(StartGame(table))
            withheld, dice = unasked(ann, server.link.lobby), Random(5)
            owner.withholds = lambda *packet: withheld(*packet) and dice.random() < 0.5
            await play_all([ann, ben], table, 1, enough=after(6))
            check_against_server(server, table, [ann, ben])

    async def test_an_outbox_alone_is_noticed_as_a_server_that_is_silent(
        self, server: RunningServer, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(client.links.requests, "REPEAT", 0.1)
        async with (
            withholder(server.link.broker) as owner,
            guest(owner.through(server.link), "Ann") as ann,
        ):
            owner.withholds = lambda topic, _: "/out/" in topic
            await ann.until_status(Status.LOST)
            owner.withholds = lambda *_: False
            await ann.until_status(Status.ONLINE)

    async def test_nobody_is_warned_while_everything_comes(
        self, server: RunningServer, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(client.delivery, "GRACE", PATIENCE)
        async with guest(server.link, "Ann") as ann, guest(server.link, "Eve") as eve:
            lobbies = 0
            table = (await ann.done(OpenTable("siam", 3, seat=None))).table
            await eve.client.follow(table)
            async with eve.client.changes() as changes:
                await ann.done(TakeSeat(table, 1))
                while not lobbies:
                    lobbies += isinstance(await anext(changes), LobbyChanged)
            assert not eve.client.warning


def unasked(someone: Guest, lobby: str):
    """Return what withholds all that somebody was sent but did not ask for, as its reader could."""
    outbox = Topics(lobby).outbox(someone.client.me)

    def withholds(topic: str, payload: bytes) -> bool:
        if topic != outbox:
            return bool(payload)
        envelope = open_sealed(payload, someone.key, outbox)
        return isinstance(envelope.message, TableState) and not envelope.command

    return withholds
