"""A lobby that sends reminders, with a postbox that keeps what would be sent."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from protocol.commands import Agree, Look, LookAway, StartGame
from protocol.messages import Refused
from protocol.reminders.reminder_messages import AskReminders, ConfirmReminder, SetReminder
from server.lobby.lobby_rules import LobbyRules
from server.reminders.reminder_desk import OutgoingMessage, Postbox, ReminderDesk
from server.reminders.reminder_settings import ReminderSettings
from server.reminders.reminder_texts import MessageFrame
from tests.server.clock import Clock
from tests.server.desk import KEY, Caller, Desk, desk, next_move, seated

LINK = "siam://lobby.example/abc#key"
FRAME = MessageFrame("Ann's lobby", LINK, "")
ALL_KINDS = ReminderSettings(email=True, ntfy_hosts=("ntfy.sh",), webhook_hosts=("hooks.example",))
HOUR, DAY = 3600.0, 86400.0


@dataclass
class Lobby:
    """A start of a service, what it would send, and its time."""

    desk: Desk
    reminders: ReminderDesk
    postbox: Postbox
    date: Clock
    clock: Clock
    random: Random = field(default_factory=lambda: Random(7))

    def taken(self) -> list[OutgoingMessage]:
        """Return the messages that wait to be sent, and take them away."""
        found = []
        while not self.postbox._waiting.empty():
            found.append(self.postbox._waiting.get_nowait())
        return found

    async def pass_time(self, seconds: float) -> list[OutgoingMessage]:
        """Let time pass for everybody, look who is to be reminded, and return the messages."""
        await self.desk.service.send_reminders()  # turns wait from now on
        for clock in (self.date, self.clock, self.desk.clock):
            clock.now += seconds
        await self.desk.service.send_reminders()
        return self.taken()

    async def set(self, caller: Caller, address: str, kind: Any = "email") -> str:
        """Choose an address, and return the code that is sent there."""
        await caller.ask(self.desk, SetReminder(kind, address))
        (sent,) = self.taken()
        return code_in(sent.text)

    async def confirmed(self, caller: Caller, address: str = "ann@example.org") -> None:
        """Choose an address and confirm it."""
        code = await self.set(caller, address)
        await caller.ask(self.desk, ConfirmReminder(code))
        assert (await caller.ask(self.desk, AskReminders())).confirmed

    async def refusal(self, caller: Caller, command: Any) -> str:
        """Return the code with which a command is refused."""
        answer = await caller.ask(self.desk, command)
        assert isinstance(answer, Refused), answer
        return answer.code

    async def playing(self, *callers: Caller) -> str:
        """Have people sit down and start a game; nobody looks at it any more."""
        table = await seated(self.desk, *callers)
        await callers[0].ask(self.desk, StartGame(table))
        for each in callers:
            await each.ask(self.desk, Look(table))
            await each.ask(self.desk, LookAway(table))
        return table

    async def move(self, table: str, *callers: Caller) -> None:
        """Play some legal move at a table."""
        turn, move = next_move(self.desk, table, self.random)
        await callers[turn].ask(self.desk, move)

    async def next_turn(self, mover: Caller, table: str, *callers: Caller) -> None:
        """Play until it is a person's turn anew; after a game's end another one begins."""
        while True:
            here = self.desk.tables[table]
            if here.status == "over":
                for each in callers:
                    again = Agree(table, here.game_number, "again", yes=True)
                    await each.ask(self.desk, again)
            else:
                await self.move(table, *callers)
            running = self.desk.tables[table].status == "running"
            if running and self.to_move(table, *callers) is mover:
                return

    def to_move(self, table: str, *callers: Caller) -> Caller:
        """Return whose turn it is."""
        here = self.desk.tables[table]
        return callers[here.game.turn(here.position)]


@asynccontextmanager
async def lobby(
    folder: Path | None = None,
    *,
    settings: ReminderSettings = ALL_KINDS,
    frame: MessageFrame = FRAME,
    now: float = 1_800_000_000.0,
) -> AsyncIterator[Lobby]:
    """Start a lobby on a store in a folder, or in memory."""
    date, clock, postbox = Clock(now), Clock(), Postbox()
    if folder is not None:
        settings = replace(settings, file=folder / "lobby.reminders")
    reminders = ReminderDesk(settings, frame, postbox, clock)
    rules = replace(LobbyRules(KEY), patience=0, date=date)
    place = None if folder is None else folder / "lobby.db"
    async with desk(place, reminders=reminders, rules=rules) as here:
        yield Lobby(here, reminders, postbox, date, clock)


def code_in(text: str) -> str:
    """Return the code in a message."""
    return re.findall(r":  ([A-Z0-9-]+)", text)[0]


def stop_code_in(text: str) -> str:
    """Return the stop code in a message."""
    return re.findall(r"stop code ([A-Z2-9-]+)", text)[0]
