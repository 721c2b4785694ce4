"""Moves of the seats that the table plays, shown one after the other. No widgets.

The table plays them at once: the state holds all of them. Only the picture waits, so that a person
can follow. Clocks, notifications and what is sent know the state itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from games.contract import GameError
from protocol.states import Entry
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import TableView

PACE_SECONDS: Final = 0.9
"""How long each move is shown."""


@dataclass(frozen=True, slots=True)
class PacedMove:
    """A move of a seat that the table plays, and what it led to.

    Attributes:
        entry: the move.
        before: the position it was played in, as the person sees it.
        after: the position it led to, as the person sees it.
        end: how many moves the log has with it.
    """

    entry: Entry
    before: Any
    after: Any
    end: int


class PacedMoves:
    """The moves that are still to be shown; empty where nothing is paced."""

    def __init__(self) -> None:
        self._left: tuple[PacedMove, ...] = ()

    @property
    def shown(self) -> PacedMove | None:
        """The move that is shown now."""
        return self._left[0] if self._left else None

    def follow(self, before: TableView | None, now: TableView) -> bool:
        """Take the moves between two states; return whether there is one to show."""
        if before is not None and _place(before) == _place(now):
            return False
        self._left = () if before is None else _moves_of_table(before, now)
        return bool(self._left)

    def show_next(self) -> None:
        """Go on to the next move, or to the table as it is."""
        self._left = self._left[1:]

    def end(self) -> None:
        """Show the table as it is."""
        self._left = ()

    def view_of(self, view: TableView) -> TableView:
        """Return the table as it was after the move that is shown."""
        return replace(view, position=self.shown.after) if self.shown else view

    def log_of(self, log: MoveLog | None) -> MoveLog | None:
        """Return the log up to the move that is shown."""
        if log is None or self.shown is None:
            return log
        return replace(log, entries=log.entries[: max(0, self.shown.end - log.first)])


def _place(view: TableView) -> tuple[object, ...]:
    return (*view.state.branch, view.state.ply)


def _moves_of_table(before: TableView, now: TableView) -> tuple[PacedMove, ...]:
    """Return the table's moves between two states of one game; none if some are not known."""
    new = now.state.ply - before.state.ply
    known = len(now.state.news) >= new > 0
    if before.state.branch != now.state.branch or before.position is None or not known:
        return ()
    ui, position, found = ui_of(now.game.name), before.position, []
    for ply, entry in enumerate(now.state.news[-new:], start=before.state.ply + 1):
        try:
            seen = now.game.parse(entry.position)
        except GameError:
            return ()
        after = ui.add_own_parts(seen, now)
        if now.is_played_by_table(entry.seat):
            found.append(PacedMove(entry, position, after, ply))
        position = after
    return tuple(found)
