"""The provably fair setup: commitments, pledges, contributions, and the resulting seed.

First everybody is bound to a random number: the server by its commitment, each player by a
pledge. Only then do the players reveal their contributions. The seed is the hash of the server's
secret and all contributions. So nobody, not even the server's owner, can choose a number after
seeing another's. A player who does not answer in time is left out of the seed, and the proof shows
it.

Every hash is BLAKE2b-256 over a `statement`, a text that anybody can reproduce.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from protocol.keys import PublicKey, encode_key

SECRET_BYTES = 32
"""Bytes of a secret and of a contribution, and of every hash here."""
SIGNATURE_BYTES = 64
"""Bytes of an Ed25519 signature."""
FORMAT = 3
"""Format of a game's signed statements and of its record, for games dealt from now on.

Format 1 is of games dealt under protocol 1. Until format 2, moves state no take-backs, and the
record is signed with the names of its players.
"""
BINDS_TAKE_BACKS = 3
"""The first format in which moves state the number of take-backs."""


class GameId(NamedTuple):
    """Identifies one game worldwide.

    Attributes:
        lobby: fingerprint of the server's key.
        table: the table's id.
        number: which game at that table, from 1.
    """

    lobby: str
    table: str
    number: int

    def statement_lines(self) -> tuple[str, ...]:
        """Return the lines of a statement that identify the game."""
        return f"lobby {self.lobby}", f"table {self.table}", f"game {self.number}"


def statement(kind: str, *lines: str) -> bytes:
    """Return lines as the bytes to hash or sign.

    Raises:
        ValueError: a part has more than one line, and could imitate others.
    """
    if any(not line.isprintable() for line in lines):
        raise ValueError("a statement is made of printable lines")
    return "\n".join((f"siam-tui {kind}", *lines)).encode()


def digest(stated: bytes) -> bytes:
    """Return the 32 bytes of a statement's hash."""
    return hashlib.blake2b(stated, digest_size=SECRET_BYTES).digest()


def commitment(game: GameId, secret: bytes) -> bytes:
    """Return the hash that binds the server to its secret."""
    return digest(statement("commitment", *game.statement_lines(), f"secret {secret.hex()}"))


def pledge(
    game: GameId, seat: int, player: PublicKey, contribution: bytes, draw: bytes = b""
) -> bytes:
    """Return the hash that binds a player to a contribution, for this seat and draw only.

    Args:
        game: which game.
        seat: the player's.
        player: the player.
        contribution: the player's random number.
        draw: the hash of the server's signed commitment; empty in games of protocol 1.
    """
    return digest(
        statement(
            "pledge",
            *game.statement_lines(),
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
        contributions: one per seat; empty for a seat that gave none.
    """
    given = (f"seat {seat} {each.hex() or '-'}" for seat, each in enumerate(contributions))
    stated = statement("seed", *game.statement_lines(), f"secret {secret.hex()}", *given)
    return int.from_bytes(digest(stated))
