"""The proof in a record: the source of its setup, the players' keys, and all signatures.

As text it is base64 of a JSON object, which ``base64 -d`` shows; bytes in it are unpadded URL-safe
base64, as in links.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

from attrs import evolve, field, frozen, validators
from cattrs.errors import BaseValidationError

from protocol.draws import MAX_GIVEN_UP, DrawHistory, GivenUp, SignedCommitment
from protocol.errors import MalformedError
from protocol.fairness import FORMAT, GameId, digest, statement
from protocol.fields import COUNT, HASH, ID, MAYBE_HASH, MAYBE_SIGNATURE, SEATS, SIGNATURE
from protocol.keys import PublicKey
from protocol.signing import Fork
from protocol.strict_values import JSON

_SINCE: dict[str, int] = {
    "dealt": 2,
    "base": 2,
    "given_up": 2,
    "commitment_signature": 2,
    "forks": 3,
}
"""The format since which a proof has a field; `SeatProof.name` is there since 3."""
NAMES_ARE_HASHED = 3
"""The first format in which the proof has hashes of names, and names themselves are not signed."""
SALT_BYTES = 16
"""Bytes of the salt of a name: nobody can find a name from its hash by trying all names."""
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
        name: the `name_hash` of what they were called; empty until format 2.
    """

    key: bytes = field(validator=HASH)
    pledge: bytes = field(validator=MAYBE_HASH)
    contribution: bytes = field(validator=MAYBE_HASH)
    name: bytes = field(default=b"", validator=MAYBE_HASH)


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
        format: `FORMAT`, or that of an earlier release.
        dealt: number of the last game dealt at the table before this one; 0 for none.
        base: the first link of that game's chain, or that of a new table.
        given_up: the draws given up between that game and this one.
        commitment_signature: the server's over the `SignedCommitment`.
        forks: where the game went on anew because moves had been taken back, in order.
    """

    server: bytes = field(validator=HASH)
    table: str = field(validator=ID)
    game: int = field(validator=COUNT)
    commitment: bytes = field(validator=HASH)
    secret: bytes = field(validator=HASH)
    seats: tuple[SeatProof, ...] = field(validator=SEATS)
    moves: tuple[MoveProof, ...] = field(validator=validators.max_len(_MAX_MOVES))
    signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)
    format: int = field(default=FORMAT, validator=validators.in_(range(1, FORMAT + 1)))
    dealt: int = field(default=0, validator=COUNT)
    base: bytes = field(default=b"", validator=MAYBE_HASH)
    given_up: tuple[GivenUp, ...] = field(default=(), validator=validators.max_len(MAX_GIVEN_UP))
    commitment_signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)
    forks: tuple[Fork, ...] = field(default=(), validator=validators.max_len(_MAX_MOVES + 1))

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
            game.number,
            self.dealt,
            link,
            self.commitment,
            self.commitment_signature,
            max(self.format, 2),
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
        values = {k: v for k, v in values.items() if _SINCE.get(k, 1) <= self.format}
        if self.format < NAMES_ARE_HASHED:
            for seat in values["seats"]:
                del seat["name"]
        plain = json.dumps(values, separators=(",", ":"))
        return base64.b64encode(plain.encode()).decode()


def name_hash(game: GameId, seat: int, salt: bytes, name: str) -> bytes:
    """Return the hash that stands for a player's name in what is signed.

    If the name and its salt are removed from a record, its proof still holds, and nobody can tell
    from it what the name was.
    """
    return digest(
        statement(
            "name", *game.statement_lines(), f"seat {seat}", f"salt {salt.hex()}", f"name {name}"
        )
    )


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
    if not _has_parts_of_format(proof, plain):
        raise MalformedError("not a proof: its parts are not those of its format")
    if proof.format >= NAMES_ARE_HASHED and proof.to_text() != text:
        raise MalformedError("not a proof: it is not written as siam writes it")
    return proof


def _has_parts_of_format(proof: Proof, plain: Any) -> bool:  # noqa: ANN401 - read as a proof already
    if any(name in plain for name, since in _SINCE.items() if since > proof.format):
        return False
    if proof.format > 1 and not (proof.base and proof.commitment_signature):
        return False
    hashed = proof.format >= NAMES_ARE_HASHED
    named = all(bool(each.name) == hashed for each in proof.seats)
    return named and (hashed or not any("name" in seat for seat in plain["seats"]))


def _first_reason(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)[:200] or type(error).__name__
