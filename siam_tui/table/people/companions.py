"""The table as a place with other people: what may be done with them, and what one has missed."""

from __future__ import annotations

from siam_tui.model.move_log import MoveLog
from siam_tui.model.own_tables import OwnTables
from siam_tui.model.record_from_log import read_log
from siam_tui.model.table_view import TableView
from siam_tui.profile.last_seen import Glance
from siam_tui.table.controller import TableController
from siam_tui.table.people.missed_moves import moves_since
from siam_tui.table.people.takeback import may_ask
from siam_tui.table.people.talk import talk_closed

LONG_AGO = 60.0
"""Seconds without a look after which one is told what has happened since."""


class Companions:
    """The people around one table, and the player's other tables."""

    def __init__(self, controller: TableController, own: OwnTables | None) -> None:
        """Prepare; `own` are the player's tables in the lobby, where there is one."""
        self.own = own
        self._controller = controller

    @property
    def may_talk(self) -> bool:
        """Whether talk is open, and there is someone to talk to or something was said."""
        view, controller = self._controller.view, self._controller
        if view is None or talk_closed(view):
            return False
        others = any(each.player != view.me for each in controller.company)
        return others or bool(controller.source.talks.lines_at(controller.table))

    @property
    def may_take_back(self) -> bool:
        """Whether the player may ask to take their last move back, or withdraw that."""
        return self._controller.view is not None and may_ask(self._controller.view)

    @property
    def next_table(self) -> str:
        """Another table: one where it is the player's turn, if there is any; or empty.

        A player goes on to their own tables, a spectator to all of the lobby.
        """
        view, table = self._controller.view, self._controller.table
        if self.own is None:
            return ""
        return self.own.after(table, is_spectator=view is not None and view.seat is None)

    def note_look(self, view: TableView, *, first: bool) -> Glance | None:
        """Note that the player sees the table now; return the last look if it was long ago."""
        if self.own is None or view.seat is None:
            return None
        place, state = self.own.place(self._controller.table), view.state
        glance = self.own.seen.last_glance(place)
        if first or glance is None or glance[:2] != (state.game_number, state.ply):
            self.own.seen.keep_glance(place, state.game_number, state.ply)
        long_ago = glance is not None and self.own.seen.seconds_since(glance) >= LONG_AGO
        return glance if first and long_ago else None

    async def missed_moves(self, glance: Glance) -> MoveLog | None:
        """Return the moves played since the last look, if others have played any."""
        view = self._controller.view
        if view is None or not view.state.position:
            return None
        log = await read_log(self._controller.source, view.state)
        missed = moves_since(log, glance) if log else None
        others = missed and any(entry.seat != view.seat for entry in missed.entries)
        return missed if others else None
