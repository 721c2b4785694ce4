"""Makes the messages about a table: states, summaries, histories, records."""

from __future__ import annotations

from functools import lru_cache

from attrs import fields_dict

from games.registry import package_of
from protocol.limits import MAX_ENTRIES, MAX_RECORD
from protocol.messages import History, RecordText
from protocol.states import DrawState, SeatState, TableState, TableSummary, TakenBack
from server.refusals import RefusedError
from server.tables.clocks import clock_state
from server.tables.draw import Draw
from server.tables.table import Seat, Table
from server.tables.takeback import undoable
from texts import say

_SEATS_KEPT = 4096
_DRAWS_KEPT = 512
"""Values that are kept: draws and seats are shown again at each move, and seldom change. Each game
leaves several draws behind, and they are large."""
_DRAW_FIELDS = tuple(fields_dict(DrawState))


def table_state(table: Table, viewer: int | None) -> TableState:
    """Return a table as a seat may see it; None for the view of everybody."""
    game = table.game
    position = ""
    if table.position is not None:
        position = game.format(game.view(table.position, viewer))
    return TableState(
        table=table.id,
        revision=table.revision,
        game=game.name,
        map=table.map,
        options=table.options,
        status=table.status,
        host=table.host,
        host_name=table.host_name,
        seats=seats_of(table),
        viewer=viewer,
        game_number=table.game_number,
        ply=len(table.log),
        position=position,
        news=table.news,
        result=table.result,
        end=tuple(sorted(table.end)),
        again=tuple(sorted(table.again)),
        terms=table.terms,
        undoable=undoable(table),
        clock=clock_state(table),
        back=tuple(sorted(table.back)),
        back_refused=table.back_refused,
        takes=table.takes,
        taken=_taken(table),
        draw=None if table.draw is None else _draw(table.draw),
        chain=table.chain,
        shared=table.shared,
        package=package_of(game.name),
    )


def _taken(table: Table) -> tuple[TakenBack, ...]:
    """Return the moves taken back, of the chapters that are open to everybody."""
    first = _first_open(table, "") if table.taken else 0
    return tuple(each for each in table.taken if each.ply >= first)


@lru_cache(_DRAWS_KEPT)
def _draw(draw: Draw) -> DrawState:
    return DrawState(**{name: getattr(draw, name) for name in _DRAW_FIELDS})


def summary(table: Table) -> TableSummary:
    """Return a table as the lobby lists it."""
    return TableSummary(
        table=table.id,
        game=table.game.name,
        map_title=table.map_title,
        options=table.options,
        status=table.status,
        host_name=table.host_name,
        seats=seats_of(table),
        terms=table.terms,
        package=package_of(table.game.name),
    )


def history(table: Table, game_number: int, first: int, asker: str = "") -> History:
    """Return a part of the log, as far as the player who asks may see it.

    A bot gets everything that its seat was sent since the start. So a stand-in knows what its
    player could remember.

    Args:
        table: the table.
        game_number: which game at it.
        first: the first move wanted.
        asker: the fingerprint of the player who asks.

    Raises:
        RefusedError: not_running before the first start; stale for another game's log.
    """
    if table.position is None:
        raise RefusedError("not_running", say("server/not-begun"))
    if game_number != table.game_number:
        raise RefusedError("stale", say("server/log-gone"))
    first = min(max(first, _first_open(table, asker)), len(table.log))
    if first:
        start = table.log[first - 1].entry.position
    else:
        start = table.game.format(table.game.view(table.start, None))
    entries = tuple(logged.entry for logged in table.log[first : first + MAX_ENTRIES])
    return History(table.id, table.game_number, start, first, entries, len(table.log))


def record_text(table: Table, game_number: int) -> RecordText:
    """Return the record of the game that is over.

    Raises:
        RefusedError: not_over while it runs; stale for another game's record.
    """
    if game_number != table.game_number:
        raise RefusedError("stale", say("server/record-gone"))
    if table.status not in ("over", "closed") or table.position is None:
        raise RefusedError("not_over", say("server/record-closed"))
    if len(table.record) > MAX_RECORD:
        raise RefusedError("too_large", say("server/record-too-long"))
    return RecordText(table.id, table.game_number, table.record)


def _first_open(table: Table, asker: str) -> int:
    """Return the number of the first move that a player may see."""
    if table.status != "running" or table.game.log_is_open:
        return 0
    if any(seat.actor == asker and seat.holder in ("bot", "stand_in") for seat in table.seats):
        return 0
    oldest = table.game.chapter(table.position) - 1
    closed = (n for n, logged in enumerate(table.log) if logged.chapter >= oldest)
    return next(closed, len(table.log))


def seats_of(table: Table) -> tuple[SeatState, ...]:
    """Return the seats of a table as everybody sees them."""
    return tuple(_seat_state(seat) for seat in table.seats)


@lru_cache(_SEATS_KEPT)
def _seat_state(seat: Seat) -> SeatState:
    return SeatState(seat.holder, seat.player, seat.name, seat.level)
