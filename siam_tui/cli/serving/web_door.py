"""The web door, as `siam serve --web PORT` opens it."""

from __future__ import annotations

import socket
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from protocol.links import Link
from siam_tui.doors.named_proxies import read_network
from siam_tui.doors.web.web_settings import MODULE, WebReady, WebSettings
from siam_tui.profile.user_error import UserError

_MISSING: Final = (
    "The web page needs aiohttp. In a clone of siam: `.venv/bin/pip install -e '.[web]'`. With a "
    "wheel: `pipx install --force 'FILE[web]'`."
)
_BOTH: Final = "https needs two files: give both --web-cert and --web-key."
_NO_PROXY: Final = (
    "--web-proxy {given} is no address: give the address or network from which the proxy connects, "
    "such as 127.0.0.1 or 172.18.0.0/16."
)
_OPEN: Final = """\
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
            raise UserError(_MISSING)
        if (self.certificate is None) != (self.key is None):
            raise UserError(_BOTH)
        _refuse_odd(self.proxies)
        settings = WebSettings(
            link="",
            password=password or "",
            address=self.address,
            port=self.port,
            hosts=_names(public_host),
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
    module = MODULE

    def __init__(self, settings: WebSettings, public_host: str) -> None:
        """Prepare.

        Args:
            settings: how it serves, without the link.
            public_host: the host in the page's address.
        """
        self._settings = settings
        self._host = public_host

    def settings_line(self, link: Link, local_link: Link) -> str:
        """Return what the door reads on its standard input."""
        del link
        return replace(self._settings, link=str(local_link)).to_line()

    def opened(self, line: str) -> str:
        """Keep the port, and return the page's address."""
        self._settings = replace(self._settings, port=WebReady.of_line(line).port)
        told = _OPEN.format(url=page_url(self._settings, self._host))
        return f"{told}\n{_ENCRYPTED if self._settings.certificate else _PLAIN}"


def page_url(settings: WebSettings, host: str) -> str:
    """Return the page's address."""
    encrypted = bool(settings.certificate)
    usual = 443 if encrypted else 80
    shown = f"[{host}]" if ":" in host else host
    port = "" if settings.port == usual else f":{settings.port}"
    return f"{'https' if encrypted else 'http'}://{shown}{port}/"


def _refuse_odd(proxies: tuple[str, ...]) -> None:
    for given in proxies:
        try:
            read_network(given)
        except ValueError as error:
            raise UserError(_NO_PROXY.format(given=given)) from error


def _names(public_host: str) -> tuple[str, ...]:
    """Return the names by which browsers may ask for the page."""
    machine = socket.gethostname().lower()
    own = {"localhost", machine, f"{machine.partition('.')[0]}.local", socket.getfqdn().lower()}
    return tuple(sorted({*own, public_host.lower()} - {""}))
