"""The programs beside the lobby, as `siam serve` opens them: SSH door, web page and notifier."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from protocol.links import Link
from server.reminders.reminder_desk import OutgoingMessage, Postbox
from siam_tui.doors.named_proxies import read_network
from siam_tui.doors.notifier.notifier_settings import (
    NotifierSettings,
    Reminder,
    SendingResult,
)
from siam_tui.doors.ssh.door_settings import DoorReady, DoorSettings
from siam_tui.doors.web.web_settings import WebReady, WebSettings, server_tls
from siam_tui.model.start import ssh_command
from siam_tui.profile.paths import visitors_folder
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError

_NO_ASYNCSSH: Final = (
    "The SSH door needs asyncssh. In a clone of siam: `.venv/bin/pip install -e '.[ssh]'`. With a "
    "wheel: `pipx install --force 'FILE[ssh]'`."
)
_LINUX_ONLY: Final = "The SSH door runs on Linux only. Serve without --ssh here."
_SSH_OPEN: Final = """\
The SSH door is open. Others need nothing installed. They type:

  {command}

For the text mode they type `{plain}`, and to watch `{watch}`.
When they come for the first time, ssh shows them the door's key. It must be
{fingerprint}\
"""


@dataclass(frozen=True, slots=True)
class DoorOptions:
    """What the command line says about the door.

    Attributes:
        port: the port to listen on, or 0 for a free one.
        address: the address to listen on; empty for all.
        sessions: sessions at a time.
        idle_seconds: how long nothing may be typed in a session.
    """

    port: int
    address: str
    sessions: int
    idle_seconds: float

    def settings(self, profile: Profile, public_host: str, password: str | None) -> DoorSettings:
        """Return how the door serves; its link is still missing.

        Args:
            profile: whose door it is.
            public_host: the host in invitations.
            password: the broker's password, if it needs one.

        Raises:
            UserError: this system or installation cannot run it, its port cannot be used, or
                its secret cannot be read.
        """
        if sys.platform != "linux":
            raise UserError(_LINUX_ONLY)
        if find_spec("asyncssh") is None:
            raise UserError(_NO_ASYNCSSH)
        settings = DoorSettings(
            link="",
            secret=profile.door_key().to_text(),
            folder=str(visitors_folder(profile.folder.name)),
            password=password or "",
            address=self.address,
            port=self.port,
            public_host=public_host,
            sessions=self.sessions,
            per_address=max(1, self.sessions // 4),
            idle_seconds=self.idle_seconds,
        )
        settings.place.check()
        return settings


class SshDoor:
    """The SSH door, as a `DoorKind`."""

    title = "SSH door"
    module = "siam_tui.doors.ssh"

    def __init__(self, settings: DoorSettings) -> None:
        """Prepare.

        Args:
            settings: how it serves, without the link.
        """
        self._settings = settings

    def settings_line(self, local_link: Link) -> str:
        """Return what the door reads on its standard input."""
        return replace(self._settings, link=str(local_link)).to_line()

    def opened(self, line: str) -> str:
        """Keep the port, and return how people come."""
        ready, host = DoorReady.of_line(line), self._settings.public_host
        self._settings = replace(self._settings, port=ready.port)
        return _SSH_OPEN.format(
            command=ssh_command(host, ready.port),
            plain=ssh_command(host, ready.port, "plain"),
            watch=ssh_command(host, ready.port, "watch"),
            fingerprint=ready.fingerprint,
        )


_NO_AIOHTTP: Final = (
    "The web page needs aiohttp. In a clone of siam: `.venv/bin/pip install -e '.[web]'`. With a "
    "wheel: `pipx install --force 'FILE[web]'`."
)
_BOTH: Final = "https needs two files: give both --web-cert and --web-key."
_NO_PROXY: Final = (
    "--web-proxy {given} is no address: give the address or network from which the proxy connects, "
    "such as 127.0.0.1 or 172.18.0.0/16."
)
_PAGE_OPEN: Final = """\
The web page is open. Spectators need only a browser:

  {url}
"""
_PLAIN: Final = (
    "It is plain http: whoever is on the way can change the page, and private tables are shown on "
    "this computer only. For other networks use --web-cert and --web-key."
)
_ENCRYPTED: Final = "The page shows what this computer says. `siam watch LINK` checks signatures."


@dataclass(frozen=True, slots=True)
class WebOptions:
    """What the command line says about the door.

    Attributes:
        port: the port to listen on, or 0 for a free one.
        address: the address to listen on; empty for all.
        spectators: spectators at a time.
        certificate: the file with the certificates for https, or None.
        key: the file with their key, or None.
        in_cluster: whether several servers run parts of the lobby.
        proxies: the reverse proxies in front of it: addresses or networks.
    """

    port: int
    address: str
    spectators: int
    certificate: Path | None = None
    key: Path | None = None
    in_cluster: bool = False
    proxies: tuple[str, ...] = ()

    def settings(self, public_host: str, password: str | None) -> WebSettings:
        """Return how the door serves; its link is still missing.

        Args:
            public_host: the host in the page's address.
            password: the broker's password, if it needs one.

        Raises:
            UserError: this installation cannot run it, its port cannot be used, one of the two
                files is missing, or a proxy is named by what is no address.
        """
        if find_spec("aiohttp") is None:
            raise UserError(_NO_AIOHTTP)
        check_web_files(self.certificate, self.key, self.proxies)
        settings = WebSettings(
            link="",
            password=password or "",
            address=self.address,
            port=self.port,
            hosts=_page_hosts(public_host),
            certificate="" if self.certificate is None else str(self.certificate.absolute()),
            key="" if self.key is None else str(self.key.absolute()),
            spectators=self.spectators,
            per_address=max(1, self.spectators // 4),
            in_cluster=self.in_cluster,
            proxies=self.proxies,
        )
        settings.place.check()
        return settings


class WebDoor:
    """The web door, as a `DoorKind`."""

    title = "web page"
    module = "siam_tui.doors.web"
    rereads = True

    def __init__(self, settings: WebSettings, public_host: str) -> None:
        """Prepare.

        Args:
            settings: how it serves, without the link.
            public_host: the host in the page's address.
        """
        self._settings = settings
        self._host = public_host

    def settings_line(self, local_link: Link) -> str:
        """Return what the door reads on its standard input."""
        return replace(self._settings, link=str(local_link)).to_line()

    def opened(self, line: str) -> str:
        """Keep the port, and return the page's address."""
        self._settings = replace(self._settings, port=WebReady.of_line(line).port)
        text = _PAGE_OPEN.format(url=page_url(self._settings, self._host))
        return f"{text}\n{_ENCRYPTED if self._settings.certificate else _PLAIN}"


def page_url(settings: WebSettings, host: str) -> str:
    """Return the page's address."""
    encrypted = bool(settings.certificate)
    usual = 443 if encrypted else 80
    shown = f"[{host}]" if ":" in host else host
    port = "" if settings.port == usual else f":{settings.port}"
    return f"{'https' if encrypted else 'http'}://{shown}{port}/"


def check_web_files(
    certificate: Path | None, key: Path | None, proxies: tuple[str, ...] = ()
) -> None:
    """Return if the web door can use what it is given.

    Args:
        certificate: the file with the certificates for https, or None.
        key: the file with their key, or None.
        proxies: the reverse proxies in front of it: addresses or networks.

    Raises:
        UserError: one of the files is missing or cannot be used, or a proxy is named by what is
            no address.
    """
    if (certificate is None) != (key is None):
        raise UserError(_BOTH)
    server_tls(str(certificate or ""), str(key or ""))
    for given in proxies:
        try:
            read_network(given)
        except ValueError as error:
            raise UserError(_NO_PROXY.format(given=given)) from error


def _page_hosts(public_host: str) -> tuple[str, ...]:
    """Return the names by which browsers may ask for the page."""
    machine = socket.gethostname().lower()
    own = {"localhost", machine, f"{machine.partition('.')[0]}.local", socket.getfqdn().lower()}
    return tuple(sorted({*own, public_host.lower()} - {""}))


_RUNS: Final = "Players who are away can be reminded of their turns: {ways}."
_EMAIL: Final = "by e-mail"
_NTFY: Final = "by ntfy ({hosts})"
_WEBHOOK: Final = "by webhook ({hosts})"


class NotifierKind:
    """The notifier, as a `DoorKind` that is given messages and answers with results."""

    title = "notifier"
    module = "siam_tui.doors.notifier"

    def __init__(self, settings: NotifierSettings, postbox: Postbox) -> None:
        """Prepare.

        Args:
            settings: how it sends.
            postbox: what it sends.
        """
        self._settings = settings
        self._postbox = postbox
        self._handed: dict[int, OutgoingMessage] = {}

    def settings_line(self, _local_link: Link) -> str:
        """Return what the notifier reads first."""
        return self._settings.to_line()

    def opened(self, _line: str) -> str:
        """Return what to tell the host."""
        settings = self._settings
        ways = [_EMAIL] * (settings.mail is not None)
        if settings.ntfy_hosts:
            ways.append(_NTFY.format(hosts=", ".join(settings.ntfy_hosts)))
        if settings.webhook_hosts:
            ways.append(_WEBHOOK.format(hosts=", ".join(settings.webhook_hosts)))
        return _RUNS.format(ways=", ".join(ways))

    async def converse(self, to: asyncio.StreamWriter, of: asyncio.StreamReader) -> None:
        """Hand messages over and take the results, until the notifier ends.

        What an earlier notifier was given and did not answer is handed over once more.
        """
        unanswered, self._handed = tuple(self._handed.values()), {}
        writing = asyncio.create_task(self._write_messages(unanswered, to))
        try:
            while line := await of.readline():
                result = SendingResult.of_line(line.decode())
                self._handed.pop(result.number, None)
                self._postbox.on_result(result.number, result.trouble, time.time())
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def _write_messages(
        self, unanswered: Sequence[OutgoingMessage], to: asyncio.StreamWriter
    ) -> None:
        for message in unanswered:
            to.write(_line_of(message).encode())
            await to.drain()
        while True:
            message = await self._postbox.take()
            self._handed[message.number] = message
            to.write(_line_of(message).encode())
            await to.drain()


def _line_of(message: OutgoingMessage) -> str:
    return Reminder(**asdict(message)).to_line()
