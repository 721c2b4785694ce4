"""The signed statements of a game: its setup, each move, and its record.

Each move's statement contains the hash of the one before (the chain, which begins with the setup).
So a signature covers the whole game up to its move, and is valid for no other game.

A move that is taken back keeps its signature for ever. So that nobody can count it again, the chain
goes on from a hash of what was dropped, and each later move also states the number of take-backs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from attrs import field, frozen

from protocol.fairness import FORMAT, SECRET_BYTES, GameId, digest, statement
from protocol.fields import COUNT, HASH
from protocol.keys import encode_key


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is fixed before a game's seed is known.

    Attributes:
        game: which game.
        rules: name of the game's rules, such as ``siam``.
        map: the TOML text of the map, empty where there is none.
        options: the table's options.
        commitment: the server's.
        keys: the Ed25519 public key of each seat's player.
        pledges: one per seat; empty for a seat that gave none.
        draw: the hash of the server's signed commitment; empty in games of protocol 1.
    """

    game: GameId
    rules: str
    map: str
    options: Iterable[str]
    commitment: bytes
    keys: Sequence[bytes]
    pledges: Sequence[bytes]
    draw: bytes = b""

    def chain(self) -> bytes:
        """Return the first link of the chain."""
        seats = (
            f"seat {seat} {encode_key(key)} {pledge.hex() or '-'}"
            for seat, (key, pledge) in enumerate(zip(self.keys, self.pledges, strict=True))
        )
        return digest(
            statement(
                "setup",
                *self.game.statement_lines(),
                f"rules {self.rules}",
                f"map {hashlib.blake2b(self.map.encode(), digest_size=SECRET_BYTES).hexdigest()}",
                f"options {' '.join(sorted(self.options))}",
                f"commitment {self.commitment.hex()}",
                *((f"draw {self.draw.hex()}",) if self.draw else ()),
                *seats,
            )
        )


@dataclass(frozen=True, slots=True)
class SignedMove:
    """The signed statement of a move.

    Attributes:
        game: which game.
        ply: number of moves before it.
        seat: whose move it is.
        by: who decided it, as in `protocol.messages.Entry`.
        chain: the hash of the statement before.
        move: the move in the game's canonical notation.
        setup: the first link of the chain as the signer knows it, so that they sign no move of a
            game with another setup; empty in games of protocol 1.
        takes: number of take-backs in the game before it; None in games until format 2.
    """

    game: GameId
    ply: int
    seat: int
    by: str
    chain: bytes
    move: str
    setup: bytes = b""
    takes: int | None = None

    def stated(self) -> bytes:
        """Return the bytes that are signed."""
        return statement(
            "move",
            *self.game.statement_lines(),
            *((f"setup {self.setup.hex()}",) if self.setup else ()),
            *((f"takes {self.takes}",) if self.takes is not None else ()),
            f"ply {self.ply}",
            f"seat {self.seat}",
            f"by {self.by}",
            f"chain {self.chain.hex()}",
            f"move {self.move}",
        )

    def next_chain(self) -> bytes:
        """Return the link of the chain for the next move."""
        return digest(self.stated())


@frozen
class Fork:
    """A place of a game from which it went on anew, because the moves after it were taken back.

    Attributes:
        takes: number of take-backs in the game so far, this one included.
        ply: number of moves that stayed.
        dropped: the chain as it was before the take-back, so the hash of all that was dropped.
    """

    takes: int = field(validator=COUNT)
    ply: int = field(validator=COUNT)
    dropped: bytes = field(validator=HASH)

    def next_chain(self, game: GameId, setup: bytes, kept: bytes) -> bytes:
        """Return the link of the chain for the next move.

        Args:
            game: which game.
            setup: the first link of its chain.
            kept: the link after the last move that stayed.
        """
        return digest(
            statement(
                "take back",
                *game.statement_lines(),
                f"setup {setup.hex()}",
                f"takes {self.takes}",
                f"ply {self.ply}",
                f"kept {kept.hex()}",
                f"dropped {self.dropped.hex()}",
            )
        )


def add_fork(forks: Sequence[Fork], fork: Fork) -> tuple[Fork, ...]:
    """Return the forks of a game after a take-back; what it drops includes the later ones."""
    return (*(each for each in forks if each.ply < fork.ply), fork)


def fork_at(forks: Sequence[Fork], ply: int) -> Fork | None:
    """Return the fork after so many moves, if there is one."""
    return next((each for each in forks if each.ply == ply), None)


def takes_at(forks: Sequence[Fork], ply: int) -> int:
    """Return the number of take-backs that the move after so many moves states."""
    return max((each.takes for each in forks if each.ply <= ply), default=0)


def are_ordered(forks: Sequence[Fork], moves: int) -> bool:
    """Return whether forks can be those of one game with so many moves."""
    counts = [0, *(each.takes for each in forks)]
    places = [-1, *(each.ply for each in forks), moves + 1]
    return all(one < next_one for each in (counts, places) for one, next_one in pairwise(each))


def record_stated(text: str, version: int) -> bytes:
    """Return the bytes that the server signs for a record of a format: its signed part."""
    kind = "record" if version < FORMAT else f"record {version}"
    return f"siam-tui {kind}\n{text}".encode()
