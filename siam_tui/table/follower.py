"""Follows one table for one person: its state, its log, and moves that are planned. No widgets."""

from __future__ import annotations

from typing import NamedTuple

from protocol.states import TableState
from siam_tui.model.move_log import MoveLog
from siam_tui.model.replay import read_log
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView, is_legal, see
from siam_tui.profile.user_error import UserError
from texts import tell


class Followed(NamedTuple):
    """A new state of a table.

    Attributes:
        before: the table as it was; None for the first state.
        now: the table as it is.
        lacks_log: whether moves are missing in the log, which is to be read.
        opens_log: whether the game has ended now, and more of its log may be read.
    """

    before: TableView | None
    now: TableView
    lacks_log: bool
    opens_log: bool

    @property
    def has_new_status(self) -> bool:
        """Whether a game has begun or ended, or the table was not known."""
        return self.before is None or self.before.state.status != self.now.state.status


class TableFollower:
    """Follows a table.

    Attributes:
        source: the connection to the table's lobby, or what stands in its place.
        table: the table's id.
        watching: whether the person only watches, and is offered nothing that acts.
        view: the table as it was last received, or None before that.
        log: the moves, or None while they are not known.
        planned: the moves that are sent, one after the other, once those before were accepted.
    """

    def __init__(self, source: TableSource, table: str, *, watching: bool = False) -> None:
        self.source = source
        self.table = table
        self.watching = watching
        self.view: TableView | None = None
        self.log: MoveLog | None = None
        self.planned: tuple[str, ...] = ()

    def follow_state(self, state: TableState) -> Followed | None:
        """Take a state; return what is new, or None for an outdated state.

        Raises:
            GameError: it cannot be shown; a sentence for the person. The table stays as it was.
        """
        before = self.view
        if before is not None and state.revision < before.state.revision:
            return None
        self.view = now = see(state, self.source.me, watching=self.watching)
        if self.log and not self.log.belongs_to(state):
            self.log = None
        followed = self.log.followed_by(state) if self.log else None
        self.log = followed or self.log
        was_over = before is None or before.state.status == "over"
        return Followed(
            before,
            now,
            lacks_log=bool(state.position) and followed is None,
            opens_log=bool(state.position) and not was_over and state.status == "over",
        )

    async def read_log(self) -> bool:
        """Read the log as far as it may be read; return whether it is another one now."""
        assert self.view is not None
        state = self.view.state
        log, view = await read_log(self.source, state), self.view
        if log is None or view.state.branch != state.branch:
            return False
        self.log = log.followed_by(view.state) or log
        return True

    def take_planned(self) -> tuple[str, ...]:
        """Return the planned moves, which are not planned any more; the first can be played now.

        Raises:
            UserError: it cannot.
        """
        moves, self.planned = self.planned, ()
        view = self.view
        if moves and not (view is not None and view.my_turn and is_legal(view, moves[0])):
            raise UserError(tell("table/rest-dropped"))
        return moves
