"""Configuration of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from server.idle import IdleLimits
from server.reminders.reminder_settings import ReminderSettings
from server.store.place import StorePlace
from server.store.retention import KEEP_ALL, RecordLimit


def spare_cores() -> int:
    """Return how many cores bots use by default: all but one, and at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class Config:
    """How to serve.

    Attributes:
        key: the server's identity; the lobby's id and every link follow from it.
        broker: a running MQTT broker, or None to embed one.
        password: the password of the user in the address of that broker.
        host: the address the embedded broker listens on; ``0.0.0.0`` or ``::`` for all.
        port: the port it listens on, or 0 for a free one.
        public_host: the host in the invite link, where it differs from the one listened on.
        bot_pace: minimum seconds of a bot's move, for games that people watch.
        bot_cores: how many bots may think at once.
        name: what the lobby is called; may be empty.
        bots_ready: whether the bots' process is started with the server, before a bot is needed.
        store: the file or PostgreSQL database that keeps tables, players and records, or None for a
            lobby in memory.
        owners: the fingerprints of the keys that the embedded broker lets in besides the bots', or
            None to let everybody in.
        accept_older: whether a store may lack commits that it once had, as a backup does.
        idle_limits: how long tables may be idle before they are closed.
        keep_records: which games the archive keeps.
        in_cluster: whether other servers run parts of the same lobby.
        reminders: how players are reminded of their turns, or None if nobody is.
    """

    key: SecretKey
    broker: BrokerAddress | None = None
    password: str | None = field(default=None, repr=False)
    host: str = "127.0.0.1"
    port: int = 0
    public_host: str = ""
    bot_pace: float = 0.0
    bot_cores: int = field(default_factory=spare_cores)
    name: str = ""
    bots_ready: bool = False
    store: StorePlace | None = None
    owners: frozenset[str] | None = None
    accept_older: bool = False
    idle_limits: IdleLimits = field(default_factory=IdleLimits)
    keep_records: RecordLimit = KEEP_ALL
    in_cluster: bool = False
    reminders: ReminderSettings | None = None

    def own_link(self, link: Link) -> Link:
        """Return a link for the lobby's own programs: bots and doors.

        A broker that asks for a password knows the user of the server, and not their keys.
        """
        if self.password is None or link.broker.user:
            return link
        return replace(link, broker=replace(link.broker, user=self.key.public.fingerprint))


@cache
def release() -> str:
    """Return the name and version of this program."""
    try:
        return f"siam {version('siam-tui')}"[:24]
    except PackageNotFoundError:  # run from its sources
        return "siam (not installed)"
