"""``siam doctor``: whether all is well here, on the way to a lobby, and at its server."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from statistics import median
from textwrap import fill
from typing import Literal, NamedTuple

from client import Client, ConnectionEndedError, RefusedError
from client.release import release
from games.regular_file import read_file
from protocol import PROTOCOL_VERSION
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import AskCounts, AskLobby, Counts
from siam_tui.appearance.looks import terminal_encoding
from siam_tui.cli.folder_check import check_certificate_files, try_folders
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError

_ASKED = 10
_SLOW_SECONDS = 0.3
_CLOCK_SECONDS = 60
_LEAST_SIZE = (80, 24)
_OTHERS = stat.S_IRWXG | stat.S_IRWXO

Mark = Literal["ok", "note", "BAD"]


class Finding(NamedTuple):
    """One thing looked at: whether it is well, and a sentence for a person."""

    mark: Mark
    sentence: str


def examine(profile: Profile, link: Link | None, password: str | None, patience: int) -> int:
    """Print how things stand, as they are found; return the exit code: 1 if something is bad.

    Args:
        profile: whose files are looked at.
        link: the lobby to look at, if any.
        password: for its broker.
        patience: seconds the lobby has to answer.
    """
    return asyncio.run(_examine(profile, link, password, patience))


async def _examine(profile: Profile, link: Link | None, password: str | None, patience: int) -> int:
    bad = False
    async for mark, sentence in _findings(profile, link, password, patience):
        sys.stdout.write(f"{_line(mark, sentence)}\n")
        sys.stdout.flush()
        bad = bad or mark == "BAD"
    return int(bad)


def _line(mark: str, sentence: str) -> str:
    """Return a finding as a line; in a terminal as several where it is too long for one."""
    first = f"{mark:>4}  "
    if not sys.stdout.isatty():
        return first + sentence
    width, behind = shutil.get_terminal_size().columns, " " * len(first)
    return fill(
        sentence, width, initial_indent=first, subsequent_indent=behind,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


async def _findings(
    profile: Profile, link: Link | None, password: str | None, patience: int
) -> AsyncIterator[Finding]:
    for finding in (*versions(), *terminal(), *folders(profile), *files(profile)):
        yield finding
    if link is None:
        yield Finding("note", "Give an invite link to have the way to its lobby looked at.")
        return
    try:
        key = profile.player_key()
    except UserError:  # told already
        return
    name = profile.player_name() or "Doctor"
    async for finding in lobby(link, key, name, password, patience):
        yield finding
    if (server := _server_key(profile)) is not None and server.public == link.server:
        async for finding in counts(link, server, password, patience):
            yield finding


# ---------------------------------------------------------------- here


def versions() -> Iterator[Finding]:
    """Look at what runs."""
    python = ".".join(map(str, sys.version_info[:3]))
    parts = ", ".join(f"{each} {version(each)}" for each in ("textual", "aiomqtt"))
    yield Finding("ok", f"siam {release()}, protocol {PROTOCOL_VERSION}, Python {python}, {parts}.")


def terminal() -> Iterator[Finding]:
    """Look at the terminal this was started in."""
    columns, rows = shutil.get_terminal_size()
    name = os.environ.get("TERM", "")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Finding("note", "This is not run in a terminal; the app needs one.")
    elif columns < _LEAST_SIZE[0] or rows < _LEAST_SIZE[1]:
        least = "×".join(map(str, _LEAST_SIZE))
        yield Finding("BAD", f"The terminal has {columns}×{rows} characters: make it {least}.")
    else:
        yield Finding("ok", f"The terminal {name} has {columns}×{rows} characters.")
    encoding = terminal_encoding()
    if encoding.lower().replace("-", "") == "utf8":
        yield Finding("ok", "Its locale promises UTF-8.")
    else:
        yield Finding(
            "note",
            f"Its locale promises {encoding} only, so the app draws in ASCII. If the terminal can "
            "do better, set LANG to a UTF-8 locale, as C.UTF-8.",
        )
    if os.environ.get("NO_COLOR"):
        yield Finding("note", "NO_COLOR is set: the app uses no colours.")
    elif os.environ.get("COLORTERM", "") not in ("truecolor", "24bit"):
        yield Finding(
            "note",
            f"Colours: TERM is {name or 'not set'} and COLORTERM promises no more, so they may be "
            "coarse. Over SSH, COLORTERM=truecolor is often lost on the way.",
        )
    else:
        yield Finding("ok", "It promises all colours.")


def folders(profile: Profile) -> Iterator[Finding]:
    """Look at the folders this program writes to, and at the certificates it is to trust."""
    for mark, sentence in (*try_folders(profile.folder), *check_certificate_files()):
        yield Finding(mark, sentence)


def files(profile: Profile) -> Iterator[Finding]:
    """Look at the profile's files; a player who has no key yet is given one, to tell a host."""
    with suppress(UserError):  # it is looked at below
        profile.player_key()
    for name, whose in (("player.key", "Your key"), ("server.key", "The key of your lobby")):
        path = profile.folder / name
        if not path.exists():
            yield Finding("note", f"{whose} will be made in {path} when it is needed.")
            continue
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & _OTHERS:
            yield Finding(
                "BAD",
                f"{whose} can be read by others ({path} has mode {mode:04o}): run "
                f"`chmod 600 '{path}'`.",
            )
        elif (key := _key(path)) is None:
            yield Finding("BAD", f"{whose} is damaged: put a copy of {path} back.")
        else:
            yield Finding("ok", f"{whose} is {key.public.fingerprint}; only you can read {path}.")


def _key(path: Path) -> SecretKey | None:
    try:
        return SecretKey.from_text(read_file(path, 200).decode("ascii"))
    except (OSError, ValueError):
        return None


def _server_key(profile: Profile) -> SecretKey | None:
    return _key(profile.folder / "server.key")


# ---------------------------------------------------------------- on the way, and there


async def lobby(
    link: Link, key: SecretKey, name: str, password: str | None, patience: int
) -> AsyncIterator[Finding]:
    """Look at the broker, at the way to the server and at its answers."""
    begun = time.perf_counter()
    async with Client(link, key, name, password=password) as client:
        try:
            async with asyncio.timeout(patience):
                await client.ready()
        except TimeoutError:
            why = client.trouble or "Nothing was heard."
            yield Finding("BAD", f"No answer within {patience} seconds. {why}")
            return
        except ConnectionEndedError as error:
            yield Finding("BAD", str(error))
            return
        took = time.perf_counter() - begun
        clock = _clock(client)  # before more time goes by
        yield Finding(
            "ok", f"{link.broker}: the lobby {link.lobby} answered after {took * 1000:.0f} ms."
        )
        yield _release(client)
        yield await _latency(client)
        yield clock
        if client.refused:
            what = ", ".join(f"{reason} {times}" for reason, times in client.refused.most_common())
            yield Finding("note", f"Arrived and was not believed: {what}.")


def _release(client: Client) -> Finding:
    assert client.welcome is not None
    theirs = client.welcome.app
    if theirs.removeprefix("siam ").strip("()") == release().strip("()"):
        return Finding("ok", f"Its server runs the same release, {release()}.")
    return Finding("note", f"Its server runs {theirs or 'an unknown release'}, you {release()}.")


async def _latency(client: Client) -> Finding:
    times = []
    for _ in range(_ASKED):
        begun = time.perf_counter()
        await client.request(AskLobby())
        times.append(time.perf_counter() - begun)
    middle, worst = median(times), max(times)
    figures = f"{middle * 1000:.0f} ms in the middle of {_ASKED}, {worst * 1000:.0f} ms at worst"
    if middle > _SLOW_SECONDS:
        return Finding("note", f"A question is answered slowly: {figures}.")
    return Finding("ok", f"A question is answered in {figures}.")


def _clock(client: Client) -> Finding:
    assert client.welcome is not None
    ahead = time.time() - client.welcome.now
    if not client.welcome.now:
        return Finding("note", "The server does not tell its clock.")
    if abs(ahead) < _CLOCK_SECONDS:
        return Finding("ok", "Your clock and the server's agree.")
    hours, minutes = divmod(round(abs(ahead) / 60), 60)
    side = "ahead of" if ahead > 0 else "behind"
    return Finding(
        "note",
        f"Your clock is {hours} h {minutes} min {side} the server's. No game minds; the "
        "certificate of a broker with TLS may: `timedatectl` tells which of the two is right.",
    )


async def counts(
    link: Link, server: SecretKey, password: str | None, patience: int
) -> AsyncIterator[Finding]:
    """Ask the server, as its host, what it has rejected."""
    async with Client(link, server, "Doctor", password=password) as host:
        try:
            async with asyncio.timeout(patience):
                reply = await host.request(AskCounts())
        except (TimeoutError, RefusedError, ConnectionEndedError) as error:
            yield Finding("note", f"The server does not tell what it has rejected. {error}")
            return
    rejected = reply.rejected if isinstance(reply, Counts) else ()
    if not rejected:
        yield Finding("ok", "Your server has rejected nothing since it was started.")
    for each in rejected:
        yield Finding("note", f"Your server has rejected {each.times:>6} × {each.reason}")
