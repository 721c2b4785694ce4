"""A record as a row of moments for the screen, who decided each move, and a table's record."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from client.errors import ConnectionEndedError, RefusedError
from games.contract import Game
from games.record import UNFINISHED, Record
from games.registry import spec_of
from protocol.errors import KeyTextError, MalformedError
from protocol.limits import MAX_NAME
from protocol.proof import read_proof
from protocol.states import Entry, SeatState, TableState
from siam_tui.model.move_log import MoveLog
from siam_tui.model.seat_facts import team_letters
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView, TableViewOf, name_of_table_seat
from texts import speaking, tell

Decider: TypeAlias = Literal["player", "stand_in", "table", "clock"]


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


OPEN: Final = "open"
Eyes: TypeAlias = int | Literal["open"] | None
"""Through whose eyes a game is seen: a seat's, a spectator's (None), or with nothing hidden."""

_TABLE: Final = "replay"


@dataclass(frozen=True)
class Moment:
    """A record after a number of moves, as one viewer sees it.

    Attributes:
        ply: the number of moves played.
        view: what a game's screen shows.
        log: the moves up to here.
        before: the position before the last move; None at the start.
    """

    ply: int
    view: TableView
    log: MoveLog
    before: Any


@dataclass(frozen=True)
class Replay:
    """A record that has been played through.

    Attributes:
        record: the record.
        positions: the start, and the position after each move, as far as the record knows them.
        told: who decided each move, if that is known from elsewhere than the record.
    """

    record: Record
    positions: tuple[Any, ...]
    told: tuple[Decider, ...] = ()

    @staticmethod
    def of(record: Record, told: Sequence[Decider] = ()) -> Replay:
        """Play a record through.

        Args:
            record: the record.
            told: who decided each move; by default as the record knows it.

        Raises:
            InvalidRecordError: a move is illegal, or the end is not the result.
        """
        return Replay(record, tuple(record.replay()), tuple(told))

    @property
    def game(self) -> Game[Any, Any]:
        """The rules it was played by."""
        return self.record.game

    @property
    def last(self) -> int:
        """The number of moves."""
        return len(self.record.moves)

    @property
    def seats(self) -> range:
        """The numbers of the seats."""
        return range(self.game.count_seats(self.positions[0]))

    def mover(self, ply: int) -> int:
        """Return whose the move is that follows after so many."""
        seat = self.game.turn(self.positions[ply])
        assert seat is not None, "a move was played there"
        return seat

    @cached_property
    def deciders(self) -> tuple[Decider, ...]:
        """Who decided each move, as far as that is known."""
        return self.told or deciders_of(self.record)

    def mover_name(self, ply: int) -> str:
        """Return who made the move that follows after so many: a player, or their stand-in."""
        name = self.name(self.mover(ply))
        is_stand_in = self.deciders[ply] == "stand_in"
        return tell("model/stand-in", name=name) if is_stand_in else name

    @cached_property
    def chapters(self) -> tuple[int, ...]:
        """The number of moves played when each chapter began, the first of the record first."""
        game, begun = self.game, [0]
        for ply in range(1, len(self.positions)):
            before, now = self.positions[ply - 1], self.positions[ply]
            if game.turn(now) is not None:  # one move may end more than one chapter
                begun += [ply] * (game.chapter(now) - game.chapter(before))
        return tuple(begun)

    @property
    def first_chapter(self) -> int:
        """The number of the chapter the record begins in, from 1."""
        return self.game.chapter(self.positions[0]) + 1

    def start_of(self, chapter: int) -> int | None:
        """Return how many moves were played when a chapter began, or None if it is not here."""
        index = chapter - self.first_chapter
        return self.chapters[index] if 0 <= index < len(self.chapters) else None

    def chapter_at(self, ply: int) -> int:
        """Return the number of the chapter a moment lies in, from 1."""
        return self.first_chapter + bisect_right(self.chapters, ply) - 1

    @cached_property
    def eyes(self) -> tuple[Eyes, ...]:
        """Through whose eyes it can be seen; of what a record hides nobody sees more than it."""
        game, start = self.game, self.positions[0]
        public = game.view(start, None)
        players = range(len(self._record_seats))
        known = tuple(seat for seat in players if game.view(start, seat) != public)
        if game.name_hidden_part(start) is None:
            known = tuple(players)
        return (OPEN, *known, None) if known else (None,)

    def name(self, seat: int) -> str:
        """Return what a seat is called, also one that the table plays."""
        return self.names[seat]

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return seat_names(self.record)

    @property
    def sides(self) -> list[str]:
        """The names of the sides that can win: the teams, or the seats in games without teams."""
        letters = team_letters(self.game, len(self._record_seats)).values()
        return [tell("model/team", letter=letter) for letter in dict.fromkeys(letters)] or list(
            self.names
        )

    def at(self, ply: int, eyes: Eyes = OPEN) -> Moment:
        """Return the game after a number of moves, as one viewer sees it."""
        record, game, position = self.record, self.game, self.positions[ply]
        over = game.turn(position) is None
        seat = eyes if isinstance(eyes, int) and not over else None
        state = TableState(
            table=_TABLE,
            revision=ply,
            game=game.name,
            map=record.map_text,
            options=tuple(sorted(record.options)),
            status="over" if over else "running",
            host="",
            host_name="",
            seats=self._record_seats,
            ply=ply,
            result=record.result if over else "",
        )
        seen = position if eyes == OPEN else game.view(position, seat)
        view = TableViewOf(
            state, game, seen, seat, host=False, watching=True, all_open=eyes == OPEN
        )
        return Moment(ply, view, self._log(ply), self.positions[ply - 1] if ply else None)

    def moves(self) -> Iterator[tuple[int, int, str]]:
        """Iterate over the moves: how many there are with it, whose it is, and its text."""
        for ply, move in enumerate(self.record.moves, start=1):
            yield ply, self.mover(ply - 1), self.game.format_move(move)

    @cached_property
    def _record_seats(self) -> tuple[SeatState, ...]:
        names = player_names(self.record)
        return tuple(
            SeatState("person", f"seat-{n}", name[:MAX_NAME]) for n, name in enumerate(names)
        )

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        game, entries = self.game, []
        for (ply, seat, text), by in zip(self.moves(), self.deciders, strict=True):
            view = game.format(game.view(self.positions[ply], None))
            entries.append(Entry(seat, text, by, view))
        return tuple(entries)

    def _log(self, ply: int) -> MoveLog:
        start = self.game.view(self.positions[0], None)
        return MoveLog(1, self.game.format(start), 0, self._entries[:ply])


def count_players(record: Record) -> int:
    """Return how many seats of a record are those of players.

    The seats that the table plays follow them. Where a game can have as many seats with more or
    fewer players, the record's names of seats tell.
    """
    spec, seats = spec_of(record.game.name), record.game.count_seats(record.start)
    possible = [players for players in spec.players if spec.count_seats(players) == seats]
    named = (
        players
        for players in possible
        if record.seats[players:] == spec.seats_played_by_table(players)
    )
    return next(named, max(possible))


def seat_names(record: Record) -> tuple[str, ...]:
    """Return what the seats of a record are called, those that the table plays included."""
    names = player_names(record)
    by_table = spec_of(record.game.name).seats_played_by_table(len(names))
    named = (name or tell("model/seat", n=seat + 1) for seat, name in enumerate(names))
    return (*named, *map(name_of_table_seat, by_table))


def player_names(record: Record) -> list[str]:
    """Return the names of a record's players; an empty one for each that it does not name."""
    players = count_players(record)
    return [*record.seats, *[""] * players][:players]


async def read_log(source: TableSource, state: TableState) -> MoveLog | None:
    """Return the log of a table's game as far as it may be read now, or None without an answer."""
    try:
        start, first, entries = await source.history(state.table)
    except (RefusedError, ConnectionEndedError):
        return None
    return MoveLog(state.game_number, start, first, entries, state.takes)


async def replay_of_table(client: TableSource, sight: TableView) -> Replay:
    """Return the game at a table, to be watched again.

    Raises:
        RefusedError: the table is gone, or another game has begun at it.
        ConnectionEndedError: nobody answers any more.
        GameError: the log is none that our rules can replay.
    """
    state, game = sight.state, sight.game
    if state.status == "over":
        with suppress(RefusedError):  # not every near end has records; the log is as good to watch
            verdict = await client.check_game(state.table)
            if verdict.record is not None:
                return Replay.of(verdict.record)
    start, _, entries = await client.history(state.table)
    views = [game.parse(each) for each in (start, *(entry.position for entry in entries))]
    known = game.known_start(views)
    skipped = [game.chapter(view) for view in views].index(game.chapter(known))
    with speaking("en"):  # a record has no language
        names = sight.seat_names
    record = Record(
        game,
        start=known,
        moves=tuple(game.parse_move(entry.move) for entry in entries[skipped:]),
        result=sight.outcome.text if sight.outcome else UNFINISHED,
        seats=names,
        date=datetime.now(UTC).strftime("%Y.%m.%d"),
    )
    return Replay.of(record, [entry.by for entry in entries[skipped:]])
