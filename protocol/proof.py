"""The proof a record carries: what its setup came from, whose keys played, and all signatures.

As text it is base64 of a JSON object, so that ``base64 -d`` shows it to anybody; bytes in it are
unpadded URL-safe base64, as in links.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

from attrs import evolve, field, frozen, validators
from cattrs.errors import BaseValidationError
from cattrs.preconf.json import make_converter

from protocol.errors import MalformedError
from protocol.fairness import SECRET_BYTES, GameId
from protocol.fields import COUNT, ID, SEATS
from protocol.keys import KEY_BYTES, PublicKey
from protocol.signing import SIGNATURE_BYTES
from protocol.tuples import read_from_lists

FORMAT = 1
"""The version of what is below."""
MAX_PROOF = 256 * 1024
"""Characters in a proof's text."""
_MAX_MOVES = 4096

_converter = make_converter(forbid_extra_keys=True)


def _bytes(length: int, *, or_none: bool = False) -> Any:  # noqa: ANN401 - as in protocol.fields
    lengths = (0, length) if or_none else (length,)

    def check(_: object, name: Any, value: bytes) -> None:  # noqa: ANN401 - attrs' attribute
        if len(value) not in lengths:
            raise ValueError(f"{name.name} has {len(value)} bytes, not {length}")

    return check


@frozen
class SeatProof:
    """A seat's part in the proof.

    Attributes:
        key: the Ed25519 public key of whoever had the seat.
        pledge: what bound them to their contribution; empty if they gave none in time.
        contribution: their random number; empty if they gave none in time.
    """

    key: bytes = field(validator=_bytes(KEY_BYTES))
    pledge: bytes = field(validator=_bytes(SECRET_BYTES, or_none=True))
    contribution: bytes = field(validator=_bytes(SECRET_BYTES, or_none=True))


@frozen
class MoveProof:
    """A move's signature.

    Attributes:
        by: who decided the move, and so whose signature it is: ``player`` is the seat's key,
            everything else the server's.
        signature: over `protocol.signing.SignedMove`.
    """

    by: str = field(validator=ID)
    signature: bytes = field(validator=_bytes(SIGNATURE_BYTES))


@frozen
class Proof:
    """What a record is held against.

    Attributes:
        server: the Ed25519 public key of the lobby's server.
        table: id of the table.
        game: which game at that table.
        commitment: what bound the server to its secret before anybody contributed.
        secret: the server's random number.
        seats: one a seat.
        moves: one a move.
        signature: the server's over the whole record; empty while it is not signed.
        format: `FORMAT`.
    """

    server: bytes = field(validator=_bytes(KEY_BYTES))
    table: str = field(validator=ID)
    game: int = field(validator=COUNT)
    commitment: bytes = field(validator=_bytes(SECRET_BYTES))
    secret: bytes = field(validator=_bytes(SECRET_BYTES))
    seats: tuple[SeatProof, ...] = field(validator=SEATS)
    moves: tuple[MoveProof, ...] = field(validator=validators.max_len(_MAX_MOVES))
    signature: bytes = field(default=b"", validator=_bytes(SIGNATURE_BYTES, or_none=True))
    format: int = field(default=FORMAT, validator=validators.in_((FORMAT,)))

    def game_id(self) -> GameId:
        """Return which game this is about.

        Raises:
            KeyTextError: `server` is no key.
        """
        return GameId(PublicKey(self.server).fingerprint, self.table, self.game)

    def unsigned(self) -> Proof:
        """Return the proof as it stands in the text the server signs."""
        return evolve(self, signature=b"")

    def to_text(self) -> str:
        """Return the proof as a record's tag holds it."""
        plain = json.dumps(_converter.unstructure(self), separators=(",", ":"))
        return base64.b64encode(plain.encode()).decode()


def read_proof(text: str) -> Proof:
    """Read what `Proof.to_text` wrote.

    Raises:
        MalformedError: it is no proof, or one of a later format; saying what is wrong.
    """
    if len(text) > MAX_PROOF:
        raise MalformedError(f"a proof has at most {MAX_PROOF} characters")
    try:
        plain: object = json.loads(base64.b64decode(text, validate=True))
        return _converter.structure(plain, Proof)
    except (binascii.Error, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise MalformedError("not base64 of JSON: something is missing or changed") from error
    except BaseValidationError as error:
        raise MalformedError(f"not a proof: {_first_reason(error)}") from error
    except (TypeError, ValueError) as error:
        raise MalformedError(f"not a proof: {error}"[:200]) from error


def _first_reason(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)[:200] or type(error).__name__


def _to_base64(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def _from_base64(value: object, _: object) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"expected base64, found {type(value).__name__}")
    found = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)
    if _to_base64(found) != value:
        raise ValueError("base64 that is not in its one form")
    return found


def _exactly_int(value: object, _: object) -> int:
    if type(value) is not int:
        raise TypeError(f"expected a number, found {type(value).__name__}")
    return value


def _exactly_str(value: object, _: object) -> str:
    if type(value) is not str:
        raise TypeError(f"expected text, found {type(value).__name__}")
    return value


_converter.register_unstructure_hook(bytes, _to_base64)
_converter.register_structure_hook(bytes, _from_base64)
_converter.register_structure_hook(int, _exactly_int)
_converter.register_structure_hook(str, _exactly_str)
read_from_lists(_converter)
