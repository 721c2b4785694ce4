"""The lobby as everybody sees it, in one message whatever the number of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import evolve

from protocol.codec import MAX_BYTES, pack, to_plain
from protocol.errors import OversizedError
from protocol.messages import LobbyState, SeatState, TableSummary

_ROOM = MAX_BYTES - 1024
"""Bytes for the state; the rest of a frame is envelope and signature."""


def fit(state: LobbyState) -> LobbyState:
    """Return the lobby in as much detail as one message holds.

    When it is too large the seats lose first their players' fingerprints, then their names; then
    tables are left out: those that are over, those that run, and last open ones, oldest first.
    """
    while state.sealed and _size(evolve(state, tables=())) > _ROOM // 2:
        state = evolve(state, sealed=state.sealed[1:])
    for thinned in (state, _map_seats(state, _without_player), _map_seats(state, _without_name)):
        if _size(thinned) <= _ROOM:
            return thinned
    return evolve(thinned, tables=_most(thinned.tables, _ROOM - _size(evolve(thinned, tables=()))))


def _without_player(seat: SeatState) -> SeatState:
    return SeatState(seat.holder, "", seat.name, seat.level)


def _without_name(seat: SeatState) -> SeatState:
    return SeatState(seat.holder)


def _map_seats(state: LobbyState, thin: Callable[[SeatState], SeatState]) -> LobbyState:
    return evolve(
        state,
        tables=tuple(
            evolve(table, seats=tuple(thin(seat) for seat in table.seats)) for table in state.tables
        ),
    )


def _most(tables: Sequence[TableSummary], room: int) -> tuple[TableSummary, ...]:
    order = {"open": 0, "running": 1, "over": 2, "closed": 3}
    wanted = sorted(range(len(tables)), key=lambda n: (order[tables[n].status], -n))
    return tuple(tables[n] for n in sorted(_fitting(wanted, tables, room)))


def _fitting(wanted: Iterable[int], tables: Sequence[TableSummary], room: int) -> Iterable[int]:
    for number in wanted:
        room -= _size_of_table(tables[number])
        if room < 0:
            return
        yield number


def _size_of_table(table: TableSummary) -> int:
    lobby = LobbyState(0, "", (), (table,))
    return _size(lobby) - _size(evolve(lobby, tables=()))


def _size(state: LobbyState) -> int:
    try:
        return len(pack(to_plain(state)))
    except OversizedError:
        return MAX_BYTES + 1
