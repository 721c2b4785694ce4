"""Makes the signed record of a game that has ended, as the archive keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from secrets import token_bytes

from attrs import evolve

from games.record import UNFINISHED, Record, format_record
from games.record_tags import OLD_FORMAT
from games.registry import spec_of
from protocol.keys import SecretKey
from protocol.proof import (
    NAMES_ARE_HASHED,
    SALT_BYTES,
    MoveProof,
    Proof,
    SeatProof,
    name_hash,
)
from protocol.signing import record_stated
from server.store.saved import Archived
from server.tables.draw import Draw
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
    draw = table.draw
    assert draw is not None, "every game is dealt from a draw"
    hashed = len(players) if draw.format >= NAMES_ARE_HASHED else 0
    salts = tuple(token_bytes(SALT_BYTES) for _ in range(hashed))
    hashes = [name_hash(draw.game, n, salt, players[n]) for n, salt in enumerate(salts)]
    proof = _proof(table, draw, hashes or [b""] * len(players), server)
    record = Record(
        table.game,
        table.start,
        tuple(table.game.parse_move(logged.entry.move) for logged in table.log),
        table.result or UNFINISHED,
        seats=(*players, *spec_of(table.game.name).seats_played_by_table(len(players))),
        date=now.strftime("%Y.%m.%d"),
        salts=salts,
        format=max(proof.format, OLD_FORMAT),
    )
    stated = record_stated(record.signed_part(proof.to_text(), hashed), proof.format)
    signature = server.sign(stated)
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


def _proof(table: Table, draw: Draw, names: Sequence[bytes], server: SecretKey) -> Proof:
    seats = zip(draw.keys, draw.pledges, draw.contributions, names, strict=True)
    moves = (logged.entry for logged in table.log)
    return Proof(
        server=server.public.raw,
        table=table.id,
        game=draw.number,
        commitment=draw.commitment,
        secret=draw.secret,
        seats=tuple(SeatProof(*each) for each in seats),
        moves=tuple(MoveProof(move.by, move.signature) for move in moves),
        format=draw.format if draw.signature else 1,
        dealt=draw.dealt,
        base=draw.base,
        given_up=draw.given_up,
        commitment_signature=draw.signature,
        forks=table.forks,
    )
