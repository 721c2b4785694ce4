"""`siam serve --notify` reminds players who are away, through real mail and HTTP servers."""

from __future__ import annotations

import signal
import stat
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from protocol.keys import SecretKey
from protocol.links import Link
from protocol.reminders.reminder_messages import (
    AskReminders,
    ConfirmReminder,
    Reminders,
    SetReminder,
    TryReminder,
)
from tests.doors.notifier.receivers import HttpHost, Mailbox, http_host, mail_server
from tests.e2e.guests import Guest, guest, mover, started
from tests.programs import serving
from tests.server.reminders.postal import code_in, stop_code_in
from tests.siam_tui.plain.talker import talking

ADDRESS = "ann@example.org"
FILE = """\
[email]
server = "127.0.0.1"
port = {mail}
security = "none"
from = "lobby@siam.example"

[ntfy]
hosts = ["{ntfy}"]

[test]
allow_loopback = true
away_seconds = 1
quiet_seconds = 1
"""


@pytest.fixture
async def box() -> AsyncIterator[Mailbox]:
    async with mail_server() as running:
        yield running


@pytest.fixture
async def ntfy() -> AsyncIterator[HttpHost]:
    async with http_host() as running:
        yield running


@pytest.fixture
def file(tmp_path: Path, box: Mailbox, ntfy: HttpHost) -> str:
    path = tmp_path / "notify.toml"
    path.write_text(FILE.format(mail=box.port, ntfy=ntfy.place))
    return str(path)


async def reminders_of(player: Guest) -> Reminders:
    found = await player.client.request(AskReminders())
    assert isinstance(found, Reminders)
    return found


async def leave_with_the_turn(link: Link, key: SecretKey) -> str:
    """Begin a game, and have the player of a key leave when it is their turn; return the table."""
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(guest(link, "Ann", key))
        ben = await stack.enter_async_context(guest(link, "Ben"))
        table = await started([ann, ben])
        state = await ann.until(table, lambda state: state.status == "running")
        if mover(state) != state.viewer:
            await ben.play(table, Random(1), enough=lambda state: mover(state) not in (None, 1))
    return table


async def test_a_player_confirms_leaves_is_reminded_and_stops(
    tmp_path: Path, box: Mailbox, ntfy: HttpHost, file: str
) -> None:
    key = SecretKey.generate()
    async with serving(tmp_path, "--notify", file, "--lobby-name", "Club") as (process, link):
        async with guest(link, "Ann", key) as ann:
            offered = await reminders_of(ann)
            assert (offered.email, offered.ntfy_hosts) == (True, (ntfy.place,))
            await ann.done(SetReminder("email", ADDRESS))
            envelope, mail = await box.next()
            assert envelope.rcpt_tos == [ADDRESS]
            assert "Ann (key" in mail.get_content()
            await ann.done(ConfirmReminder(code_in(unwrapped(mail.get_content()))))
            await ann.done(TryReminder())
            assert (await box.next())[1]["Subject"] == "Test of your reminders from Club"
        table = await leave_with_the_turn(link, key)
        _, mail = await box.next()
        text = unwrapped(mail.get_content())
        assert mail["Subject"] == "Your turn at a table in Club"
        assert f"King of Siam, table {table} of Ann." in text
        assert f"siam join {link}" in text

        async with talking(tmp_path / "ben", "join", str(link), "--plain") as stranger:
            said = await stranger.ask(f"reminders stop {stop_code_in(text)}")
            assert "This address gets no more messages from this lobby." in said
        async with guest(link, "Ann", key) as ann:
            assert (await reminders_of(ann)).address == ""
            await ann.done(SetReminder("ntfy", f"http://{ntfy.place}/ann"))
            arrived = await ntfy.next()
            assert arrived.body["topic"] == "ann"
            await ann.done(ConfirmReminder(code_in(arrived.body["message"])))
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    (kept,) = files_with(tmp_path, f"{ntfy.place}/ann")
    assert kept.suffix == ".reminders"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert files_with(tmp_path, ADDRESS) == []  # no store, record or log has it


def files_with(folder: Path, text: str) -> list[Path]:
    files = (each for each in folder.rglob("*") if each.is_file())
    return [each for each in files if text.encode() in each.read_bytes()]


def unwrapped(text: str) -> str:
    return text.replace("\r\n", "\n")
