"""S22–S24: everything a client ever received, held against what it may know."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any

import pytest

from client.errors import RefusedError
from protocol.codec import pack, to_plain
from protocol.commands import AskHistory, AskTalk, OpenTable, Say, SeatBot, StartGame
from protocol.envelope import Envelope, open_sealed, open_signed
from protocol.messages import History, RecordText, Talk
from protocol.states import Entry, TableState
from tests.brokers import RunningServer
from tests.e2e.guests import Guest, come, guest, is_over

Received = list[tuple[int, Envelope]]


def listen(each: Guest, server: RunningServer, table: str) -> Received:
    """Write down every envelope that comes to a client, with how far the game was then."""
    received: Received = []
    line: Any = each.client._link
    believe = line._connection._events.message

    def message(topic: str, frame: bytes) -> None:
        if frame and topic.startswith("siam/v5/"):
            sealed = "/out/" in topic
            envelope = (
                open_sealed(frame, each.key, topic)
                if sealed
                else open_signed(frame, server.link.server, topic)
            )
            received.append((len(server.server.service.lobby.tables[table].log), envelope))
        believe(topic, frame)

    object.__setattr__(line._connection._events, "message", message)
    return received


class Knowing:
    """Holds what one client received against what may be known on its seat."""

    def __init__(self, server: RunningServer, table: str, seat: int | None) -> None:
        self.table = server.server.service.lobby.tables[table]
        self.seat = seat
        self.kinds: set[type] = set()
        self.team = len(self.table.seats) == 4
        draw = self.table.draw
        assert draw is not None
        own = "" if seat is None else seat
        others = [each for at, each in enumerate(draw.contributions) if at != own]
        self.secrets = [each for each in (draw.secret, *others) if each]

    def check(self, received: Received) -> None:
        for at, envelope in received:
            message = envelope.message
            self.kinds.add(type(message))
            over = at == len(self.table.log)
            if not over:
                packed = pack(to_plain(message))
                assert not [each for each in self.secrets if each in packed]
                assert not isinstance(message, RecordText)
            match message:
                case TableState() if message.table == self.table.id:
                    self.check_state(message)
                case History():
                    self.check_history(message)
                case Talk() if self.team and self.seat is not None and not over:
                    assert not message.lines, "S24"

    def check_state(self, state: TableState) -> None:
        """S22: one's own hand, and of the others how many cards are left."""
        assert state.viewer in (None, self.seat)
        if state.status == "running":
            self.check_hidden(state.position, state.viewer)
            for entry in state.news:
                self.check_entry(entry)

    def check_history(self, history: History) -> None:
        """S23: this chapter and the one before, in a spectator's views."""
        if history.total == len(self.table.log):
            return
        self.check_hidden(history.start, None)
        for entry in history.entries:
            self.check_entry(entry)
        chapters = [logged.chapter for logged in self.table.log]
        assert chapters[history.first] >= chapters[history.total] - 1

    def check_entry(self, entry: Entry) -> None:
        self.check_hidden(entry.position, None)

    def check_hidden(self, position: str, viewer: int | None) -> None:
        """S22, A22: a position that came is what its viewer sees of it, and hides the rest."""
        game = self.table.game
        if not position or game.outcome(game.parse(position)) is not None:
            return
        seen = game.parse(position)
        assert game.view(seen, viewer) == seen


@pytest.mark.parametrize(
    ("game", "people", "bots"),
    [("siam", 2, 0), ("siam", 2, 1), ("siam", 4, 0), ("amber", 1, 0), ("amber", 2, 1)],
)
async def test_everything_that_ever_came_may_be_known(
    server: RunningServer, game: str, people: int, bots: int
) -> None:
    async with AsyncExitStack() as stack:
        guests = await come(stack, server.link, people)
        eve = await stack.enter_async_context(guest(server.link, "Eve"))
        table = (await guests[0].done(OpenTable(game, people + bots))).table
        await guests[0].client.follow(table)
        for seat, each in enumerate(guests[1:], 1):
            await each.sit_down(table, seat)
        await eve.client.follow(table)
        for seat in range(people, people + bots):
            await guests[0].done(SeatBot(table, seat, "random"))
        everybody = [*guests, eve]
        heard = [listen(each, server, table) for each in everybody]
        await guests[0].done(StartGame(table))
        playing = asyncio.gather(
            *(each.play(table, Random(number)) for number, each in enumerate(guests))
        )
        await eve.until(table, lambda state: state.ply >= 8)
        for each in everybody:  # asks for whatever can be asked for
            for question in (Say(table, "S24?"), AskTalk(table), AskHistory(table, 1)):
                with suppress(RefusedError):  # talk is closed to them (S24)
                    await each.client.request(question)
        await playing
        for each in everybody:
            await each.until(table, is_over)
        for number, received in enumerate(heard):
            knowing = Knowing(server, table, number if number < people else None)
            knowing.check(received)
            assert {TableState, History} <= knowing.kinds
        # What the store keeps of each move is what a spectator saw.
        for logged in knowing.table.log:
            knowing.check_entry(logged.entry)
