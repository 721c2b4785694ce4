"""How a key shows a broker whose it is: a user name and a password that nobody else can make.

Our embedded broker lets a key publish and read what belongs to it, and knows nobody else. A broker
of somebody else's takes such a login for any other user, lets everybody in, or refuses it; then
`transport.mqtt` tries without.

The password signs the lobby and the connection's random client id. Whoever reads the network can
show the same login again, and gains what they have already: sealed frames.
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
    """What a connection says of itself to the broker.

    Attributes:
        client_id: names the connection; random, and short enough for every broker.
        user: who connects, or empty.
        password: what shows that it is them.
    """

    client_id: str
    user: str = ""
    password: str | None = field(default=None, repr=False)


def new_client_id() -> str:
    """Return a name for a connection that nobody can guess."""
    return f"siam{secrets.token_hex(9)}"


def key_login(key: SecretKey, lobby: str) -> Login:
    """Return a login that only the holder of `key` can make, for one connection to one lobby."""
    client_id = new_client_id()
    user = f"{_PREFIX}:{lobby}:{encode_key(key.public.raw)}"
    signature = key.sign(_signed(user, client_id))
    return Login(client_id, user, base64.b64encode(signature).decode())


def read_login(login: Login) -> tuple[str, str] | None:
    """Return the fingerprint of the key that made a login and its lobby, or None if none did."""
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
