"""What `siam serve` tells the web door on its standard input, and what the door answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from siam_tui.doors.json_line import JsonLine
from siam_tui.doors.listen_place import ListenPlace
from siam_tui.profile.user_error import UserError

if TYPE_CHECKING:
    import ssl

MOST_SPECTATORS: Final = 500
"""Spectators at a time by default; each takes about 20 KB."""
_NOT_LISTENING: Final = "The web page cannot be served on port {port} ({error})."


@dataclass(frozen=True, slots=True)
class WebSettings(JsonLine):
    """How the door serves.

    Attributes:
        link: the link of the lobby, as this computer reaches it.
        password: the broker's password; empty if it needs none.
        address: the address to listen on; empty for all.
        port: the port to listen on, or 0 for a free one.
        hosts: the names by which browsers may ask for the page, beside plain addresses.
        certificate: the path of the certificates for https; empty for http.
        key: the path of their key.
        spectators: spectators at a time.
        per_address: spectators at a time from one address.
        request_seconds: how long a connection may live without watching a table.
        stalled_seconds: how long a spectator may not read what it is sent.
        proxies: the reverse proxies that are believed whom they pass on: addresses or networks.
        in_cluster: whether several servers run parts of the lobby.
    """

    link: str
    password: str = field(default="", repr=False)
    address: str = ""
    port: int = 0
    hosts: tuple[str, ...] = ()
    certificate: str = ""
    key: str = ""
    spectators: int = MOST_SPECTATORS
    per_address: int = MOST_SPECTATORS // 4
    request_seconds: float = 60.0
    stalled_seconds: float = 60.0
    in_cluster: bool = False
    proxies: tuple[str, ...] = ()

    @property
    def place(self) -> ListenPlace:
        """Where it listens."""
        return ListenPlace(self.address, self.port, "--web", _NOT_LISTENING)


@dataclass(frozen=True, slots=True)
class WebReady(JsonLine):
    """What the door tells once browsers can come.

    Attributes:
        port: where it listens.
    """

    port: int


def server_tls(certificate: str, key: str) -> ssl.SSLContext | None:
    """Return how to encrypt; None for plain http.

    Args:
        certificate: the file with the certificates; empty for plain http.
        key: the file with their key.

    Raises:
        UserError: the certificate or its key cannot be used.
    """
    import ssl  # noqa: PLC0415 - help texts must not wait for it

    if not certificate:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key or None, password="")
    except (OSError, ValueError) as error:  # OpenSSL's errors are OSErrors
        form = "The certificate {file} and its key cannot be used ({error})."
        raise UserError(form.format(file=certificate, error=error)) from error
    return context
