"""Makes the signed record of a game that has ended, as the archive keeps it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from attrs import evolve

from games.record import UNFINISHED, Record, format_record
from games.registry import spec_of
from protocol.keys import SecretKey
from protocol.proof import FORMAT, MoveProof, Proof, SeatProof
from protocol.signing import record_stated
from server.store import Archived
from server.tables.table import Table


def archived(table: Table, now: datetime, server: SecretKey) -> Archived:
    """Return a table's game as the archive keeps it.

    Args:
        table: the table when its game had just ended.
        now: when that was.
        server: signs the record.

    Raises:
        GameError: the game cannot be written as a record.
    """
    now = now.astimezone(UTC)
    players = tuple(seat.name for seat in table.seats)
    record = Record(
        table.game,
        table.start,
        tuple(table.game.parse_move(logged.entry.move) for logged in table.log),
        table.result or UNFINISHED,
        seats=(*players, *spec_of(table.game.name).seats_played_by_table(len(players))),
        date=now.strftime("%Y.%m.%d"),
    )
    proof = _proof(table, server)
    signature = server.sign(record_stated(record.signed_part(proof.to_text())))
    signed = replace(record, proof=evolve(proof, signature=signature).to_text())
    return Archived(
        table=table.id,
        game_number=table.game_number,
        game=table.game.title,
        ended=now.isoformat(timespec="seconds"),
        players=record.seats,
        moves=len(table.log),
        result=record.result,
        text=format_record(signed),
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
