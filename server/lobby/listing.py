"""The list of tables that everybody sees, in one message for any number of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from attrs import evolve

from protocol.codec import MAX_BYTES, pack, to_plain
from protocol.errors import OversizedError
from protocol.limits import MAX_TABLES
from protocol.private import seal_summary
from protocol.states import LobbyState, SeatState, TableSummary
from server.tables.table import Table
from server.tables.views import summary

_ROOM = MAX_BYTES - 1024
"""Bytes for the state; the rest of a frame is envelope and signature."""


@dataclass(frozen=True)
class Listing:
    """The tables as the lobby lists them; its revision counts up when that changes.

    Attributes:
        app: the server's release.
        levels: the levels of bots, weakest first.
        name: what the lobby is called; may be empty.
        revision: counts the changes; 0 for a new lobby.
        tables: each table's summary, and its key if it is private, by the table's id.
        parts: how many parts the lobby has; 0 for a lobby with one server.
    """

    app: str
    levels: tuple[str, ...]
    name: str = ""
    revision: int = 0
    tables: Mapping[str, tuple[TableSummary, bytes]] = field(default_factory=dict)
    parts: int = 0

    def with_tables(self, tables: Iterable[Table]) -> Listing:
        """Return the next listing, in which these tables are as they are now."""
        listed = {table.id: (summary(table), table.key) for table in tables}
        if all(self.tables.get(table) == each for table, each in listed.items()):
            return self
        return replace(self, revision=self.revision + 1, tables={**self.tables, **listed})

    def with_listed(self, changed: Mapping[str, tuple[TableSummary, bytes] | None]) -> Listing:
        """Return the next listing, in which tables of other parts are as these parts say.

        Args:
            changed: what is listed of each table, by its id; None for a closed one.
        """
        tables = dict(self.tables)
        for table, listed in changed.items():
            tables.pop(table, None) if listed is None else tables.update({table: listed})
        if tables == self.tables:
            return self
        return replace(self, revision=self.revision + 1, tables=tables)

    def without_table(self, closed: str) -> Listing:
        """Return the next listing, without a table that is closed."""
        tables = {table: listed for table, listed in self.tables.items() if table != closed}
        return replace(self, revision=self.revision + 1, tables=tables)

    @cached_property
    def state(self) -> LobbyState:
        """The lobby as everybody sees it; private tables are sealed with their keys."""
        listed = self.tables.values()
        public = _foremost([each for each, key in listed if not key], MAX_TABLES)
        sealed = sorted(seal_summary(each, key) for each, key in listed if key)[:MAX_TABLES]
        return fit(
            LobbyState(
                self.revision,
                self.app,
                self.levels,
                public,
                sealed=tuple(sealed),
                name=self.name,
                parts=self.parts,
            )
        )

    def farewell(self) -> LobbyState:
        """Return the lobby of a server that is ending."""
        return LobbyState(
            self.revision + 1, self.app, self.levels, (), False, name=self.name, parts=self.parts
        )


def fit(state: LobbyState) -> LobbyState:
    """Return the lobby in as much detail as one message holds.

    If it is too large, tables first lose their terms, then seats their players' fingerprints, and
    then their names. Then tables are left out: those that are over, those that run, and last the
    open ones, oldest first.
    """
    while state.sealed and _size(evolve(state, tables=())) > _ROOM // 2:
        state = evolve(state, sealed=state.sealed[1:])
    brief = evolve(state, tables=tuple(evolve(table, terms=None) for table in state.tables))
    seats = (_map_seats(brief, thin) for thin in (_without_player, _without_name))
    for thinned in (state, brief, *seats):
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
    return tuple(tables[n] for n in sorted(_fitting_tables(_by_interest(tables), tables, room)))


def _foremost(tables: Sequence[TableSummary], most: int) -> tuple[TableSummary, ...]:
    """Return the tables in their order, but at most so many; only a cluster has more."""
    if len(tables) <= most:
        return tuple(tables)
    return tuple(tables[n] for n in sorted(_by_interest(tables)[:most]))


def _by_interest(tables: Sequence[TableSummary]) -> list[int]:
    """Return the places of tables: open ones first, and those that are over last."""
    order = {"open": 0, "running": 1, "over": 2, "closed": 3}
    return sorted(range(len(tables)), key=lambda n: (order[tables[n].status], -n))


def _fitting_tables(
    wanted: Iterable[int], tables: Sequence[TableSummary], room: int
) -> Iterable[int]:
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
