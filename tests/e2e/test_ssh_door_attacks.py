"""Attacks on the SSH door, by strangers who may send anything."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import struct
from pathlib import Path

import asyncssh
import pytest

from tests.e2e.ssh_door import HOST, IN_LOBBY, SOURCES, OpenDoor, make_key
from tests.e2e.ssh_strangers import Reader, door_log, session, stranger, way_in
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.xdist_group("ssh-door"),
]
IN_TEXT_MODE = b"in the lobby."
MOST_OF_ADDRESS = 4
REFUSED = (asyncssh.Error, OSError, asyncio.IncompleteReadError)


class WithVictimsKey(asyncssh.SSHKeyPair):
    """Somebody else's public key, with a signature by a key of one's own."""

    def __init__(self, victim: asyncssh.SSHKey, own: asyncssh.SSHKey) -> None:
        algorithm = victim.algorithm
        super().__init__(
            algorithm, algorithm, [algorithm], [algorithm], victim.public_data, b"", None
        )
        self._own = own

    def sign(self, data: bytes) -> bytes:
        return self._own.sign(data, self.algorithm)


async def test_a_forged_signature_proves_nothing(door: OpenDoor, tmp_path: Path) -> None:
    victim, own = (asyncssh.read_private_key(make_key(tmp_path, name)) for name in ("v", "e"))
    forged = WithVictimsKey(victim, own)
    assert await way_in(door, client_keys=[forged]) == "as a guest"
    assert await way_in(door, client_keys=[forged, own]) == "with a key"


async def test_thirty_sessions_over_one_connection_are_limited(door: OpenDoor) -> None:
    async with stranger(door, "plain") as connection:
        opening = [session(connection, "dumb") for _ in range(30)]
        opened = await asyncio.gather(*opening, return_exceptions=True)
        readers = [each[1] for each in opened if isinstance(each, tuple)]
        refused = [each for each in opened if isinstance(each, asyncssh.ChannelOpenError)]
        assert len(readers) + len(refused) == 30
        told = [await each.until(IN_TEXT_MODE, b"Too many sessions") for each in readers]
        assert told.count(IN_TEXT_MODE) == MOST_OF_ADDRESS
        assert refused, "the last ones are not even told why"
    async with stranger(door, "plain") as connection:  # the door is open for others
        _, reader = await session(connection)
        await reader.until(IN_TEXT_MODE)


async def test_a_strange_user_name_is_text(door: OpenDoor) -> None:
    async with stranger(door, "[@click=app.quit]x[/]") as connection:
        _, reader = await session(connection)
        await reader.until(b"[@click=app.quit]x[/]")
    for user, shown in (("[red]x", b"You are [red]x."), ("$(id)", b"You are $(id).")):
        async with stranger(door, user) as connection:
            _, reader = await session(connection, "dumb")
            await reader.until(shown)
    async with stranger(door, "a" * 1000) as connection:
        _, reader = await session(connection, "dumb")
        await reader.until(b"You are Aaa")
        assert b"a" * 50 not in reader.shown


@pytest.mark.parametrize(
    "user", ["a\x1b[2J", "a\x00", "a\n", "\u202ea", "a" * 2000], ids=lambda _: ""
)
async def test_a_user_name_with_control_characters_is_refused(door: OpenDoor, user: str) -> None:
    with pytest.raises(REFUSED):
        async with stranger(door, user):
            pass


async def test_strange_terminals_and_sizes_harm_nobody(door: OpenDoor) -> None:
    async with stranger(door, "ann") as connection:
        _, dumb = await session(connection, "\x1b]0;x\x07[red]")
        small, of_nothing = await session(connection, size=(0, 0, 0, 0))
        huge, of_all = await session(connection, size=(10**6, 10**6, 2**32 - 1, 0))
        await dumb.until(IN_TEXT_MODE)
        for reader in (of_nothing, of_all):
            await reader.until(IN_LOBBY.encode())
        assert b"\x1b]0;" not in dumb.shown
        assert highest_line(of_nothing) <= 24
        assert highest_line(of_all) <= 200
        for channel in (small, huge):
            for columns, lines in ((1, 1), (2**32 - 1, 2**32 - 1), (0, 0)) * 100:
                channel.change_terminal_size(columns, lines)
            channel.change_terminal_size(100, 30)
        for reader in (of_nothing, of_all):
            reader.shown = b""
            reader.type(b"?")
            await reader.until(b"Keys", b"rules")


def highest_line(reader: Reader) -> int:
    """Return the number of the lowest line that something was written to."""
    return max(int(line) for line in re.findall(rb"\x1b\[(\d+);\d+H", reader.shown))


async def test_who_does_not_read_makes_only_their_own_program_wait(door: OpenDoor) -> None:
    front, _ = door.processes
    async with stranger(door, "ann") as connection, stranger(door, "plain") as other:
        channel, reader = await session(connection, size=(400, 200, 0, 0), window=16_384)
        await reader.until(IN_LOBBY.encode())
        channel.pause_reading()
        before = memory(front)
        for _ in range(300):
            reader.type(b"\x0c" * 200)  # each draws everything anew
        _, quick = await session(other)
        await quick.until(IN_TEXT_MODE)
        quick.type(b"status\r")
        await quick.until(b"There is no table", b"Table 1")
        assert memory(front) - before < 20


def memory(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 2**20


LONG_ANSWERS = b"rules 1\r" * 400
"""Lines that are answered with 1.4 MB."""


@pytest.mark.parametrize("stalls", ["reading", "a key exchange"])
async def test_a_window_without_end_does_not_fill_the_memory(door: OpenDoor, stalls: str) -> None:
    """A client may allow as much as it likes, and take nothing of it."""
    known = door.sessions()
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.bind((next(SOURCES), 0))
        narrow.connect((HOST, door.port))
        async with stranger(door, "plain", sock=narrow, local_addr=None) as connection:
            _, reader = await session(connection, "dumb", window=2**31 - 1)
            await reader.until(IN_TEXT_MODE)
            (program,) = door.sessions() - known
            if stalls == "reading":
                connection._transport.pause_reading()
            else:
                connection._send_kexinit()
                connection._kex_complete = True  # what follows is sent all the same
                connection.process_packet = lambda *_: True  # and no answer is answered
            reader.type(LONG_ANSWERS)
            async with stranger(door, "plain") as other:
                _, quick = await session(other, "dumb")
                await quick.until(IN_TEXT_MODE)
                quick._stream.feed = lambda _: None  # drawing it all would take seconds
                quick.type(LONG_ANSWERS + b"frobnicate\r")
                await quick.until(b"There is no command 'frobnicate'")
            assert written(program) < 1_000_000


def written(pid: int) -> int:
    """Return how many bytes a process has written."""
    found = re.search(r"^wchar: (\d+)$", Path(f"/proc/{pid}/io").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


async def test_a_channel_that_is_given_up_while_it_shows_much_leaves_no_trace(
    door: OpenDoor,
) -> None:
    for _ in range(4):
        async with stranger(door, "plain") as connection:
            channel, reader = await session(connection, "dumb")
            await reader.until(IN_TEXT_MODE)
            reader.type(LONG_ANSWERS)
            for _ in range(3):
                await reader.wait_for_more()
            channel.abort()
            _, following = await session(connection, "dumb")
            await following.until(IN_TEXT_MODE)
    assert "Traceback" not in door_log(door)


async def test_a_flood_of_keys_ends_the_login(door: OpenDoor, tmp_path: Path) -> None:
    keys = [make_key(tmp_path, f"key{number}") for number in range(40)]
    for key in keys:
        key.unlink()  # offered only
    before = guest_folders(door)  # of sessions that are about to end
    code, said = await door.run(("-tt",), keys=[key.with_suffix(".pub") for key in keys])
    assert code == 255, said
    assert guest_folders(door) <= before


def guest_folders(door: OpenDoor) -> set[Path]:
    return {each for each in door.visitors.iterdir() if each.name.startswith("guest")}


async def test_garbage_in_place_of_ssh_harms_nobody(door: OpenDoor) -> None:
    for garbage in (
        b"GET / HTTP/1.1\r\n\r\n",
        b"SSH-2.0-x\r\n" + struct.pack(">I", 2**31) + bytes(1000),
        b"SSH-2.0-" + b"\x1b[2J" * 20_000,
    ):
        reader, writer = await asyncio.open_connection(HOST, door.port)
        writer.write(garbage)
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
    async with stranger(door, "plain") as connection:
        _, following = await session(connection)
        await following.until(IN_TEXT_MODE)
