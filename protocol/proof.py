"""The proof in a record: the source of its setup, the players' keys, and all signatures.

As text it is base64 of a JSON object, which ``base64 -d`` shows; bytes in it are unpadded URL-safe
base64, as in links.
"""

from __future__ import annotations

import base64
import binascii
import json

from attrs import evolve, field, frozen, validators
from cattrs.errors import BaseValidationError

from protocol.draws import MAX_GIVEN_UP, DrawHistory, GivenUp, SignedCommitment
from protocol.errors import MalformedError
from protocol.fairness import GameId, digest
from protocol.fields import COUNT, HASH, ID, MAYBE_HASH, MAYBE_SIGNATURE, SEATS, SIGNATURE
from protocol.json_values import JSON
from protocol.keys import PublicKey

FORMAT = 2
"""Version of the proof's format; 1 is for games of protocol 1."""
_SINCE_2 = ("dealt", "base", "given_up", "commitment_signature")
MAX_PROOF = 256 * 1024
"""Characters in a proof's text."""
_MAX_MOVES = 4096


@frozen
class SeatProof:
    """A seat's part in the proof.

    Attributes:
        key: the Ed25519 public key of the seat's player.
        pledge: the pledge of their contribution; empty if they gave none in time.
        contribution: their random number; empty if they gave none in time.
    """

    key: bytes = field(validator=HASH)
    pledge: bytes = field(validator=MAYBE_HASH)
    contribution: bytes = field(validator=MAYBE_HASH)


@frozen
class MoveProof:
    """A move's signature.

    Attributes:
        by: who decided and signed the move: ``player`` means the seat's key, everything else the
            server's.
        signature: over `protocol.signing.SignedMove`.
    """

    by: str = field(validator=ID)
    signature: bytes = field(validator=SIGNATURE)


@frozen
class Proof:
    """The proof of a record.

    Attributes:
        server: the Ed25519 public key of the lobby's server.
        table: id of the table.
        game: which game at that table.
        commitment: bound the server to its secret before the contributions.
        secret: the server's random number.
        seats: one per seat.
        moves: one per move.
        signature: the server's over the whole record; empty while it is not signed.
        format: `FORMAT`, or 1.
        dealt: number of the last game dealt at the table before this one; 0 for none.
        base: the first link of that game's chain, or that of a new table.
        given_up: the draws given up between that game and this one.
        commitment_signature: the server's over the `SignedCommitment`.
    """

    server: bytes = field(validator=HASH)
    table: str = field(validator=ID)
    game: int = field(validator=COUNT)
    commitment: bytes = field(validator=HASH)
    secret: bytes = field(validator=HASH)
    seats: tuple[SeatProof, ...] = field(validator=SEATS)
    moves: tuple[MoveProof, ...] = field(validator=validators.max_len(_MAX_MOVES))
    signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)
    format: int = field(default=FORMAT, validator=validators.in_((1, FORMAT)))
    dealt: int = field(default=0, validator=COUNT)
    base: bytes = field(default=b"", validator=MAYBE_HASH)
    given_up: tuple[GivenUp, ...] = field(default=(), validator=validators.max_len(MAX_GIVEN_UP))
    commitment_signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)

    def game_id(self) -> GameId:
        """Return the game that this proves.

        Raises:
            KeyTextError: `server` is no key.
        """
        return GameId(PublicKey(self.server).fingerprint, self.table, self.game)

    @property
    def before(self) -> DrawHistory:
        """The history of draws at the table before this one."""
        return DrawHistory(self.dealt, self.base, self.given_up)

    def committed(self) -> SignedCommitment:
        """Return the server's signed commitment, if the proof has its signature."""
        game = self.game_id()
        link = self.before.link(game.lobby, game.table)
        return SignedCommitment(
            game.number, self.dealt, link, self.commitment, self.commitment_signature
        )

    def draw_hash(self) -> bytes:
        """Return the hash that binds pledges and moves to the commitment; empty in format 1."""
        if self.format == 1:
            return b""
        game = self.game_id()
        return digest(self.committed().stated(game.lobby, game.table))

    def unsigned(self) -> Proof:
        """Return the proof as in the text that the server signs."""
        return evolve(self, signature=b"")

    def to_text(self) -> str:
        """Return the proof as the text of a record's tag."""
        values = JSON.unstructure(self)
        if self.format == 1:
            values = {name: value for name, value in values.items() if name not in _SINCE_2}
        plain = json.dumps(values, separators=(",", ":"))
        return base64.b64encode(plain.encode()).decode()


def read_proof(text: str) -> Proof:
    """Parse a text of `Proof.to_text`.

    Raises:
        MalformedError: it is not a proof, or one of a later format; says what is wrong.
    """
    if len(text) > MAX_PROOF:
        raise MalformedError(f"a proof has at most {MAX_PROOF} characters")
    try:
        plain: object = json.loads(base64.b64decode(text, validate=True))
        proof = JSON.structure(plain, Proof)
    except (binascii.Error, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise MalformedError("not base64 of JSON: something is missing or changed") from error
    except BaseValidationError as error:
        raise MalformedError(f"not a proof: {_first_reason(error)}") from error
    except (TypeError, ValueError) as error:
        raise MalformedError(f"not a proof: {error}"[:200]) from error
    later = proof.format == 1 and any(name in plain for name in _SINCE_2)  # type: ignore[operator]  # it was read as a proof, so it is a mapping
    if later or (proof.format > 1 and not (proof.base and proof.commitment_signature)):
        raise MalformedError("not a proof: its parts are not those of its format")
    return proof


def _first_reason(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)[:200] or type(error).__name__
