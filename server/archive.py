"""Games that have ended, made into what the archive keeps of them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from attrs import evolve

from games.registry import record_text
from protocol.keys import SecretKey
from protocol.proof import FORMAT, MoveProof, Proof, SeatProof
from protocol.signing import record_stated
from server.store import Archived
from server.table import Table


def archived(table: Table, now: datetime, server: SecretKey) -> Archived:
    """Return a table's game as the archive keeps it.

    Args:
        table: the table when its game had just ended.
        now: when that was.
        server: signs the record.

    Raises:
        GameError: the game keeps no records.
    """
    now = now.astimezone(UTC)
    players = tuple(seat.name for seat in table.seats)
    result = table.result or "*"
    text_with = partial(
        record_text,
        table.game,
        table.start,
        [logged.entry.move for logged in table.log],
        result=result,
        options=frozenset(table.options),
        seats=players,
        date=now.strftime("%Y.%m.%d"),
    )
    proof = _proof(table, server)
    signature = server.sign(record_stated(text_with(proof=proof.to_text())))
    text = text_with(proof=evolve(proof, signature=signature).to_text())
    return Archived(
        table=table.id,
        game_number=table.game_number,
        game=table.game.title,
        ended=now.isoformat(timespec="seconds"),
        players=players,
        moves=len(table.log),
        result=result,
        text=text,
    )


def _proof(table: Table, server: SecretKey) -> Proof:
    draw = table.draw
    assert draw is not None, "every game is dealt from a draw"
    seats = zip(draw.keys, draw.pledges, draw.contributions, strict=True)
    moves = (logged.entry for logged in table.log)
    return Proof(
        server=server.public.raw,
        table=table.id,
        game=draw.number,
        commitment=draw.commitment,
        secret=draw.secret,
        seats=tuple(SeatProof(*each) for each in seats),
        moves=tuple(MoveProof(move.by, move.signature) for move in moves),
        format=FORMAT if draw.signature else 1,
        dealt=draw.dealt,
        base=draw.base,
        given_up=draw.given_up,
        commitment_signature=draw.signature,
    )
