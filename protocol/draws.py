"""What a server signs about the draws of a table's setups, so that a third person can check it.

For each game the server signs one commitment. A draw that comes to nothing is given up, which the
server signs as well, with the reason. Each statement holds the hash of the one before: the *link*.
So a draw cannot be thrown away without a trace in the next game's record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from attrs import evolve, field, frozen, validators

from protocol.errors import ForgedError
from protocol.fairness import GameId, digest, statement
from protocol.fields import COUNT, HASH, MAYBE_HASH, MAYBE_SIGNATURE, SEATS
from protocol.keys import PublicKey, SecretKey, encode_key

MAX_GIVEN_UP = 8
"""Draws that may be given up in a row at a table; then its people open a new one."""

GivenUpStage: TypeAlias = Literal["none", "pledging", "contributing"]
"""How far a draw had come: not begun, nobody bound or shown, or contributions coming in."""
GivenUpReason: TypeAlias = Literal["nobody", "closed", "restored", "updated"]
"""Why a draw is given up: nobody answered in time, the table was closed, the server's store is an
older copy in which the number was still free, or an earlier release had begun it."""


@frozen
class SignedCommitment:
    """The one commitment of a server for one game at one table.

    Attributes:
        number: the game it is for.
        dealt: number of the last game that was dealt at the table before it; 0 for none.
        link: the hash of what the server signed about the table's draws before this one.
        commitment: what binds the server to its secret.
        signature: the server's over `stated`.
    """

    number: int = field(validator=COUNT)
    dealt: int = field(validator=COUNT)
    link: bytes = field(validator=HASH)
    commitment: bytes = field(validator=HASH)
    signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)

    def stated(self, lobby: str, table: str) -> bytes:
        """Return the bytes that are signed; `lobby` is the fingerprint of the server's key."""
        return statement(
            "draw",
            *GameId(lobby, table, self.number).statement_lines(),
            f"dealt {self.dealt}",
            f"link {self.link.hex()}",
            f"commitment {self.commitment.hex()}",
        )

    def signed(self, server: SecretKey, table: str) -> SignedCommitment:
        """Return it with the server's signature."""
        stated = self.stated(server.public.fingerprint, table)
        return evolve(self, signature=server.sign(stated))

    def is_signed(self, server: PublicKey, table: str) -> bool:
        """Tell whether the server signed it for this table."""
        return _fits(server, self.stated(server.fingerprint, table), self.signature)


@frozen
class GivenUp:
    """A draw that came to nothing.

    Attributes:
        number: the game it was for.
        last: the last number given up with it; a later one than `number` after a store was put
            back, as the server does not know what it had done under the numbers between.
        commitment: what had bound the server; empty where no draw had begun.
        stage: how far it had come.
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
        """Return it with the server's signature."""
        stated = self.stated(server.public.fingerprint, table, link)
        return evolve(self, signature=server.sign(stated))


@dataclass(frozen=True, slots=True)
class DrawHistory:
    """What came before a draw at its table.

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
        """The number of the draw that comes after all this."""
        return self.given_up[-1].last + 1 if self.given_up else self.dealt + 1

    def link(self, lobby: str, table: str) -> bytes:
        """Return the hash that stands for all of it."""
        link = self.base
        for each in self.given_up:
            link = digest(each.stated(lobby, table, link))
        return link

    def is_sound(self, server: PublicKey, table: str) -> bool:
        """Tell whether it has no gap, and the server signed every part of it."""
        lobby = server.fingerprint
        if not self.dealt and self.base != first_link(lobby, table):
            return False
        number, link = self.dealt + 1, self.base
        for each in self.given_up:
            stated = each.stated(lobby, table, link)
            if each.number != number or each.last < number:
                return False
            if not _fits(server, stated, each.signature):
                return False
            number, link = each.last + 1, digest(stated)
        return True


def first_link(lobby: str, table: str) -> bytes:
    """Return the link of a table at which nothing has been drawn."""
    return digest(statement("draws", f"lobby {lobby}", f"table {table}"))


def _fits(server: PublicKey, stated: bytes, signature: bytes) -> bool:
    try:
        server.verify(stated, signature)
    except ForgedError:
        return False
    return True
