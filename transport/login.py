"""Logins that prove a key to a broker: a user name and a password that only its holder can make.

The embedded broker lets a key publish and read its own topics, and knows no other users. Another
broker treats such a login as an ordinary user, admits everybody, or refuses it; then
`transport.mqtt` tries without a login.

The password signs the lobby and the connection's random client id. An eavesdropper can repeat the
login, but gains only sealed frames, which they can read from the network anyway.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from dataclasses import dataclass, field

from protocol.errors import ProtocolError
from protocol.keys import PublicKey, SecretKey, decode_key, encode_key

_PREFIX = "siam"
_PURPOSE = b"siam broker login 1\0"


@dataclass(frozen=True, slots=True)
class Login:
    """Login of a connection.

    Attributes:
        client_id: names the connection; random, and short enough for every broker.
        user: the user name, or empty.
        password: proves the user.
    """

    client_id: str
    user: str = ""
    password: str | None = field(default=None, repr=False)


def new_client_id() -> str:
    """Return an unguessable name for a connection."""
    return f"siam{secrets.token_hex(9)}"


def key_login(key: SecretKey, lobby: str) -> Login:
    """Return a login that only the holder of `key` can make, for one connection to a lobby."""
    client_id = new_client_id()
    user = f"{_PREFIX}:{lobby}:{encode_key(key.public.raw)}"
    signature = key.sign(_signed(user, client_id))
    return Login(client_id, user, base64.b64encode(signature).decode())


def read_login(login: Login) -> tuple[str, str] | None:
    """Return the fingerprint of the login's key and its lobby; None if no key made it."""
    prefix, _, rest = login.user.partition(":")
    lobby, _, key = rest.partition(":")
    if prefix != _PREFIX or login.password is None:
        return None
    try:
        public = PublicKey(decode_key(key))
        signature = base64.b64decode(login.password, validate=True)
        public.verify(_signed(login.user, login.client_id), signature)
    except (ProtocolError, binascii.Error, ValueError):
        return None
    return public.fingerprint, lobby


def _signed(user: str, client_id: str) -> bytes:
    return _PURPOSE + user.encode() + b"\0" + client_id.encode()
