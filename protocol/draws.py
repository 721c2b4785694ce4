"""The server's signed statements about draws of setups, which third parties can check.

For each game the server signs one commitment. If a draw fails, the server signs that it gave it up,
and why. Each statement contains the hash of the one before: the *link*. So a discarded draw leaves
a trace in the next game's record.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from attrs import evolve, field, frozen, validators

from protocol.errors import MalformedError
from protocol.fairness import FORMAT, GameId, digest, statement
from protocol.fields import COUNT, HASH, ID, MAYBE_HASH, MAYBE_SIGNATURE, SEATS
from protocol.keys import PublicKey, SecretKey, encode_key
from protocol.strict_values import JSON, read_json

MAX_GIVEN_UP = 8
"""Draws that may be given up in a row at a table; then its people open a new one."""

DRAW_FORMAT = validators.in_((2, FORMAT))
"""Formats of draws with a signed commitment; what earlier releases stored names none, and is 2."""

GivenUpStage: TypeAlias = Literal["none", "pledging", "contributing"]
"""Stage of a draw when it was given up: not begun, pledging, or contributing."""
GivenUpReason: TypeAlias = Literal["nobody", "closed", "restored", "updated"]
"""Why a draw was given up: nobody answered in time, the table was closed, the server's store is a
restored copy in which the number was still free, or an earlier release had begun it."""


@frozen
class SignedCommitment:
    """The only commitment of a server for one game at one table.

    Attributes:
        number: the game it is for.
        dealt: number of the last game that was dealt at the table before it; 0 for none.
        link: the hash of the server's earlier statements about the table's draws.
        commitment: binds the server to its secret.
        signature: the server's over `stated`.
        format: format of the game's signed statements and record, to which pledges are bound.
    """

    number: int = field(validator=COUNT)
    dealt: int = field(validator=COUNT)
    link: bytes = field(validator=HASH)
    commitment: bytes = field(validator=HASH)
    signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)
    format: int = field(default=2, validator=DRAW_FORMAT)

    def stated(self, lobby: str, table: str) -> bytes:
        """Return the bytes that are signed; `lobby` is the fingerprint of the server's key."""
        return statement(
            "draw",
            *GameId(lobby, table, self.number).statement_lines(),
            *((f"format {self.format}",) if self.format > 2 else ()),
            f"dealt {self.dealt}",
            f"link {self.link.hex()}",
            f"commitment {self.commitment.hex()}",
        )

    def signed(self, server: SecretKey, table: str) -> SignedCommitment:
        """Return the statement with the server's signature."""
        stated = self.stated(server.public.fingerprint, table)
        return evolve(self, signature=server.sign(stated))

    def is_signed(self, server: PublicKey, table: str) -> bool:
        """Return whether the server signed it for this table."""
        return server.has_signed(self.stated(server.fingerprint, table), self.signature)


@frozen
class GivenUp:
    """A draw that was given up.

    Attributes:
        number: the game it was for.
        last: the last number given up with it; after a restored store it is later than `number`,
            because the server does not know what it did under the numbers between.
        commitment: the server's commitment; empty if no draw had begun.
        stage: its stage at that time.
        reason: why it was given up.
        missing: the public keys of the people who had not answered.
        signature: the server's over `stated`.
    """

    number: int = field(validator=COUNT)
    last: int = field(validator=COUNT)
    commitment: bytes = field(validator=MAYBE_HASH)
    stage: GivenUpStage
    reason: GivenUpReason
    missing: tuple[bytes, ...] = field(
        validator=validators.and_(SEATS, validators.deep_iterable(HASH))
    )
    signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)

    def stated(self, lobby: str, table: str, link: bytes) -> bytes:
        """Return the bytes that are signed; `link` is the hash of the statement before."""
        missing = " ".join(encode_key(key) for key in self.missing)
        return statement(
            "given up",
            *GameId(lobby, table, self.number).statement_lines(),
            f"last {self.last}",
            f"link {link.hex()}",
            f"commitment {self.commitment.hex() or '-'}",
            f"stage {self.stage}",
            f"reason {self.reason}",
            f"missing {missing or '-'}",
        )

    def signed(self, server: SecretKey, table: str, link: bytes) -> GivenUp:
        """Return the statement with the server's signature."""
        stated = self.stated(server.public.fingerprint, table, link)
        return evolve(self, signature=server.sign(stated))


@dataclass(frozen=True, slots=True)
class DrawHistory:
    """The history of draws at a table before one draw.

    Attributes:
        dealt: number of the last game dealt before it; 0 for none.
        base: the first link of that game's chain; without such a game, `first_link`.
        given_up: the draws given up since, in order.
    """

    dealt: int
    base: bytes
    given_up: Sequence[GivenUp]

    @property
    def next_number(self) -> int:
        """The number of the next draw."""
        return self.given_up[-1].last + 1 if self.given_up else self.dealt + 1

    def link(self, lobby: str, table: str) -> bytes:
        """Return the hash of the whole history."""
        link = self.base
        for each in self.given_up:
            link = digest(each.stated(lobby, table, link))
        return link

    def is_sound(self, server: PublicKey, table: str) -> bool:
        """Return whether it has no gap and the server signed every part."""
        lobby = server.fingerprint
        if not self.dealt and self.base != first_link(lobby, table):
            return False
        number, link = self.dealt + 1, self.base
        for each in self.given_up:
            stated = each.stated(lobby, table, link)
            if each.number != number or each.last < number:
                return False
            if not server.has_signed(stated, each.signature):
                return False
            number, link = each.last + 1, digest(stated)
        return True


def first_link(lobby: str, table: str) -> bytes:
    """Return the link of a table without draws."""
    return digest(statement("draws", f"lobby {lobby}", f"table {table}"))


MAX_DISPUTE = 4096
"""Characters in the text of such a proof."""
_KIND = "siam-tui two commitments"


@frozen
class TwoCommitments:
    """Two different commitments of one server for one game.

    Attributes:
        server: the Ed25519 public key of the lobby's server.
        table: the table's id.
        first: the one the player is bound to.
        second: the other.
        kind: the kind of document.
    """

    server: bytes = field(validator=HASH)
    table: str = field(validator=ID)
    first: SignedCommitment
    second: SignedCommitment
    kind: str = field(default=_KIND, validator=validators.in_((_KIND,)))

    def proves(self) -> bool:
        """Return whether the server signed both, and they are for the same game.

        Raises:
            KeyTextError: `server` is not a key.
            ValueError: the table's id is not printable.
        """
        server = PublicKey(self.server)
        lobby = server.fingerprint
        both = (self.first, self.second)
        return (
            self.first.number == self.second.number
            and self.first.stated(lobby, self.table) != self.second.stated(lobby, self.table)
            and all(each.is_signed(server, self.table) for each in both)
        )

    def to_text(self) -> str:
        """Return the proof as the text of a file."""
        return json.dumps(JSON.unstructure(self), indent=1) + "\n"


def is_dispute(text: str) -> bool:
    """Return whether a text looks like such a proof rather than a record."""
    return text.lstrip().startswith("{") and _KIND in text[:MAX_DISPUTE]


def read_dispute(text: str) -> TwoCommitments:
    """Parse a text of `TwoCommitments.to_text`.

    Raises:
        MalformedError: it is not such a proof.
    """
    if len(text) > MAX_DISPUTE:
        raise MalformedError(f"a proof of two commitments has at most {MAX_DISPUTE} characters")
    return read_json(text, TwoCommitments, "something is missing or changed in it")
