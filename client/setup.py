"""The setup of a game as a table shows it."""

from __future__ import annotations

from protocol.fairness import GameId, digest
from protocol.signing import Setup
from protocol.states import TableState


def setup_chain(state: TableState, lobby: str) -> bytes:
    """Return the first link of the chain of the game a table shows.

    Args:
        state: the table.
        lobby: fingerprint of the server's key.

    Returns:
        The link; empty where no game was dealt, or one of protocol 1.
    """
    draw = state.draw
    if draw is None or draw.stage != "dealt":
        return b""
    committed = draw.committed(lobby, state.table)
    if committed is None or len(draw.keys) != len(draw.pledges):
        return b""
    setup = Setup(
        game=GameId(lobby, state.table, draw.number),
        rules=state.game,
        map=state.map,
        options=state.options,
        commitment=draw.commitment,
        keys=draw.keys,
        pledges=draw.pledges,
        draw=digest(committed.stated(lobby, state.table)),
    )
    return setup.chain()
