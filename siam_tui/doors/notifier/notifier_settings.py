"""What `siam serve` and the notifier tell each other, one JSON object a line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from siam_tui.doors.json_line import JsonLine

PASSWORD_VARIABLE: Final = "SIAM_SMTP_PASSWORD"  # noqa: S105 - its name
"""The environment variable that holds the password of the mail server."""

Security: TypeAlias = Literal["starttls", "tls", "none"]
"""How the connection to the mail server is encrypted; certificates are always checked."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """The mail server to which the lobby's owner has access.

    Attributes:
        host: its name.
        port: its port.
        security: how the connection is encrypted.
        sender: the address that messages come from.
        user: the user to log in as; empty for none.
        password: the user's password.
    """

    host: str
    port: int
    security: Security
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class NotifierSettings(JsonLine):
    """How reminders are sent.

    Attributes:
        mail: the mail server, or None to send no e-mail.
        ntfy_hosts: the hosts to which ntfy messages may go.
        webhook_hosts: the hosts whose webhooks may be called.
        allow_loopback: whether this computer and ``http`` are allowed as well, for tests.
        seconds: how long one attempt may take.
        retry_seconds: how long to wait before another attempt, after an error that may pass.
    """

    mail: MailServer | None = None
    ntfy_hosts: tuple[str, ...] = ()
    webhook_hosts: tuple[str, ...] = ()
    allow_loopback: bool = False
    seconds: float = 20.0
    retry_seconds: tuple[float, ...] = (30.0, 300.0)


@dataclass(frozen=True, slots=True)
class Reminder(JsonLine):
    """A message to be sent.

    Attributes:
        number: names it in the result.
        kind: ``email``, ``ntfy`` or ``webhook``.
        address: where it goes.
        subject: its subject or title, one line.
        text: its text.
        stop_page: the address of the page that stops further messages; may be empty.
        stop_code: the code that does the same.
        name: tells it from all other messages; the same if it is sent a second time.
        language: the language that its reader reads.
    """

    number: int
    kind: str
    address: str = field(repr=False)
    subject: str
    text: str = field(repr=False)
    stop_page: str = field(repr=False)
    stop_code: str = field(repr=False)
    name: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class SendingResult(JsonLine):
    """What came of a message.

    Attributes:
        number: the message's number.
        trouble: why it was not delivered, a short sentence; empty if it was.
    """

    number: int
    trouble: str
