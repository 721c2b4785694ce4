"""A setup's draw as the server knows it: an immutable value; `drawing` makes the next of it."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.fairness import GameId, commitment
from protocol.messages import DrawStage


@dataclass(frozen=True, slots=True)
class Draw:
    """How the seed of one game is drawn, with what only the server may know of it.

    Attributes:
        lobby: fingerprint of the server's key.
        table: the table's id.
        number: the game it is for.
        stage: what it waits for.
        secret: the server's random number.
        keys: the public key of whoever has each seat.
        pledges: one a seat, empty for none.
        contributions: one a seat, empty for none.
        chain: the first link of the moves' chain, once all pledges are in.
    """

    lobby: str
    table: str
    number: int
    stage: DrawStage
    secret: bytes
    keys: tuple[bytes, ...]
    pledges: tuple[bytes, ...]
    contributions: tuple[bytes, ...]
    chain: bytes = b""

    @property
    def game(self) -> GameId:
        """The game it is for."""
        return GameId(self.lobby, self.table, self.number)

    @property
    def commitment(self) -> bytes:
        """What binds the server to its secret."""
        return commitment(self.game, self.secret)

    @property
    def given(self) -> tuple[int, ...]:
        """The seats whose contributions have come."""
        return tuple(seat for seat, each in enumerate(self.contributions) if each)
