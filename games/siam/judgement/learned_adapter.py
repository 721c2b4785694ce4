"""King of Siam as the search asks for it, judged by a trained network where there is one."""

from __future__ import annotations

from struct import iter_unpack
from typing import Final

from games.search.contract import Choice, Choices, Values
from games.siam.bots import endgame
from games.siam.bots.search_adapter import FEW_CARDS, FEW_MOVES, ThinkingSiam
from games.siam.judgement.native_network import CANDIDATE_BYTES, network_for
from games.siam.judgement.packing import MOVE_BYTES, pack, unpack_move
from games.siam.moves import Move
from games.siam.position import Position

_CHOICES: Final = 4
"""How many moves the search gets, for each action whose followers to take are compared."""
_TAKINGS: Final = 24
"""As many followers may be taken after an action, at most."""
_ALL: Final = 50_000
"""More than all legal moves of any position."""
_CANDIDATE: Final = f"<f{MOVE_BYTES}s2x"
_THREE: Final = 3


class LearnedSiam(ThinkingSiam):
    """The rules, and the judgement that was learned; else the one made by hand.

    With three players, positions are worth the mean of both.
    """

    def judge(self, position: Position) -> Values:
        """Return how likely each side looks to win."""
        network = network_for(len(position.seats))
        if network is None or not self.known(position):
            return super().judge(position)
        return self._with_the_other(position, network.judge(pack(position)))

    def choices(self, position: Position, width: int | None) -> Choices[Move]:
        """Return moves, best first by the judgement.

        The width is for how many actions the followers to take are compared.
        """
        network = network_for(len(position.seats))
        if network is None or not self.known(position):
            return super().choices(position, width)
        packed = pack(position)
        if not width or endgame.cards_left(position) <= FEW_CARDS:
            found = network.compare(packed, 0, _ALL)
            if not width or len(found) <= FEW_MOVES * CANDIDATE_BYTES:
                return Choices(_unpacked(found), complete=True)
        found = network.compare(packed, width, 1 + _TAKINGS * width)
        best = found[: _CHOICES * width * CANDIDATE_BYTES]
        values = self._with_the_other(position, network.judge(packed))
        return Choices(_unpacked(best), complete=not position.hand, values=values)

    def _with_the_other(self, position: Position, learned: Values) -> Values:
        """Return the mean with the judgement made by hand if there are three players."""
        if len(position.seats) != _THREE:
            return learned
        made = super().judge(position)
        return tuple([(one + other) / 2 for one, other in zip(learned, made, strict=True)])


def _unpacked(found: bytes) -> tuple[Choice[Move], ...]:
    pairs = iter_unpack(_CANDIDATE, found)
    return tuple([Choice(worth, unpack_move(move)) for worth, move in pairs])
