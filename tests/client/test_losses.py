"""What gets lost on the way is asked for again."""

from __future__ import annotations

from contextlib import AsyncExitStack

import client.delivery
from client.states import TableWatch
from protocol.commands import OpenTable, StartGame, TakeSeat
from protocol.states import TableState
from tests.brokers import RunningServer
from tests.e2e.guests import come, guest, seated


async def test_a_seats_own_view_that_does_not_come_is_asked_for(server: RunningServer, monkeypatch):
    lost: list[TableState] = []
    offer = TableWatch.offer_private

    def lose_one(self: TableWatch, state: TableState) -> bool:
        if state.status == "running" and not lost:
            lost.append(state)
            return False
        return offer(self, state)

    monkeypatch.setattr(TableWatch, "offer_private", lose_one)
    async with AsyncExitStack() as stack:
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben])
        await ann.done(StartGame(table))
        for seat, each in enumerate((ann, ben)):
            state = await each.until(table, lambda state: state.status == "running")
            assert state.viewer == seat
        assert len(lost) == 1


async def test_a_spectator_who_missed_a_state_sees_it_after_a_silence(
    server: RunningServer, monkeypatch
):
    monkeypatch.setattr(client.delivery, "SILENCE", 0.2)
    lost: list[TableState] = []
    offer = TableWatch.offer_public

    def lose_one(self: TableWatch, state: TableState) -> bool:
        if state.status == "closed" or (state.host_name == "Ann" and len(state.seats) == 3):
            lost.append(state)
            return False
        return offer(self, state)

    async with guest(server.link, "Ann") as ann, guest(server.link, "Eve") as eve:
        monkeypatch.setattr(TableWatch, "offer_public", lose_one)
        table = (await ann.done(OpenTable("siam", 3, seat=None))).table
        seen = await eve.client.follow(table)
        assert not seen.seats[0].player
        await ann.done(TakeSeat(table, 1))
        later = await eve.until(table, lambda state: state.seats[1].holder == "person")
        assert later.seats[1].name == "Ann"
        assert lost
