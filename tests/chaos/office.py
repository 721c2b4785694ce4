"""An owner bans and closes, and players are reminded, while servers of a cluster fail."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from client.changes import Status
from client.client import Client
from protocol.commands import OpenTable
from protocol.links import Link
from protocol.owner import BanPlayer, CloseTable, UnbanPlayer
from protocol.reminders.reminder_messages import ConfirmReminder, SetReminder, TryReminder
from server.store.place import PostgresUrl
from siam_tui.lobby.waiting_games import KEY
from siam_tui.profile.key_files import load_or_create_key
from tests.doors.notifier.receivers import Arrived, HttpHost, http_host
from tests.e2e.guests import guest, mover, started
from tests.patience import PATIENCE
from tests.server.reminders.postal import code_in

_HOSTS = 3
_MOST_REMINDED = 38
"""A lobby sends no more codes in a day to people who have just come."""
_NOTIFY = """\
[ntfy]
hosts = {hosts}

[test]
allow_loopback = true
away_seconds = 1
quiet_seconds = 1
"""


@dataclass
class OfficeTold:
    """What was done, and what was not done exactly once.

    Attributes:
        closed: tables that the owner closed.
        banned: players who were banned; every other one was allowed again.
        messages: messages of reminders that have arrived.
        repeated: messages that have arrived a second time, with the same name.
        wrong: what was done twice or not at all, in words.
    """

    closed: int = 0
    banned: int = 0
    messages: int = 0
    repeated: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.closed} tables closed, {self.banned} players banned, {self.messages} reminders "
            f"({self.repeated} arrived twice): {len(self.wrong)} wrong {self.wrong}"
        )


class Office:
    """Bans, closes and is reminded, one thing after the other."""

    def __init__(self, hosts: list[HttpHost]) -> None:
        self._hosts = hosts
        self._arrived: dict[str, list[Arrived]] = defaultdict(list)
        self._news = asyncio.Condition()
        self._banned: set[str] = set()
        self._closed: set[str] = set()
        self._told = OfficeTold()

    def notify_file(self, folder: Path) -> Path:
        """Write the file that servers of the lobby are started with."""
        file = folder / "notify.toml"
        file.write_text(_NOTIFY.format(hosts=json.dumps([each.place for each in self._hosts])))
        return file

    async def work(self, folder: Path, link: Link, over: asyncio.Event) -> None:
        """Work until it is over, and end what has begun."""
        key = load_or_create_key(folder / KEY)
        async with asyncio.TaskGroup() as group:
            taking = [group.create_task(self._take(each)) for each in self._hosts]
            async with Client(link, key, "Owner") as owner, asyncio.TaskGroup() as working:
                working.create_task(self._manage(owner, link, over))
                working.create_task(self._be_reminded(link, over))
            for each in taking:
                each.cancel()

    async def _take(self, host: HttpHost) -> None:
        while True:
            arrived = await host.requests.get()
            async with self._news:
                self._arrived[arrived.body["topic"]].append(arrived)
                self._news.notify_all()

    async def _manage(self, owner: Client, link: Link, over: asyncio.Event) -> None:
        """Close and ban; a command that was carried out before is refused, which ends all this."""
        number = 0
        while not over.is_set() or not number:
            number += 1
            async with guest(link, f"Victim {number}") as victim:
                kept, closed = [(await victim.done(OpenTable("siam", 2))).table for _ in range(2)]
                for table in (kept, closed):
                    await victim.client.follow(table)
                await owner.request(CloseTable(closed, "late"))
                await victim.until(closed, lambda state: state.status == "closed")
                await owner.request(BanPlayer(victim.client.me, "loud"))
                await victim.until_status(Status.REFUSED)
            self._closed |= {kept, closed}
            self._banned.add(victim.client.me)
            if number % 2:
                await owner.request(UnbanPlayer(victim.client.me))
                self._banned.remove(victim.client.me)
            self._told.closed += 1
            self._told.banned += 1

    async def _be_reminded(self, link: Link, over: asyncio.Event) -> None:
        """Set an address, try it, and leave a game when it is one's turn."""
        number = 0
        while (not over.is_set() or not number) and number < _MOST_REMINDED:
            topic, host = f"player{number}", self._hosts[number % len(self._hosts)]
            number += 1
            async with AsyncExitStack() as stack:
                ann = await stack.enter_async_context(guest(link, topic))
                ben = await stack.enter_async_context(guest(link, f"Partner {number}"))
                await ann.done(SetReminder("ntfy", f"http://{host.place}/{topic}"))
                (code,) = await self._until_arrived(topic, 1)
                await ann.done(ConfirmReminder(code_in(code.body["message"])))
                await ann.done(TryReminder())
                await self._until_arrived(topic, 2)
                table = await started([ann, ben])
                state = await ann.until(table, lambda state: state.status == "running")
                if mover(state) != state.viewer:
                    await ben.play(table, Random(1), enough=lambda each: mover(each) == 0)
            await self._until_arrived(topic, 3)

    async def _until_arrived(self, topic: str, count: int) -> list[Arrived]:
        """Return the messages to a player once there are so many different ones."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: len(self._names(topic)) >= count)
        return self._arrived[topic]

    def _names(self, topic: str) -> Counter[str]:
        return Counter(each.headers["Idempotency-Key"] for each in self._arrived[topic])

    def tell(self, database: PostgresUrl) -> OfficeTold:
        """Return what it came to, also in the database."""
        told = self._told
        for topic in self._arrived:
            names = self._names(topic)
            told.messages += len(names)
            told.repeated += names.total() - len(names)
            titles = Counter(
                (each.headers["Idempotency-Key"], each.body["title"])
                for each in self._arrived[topic]
            )
            if len(names) != 3 or len({title for _, title in titles}) != 3:
                told.wrong.append(f"{topic} got {sorted(titles)}")
        with psycopg.connect(database.text) as connection:

            def ask(question: str, *values: Any) -> set[str]:
                return {each for (each,) in connection.execute(question.encode(), values)}

            if (banned := ask("SELECT player FROM bans")) != self._banned:
                told.wrong.append(f"bans {banned ^ self._banned}")
            left = "SELECT id FROM tables WHERE id = ANY(%s)"
            told.wrong += [f"table {each}" for each in ask(left, list(self._closed))]
            seats = "SELECT host FROM placed WHERE host = ANY(%s) OR people && %s"
            some = list(self._banned)
            told.wrong += [f"seat of {each}" for each in ask(seats, some, some)]
        return told


@asynccontextmanager
async def office() -> AsyncIterator[Office]:
    """Run the hosts to which reminders go."""
    async with AsyncExitStack() as stack:
        hosts = [await stack.enter_async_context(http_host()) for _ in range(_HOSTS)]
        yield Office(hosts)
