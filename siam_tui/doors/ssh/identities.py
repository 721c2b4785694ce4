"""Derives from the door's secret: its host key, and each visitor's key in the lobby."""

from __future__ import annotations

from typing import Final

import asyncssh
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

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
