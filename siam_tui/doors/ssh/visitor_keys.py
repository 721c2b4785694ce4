"""Who a visitor is: the key that signed the login, and what follows from the secret."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import asyncssh
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

_LONGEST_KEY: Final = 1100
"""Bytes of a public key: an RSA key of 8192 bits."""
_RSA: Final = b"\0\0\0\7ssh-rsa"
_LONGEST_EXPONENT: Final = 5
"""Bytes of the public exponent of an RSA key: usual are 3, and 384 are 400 times slower."""
_CERTIFICATE: Final = b"-cert-"


def is_quick_key(public: bytes) -> bool:
    """Return whether signatures of a public key are checked quickly.

    A certificate has the key of its issuer in it, which is used before anybody is asked.

    Args:
        public: the key as it goes over the wire.
    """
    if len(public) > _LONGEST_KEY or _CERTIFICATE in public[:64]:
        return False
    length = int.from_bytes(public[len(_RSA) : len(_RSA) + 4])
    return not public.startswith(_RSA) or length <= _LONGEST_EXPONENT


@dataclass(slots=True)
class LoginProof:
    """Follows the steps of one login.

    A client may ask whether a key would do, without having it, and then log in in another way
    (CVE-2024-45337). So a key counts only if the login was completed by the very step that it was
    asked about in: every other step forgets it.
    """

    steps: int = 0
    _asked: bytes = field(default=b"", repr=False)
    _done: bool = False

    def ask_about(self, public: bytes) -> None:
        """Note the key of a step, which may or may not sign it."""
        self._step(public)

    def take_other_step(self) -> None:
        """Note a step without a key: a new user name, or a login as a guest."""
        self._step(b"")

    def complete(self) -> None:
        """Note that the last step has succeeded; nothing after it counts."""
        self._done = True

    @property
    def key(self) -> bytes:
        """The SSH public key that signed, as it goes over the wire; empty for a guest."""
        return self._asked if self._done else b""

    def _step(self, asked: bytes) -> None:
        if not self._done:
            self.steps += 1
            self._asked = asked


_BYTES: Final = 32
_PLAYER: Final = b"siam ssh door 1: player key\0"
_HOST: Final = b"siam ssh door 1: host key\0"


def player_seed(secret: bytes, public: bytes) -> bytes:
    """Return the seed of the key with which the owner of an SSH key plays (HKDF, RFC 5869).

    Args:
        secret: the door's secret, 32 bytes.
        public: the SSH public key, as it goes over the wire.
    """
    return _derive(secret, _PLAYER + public)


def host_key(secret: bytes) -> asyncssh.SSHKey:
    """Return the key by which `ssh` knows the door again."""
    seed = _derive(secret, _HOST)
    text = Ed25519PrivateKey.from_private_bytes(seed).private_bytes(
        Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()
    )
    return asyncssh.import_private_key(text)


def _derive(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=_BYTES, salt=None, info=purpose).derive(secret)
