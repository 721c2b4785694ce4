"""The provably fair setup: commitments, pledges, contributions, and the seed they come to.

Before anybody shows a random number, everybody is bound to theirs: the server by its commitment,
each player by a pledge. Only then are the players' contributions shown to the server; the seed is
the hash of the server's secret and all contributions. So nobody, the server's owner included, can
choose a number after having seen another's. Who does not answer in time is left out of the seed,
which the proof shows.

Every hash is BLAKE2b-256 over a `statement`, text anybody can write down again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from protocol.keys import PublicKey, encode_key

SECRET_BYTES = 32
"""Bytes of a secret and of a contribution, and of every hash here."""


class GameId(NamedTuple):
    """One game among all that are played anywhere.

    Attributes:
        lobby: fingerprint of the server's key.
        table: the table's id.
        number: which game at that table, from 1.
    """

    lobby: str
    table: str
    number: int

    def lines(self) -> tuple[str, ...]:
        """Return the lines that name the game in a statement."""
        return f"lobby {self.lobby}", f"table {self.table}", f"game {self.number}"


def statement(kind: str, *lines: str) -> bytes:
    """Return lines as the bytes that are hashed or signed.

    Raises:
        ValueError: a part is more than one line, so that it could pass for others.
    """
    if any(not line.isprintable() for line in lines):
        raise ValueError("a statement is made of printable lines")
    return "\n".join((f"siam-tui {kind}", *lines)).encode()


def digest(stated: bytes) -> bytes:
    """Return the 32 bytes of a statement's hash."""
    return hashlib.blake2b(stated, digest_size=SECRET_BYTES).digest()


def commitment(game: GameId, secret: bytes) -> bytes:
    """Return what binds the server to its secret."""
    return digest(statement("commitment", *game.lines(), f"secret {secret.hex()}"))


def pledge(
    game: GameId, seat: int, player: PublicKey, contribution: bytes, draw: bytes = b""
) -> bytes:
    """Return what binds a player to a contribution; it is good for no other player, seat or draw.

    Args:
        game: which game.
        seat: the player's.
        player: who pledges.
        contribution: the player's random number.
        draw: the hash of the server's signed commitment; empty in games of protocol 1.
    """
    return digest(
        statement(
            "pledge",
            *game.lines(),
            *((f"draw {draw.hex()}",) if draw else ()),
            f"seat {seat}",
            f"player {encode_key(player.raw)}",
            f"contribution {contribution.hex()}",
        )
    )


def seed(game: GameId, secret: bytes, contributions: Sequence[bytes]) -> int:
    """Return the seed of the setup, 0 … 2**256-1.

    Args:
        game: which game.
        secret: the server's.
        contributions: one a seat; empty for a seat that gave none.
    """
    given = (f"seat {seat} {each.hex() or '-'}" for seat, each in enumerate(contributions))
    stated = statement("seed", *game.lines(), f"secret {secret.hex()}", *given)
    return int.from_bytes(digest(stated))
