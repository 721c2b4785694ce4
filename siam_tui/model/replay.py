"""A record as a row of moments, each of which a table's screen can show. Immutable, no widgets."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from games.record import Record
from games.siam import Position, Siam
from games.siam.rules import OPEN_DISCARDS
from games.siam.scoring import TEAM_GAME_SEATS
from protocol.messages import Entry, SeatState, TableState
from siam_tui.games.siam.names import TEAMS
from siam_tui.model.move_log import MoveLog, differing
from siam_tui.model.table_view import TableView, TableViewOf

OPEN: Final = "open"
Eyes: TypeAlias = int | Literal["open"] | None
"""Through whose eyes a game is seen: a seat's, a spectator's (None), or with all hands open."""

_TABLE: Final = "replay"


@dataclass(frozen=True)
class Moment:
    """A record after so many moves, as somebody sees it.

    Attributes:
        ply: the number of moves played.
        sight: what a table's screen shows.
        chronicle: the log up to here.
        changed: the provinces that the last move changed.
    """

    ply: int
    sight: TableView
    chronicle: MoveLog
    changed: frozenset[int]


@dataclass(frozen=True)
class Replay:
    """A record that has been played through.

    Attributes:
        record: the record.
        positions: the start, and the position after each move, as far as the record knows them.
    """

    record: Record
    positions: tuple[Position, ...]

    @staticmethod
    def of(record: Record) -> Replay:
        """Play a record through.

        Raises:
            InvalidRecordError: a move is illegal, or the end is not the result.
        """
        return Replay(record, tuple(record.replay()))

    @property
    def last(self) -> int:
        """The number of moves."""
        return len(self.record.moves)

    @cached_property
    def struggles(self) -> tuple[int, ...]:
        """The number of moves played when each struggle began, the first of the record first."""
        begun = [0]
        for ply in range(1, len(self.positions)):
            now = self.positions[ply]
            if now.resolved > self.positions[ply - 1].resolved and not now.over:
                begun.append(ply)
        return tuple(begun)

    @property
    def first_struggle(self) -> int:
        """The number of the struggle the record begins in, from 1."""
        return self.positions[0].resolved + 1

    def start_of(self, struggle: int) -> int | None:
        """Return how many moves were played when a struggle began, or None if it is not here."""
        index = struggle - self.first_struggle
        return self.struggles[index] if 0 <= index < len(self.struggles) else None

    def struggle_at(self, ply: int) -> int:
        """Return the number of the struggle a moment lies in, from 1."""
        return self.first_struggle + bisect_right(self.struggles, ply) - 1

    @property
    def eyes(self) -> tuple[Eyes, ...]:
        """Through whose eyes it can be seen; of a hidden hand nobody sees more than is known."""
        seats = self.positions[0].seats
        known = tuple(number for number, seat in enumerate(seats) if seat.hand is not None)
        return (OPEN, *known, None) if known else (None,)

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        return self._seats[seat].name or f"Seat {seat + 1}"

    @property
    def sides(self) -> list[str]:
        """What those are called who win together: the seats, or the teams of four players (S6)."""
        seats = len(self.positions[0].seats)
        if seats == TEAM_GAME_SEATS:
            return [f"Team {name}" for name in TEAMS]
        return [self.name(seat) for seat in range(seats)]

    def at(self, ply: int, eyes: Eyes = OPEN) -> Moment:
        """Return the game after so many moves, as somebody sees it."""
        record, position = self.record, self.positions[ply]
        openly = eyes == OPEN or OPEN_DISCARDS in record.options
        game = Siam(position.map, open_discards=openly)
        seat = eyes if isinstance(eyes, int) and not position.over else None
        state = TableState(
            table=_TABLE,
            revision=ply,
            game=game.name,
            map=position.map.toml,
            options=tuple(sorted(record.options)),
            status="over" if position.over else "running",
            host="",
            host_name="",
            seats=self._seats,
            ply=ply,
            result=record.result if position.over else "",
        )
        view = game.view(position, seat)
        sight = TableViewOf(state, game, view, seat, host=False, watching=True)
        return Moment(ply, sight, self._chronicle(ply), self._changed(ply))

    def moves(self) -> Iterator[tuple[int, int, str]]:
        """Iterate over the moves: how many there are with it, whose it is, and its text."""
        for ply, move in enumerate(self.record.moves, start=1):
            before = self.positions[ply - 1]
            yield ply, before.turn, Siam(before.map).format_move(move)

    @cached_property
    def _seats(self) -> tuple[SeatState, ...]:
        names = self.record.seats
        return tuple(
            SeatState("person", f"seat-{number}", names[number] if number < len(names) else "")
            for number in range(len(self.positions[0].seats))
        )

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        siam = Siam(self.positions[0].map)
        entries = []
        for ply, seat, text in self.moves():
            forced = siam.forced(self.positions[ply - 1]) is not None
            view = str(siam.view(self.positions[ply], None))
            entries.append(Entry(seat, text, "table" if forced else "player", view))
        return tuple(entries)

    def _chronicle(self, ply: int) -> MoveLog:
        start = Siam(self.positions[0].map).view(self.positions[0], None)
        return MoveLog(1, str(start), 0, self._entries[:ply])

    def _changed(self, ply: int) -> frozenset[int]:
        if ply == 0:
            return frozenset()
        return differing(self.positions[ply - 1], self.positions[ply])
