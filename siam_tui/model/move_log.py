"""The log of a table: the moves one has seen or asked for, and the chapters they make up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from games.contract import Game
from protocol.states import Entry, TableState
from siam_tui.model.table_view import TableView

_POSITIONS: Final = 1024
"""Positions that are kept read; a game has fewer."""


@dataclass(frozen=True, slots=True)
class MoveLog:
    """A stretch of a game's log.

    Attributes:
        game_number: of which game at the table.
        start: a spectator's view of the position before the first entry.
        first: number of the first entry, counted from 0.
        entries: the moves.
        takes: how many moves had been taken back in the game when it was read.
    """

    game_number: int
    start: str
    first: int
    entries: tuple[Entry, ...] = ()
    takes: int = 0

    @property
    def end(self) -> int:
        """The number the next entry will have."""
        return self.first + len(self.entries)

    def belongs_to(self, state: TableState) -> bool:
        """Return whether its moves count in a state: none of them has been taken back since."""
        return state.branch == (self.game_number, self.takes)

    def followed_by(self, state: TableState) -> MoveLog | None:
        """Return the log with a state's news, or None if something is missing between them."""
        if not self.belongs_to(state):
            return None
        known = self.end - (state.ply - len(state.news))
        if state.ply <= self.end:
            return self
        if known < 0:
            return None
        return replace(self, entries=(*self.entries, *state.news[known:]))


@lru_cache(maxsize=_POSITIONS)
def read_position(game: Game[Any, Any], position: str) -> Any:  # noqa: ANN401 - any game's
    """Return a position of a log: each is read for every drawing of the log, and never changes."""
    return game.parse(position)


@dataclass(frozen=True, slots=True)
class Chapter:
    """The moves of one chapter of a game, as the game's `chapter` counts them.

    Attributes:
        before: the position the chapter began with.
        moves: who moved, the move, and who decided it.
        after: the position that ended it, or the present one.
    """

    before: Any
    moves: tuple[Entry, ...]
    after: Any


def chapters(log: MoveLog, view: TableView) -> list[Chapter]:
    """Return the chapters a person may read now: of a running game the last two.

    Where the log is open (`TableView.log_is_open`) those are all that are known.
    """
    if not log.start:
        return []
    game = view.game
    found: list[Chapter] = []
    before = start = read_position(game, log.start)
    moves: list[Entry] = []
    for entry in log.entries:
        moves.append(entry)
        after = read_position(game, entry.position)
        if game.chapter(after) != game.chapter(before):
            found.append(Chapter(start, tuple(moves), after))
            start, moves = after, []
        before = after
    if moves or game.turn(before) is not None:
        found.append(Chapter(start, tuple(moves), before))
    return found if view.log_is_open else found[-2:]


def latest_ended_chapter(log: MoveLog, view: TableView) -> Chapter | None:
    """Return the chapter that has ended last, as long as that is news to the person.

    It is news until they move in the next chapter. For a spectator it is news until as many moves
    were made in it as there are seats.
    """
    if view.state.status != "running":
        return None
    *_, ended, running = (None, None, *chapters(log, view))
    if ended is None or running is None:
        return None
    if view.seat is None:
        return ended if len(running.moves) < view.seat_count else None
    return None if any(entry.seat == view.seat for entry in running.moves) else ended


def with_positions(chapter: Chapter, view: TableView) -> Iterator[tuple[Entry, Any]]:
    """Iterate over the moves of a chapter, each with the position it was played in."""
    before = chapter.before
    for entry in chapter.moves:
        yield entry, before
        before = read_position(view.game, entry.position)


def last_seen_position(log: MoveLog, view: TableView) -> Any | None:  # noqa: ANN401 - any game's
    """Return the position after the person's last move, since which changes are marked.

    Before the first move it is the first one known; None for a spectator and when the game is over.
    """
    if view.seat is None or view.turn is None or not log.start:
        return None
    own = (entry.position for entry in reversed(log.entries) if entry.seat == view.seat)
    return view.game.parse(next(own, log.start))
