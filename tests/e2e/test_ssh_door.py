"""The SSH door, as people come through it: with OpenSSH's client, on real terminals."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import signal
from pathlib import Path

import asyncssh
import pytest

from tests.e2e.ssh_door import HOST, IN_LOBBY, OpenDoor, make_key, open_door, resize
from tests.e2e.ssh_strangers import session, stranger, way_in
from tests.programs import ended, run

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.xdist_group("ssh-door"),
]
SUBMIT = b"\x13"
IN_TEXT_MODE = "You are in the lobby."


async def player_of(door: OpenDoor, *keys: Path) -> tuple[str, str]:
    """Log in, and return the name and the fingerprint that the lobby shows."""
    async with door.login("ann", keys) as (screen, _):
        text = await screen.until_seen(IN_LOBBY)
    found = re.search(r"you are (.*?), key ([a-z2-7]{8})", text)
    assert found is not None, text
    return found[1], found[2]


async def test_a_key_is_the_same_player_next_time_and_offered_proves_nothing(
    door: OpenDoor, tmp_path: Path
) -> None:
    key, other = make_key(tmp_path, "ann"), make_key(tmp_path, "eve")
    name, ann = await player_of(door, key)
    assert name == "Ann"
    assert await player_of(door, key) == ("Ann", ann)
    key.unlink()  # what is left is the public key, which OpenSSH offers and cannot sign with
    offered = key.with_suffix(".pub")
    _, eve = await player_of(door, offered, other)
    _, guest = await player_of(door, offered)
    _, next_guest = await player_of(door)
    assert len({ann, eve, guest, next_guest}) == 4


async def test_a_key_keeps_its_name_in_text_mode(door: OpenDoor, tmp_path: Path) -> None:
    key = make_key(tmp_path, "ruth")
    async with door.login("ruth", (key,)) as (screen, _):
        await screen.until_seen("you are Ruth")
    async with door.login("plain", (key,)) as (screen, client):
        await screen.until_seen("You are in the lobby. You are Ruth.")
        assert "You are Player" not in screen.text
        screen.type(b"quit\r")
        assert await client.wait() == 0


async def test_a_login_without_a_name_has_the_name_of_an_earlier_one_after_a_restart(
    tmp_path: Path,
) -> None:
    key = make_key(tmp_path, "dan")
    async with open_door(tmp_path) as door, door.login("dan", (key,)) as (screen, _):
        await screen.until_seen("you are Dan")
    async with open_door(tmp_path) as door, door.login("plain", (key,)) as (screen, _):
        await screen.until_seen("You are in the lobby. You are Dan.")


async def test_usual_kinds_of_keys_are_accepted(door: OpenDoor, tmp_path: Path) -> None:
    for kind, bits in (("ecdsa", "256"), ("rsa", "2048"), ("ed25519", "256")):
        key = make_key(tmp_path, kind, "-t", kind, "-b", bits)
        assert await way_in(door, client_keys=[str(key)]) == "with a key"
    assert await way_in(door) == "as a guest"


async def test_a_guest_is_told_so_and_leaves_nothing_behind(door: OpenDoor) -> None:
    async with door.login("zoe") as (screen, client):
        await screen.until_seen("You came without an SSH key")
        screen.type(b"q")
        await screen.until_seen("You are Zoe")
        screen.type(b"n")
        await screen.until_seen("What should other players")
        screen.type(b"Ben\r")
        await screen.until_seen("ZoeBen", "You are Ben", "Zoe Ben")
        assert [each for each in door.visitors.iterdir() if each.name.startswith("guest")]
        screen.type(b"q")
        assert await client.wait() == 0
    assert not [each for each in door.visitors.iterdir() if each.name.startswith("guest")]


async def test_plain_is_the_text_mode_and_watch_looks_on(door: OpenDoor) -> None:
    async with door.login("plain") as (screen, client):
        await screen.until_seen(IN_TEXT_MODE)
        for typed, answer in (
            (b"link", f"ssh -p {door.port} 127.0.0.1"),
            (b"open map=/etc/passwd", "opens no files and starts no servers"),
            (b"leave", "Type join, bots, tutorial, practice or quit."),
            (b"host", "There is no command"),
            (b"bots map=/etc/passwd", "opens no files and starts no servers"),
            (b"join", IN_TEXT_MODE),
        ):
            screen.shown_from_here()
            screen.type(typed + b"\r")
            await screen.until_seen(lambda _, told=answer: told.encode() in screen.shown)
        screen.type(b"quit\r")
        assert await client.wait() == 0
    async with door.login("watch") as (screen, _):
        text = await screen.until_seen("tables · watching", "table · watching")
        assert "Open a table" not in text


async def test_a_seat_is_kept_when_the_client_or_the_session_is_killed(
    door: OpenDoor, tmp_path: Path
) -> None:
    ann = make_key(tmp_path, "ann")
    before = door.sessions()
    async with door.login("ann", [ann]) as (screen, client):
        await screen.until_seen(IN_LOBBY)
        screen.type(b"o")
        await screen.until_seen("Open the table")
        screen.type(SUBMIT)
        await screen.until_seen("The table of Ann")
        (process,) = door.sessions() - before
        client.kill()
        await ended(process)
    async with door.login("ann", [ann]) as (screen, client):
        await screen.until_seen("your seat")
        (process,) = door.sessions() - before
        os.kill(process, signal.SIGKILL)
        assert await client.wait() == 128 + signal.SIGKILL
        assert process not in door.sessions()


async def test_the_command_of_a_private_table_leads_to_it(door: OpenDoor, tmp_path: Path) -> None:
    async with door.login("plain", [make_key(tmp_path, "ben")]) as (ben, _):
        await ben.until_seen(IN_TEXT_MODE)
        ben.type(b"open private\r")
        await ben.until_seen("seat")
        ben.type(b"link\r")
        await ben.until(b"@127.0.0.1")
        told = re.search(rb"ssh -p \d+ (table-\w+-[\w-]{43})@", ben.everything)
        assert told is not None, ben.everything
        async with stranger(door, told[1].decode()) as connection:
            _, zoe = await session(connection)
            await zoe.until(b"What should other players")  # this user name is nobody's
            zoe.type(b"Zoe\r")
            await zoe.until(b"The table of ")


async def test_bots_play_in_the_lobby(door: OpenDoor) -> None:
    async with door.login("ann") as (screen, _):
        await screen.until_seen(IN_LOBBY)
        screen.type(b"q")
        text = await screen.until_seen("Play against bots")
        for absent in ("Host a lobby", "Join by link", "On this computer"):
            assert absent not in text
        screen.type(b"b")
        await screen.until_seen("Deal")
        screen.type(SUBMIT)
        await screen.until_seen("YOUR TURN")
        screen.type(b":save /tmp/x\r")
        await screen.until_seen("There is no command 'save'")


async def test_a_key_finds_the_games_it_finished_and_another_one_does_not(
    door: OpenDoor, tmp_path: Path
) -> None:
    ann, ben = make_key(tmp_path, "ann"), make_key(tmp_path, "ben")
    async with door.login("mae", (ann,)) as (screen, client):
        await screen.until_seen(IN_LOBBY)
        screen.type(b"q")
        await screen.until_seen("Your games")
        screen.type(b"b")
        await screen.until_seen("Deal")
        screen.type(SUBMIT)
        await screen.until_seen("YOUR TURN")
        screen.type(b":pass\r")
        await screen.until_seen("Mae passes")
        screen.type(b":end\r")
        await screen.until_seen("The game is over")
        client.kill()
        await client.wait()
    for key, told in ((ann, "(bot)"), (ben, "You have finished no game yet.")):
        async with door.login("mae", (key,)) as (screen, _):
            await screen.until_seen(IN_LOBBY)
            screen.type(b"q")
            await screen.until_seen("Your games")
            screen.type(b"r")
            await screen.until_seen(told)


async def test_the_terminal_is_used_as_a_local_one(door: OpenDoor) -> None:
    async with door.login("ann") as (screen, client):
        await screen.until_seen("Copy link")
        screen.type(b"c")
        command = f"ssh -p {door.port} 127.0.0.1".encode()
        await screen.until(b"\x1b]52;c;" + base64.b64encode(command))
        await screen.until_seen("Back  (Esc)")
        screen.type(b"\x1b")
        await screen.until_seen(lambda text: "Back  (Esc)" not in text)
        resize(screen, client, 80, 24)
        await screen.until_seen(lambda text: " Open a table" in text.splitlines()[23])
        at = screen.text.splitlines()[23].index("q Leave") + 1
        screen.type(f"\x1b[<0;{at};24M\x1b[<0;{at};24m".encode())  # a click on it
        await screen.until_seen("Play against bots")


async def test_colours_and_signs_follow_the_kind_of_terminal(door: OpenDoor) -> None:
    kinds = (
        ("xterm-256color", rb"\x1b\[[\d;]*[34]8;5;", rb"[34]8;2;"),
        ("xterm-direct", rb"\x1b\[[\d;]*[34]8;2;", rb"[34]8;5;"),
        ("vt100", rb"Others", rb"[\x80-\xff]"),
        ("dumb", rb"Type help", rb"\x1b\[\d"),
    )
    async with stranger(door) as connection:
        readers = [(await session(connection, term))[1] for term, *_ in kinds]
        for reader, (term, wanted, absent) in zip(readers, kinds, strict=True):
            await reader.until(b"Others come with", b"in the lobby.")
            assert re.search(wanted, reader.shown), term
            assert not re.search(absent, reader.shown), term


async def test_without_a_terminal_the_text_mode_takes_the_lines_of_a_script(
    door: OpenDoor,
) -> None:
    good, refused = await asyncio.gather(
        door.run(("-T",), lines="status\nleave\nrules\nquit\n"),
        door.run((), lines="frobnicate\n"),
    )
    assert good[0] == 0, good[1]
    assert "You have left." in good[1]
    assert "\x1b" not in good[1]
    assert "\r" not in good[1]
    assert refused[0] == 1, refused[1]
    assert "Line 1: There is no command 'frobnicate'." in refused[1]


async def test_everything_but_a_session_is_refused(door: OpenDoor, tmp_path: Path) -> None:
    play = f"`ssh -p {door.port} {HOST}`"
    for options, arguments in (((), ("ls",)), (("-s",), ("sftp",)), (("-tt",), ("ls",))):
        code, said = await door.run(options, arguments)
        assert code == 1
        assert "This door runs no commands" in said
        assert f"To play, type {play}." in said
    refused = (asyncssh.ChannelOpenError, asyncssh.ChannelListenError)
    async with stranger(door) as connection:
        with pytest.raises(refused):
            await connection.forward_remote_port("", 0, "127.0.0.1", 22)
        with pytest.raises(refused):
            await connection.forward_remote_path(f"{tmp_path}/x", "/tmp/y")
        with pytest.raises(refused):
            await connection.create_connection(asyncssh.SSHTCPSession, "127.0.0.1", door.port)
        with pytest.raises(refused):
            await connection.create_unix_connection(asyncssh.SSHUNIXSession, "/tmp/x")
        channel, reader = await session(connection, "dumb")
        for request in (b"auth-agent-req@openssh.com", b"env", b"x11-req"):
            assert not await channel.ask(request)
        await reader.until(b"in the lobby.")


async def test_a_port_in_use_and_a_private_lobby_are_told(door: OpenDoor, tmp_path: Path) -> None:
    taken = ("--ssh-bind", "127.0.0.1", "--ssh", str(door.port))
    (code, _, said), (private, _, told) = await asyncio.gather(
        run(tmp_path, "serve", "--port", "0", *taken),
        run(tmp_path, "serve", "--private", "--ssh", "0"),
    )
    assert (code, private) == (2, 2)
    assert f"Port {door.port} is in use already" in said
    assert "--private admits only you" in told


async def test_the_host_is_told_the_commands_and_the_fingerprint(door: OpenDoor) -> None:
    for user in ("", "plain@", "watch@"):
        assert f"ssh -p {door.port} {user}127.0.0.1" in door.said
    async with stranger(door) as connection:
        key = connection.get_server_host_key()
        assert key is not None
        assert key.get_fingerprint() == door.fingerprint
