"""Identities: an Ed25519 signing key and the X25519 sealing key derived from it."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from nacl.exceptions import CryptoError
from nacl.public import Box
from nacl.public import PrivateKey as NaClPrivateKey
from nacl.public import PublicKey as NaClPublicKey
from nacl.signing import SigningKey, VerifyKey

from protocol.errors import ForgedError, KeyTextError

KEY_BYTES = 32
_SHORT = 8
_KEYS_KEPT = 1024
"""Cached keys and boxes, 2 KB each; a flood of new ones only empties the cache."""
_FINGERPRINT_BYTES = 15  # 24 letters of base32 without padding; 120 bits
_FINGERPRINT = re.compile(r"[a-z2-7]{24}")


def fingerprint(public: bytes) -> str:
    """Return the short name of a public key: 24 letters and digits that fit a topic."""
    digest = hashlib.blake2b(
        public, digest_size=_FINGERPRINT_BYTES, person=b"siam-tui key"
    ).digest()
    return base64.b32encode(digest).decode().lower()


def is_fingerprint(text: str) -> bool:
    """Return whether a text is the whole fingerprint of a key."""
    return _FINGERPRINT.fullmatch(text) is not None


def shortened(full: str) -> str:
    """Return the first 40 bits of a fingerprint, which people compare."""
    return full[:_SHORT]


def encode_key(key: bytes) -> str:
    """Return 32 bytes as 43 characters of unpadded URL-safe base64."""
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def decode_key(text: str) -> bytes:
    """Decode a key that `encode_key` encoded.

    Raises:
        KeyTextError: it is not 32 bytes in that form.
    """
    try:
        key = base64.b64decode(text + "=", altchars=b"-_", validate=True)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES or encode_key(key) != text:
        raise KeyTextError("a key is 43 characters of letters, digits, - and _")
    return key


@dataclass(frozen=True)
class PublicKey:
    """The public part of an identity.

    Attributes:
        raw: the Ed25519 public key, 32 bytes.

    Raises:
        KeyTextError: the bytes are not a key.
    """

    raw: bytes

    def __post_init__(self) -> None:
        try:
            _ = self.sealing
        except (CryptoError, ValueError, TypeError) as error:
            raise KeyTextError("these bytes are no public key") from error

    @cached_property
    def fingerprint(self) -> str:
        """The key's short name."""
        return fingerprint(self.raw)

    @property
    def short(self) -> str:
        """The start of the fingerprint, shown beside a name."""
        return shortened(self.fingerprint)

    @cached_property
    def sealing(self) -> NaClPublicKey:
        """The X25519 key that messages to this identity are sealed for."""
        return VerifyKey(self.raw).to_curve25519_public_key()

    def verify(self, message: bytes, signature: bytes) -> None:
        """Check that a signature is this identity's.

        Raises:
            ForgedError: it is not.
        """
        if not self.has_signed(message, signature):
            raise ForgedError("the signature is not the sender's")

    def has_signed(self, message: bytes, signature: bytes) -> bool:
        """Return whether a signature is this identity's."""
        try:
            VerifyKey(self.raw).verify(message, signature)
        except (CryptoError, ValueError, TypeError):
            return False
        return True


@dataclass(frozen=True)
class SecretKey:
    """The secret part of an identity.

    Attributes:
        seed: the 32 secret bytes from which the keys are derived.
    """

    seed: bytes = field(repr=False)

    @staticmethod
    def generate() -> SecretKey:
        """Return a new random identity."""
        return SecretKey(bytes(SigningKey.generate()))

    @staticmethod
    def from_text(text: str) -> SecretKey:
        """Parse a secret key in the form of `to_text`.

        Raises:
            KeyTextError: it is not a key.
        """
        return SecretKey(decode_key(text.strip()))

    def to_text(self) -> str:
        """Return the secret in printable form, for a file readable only by its owner."""
        return encode_key(self.seed)

    @cached_property
    def public(self) -> PublicKey:
        """The identity others know."""
        return PublicKey(bytes(self._signing.verify_key))

    @cached_property
    def sealing(self) -> NaClPrivateKey:
        """The X25519 key that opens what was sealed for this identity."""
        return self._signing.to_curve25519_private_key()

    def sign(self, message: bytes) -> bytes:
        """Return the 64 bytes of an Ed25519 signature."""
        return self._signing.sign(message).signature

    @cached_property
    def _signing(self) -> SigningKey:
        return SigningKey(self.seed)


@lru_cache(maxsize=_KEYS_KEPT)
def public_key(raw: bytes) -> PublicKey:
    """Return a public key, cached so that it is checked once.

    Raises:
        KeyTextError: the bytes are not a key.
    """
    return PublicKey(raw)


@lru_cache(maxsize=_KEYS_KEPT)
def box_between(secret: SecretKey, public: PublicKey) -> Box:
    """Return the box of two identities, cached because the key agreement is expensive."""
    return Box(secret.sealing, public.sealing)
