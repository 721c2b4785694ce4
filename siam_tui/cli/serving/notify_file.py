"""Reads the file of `siam serve --notify`."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from games.bounded_toml import TomlError, parse_toml
from games.text_file import NotTextError, decode_text, open_file
from protocol.reminders.reminder_addresses import AddressError, is_place, read_email
from protocol.reminders.reminder_messages import MAX_HOSTS
from server.reminders.reminder_settings import AWAY_SECONDS, QUIET_SECONDS, ReminderSettings
from siam_tui.doors.notifier.notifier_settings import (
    PASSWORD_VARIABLE,
    MailServer,
    NotifierSettings,
    Security,
)
from siam_tui.profile.small_files import unreadable
from siam_tui.profile.user_error import UserError

_MAX_BYTES: Final = 64 * 1024
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_PORTS: Final = {"starttls": 587, "tls": 465, "none": 25}
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")

_MISSING: Final = (
    "Reminders need aiohttp and aiosmtplib. In a clone of siam: `.venv/bin/pip install -e "
    "'.[notify]'`. With a wheel: `pipx install --force 'FILE[notify]'`."
)
_WRONG: Final = "{file}: {what}. docs/how-to/remind-players.md shows an example."
_READABLE: Final = (
    "Others on this computer can read the password in {file}. Run `chmod 600 '{file}'`, or set "
    "{variable} instead."
)
_NOTHING: Final = "it names no way to send reminders: add [email], [ntfy] or [webhook]"
_UNKNOWN: Final = "{name} is not known"
_WANTED: Final = "{name} must be {kind}"
_NO_HOST: Final = "{name} has {host!r}, which is no host such as ntfy.sh"
_MANY_HOSTS: Final = "{name} has more than {most} hosts"
_NO_SENDER: Final = "email.from must be an e-mail address: players answer to it to stop reminders"
_NO_SECURITY: Final = 'email.security is "starttls", "tls" or "none"'
_IN_CLEAR: Final = 'email.security "none" would send the password readable for everyone on the way'
_NO_PAGE: Final = "stop_page begins with https:// or http:// and is the address of your web page"

_KINDS: Final = {str: "a text", int: "a whole number", bool: "true or false", list: "a list"}
_TABLES: Final = {
    "email": {"server", "port", "security", "user", "password", "from"},
    "ntfy": {"hosts"},
    "webhook": {"hosts"},
    "test": {"allow_loopback", "away_seconds", "quiet_seconds"},
}

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class NotifyOptions:
    """What the file says.

    Attributes:
        reminders: for the server.
        notifier: for the program that sends.
    """

    reminders: ReminderSettings
    notifier: NotifierSettings


class _WrongFileError(Exception):
    """Something in the file cannot be used; the text says what."""


def read_notify_file(path: Path, addresses: Path | None, ssh_command: str = "") -> NotifyOptions:
    """Read the file.

    Args:
        path: the file.
        addresses: where players' addresses are kept; None to forget them at the end.
        ssh_command: the command that leads to the lobby by ssh; may be empty.

    Raises:
        UserError: it cannot be read, is wrong, shows a password to others, or something that
            reminders need is not installed.
    """
    if find_spec("aiohttp") is None or find_spec("aiosmtplib") is None:
        raise UserError(_MISSING)
    try:
        with os.fdopen(open_file(path), "rb") as file:
            is_open = bool(stat.S_IMODE(os.fstat(file.fileno()).st_mode) & _OTHERS)
            plain = parse_toml(decode_text(file.read(_MAX_BYTES + 1)), _MAX_BYTES)
        options = _options(plain, addresses, ssh_command)
    except OSError as error:
        raise unreadable(path, error) from error
    except (TomlError, NotTextError, _WrongFileError) as error:
        raise UserError(_WRONG.format(file=path, what=str(error).rstrip("."))) from error
    if is_open and "password" in plain.get("email", {}):
        raise UserError(_READABLE.format(file=path, variable=PASSWORD_VARIABLE))
    return options


def _options(plain: Mapping[str, Any], addresses: Path | None, ssh_command: str) -> NotifyOptions:
    _refuse_unknown(plain)
    test = plain.get("test", {})
    loopback = _value(test, "test.allow_loopback", bool, default=False)
    mail = _mail_server(plain["email"]) if "email" in plain else None
    ntfy, webhook = _hosts(plain, "ntfy"), _hosts(plain, "webhook")
    if mail is None and not ntfy and not webhook:
        raise _WrongFileError(_NOTHING)
    page = _value(plain, "stop_page", str, default="").rstrip("/")
    if page and not page.startswith(("https://", "http://")):
        raise _WrongFileError(_NO_PAGE)
    reminders = ReminderSettings(
        file=addresses,
        email=mail is not None,
        ntfy_hosts=ntfy,
        webhook_hosts=webhook,
        stop_page=page,
        ssh_command=ssh_command,
        plain_http=loopback,
        away_seconds=_value(test, "test.away_seconds", int, default=int(AWAY_SECONDS)),
        quiet_seconds=_value(test, "test.quiet_seconds", int, default=int(QUIET_SECONDS)),
    )
    return NotifyOptions(reminders, NotifierSettings(mail, ntfy, webhook, loopback))


def _refuse_unknown(plain: Mapping[str, Any]) -> None:
    """Refuse what is misspelt: a host that is not allowed must not seem to be."""
    for name, table in plain.items():
        if name == "stop_page":
            continue
        if name not in _TABLES or not isinstance(table, dict):
            raise _WrongFileError(_UNKNOWN.format(name=name))
        for key in table.keys() - _TABLES[name]:
            raise _WrongFileError(_UNKNOWN.format(name=f"{name}.{key}"))


def _mail_server(table: Mapping[str, Any]) -> MailServer:
    security = _value(table, "email.security", str, default="starttls")
    if security not in _PORTS:
        raise _WrongFileError(_NO_SECURITY)
    server = MailServer(
        host=_value(table, "email.server", str),
        port=_value(table, "email.port", int, default=_PORTS[security]),
        security=cast("Security", security),
        sender=_sender(_value(table, "email.from", str)),
        user=_value(table, "email.user", str, default=""),
        password=os.environ.get(PASSWORD_VARIABLE)
        or _value(table, "email.password", str, default=""),
    )
    if security == "none" and server.user and server.host not in _LOCAL:
        raise _WrongFileError(_IN_CLEAR)
    return server


def _sender(text: str) -> str:
    try:
        return read_email(text)
    except AddressError as error:
        raise _WrongFileError(_NO_SENDER) from error


def _hosts(plain: Mapping[str, Any], name: str) -> tuple[str, ...]:
    if name not in plain:
        return ()
    hosts = _value(plain[name], f"{name}.hosts", list)
    if len(hosts) > MAX_HOSTS:
        raise _WrongFileError(_MANY_HOSTS.format(name=f"{name}.hosts", most=MAX_HOSTS))
    for host in hosts:
        if not isinstance(host, str) or not is_place(host):
            raise _WrongFileError(_NO_HOST.format(name=f"{name}.hosts", host=host))
    return tuple(hosts)


def _value(
    table: Mapping[str, Any], name: str, kind: type[Value], *, default: Value | None = None
) -> Value:
    """Return a value of the file; without a default it must be there."""
    value = table.get(name.rpartition(".")[2], default)
    if type(value) is not kind:
        raise _WrongFileError(_WANTED.format(name=name, kind=_KINDS[kind]))
    return value
