"""Invite links: the address of a lobby and its server's key.

``siam://[user@]host[:port]/<lobby>[/<table>]#<server key>[.<table key>]``; ``siams://`` is the same
with TLS, ``siam+ws://`` and ``siam+wss://`` use a WebSocket. No character of a link is special in a
shell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from urllib.parse import SplitResult, quote, unquote, urlsplit

from protocol.errors import KeyTextError, LinkError
from protocol.keys import PublicKey, decode_key, encode_key
from protocol.ports import DEFAULT_PORTS, Scheme
from texts import say

_LINK_SCHEMES: dict[Scheme, str] = {
    "mqtt": "siam",
    "mqtts": "siams",
    "ws": "siam+ws",
    "wss": "siam+wss",
}
_FROM_LINK: dict[str, Scheme] = {text: scheme for scheme, text in _LINK_SCHEMES.items()}
_TABLE = re.compile(r"[A-Za-z0-9]{1,40}")
_MAX_LINK = 500
_WRONG_PORT = say("protocol/link/port")


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where an MQTT broker listens.

    Attributes:
        scheme: plain TCP, TLS, WebSocket, or WebSocket over TLS.
        host: a name or an address; an IPv6 address without its brackets.
        port: its TCP port.
        user: the user name for the broker, or empty. An address never contains a password.
    """

    scheme: Scheme
    host: str
    port: int
    user: str = ""

    def __str__(self) -> str:
        """Return the address as a URL."""
        return f"{self.scheme}://{self.location}"

    @property
    def location(self) -> str:
        """The address without its scheme."""
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{user}{host}{port}"

    @property
    def tls(self) -> bool:
        """Whether the connection to the broker is encrypted."""
        return self.scheme in ("mqtts", "wss")

    @property
    def websocket(self) -> bool:
        """Whether MQTT uses a WebSocket."""
        return self.scheme in ("ws", "wss")


@dataclass(frozen=True, slots=True)
class Link:
    """An invitation to a lobby, or to one of its tables.

    Attributes:
        broker: where to connect.
        server: the key that verifies everything from the server.
        table: the table's id, or empty for the lobby.
        table_key: the key of a private table, 32 bytes; else empty.
    """

    broker: BrokerAddress
    server: PublicKey
    table: str = ""
    table_key: bytes = field(default=b"", repr=False)

    @property
    def lobby(self) -> str:
        """The lobby's id: the fingerprint of the server's key."""
        return self.server.fingerprint

    def to_table(self, table: str, key: bytes = b"") -> Link:
        """Return the link to one table of this lobby; a private table's link needs its key."""
        return replace(self, table=table, table_key=key)

    def to_lobby(self) -> Link:
        """Return the link to the lobby alone."""
        return replace(self, table="", table_key=b"")

    def __str__(self) -> str:
        """Return the link as text."""
        table = f"/{self.table}" if self.table else ""
        scheme = _LINK_SCHEMES[self.broker.scheme]
        key = encode_key(self.server.raw)
        if self.table_key:
            key = f"{key}.{encode_key(self.table_key)}"
        return f"{scheme}://{self.broker.location}/{self.lobby}{table}#{key}"


def parse_broker(text: str) -> BrokerAddress:
    """Parse ``mqtt[s]://[user@]host[:port]`` or ``ws[s]://…``.

    Raises:
        LinkError: says what is wrong with it.
    """
    scheme, address = _split(text.strip(), {name: name for name in DEFAULT_PORTS})
    if address.path not in ("", "/") or address.query or address.fragment:
        raise LinkError(say("protocol/link/nothing-after"))
    return _broker(scheme, address.netloc)


def parse_link(text: str) -> Link:
    """Parse an invite link.

    Raises:
        LinkError: says what is wrong with it.
    """
    scheme, address = _split(text.strip(), _FROM_LINK)
    broker = _broker(scheme, address.netloc)
    if address.query:
        raise LinkError(say("protocol/link/question-mark"))
    try:
        server_text, dot, key_text = address.fragment.partition(".")
        server = PublicKey(decode_key(server_text))
    except KeyTextError as error:
        raise LinkError(say("protocol/link/no-server-key")) from error
    try:
        table_key = decode_key(key_text) if dot else b""
    except KeyTextError as error:
        raise LinkError(say("protocol/link/table-key-damaged")) from error
    lobby, _, table = address.path.removeprefix("/").partition("/")
    if lobby != server.fingerprint:
        raise LinkError(say("protocol/link/other-server"))
    if table and not is_table_id(table):
        raise LinkError(say("protocol/link/no-table-id", text=repr(table[:40])))
    if table_key and not table:
        raise LinkError(say("protocol/link/no-table"))
    return Link(broker, server, table, table_key)


def is_table_id(text: str) -> bool:
    """Return whether a text can be the id of a table."""
    return _TABLE.fullmatch(text) is not None


def _split(text: str, schemes: dict[str, Scheme]) -> tuple[Scheme, SplitResult]:
    if len(text) > _MAX_LINK or not text.isprintable() or " " in text:
        raise LinkError(say("protocol/link/too-long"))
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise LinkError(say("protocol/link/unreadable-host")) from error
    scheme = schemes.get(parts.scheme)
    if scheme is None:
        raise LinkError(say("protocol/link/scheme", known=tuple(f"{name}://" for name in schemes)))
    return scheme, parts


def _broker(scheme: Scheme, netloc: str) -> BrokerAddress:
    parts = urlsplit(f"//{netloc}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise LinkError(_WRONG_PORT) from error
    if not host:
        raise LinkError(say("protocol/link/no-host"))
    if parts.password is not None:
        raise LinkError(say("protocol/link/password"))
    if port == 0:
        raise LinkError(_WRONG_PORT)
    return BrokerAddress(scheme, host, port or DEFAULT_PORTS[scheme], unquote(parts.username or ""))
