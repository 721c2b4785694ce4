"""``siam doctor``: whether all is well here, on the way to a lobby, and at its server."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

from client.errors import ConnectionEndedError, LoginRefusedError, RefusedError
from client.lobby_check import LobbyCheck, logs_in, passes_long_messages
from client.release import release
from protocol import PROTOCOL_VERSION
from protocol.codec import MAX_BYTES
from protocol.commands import AskCounts
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Counts, Welcome
from server.rejection_stats import in_words
from siam_tui.appearance.cells import text_width, wrap_text
from siam_tui.owner.client import connected_owner
from siam_tui.profile.key_files import find_key
from siam_tui.profile.paths import lobbies_folder, log_file, records_folder, store_file
from siam_tui.profile.profiles import Profile
from siam_tui.profile.small_files import is_full, make_folder
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.standard_streams import terminal_encoding
from siam_tui.ui.text import spell_duration
from transport.mqtt import Credentials

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_TRIED_BYTES = 4096

_WRITABLE = "{what} can be written in {folder}."
_FULL = "{what} cannot be written in {folder}: the disk or your quota is full. Free some space."
_UNWRITABLE = (
    "{what} cannot be written in {folder} ({reason}): check its permissions, or use another folder "
    "by setting {variable}."
)
_OPEN_TO_OTHERS = (
    "Others on this computer can change the files in {folder} (mode {mode:04o}): run "
    "`chmod go-w '{folder}'`."
)
_CERTIFICATES = (
    "{variable} names {file}, which is not a readable file: its certificates are not used."
)


class Check(NamedTuple):
    """Result of one check: a mark and a sentence for a person."""

    mark: Literal["ok", "note", "BAD"]
    sentence: str


def check_folders(profile_folder: Path) -> Iterator[Check]:
    """Write a small file into each folder, created if missing, and remove the file.

    Args:
        profile_folder: the folder of the player's key and settings.
    """
    own = (
        ("Keys and settings", profile_folder, "XDG_CONFIG_HOME"),
        ("Lobbies", store_file("").parent, "XDG_DATA_HOME"),
        ("Records", records_folder(), "XDG_DATA_HOME"),
        ("Logs", log_file("app").parent, "XDG_STATE_HOME"),
    )
    shared = (
        ("Announcements of lobbies", lobbies_folder(), "SIAM_LOBBIES"),
        ("Temporary files", Path(tempfile.gettempdir()), "TMPDIR"),
    )
    for entry in (*own, *shared):
        what, folder, variable = entry
        try:
            if entry in own:
                make_folder(folder)
            _try_to_write(folder)
            mode = stat.S_IMODE(folder.stat().st_mode)
        except OSError as error:
            yield Check("BAD", _complaint(what, folder, variable, error))
            continue
        if entry in own and mode & _OTHERS_WRITE:
            yield Check("BAD", _OPEN_TO_OTHERS.format(folder=folder, mode=mode))
        else:
            yield Check("ok", _WRITABLE.format(what=what, folder=folder))


def check_certificate_files() -> Iterator[Check]:
    """Yield a sentence for each named certificate file that cannot be read."""
    for variable in ("SSL_CERT_FILE", "SIAM_CA"):
        file = os.environ.get(variable)
        if file and not (Path(file).is_file() and os.access(file, os.R_OK)):
            yield Check("BAD", _CERTIFICATES.format(variable=variable, file=file))


def _try_to_write(folder: Path) -> None:
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(_TRIED_BYTES))
        file.flush()
        os.fsync(file.fileno())


def _complaint(what: str, folder: Path, variable: str, error: OSError) -> str:
    form = _FULL if is_full(error) else _UNWRITABLE
    return form.format(what=what, folder=folder, reason=error.strerror, variable=variable)


_TRIES = 10
_SLOW_SECONDS = 0.3
_CLOCK_SECONDS = 60
_LEAST_SIZE = (80, 24)

_REJECTIONS = {
    "StaleError": "out of date, which is harmless",
    "MisplacedError": "meant for another place",
}
"""What is wrong with messages to this side, where a server would say it in other words."""
_LONG_SECONDS = 5.0
_KIB = MAX_BYTES // 1024
_LONG_PASS = f"The broker passes on messages of {_KIB} KiB, the longest of a table."
_LONG_LOST = (
    f"The broker does not pass on messages of {_KIB} KiB, as a table may need: raise its limits "
    "for the size of messages and packets. docs/how-to/run-a-broker.md has them."
)
_LONG_UNTRIED = (
    f"Whether messages of {_KIB} KiB pass cannot be tried here: the broker lets you write to the "
    "lobby only. The host can try it with the password of the lobby's user."
)
_OF_SERVER = "This is the password of the lobby's user at the broker: the check logs in as that."
_GIVE_SERVERS = "To see them, give the password of the lobby's user, as `siam serve` gets it."
_UNANSWERED = "The server stopped answering during this check."
_IGNORED = "Messages that came from the broker and were ignored: {counts}."


async def examine(profile: Profile, link: Link | None, password: str | None, patience: int) -> int:
    """Run all checks and print their results; return the exit code: 1 if something is bad.

    Args:
        profile: the profile to check.
        link: the lobby to check, if any.
        password: its broker's.
        patience: seconds to wait for the lobby's answer.
    """
    bad = False
    async for mark, sentence in _all_checks(profile, link, password, patience):
        sys.stdout.write(f"{_check_line(mark, sentence)}\n")
        sys.stdout.flush()
        bad = bad or mark == "BAD"
    return int(bad)


def _check_line(mark: str, sentence: str) -> str:
    """Return a result as text, wrapped to the terminal's width."""
    first = f"{mark:>4}  "
    if not sys.stdout.isatty():
        return first + sentence
    width, behind = shutil.get_terminal_size().columns, " " * text_width(first)
    lines = wrap_text(
        sentence, width, initial_indent=first, subsequent_indent=behind,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return "\n".join(lines)


async def _all_checks(
    profile: Profile, link: Link | None, password: str | None, patience: int
) -> AsyncIterator[Check]:
    for finding in (
        *check_versions(),
        *check_terminal(),
        *check_folders(profile.folder),
        *check_certificate_files(),
        *check_key_files(profile),
    ):
        yield finding
    if link is None:
        yield Check("note", "Give an invite link to check the connection to its lobby.")
        return
    try:
        key, name = profile.player_key(), profile.player_name()
    except UserError:  # reported already
        return
    server = _key(profile.folder / "server.key")
    if server is not None and server.public != link.server:
        server = None
    if server is not None and await _is_of_server(link, key, server, password):
        yield Check("note", _OF_SERVER)
        key = server
    answered = True
    async for finding in check_lobby(link, key, name, password, patience):
        answered = answered and finding.mark != "BAD"
        yield finding
    if not answered:  # the server would not answer its host either, for the same reason
        return
    yield await check_long_messages(link, key, password)
    if server is not None:
        async for finding in check_rejections(link, server, password, patience):
            yield finding


async def _is_of_server(
    link: Link, player: SecretKey, server: SecretKey, password: str | None
) -> bool:
    """Return whether a password is not the player's, but that of the lobby's user at the broker."""
    if password is None or link.broker.user:
        return False
    as_server, as_player = (Credentials(key, link.lobby, password) for key in (server, player))
    return await logs_in(link, as_server) and not await logs_in(link, as_player)


async def check_long_messages(link: Link, key: SecretKey, password: str | None) -> Check:
    """Check that the broker passes on messages as long as a table's."""
    credentials = Credentials(key, link.lobby, password)
    match await passes_long_messages(link, credentials, _LONG_SECONDS):
        case True:
            return Check("ok", _LONG_PASS)
        case False:
            return Check("BAD", _LONG_LOST)
    return Check("note", _LONG_UNTRIED)


# ---------------------------------------------------------------- this computer


def check_versions() -> Iterator[Check]:
    """Report the versions in use."""
    python = ".".join(map(str, sys.version_info[:3]))
    parts = ", ".join(f"{each} {version(each)}" for each in ("textual", "aiomqtt"))
    yield Check("ok", f"siam {release()}, protocol {PROTOCOL_VERSION}, Python {python}, {parts}.")


def check_terminal() -> Iterator[Check]:
    """Check the terminal."""
    columns, rows = shutil.get_terminal_size()
    name = os.environ.get("TERM", "")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Check("note", "This does not run in a terminal; the app needs one.")
    elif columns < _LEAST_SIZE[0] or rows < _LEAST_SIZE[1]:
        least = "×".join(map(str, _LEAST_SIZE))
        yield Check("BAD", f"The terminal has {columns}×{rows} characters: make it {least}.")
    else:
        yield Check("ok", f"The terminal {name} has {columns}×{rows} characters.")
    encoding = terminal_encoding()
    if encoding.lower().replace("-", "") == "utf8":
        yield Check("ok", "Its locale is UTF-8.")
    else:
        yield Check(
            "note",
            f"Its locale supports only {encoding}, so the app draws in ASCII. If the terminal can "
            "show more, set LANG to a UTF-8 locale such as C.UTF-8.",
        )
    if os.environ.get("NO_COLOR"):
        yield Check("note", "NO_COLOR is set: the app uses no colours.")
    elif os.environ.get("COLORTERM", "") not in ("truecolor", "24bit"):
        yield Check(
            "note",
            f"Colours: TERM is {name or 'not set'} and COLORTERM is not truecolor, so they may be "
            "inexact. SSH often does not pass COLORTERM=truecolor on.",
        )
    else:
        yield Check("ok", "It supports all colours.")


def check_key_files(profile: Profile) -> Iterator[Check]:
    """Check the profile's keys; create the player's key if it is missing, to tell a host."""
    with suppress(UserError):  # reported below
        profile.player_key()
    for name, whose in (("player.key", "Your key"), ("server.key", "The key of your lobby")):
        path = profile.folder / name
        try:
            key = find_key(path)
        except UserError as error:
            yield Check("BAD", str(error))
            continue
        if key is None:
            yield Check(
                "note", f"There is no {path} yet: siam makes {whose.lower()} when it needs it."
            )
        else:
            yield Check("ok", f"{whose} is {key.public.fingerprint}; only you can read {path}.")


def _key(path: Path) -> SecretKey | None:
    with suppress(UserError):
        return find_key(path)
    return None


# ---------------------------------------------------------------- the lobby


async def check_lobby(
    link: Link, key: SecretKey, name: str, password: str | None, patience: int
) -> AsyncIterator[Check]:
    """Check the broker, the connection to the server and its answers."""
    begun = time.perf_counter()
    async with LobbyCheck(link, key, name, password) as check:
        try:
            async with asyncio.timeout(patience):
                welcome = await check.greet()
        except TimeoutError:
            why = check.trouble or "There was no answer at all."
            yield Check("BAD", f"No answer within {spell_duration(patience)}. {why}")
            return
        except ConnectionEndedError as error:
            yield Check("BAD", str(error))
            return
        took = time.perf_counter() - begun
        clock = _clock(welcome)  # before more time passes
        yield Check(
            "ok", f"{link.broker}: the lobby {link.lobby} answered after {took * 1000:.0f} ms."
        )
        yield _release(welcome)
        yield await _latency(check, patience)
        yield clock
        if check.refused:
            yield Check("note", tell_ignored(check.refused))


def tell_ignored(refused: Counter[str]) -> str:
    """Return how many messages of the broker were ignored, by what is wrong with them."""
    counts = (
        f"{times} {_REJECTIONS.get(reason) or in_words(reason)}"
        for reason, times in refused.most_common()
    )
    return _IGNORED.format(counts=", ".join(counts))


def _release(welcome: Welcome) -> Check:
    theirs = welcome.app
    if theirs.removeprefix("siam ").strip("()") == release().strip("()"):
        return Check("ok", f"Its server runs the same release, {release()}.")
    return Check("note", f"Its server runs {theirs or 'an unknown release'}, you {release()}.")


async def _latency(check: LobbyCheck, patience: int) -> Check:
    times = []
    try:
        async with asyncio.timeout(patience):
            for _ in range(_TRIES):
                begun = time.perf_counter()
                await check.greet()
                times.append(time.perf_counter() - begun)
    except (TimeoutError, ConnectionEndedError) as error:
        return Check("BAD", f"{_UNANSWERED} {error or check.trouble}".rstrip())
    middle, worst = median(times), max(times)
    figures = f"median {middle * 1000:.0f} ms, worst {worst * 1000:.0f} ms ({_TRIES} tries)"
    if middle > _SLOW_SECONDS:
        return Check("note", f"Slow round trip: {figures}.")
    return Check("ok", f"Round trip: {figures}.")


def _clock(welcome: Welcome) -> Check:
    ahead = time.time() - welcome.now
    if not welcome.now:
        return Check("note", "The server does not report its clock.")
    if abs(ahead) < _CLOCK_SECONDS:
        return Check("ok", "Your clock and the server's agree.")
    hours, minutes = divmod(round(abs(ahead) / 60), 60)
    side = "ahead of" if ahead > 0 else "behind"
    return Check(
        "note",
        f"Your clock is {hours} h {minutes} min {side} the server's. Games do not "
        "depend on it, but TLS certificates do: `timedatectl` shows whether yours is right.",
    )


async def check_rejections(
    link: Link, server: SecretKey, password: str | None, patience: int
) -> AsyncIterator[Check]:
    """Ask the server, as its host, for its rejections."""
    async with connected_owner(link, server, password) as owner:
        try:
            async with asyncio.timeout(patience):
                reply = await owner.client.request(AskCounts())
        except (TimeoutError, RefusedError, ConnectionEndedError) as error:
            why = f"{error} {_GIVE_SERVERS}" if isinstance(error, LoginRefusedError) else error
            yield Check("note", f"The server does not report its rejections. {why}")
            return
    rejected = reply.rejected if isinstance(reply, Counts) else ()
    if not rejected:
        yield Check("ok", "Your server has rejected nothing since its start.")
    for each in rejected:
        yield Check("note", f"Your server rejected {each.times:>6} × {each.reason}")
