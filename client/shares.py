"""What a player gives to the setups of their games, and what they saw when they gave it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from protocol.fairness import SECRET_BYTES, GameId, pledge
from protocol.keys import PublicKey
from protocol.messages import Command, Contribute, DrawState, Pledge, TableState

_KEPT = 32
"""Games remembered, far more than one plays at a time."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A draw as it was when a player gave their contribution; no later change of it is fair.

    Attributes:
        draw: the draw.
        players: fingerprints of those who had the seats.
    """

    draw: DrawState
    players: tuple[str, ...]


@dataclass(slots=True)
class Share:
    """One player's part in one draw.

    Attributes:
        commitment: the server's, when the player pledged.
        contribution: the player's random number.
        seen: what the player saw when they gave it; None before.
    """

    commitment: bytes
    contribution: bytes
    seen: Seen | None = None


class Shares:
    """Answers the draws of the tables a player sits at, and remembers what was answered."""

    def __init__(self, lobby: str, me: PublicKey) -> None:
        """Begin with nothing given.

        Args:
            lobby: fingerprint of the server's key.
            me: the player.
        """
        self._lobby = lobby
        self._me = me
        self._shares: dict[tuple[str, int], Share] = {}

    def given(self, table: str, number: int) -> Share | None:
        """Return this player's part in a draw, if they had one."""
        return self._shares.get((table, number))

    def answer(self, state: TableState) -> Command | None:
        """Return what a draw asks of this player now, if anything."""
        draw, seat = state.draw, self._seat(state)
        if draw is None or seat is None or seat >= len(draw.pledges):
            return None
        share = self._shares.get((state.table, draw.number))
        known = share is not None and share.commitment == draw.commitment
        if draw.stage == "pledging" and not known:
            return self._pledge(state.table, seat, draw)
        if (
            draw.stage == "contributing"
            and share is not None
            and share.seen is None
            and known
            and draw.pledges[seat] == self._bound(state.table, seat, draw, share)
        ):
            players = tuple(each.player for each in state.seats)
            share.seen = Seen(draw, players)
            return Contribute(state.table, draw.number, share.contribution)
        return None

    def _pledge(self, table: str, seat: int, draw: DrawState) -> Pledge:
        share = Share(draw.commitment, secrets.token_bytes(SECRET_BYTES))
        self._shares.pop((table, draw.number), None)
        self._shares[table, draw.number] = share
        while len(self._shares) > _KEPT:
            del self._shares[next(iter(self._shares))]
        return Pledge(table, draw.number, self._bound(table, seat, draw, share))

    def _bound(self, table: str, seat: int, draw: DrawState, share: Share) -> bytes:
        game = GameId(self._lobby, table, draw.number)
        return pledge(game, seat, self._me, share.contribution)

    def _seat(self, state: TableState) -> int | None:
        me = self._me.fingerprint
        sitting = (seat.player == me and seat.holder == "person" for seat in state.seats)
        return next((number for number, mine in enumerate(sitting) if mine), None)
