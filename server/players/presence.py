"""Who is at which table now: players and spectators who gave a sign of life lately."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from protocol.limits import MAX_SPECTATORS
from protocol.states import Attendance, Attendee
from server.tables.table import Player, Table

AWAY_SECONDS = 50.0
"""Seconds without a sign of life after which a player is away; clients give one every 13."""


@dataclass(slots=True)
class _Heard:
    """When a player was last heard at a table, and whether they have left since."""

    name: str
    at: float
    gone: bool = False


@dataclass(slots=True)
class Presence:
    """Remembers who is at the tables, in memory only: a new start learns it from the clients.

    A seated player who has not been heard yet counts as heard when the server started. For that
    while it is unknown whether they are there, so they are reported neither as there nor as away.

    Attributes:
        clock: a clock that never goes back, in seconds.
        away_seconds: how long a player may be silent and still count as present.
    """

    clock: Callable[[], float]
    away_seconds: float = AWAY_SECONDS
    _heard: dict[str, dict[str, _Heard]] = field(default_factory=dict)
    _told: dict[str, frozenset[tuple[str, bool]]] = field(default_factory=dict)
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        self._began = self.clock()

    def note_seen(self, table: Table, player: Player) -> None:
        """Note a sign of life; at most `MAX_SPECTATORS` spectators are remembered."""
        heard = self._heard.setdefault(table.id, {})
        known = player.id in heard or table.seat_of(player.id) is not None
        if known or len(heard) < MAX_SPECTATORS + len(table.seats):
            heard[player.id] = _Heard(player.name, self.clock())

    def note_left(self, table: str, player: str) -> None:
        """Note that a player no longer looks at a table."""
        if (heard := self._heard.get(table, {}).get(player)) is not None:
            heard.gone = True

    def seconds_away(self, table: str, player: str) -> float | None:
        """Return for how many seconds a player has been away, or None while they are there."""
        heard = self._heard.get(table, {}).get(player)
        since = self.clock() - (heard.at if heard else self._began)
        return since if since >= self.away_seconds or (heard and heard.gone) else None

    def all_away(self, table: Table) -> dict[str, float]:
        """Return the people of a table, its host too, who are away, and for how many seconds."""
        players = {seat.player for seat in table.seats if seat.player} | {table.host}
        found = {player: self.seconds_away(table.id, player) for player in players}
        return {player: seconds for player, seconds in found.items() if seconds is not None}

    def players_at(self, table: str) -> frozenset[str]:
        """Return the fingerprints of those who are at a table."""
        heard = self._heard.get(table, {})
        return frozenset(player for player in heard if self.seconds_away(table, player) is None)

    def attendance(self, table: Table) -> Attendance:
        """Return who is at a table, and which of its seated people are away."""
        seated = [seat for seat in table.seats if seat.holder in ("person", "stand_in")]
        people = [
            Attendee(seat.player, seat.name, self._whole_seconds_away(table, seat.player))
            for seat in seated
            if not self._is_unknown(table.id, seat.player)
        ]
        owners = {seat.player for seat in seated}
        people += [
            Attendee(player, heard.name)
            for player, heard in self._heard.get(table.id, {}).items()
            if player not in owners and self.seconds_away(table.id, player) is None
        ]
        return Attendance(table.id, tuple(people))

    def _is_unknown(self, table: str, player: str) -> bool:
        """Return whether a player has not been heard since a start a short while ago."""
        is_heard = player in self._heard.get(table, {})
        return not is_heard and self.seconds_away(table, player) is None

    def _whole_seconds_away(self, table: Table, player: str) -> int | None:
        seconds = self.seconds_away(table.id, player)
        return None if seconds is None else int(seconds)

    def take_attendance_change(self, table: Table) -> bool:
        """Return whether anybody has come to a table, or is newly away, since the last call."""
        people = self.attendance(table).people
        told = frozenset((each.player, each.away is None) for each in people)
        news = told != self._told.get(table.id, frozenset())
        self._told[table.id] = told
        return news

    def forget_absent(self, tables: Mapping[str, Table]) -> None:
        """Forget all tables but these, and the spectators who have left these."""
        self._told = {table: told for table, told in self._told.items() if table in tables}
        self._heard = {
            table.id: {
                player: heard
                for player, heard in self._heard.get(table.id, {}).items()
                if table.seat_of(player) is not None or self.seconds_away(table.id, player) is None
            }
            for table in tables.values()
        }
