"""How a lobby sends reminders."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from protocol.reminders.reminder_addresses import AddressError, read_email, read_http
from protocol.reminders.reminder_messages import ReminderKind
from server.refusals import RefusedError
from texts import say

AWAY_SECONDS = 50.0
"""Seconds of silence after which a player counts as not connected; clients speak every 13."""
QUIET_SECONDS = 600.0
"""How long a turn waits, and its player is away, before a digest is sent. So one digest tells the
turns of several moves, and a move that is taken back at once is not told."""


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """What the lobby's owner allows.

    Attributes:
        file: where addresses are kept, readable only by the owner; None to forget them at the end.
        email: whether e-mail can be sent.
        ntfy_hosts: hosts whose ntfy topics may be chosen.
        webhook_hosts: hosts whose webhooks may be chosen.
        stop_page: the address of the page on which a stop code can be used; may be empty.
        ssh_command: the command that leads to the lobby by ssh; may be empty.
        plain_http: whether ``http`` is allowed as well, for tests.
        away_seconds: silence after which a player counts as not connected.
        quiet_seconds: how long a turn waits before a digest.
    """

    file: Path | None = None
    email: bool = False
    ntfy_hosts: tuple[str, ...] = ()
    webhook_hosts: tuple[str, ...] = ()
    stop_page: str = ""
    ssh_command: str = ""
    plain_http: bool = False
    away_seconds: float = AWAY_SECONDS
    quiet_seconds: float = QUIET_SECONDS

    def read_address(self, kind: ReminderKind, address: str) -> str:
        """Return an address in the form in which it is kept.

        Raises:
            RefusedError: bad_address.
        """
        try:
            if kind == "email" and self.email:
                return read_email(address)
            if kind == "ntfy" and self.ntfy_hosts:
                hosts, topic = self.ntfy_hosts, True
            elif kind == "webhook" and self.webhook_hosts:
                hosts, topic = self.webhook_hosts, False
            else:
                raise RefusedError("bad_address", say("server/not-offered"))
            return read_http(address, hosts, topic=topic, plain=self.plain_http).url
        except AddressError as error:
            raise RefusedError("bad_address", error.message) from error


_CHECK_SECONDS = 15.0


def reminder_check(settings: ReminderSettings | None) -> float:
    """Return how often it is looked who is to be reminded, in seconds."""
    if settings is None:
        return _CHECK_SECONDS
    return min(_CHECK_SECONDS, max(0.1, settings.quiet_seconds / 10))
