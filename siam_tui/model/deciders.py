"""Who decided each move of a record: its player, a stand-in, the table or the clock. Pure."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from games.record import Record
from protocol.errors import KeyTextError, MalformedError
from protocol.proof import read_proof

Decider: TypeAlias = Literal["player", "stand_in", "table", "clock"]

STAND_IN_OF: Final = "{name} (stand-in)"
"""What a bot is called that plays for a player who is away."""


def deciders_of(record: Record) -> tuple[Decider, ...]:
    """Return who decided each move, as far as the record knows it.

    What its proof says is not checked here: `client.verify` does that. Without a proof, a move is
    its player's unless the table plays it by itself.

    Raises:
        InvalidRecordError: as `Record.replay`.
    """
    return tuple(
        "table" if is_forced else _decider(by)
        for is_forced, by in zip(record.forced, _stated(record), strict=True)
    )


def _decider(by: str) -> Decider:
    return "stand_in" if by == "stand_in" else "clock" if by == "clock" else "player"


def _stated(record: Record) -> tuple[str, ...]:
    """Return who decided each move as the proof says it; the players without a proof of them."""
    players = ("player",) * len(record.moves)
    if record.proof is None:
        return players
    try:
        stated = tuple(each.by for each in read_proof(record.proof).moves)
    except (MalformedError, KeyTextError, ValueError):
        return players
    return stated if len(stated) == len(players) else players
