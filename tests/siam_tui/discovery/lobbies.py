"""Lobbies that are announced, by this account and by another one."""

from __future__ import annotations

import asyncio
import os
import pwd
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from siam_tui.discovery.announcement import Announcement
from siam_tui.discovery.search import Account, FoundLobby
from tests.patience import PATIENCE
from tests.programs import ROOT

ANN, BEN = SecretKey(bytes(range(32))), SecretKey(bytes(range(1, 33)))
CLEO = SecretKey(bytes(range(2, 34)))
HERE = "127.0.0.1"

need_root = pytest.mark.skipif(
    os.getuid() != 0, reason="only root can become another account to pose as one"
)

_AS_ANOTHER = """
import os, sys
from pathlib import Path
from siam_tui.discovery.announcement import Announcement, announced
from siam_tui.discovery.audience import Audience
from protocol.links import parse_link
from tests.patience import PATIENCE
uid, folder, link, name, before = int(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]
audience = Audience.EVERYONE
os.setgroups([]); os.setgid(uid); os.setuid(uid)
try:
    exec(before)
    with announced(folder, Announcement(parse_link(link), name), audience):
        print("announced", flush=True)
        sys.stdin.read()
except OSError as error:
    print(type(error).__name__, flush=True)
"""


def link_of(key: SecretKey, port: int = 1883) -> Link:
    return Link(BrokerAddress("mqtt", "127.0.0.1", port), key.public)


def announcement(key: SecretKey = ANN, name: str = "Ann") -> Announcement:
    return Announcement(link_of(key), name)


def found(key: SecretKey, name: str, login: str) -> FoundLobby:
    """Return a lobby as if it had been found."""
    return FoundLobby(link_of(key), name, Account(4000 + len(login), login))


def found_on_network(key: SecretKey, name: str, host: str = "192.168.1.20") -> FoundLobby:
    """Return a lobby as if its server had answered on the network."""
    link = Link(BrokerAddress("mqtt", host, 1883), key.public)
    return FoundLobby(link, "", None, name, 2, None)


def other_account() -> Account:
    """Return an account that is not this one."""
    return Account.from_uid(pwd.getpwnam("nobody").pw_uid)


def shared(folder: Path) -> Path:
    """Make a folder as ``/tmp`` is: for everybody, and sticky."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o1777)
    for above in folder.parents:  # pytest keeps its folders to one account
        if str(above).startswith("/tmp/"):
            above.chmod(above.stat().st_mode | 0o011)
    return folder


@asynccontextmanager
async def announced_by_another(
    folder: Path, key: SecretKey, name: str, *, before: str = ""
) -> AsyncIterator[str]:
    """Announce a lobby as another account of this machine; yield how that went.

    Args:
        folder: where.
        key: the lobby's.
        name: what its host claims to be called.
        before: what that account does first, as Python.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _AS_ANOTHER,
        *(str(other_account().uid), str(folder), str(link_of(key)), name, before),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    try:
        yield (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode().strip()
    finally:
        await process.communicate(b"")
