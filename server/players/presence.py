"""Who is at which table now: the people the server has heard of lately, seated or looking on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from protocol.messages import MAX_SPECTATORS, Attendance, Attendee
from server.tables.table import Player, Table

AWAY_SECONDS = 50.0
"""Seconds without a sign of life after which somebody counts as away; clients give one every 13."""


@dataclass(slots=True)
class _Heard:
    """When somebody was last heard of at a table, and whether they have gone since."""

    name: str
    at: float
    gone: bool = False


@dataclass(slots=True)
class Presence:
    """Who is at the tables. It is kept in memory: after a start everybody shows themselves anew.

    Whoever is seated and has not yet been heard of counts from this start on.

    Attributes:
        clock: a clock that never goes back, in seconds.
        away_seconds: how long somebody may be silent and still count as present.
    """

    clock: Callable[[], float]
    away_seconds: float = AWAY_SECONDS
    _heard: dict[str, dict[str, _Heard]] = field(default_factory=dict)
    _told: dict[str, frozenset[str]] = field(default_factory=dict)
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        self._began = self.clock()

    def note_seen(self, table: Table, player: Player) -> None:
        """Note a sign of life; of spectators no more than `MAX_SPECTATORS` are remembered."""
        heard = self._heard.setdefault(table.id, {})
        known = player.id in heard or table.seat_of(player.id) is not None
        if known or len(heard) < MAX_SPECTATORS + len(table.seats):
            heard[player.id] = _Heard(player.name, self.clock())

    def note_left(self, table: str, player: str) -> None:
        """Note that somebody looks at a table no longer."""
        if (heard := self._heard.get(table, {}).get(player)) is not None:
            heard.gone = True

    def seconds_away(self, table: str, player: str) -> float | None:
        """Return for how many seconds somebody has been away, or None while they are there."""
        heard = self._heard.get(table, {}).get(player)
        since = self.clock() - (heard.at if heard else self._began)
        return since if since >= self.away_seconds or (heard and heard.gone) else None

    def all_away(self, table: Table) -> dict[str, float]:
        """Return the people of a table who are away, its host too, and for how many seconds."""
        players = {seat.player for seat in table.seats if seat.player} | {table.host}
        found = {player: self.seconds_away(table.id, player) for player in players}
        return {player: seconds for player, seconds in found.items() if seconds is not None}

    def players_at(self, table: str) -> frozenset[str]:
        """Return who has been heard of at a table and is there."""
        heard = self._heard.get(table, {})
        return frozenset(player for player in heard if self.seconds_away(table, player) is None)

    def attendance(self, table: Table) -> Attendance:
        """Return who is at a table, and who of its seated people is away."""
        seated = [seat for seat in table.seats if seat.holder in ("person", "stand_in")]
        people = [
            Attendee(seat.player, seat.name, self._whole_seconds_away(table, seat.player))
            for seat in seated
        ]
        owners = {seat.player for seat in seated}
        people += [
            Attendee(player, heard.name)
            for player, heard in self._heard.get(table.id, {}).items()
            if player not in owners and self.seconds_away(table.id, player) is None
        ]
        return Attendance(table.id, tuple(people))

    def _whole_seconds_away(self, table: Table, player: str) -> int | None:
        seconds = self.seconds_away(table.id, player)
        return None if seconds is None else int(seconds)

    def take_attendance_change(self, table: Table) -> bool:
        """Tell whether somebody has come to a table or left it since this was last asked."""
        here = self._here(table)
        news = here != self._told.get(table.id, frozenset())
        self._told[table.id] = here
        return news

    def _here(self, table: Table) -> frozenset[str]:
        """Return those whom an attendance shows as present."""
        return frozenset(each.player for each in self.attendance(table).people if each.away is None)

    def forget_absent(self, tables: Mapping[str, Table]) -> None:
        """Forget all other tables, and at these the spectators who have gone."""
        self._told = {table: told for table, told in self._told.items() if table in tables}
        self._heard = {
            table.id: {
                player: heard
                for player, heard in self._heard.get(table.id, {}).items()
                if table.seat_of(player) is not None or self.seconds_away(table.id, player) is None
            }
            for table in tables.values()
        }
