"""Every command of players and of the owner works with one server, and with three."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from client.links.lobby_links import LobbyLinks
from protocol import commands as c
from protocol import owner as o
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Counts, RecordText
from protocol.reminders import reminder_messages as r
from server.app import serve
from server.cluster.serving import serve_in_cluster
from server.commands.command_table import HANDLERS
from server.config import Config
from server.reminders.reminder_desk import Postbox
from server.reminders.reminder_settings import ReminderSettings
from server.store.place import PostgresUrl
from siam_tui.cli.lobby_commands import lobby_commands
from siam_tui.cli.run import commands
from siam_tui.profile.key_files import load_or_create_key
from tests.brokers import mosquitto
from tests.e2e.cluster import key_elsewhere
from tests.e2e.guests import Guest, drawn_move, guest, mover, started
from tests.patience import PATIENCE
from tests.server.reminders.postal import code_in

REMINDERS = ReminderSettings(email=True)


@dataclass
class Lobby:
    """A lobby that one server runs, or three.

    Attributes:
        link: to it.
        key: its own.
        postboxes: of its servers.
        answered: the commands that were carried out.
    """

    link: Link
    key: SecretKey
    postboxes: list[Postbox]
    answered: set[type] = field(default_factory=set)

    async def next_letter(self) -> str:
        """Return the text of the next message that one of the servers sends."""
        taking = [asyncio.create_task(each.take()) for each in self.postboxes]
        try:
            async with asyncio.timeout(PATIENCE):
                (first, *_), _ = await asyncio.wait(taking, return_when=asyncio.FIRST_COMPLETED)
            return first.result().text
        finally:
            for each in taking:
                each.cancel()

    async def siam_lobby(self, *words: str) -> str:
        """Run a command of ``siam lobby``, and return what it writes."""
        line = ["lobby", *words, "--link", str(self.link)]
        found = await asyncio.to_thread(CliRunner().invoke, commands, line)
        assert found.exit_code == 0, (words, found.output, found.exception)
        return found.output


@pytest.fixture(params=[1, 3], ids=["one server", "three servers"])
async def lobby(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    database: PostgresUrl,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Lobby]:
    """A lobby on PostgreSQL and mosquitto, which notes what is carried out."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    key = load_or_create_key(tmp_path / "siam-tui" / "profiles" / "default" / "server.key")
    async with AsyncExitStack() as stack:
        broker = stack.enter_context(mosquitto(tmp_path))
        config = Config(key, broker=broker, store=database, reminders=REMINDERS)
        postboxes = [Postbox() for _ in range(request.param)]
        way = serve if request.param == 1 else serve_in_cluster
        stop = asyncio.Event()
        starts = (stack.enter_async_context(running(way, config, each, stop)) for each in postboxes)
        link, *_ = [await each for each in starts]
        stack.callback(stop.set)  # all of them end together
        here = Lobby(link, key, postboxes)
        ask = LobbyLinks.request

        async def noted(links: LobbyLinks, command: Any) -> Any:
            reply = await ask(links, command)
            here.answered |= {type(command), c.Hello}
            return reply

        monkeypatch.setattr(LobbyLinks, "request", noted)
        yield here


@asynccontextmanager
async def running(
    way: Callable[..., Any], config: Config, postbox: Postbox, stop: asyncio.Event
) -> AsyncIterator[Link]:
    """Run a server here until it is stopped, at the end of the context at the latest."""
    ready = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        way(config, stop=stop, on_ready=lambda link, _: ready.set_result(link), postbox=postbox)
    )
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait({serving, ready}, return_when=asyncio.FIRST_COMPLETED)
        link = ready.result()
    try:
        yield link
    finally:
        stop.set()
        await serving


async def test_every_command_is_carried_out(lobby: Lobby, database: PostgresUrl) -> None:
    key = await asyncio.to_thread(key_elsewhere, database, len(lobby.postboxes))
    async with AsyncExitStack() as stack:
        owner, ann, ben, cat = [
            await stack.enter_async_context(guest(lobby.link, name, own))
            for name, own in (("Eve", lobby.key), ("Ann", key), ("Ben", None), ("Cat", None))
        ]
        await prepare_tables(ann, ben)
        table = await play(ann, ben)
        await be_reminded(lobby, ben)
        await manage(lobby, owner, ann, cat, table)
    unheard = {*HANDLERS, c.Hello} - lobby.answered
    assert not unheard


async def prepare_tables(ann: Guest, ben: Guest) -> None:
    """Give the commands about seats and talk."""
    table = (await ann.done(c.OpenTable("siam", 3))).table
    await ann.client.follow(table)
    await ben.sit_down(table, 1)
    await ben.done(c.LeaveTable(table))
    await ben.sit_down(table, 1)
    await ann.done(c.SendAway(table, ben.client.me))
    await ann.done(c.SeatBot(table, 2, "random"))
    await ann.done(c.FreeSeat(table, 2))
    await ann.done(c.Say(table, "Who comes?"))
    await ann.client.request(c.AskTalk(table))
    await ann.done(c.LookAway(table))


async def play(ann: Guest, ben: Guest) -> str:
    """Give the commands of a game; return its table."""
    table = await started([ann, ben])
    state = await ann.until(table, lambda state: state.status == "running")
    turn = (ann, ben)[mover(state) or 0]
    state = await turn.until(table, lambda state: mover(state) == state.viewer)
    move = drawn_move(state, Random(1))
    await turn.done(c.PlayMove(table, state.game_number, state.ply, move))
    await turn.done(c.TakeBack(table, state.game_number, state.ply + 1, yes=True))
    await ann.client.request(c.AskHistory(table, state.game_number))
    for each in (ann, ben):
        await each.done(c.Agree(table, state.game_number, "end", yes=True))
    await ann.until(table, lambda state: state.status == "over")
    record = await ann.client.request(c.AskRecord(table, state.game_number))
    assert isinstance(record, RecordText)
    return table


async def be_reminded(lobby: Lobby, ben: Guest) -> None:
    """Give the commands about reminders."""
    await ben.done(r.SetReminder("email", "ben@example.org"))
    await ben.done(r.ConfirmReminder(code_in(await lobby.next_letter())))
    found = await ben.client.request(r.AskReminders())
    assert isinstance(found, r.Reminders)
    assert (found.address, found.confirmed) == ("ben@example.org", True)
    await ben.done(r.TryReminder())
    assert "arrive here" in await lobby.next_letter()
    await ben.done(r.StopReminders())


async def manage(lobby: Lobby, owner: Guest, ann: Guest, cat: Guest, table: str) -> None:
    """Give the commands of the owner, some of them as ``siam lobby`` does."""
    counts = await owner.client.request(c.AskCounts())
    assert isinstance(counts, Counts)
    for question in (o.AskTables(), o.AskPlayers(), o.AskBans()):
        await owner.client.request(question)
    tried = {
        "tables": await lobby.siam_lobby("tables", table[:5]),
        "players": await lobby.siam_lobby("players"),
        "close": await lobby.siam_lobby("close", table, "--why", "It is late."),
        "ban": await lobby.siam_lobby("ban", "cat", "--why", "For a test."),
        "bans": await lobby.siam_lobby("bans", "CAT"),
        "unban": await lobby.siam_lobby("unban", cat.client.me),
    }
    assert table in tried["tables"]
    assert sorted(line.split()[1] for line in tried["players"].splitlines()) == [
        "Ann",
        "Ben",
        "Cat",
    ]
    assert tried["close"] == f"Table {table} is closed.\n"
    assert "For a test." in tried["bans"]
    known = (each.callback for each in lobby_commands.registered_commands)
    assert tried.keys() == {each.__name__ for each in known if each is not None}
    await ann.until(table, lambda state: state.status == "closed")
