"""The draw of a setup as the server knows it: an immutable value; `drawing` makes the next one."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.draws import DrawHistory, GivenUp, SignedCommitment
from protocol.fairness import BINDS_TAKE_BACKS, GameId, commitment, digest
from protocol.states import DrawStage


@dataclass(frozen=True, slots=True)
class Draw:
    """How the seed of one game is drawn, with the secrets of the server.

    Attributes:
        lobby: fingerprint of the server's key.
        table: the table's id.
        number: the game it is for.
        stage: what it waits for.
        secret: the server's random number; empty if none was drawn.
        keys: the public key of each seat's player.
        pledges: one for each seat; empty for none.
        contributions: one for each seat; empty for none.
        chain: the first link of the moves' chain, once all pledges are in.
        dealt: number of the game dealt at the table before; 0 for none.
        base: the first link of that game's chain, or that of a new table.
        given_up: the draws given up since that game; if this one is, it is the last of them.
        signature: the server's over its commitment; empty for a draw begun under protocol 1.
        format: format of the game's signed statements; a draw that an earlier release stored names
            none.
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
    dealt: int = 0
    base: bytes = b""
    given_up: tuple[GivenUp, ...] = ()
    signature: bytes = b""
    format: int = 2

    @property
    def game(self) -> GameId:
        """The game it is for."""
        return GameId(self.lobby, self.table, self.number)

    @property
    def commitment(self) -> bytes:
        """What binds the server to its secret; empty if there is none."""
        return commitment(self.game, self.secret) if self.secret else b""

    @property
    def given(self) -> tuple[int, ...]:
        """The seats that have contributed."""
        return tuple(seat for seat, each in enumerate(self.contributions) if each)

    @property
    def before(self) -> DrawHistory:
        """The history before it at its table."""
        earlier = self.given_up[:-1] if self.stage == "given_up" else self.given_up
        return DrawHistory(self.dealt, self.base, earlier)

    @property
    def after(self) -> DrawHistory:
        """The history of the next draw at the table, once this one is dealt or given up."""
        if self.stage == "dealt":
            return DrawHistory(self.number, self.chain, ())
        return DrawHistory(self.dealt, self.base, self.given_up)

    @property
    def committed(self) -> SignedCommitment | None:
        """The commitment that the server signed; None under protocol 1, or if there was none."""
        if not self.signature:
            return None
        link = self.before.link(self.lobby, self.table)
        return SignedCommitment(
            self.number, self.dealt, link, self.commitment, self.signature, self.format
        )

    @property
    def binds_take_backs(self) -> bool:
        """Whether what is signed in the game states its take-backs."""
        return self.format >= BINDS_TAKE_BACKS

    @property
    def bound(self) -> bytes:
        """The hash that binds pledges and moves to the commitment; empty under protocol 1."""
        committed = self.committed
        return b"" if committed is None else digest(committed.stated(self.lobby, self.table))
