"""The table as a place with other people: talk, and who is here."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from textual import on, work

from client import ConnectionEndedError, RefusedError
from protocol.messages import TableState
from siam_tui.appearance.style import Look
from siam_tui.model.move_log import MoveLog
from siam_tui.model.own_tables import OwnTables
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from siam_tui.profile.last_seen import Glance
from siam_tui.table.bars import Doing
from siam_tui.table.participants import GatheringScreen
from siam_tui.table.shown import ShownTable
from siam_tui.table.since import SinceScreen, moves_since
from siam_tui.table.takeback import asking, may_ask
from siam_tui.table.talk import TalkScreen, talk_closed
from siam_tui.table.widgets import Line
from siam_tui.ui.palette_commands import PaletteCommand

LONG_AGO = 60.0
"""Seconds without a look after which one is told what has happened since."""


class Together(ShownTable):
    """What people do with each other at a table that is shown, and the way to other tables."""

    def __init__(  # noqa: PLR0913 - as its base, with the tables beside it
        self,
        client: TableSource,
        table: str,
        *,
        invite: str = "",
        look: Look | None = None,
        watching: bool = False,
        own: OwnTables | None = None,
        waits: bool = False,
    ) -> None:
        """Prepare to show a table.

        Args:
            client: as in `ShownTable`, as what is not told here.
            table: its id.
            invite: the link that invites to it.
            look: signs and colours.
            watching: whether to only look on.
            own: the tables one has seats at, where there may be more.
            waits: whether its game waits for one who leaves it: there are only bots beside.
        """
        super().__init__(client, table, invite=invite, look=look, watching=watching)
        self._own, self._waits = own, waits

    def _receive(self, state: TableState) -> None:
        first = self._sight is None
        super()._receive(state)
        if self._own is None or self._sight is None or self._sight.seat is None:
            return
        place = self._own.place(self._table)
        glance = self._own.seen.last_glance(place)
        if first and glance is not None and self._own.seen.seconds_since(glance) >= LONG_AGO:
            self._tell_since(glance)
        if glance is None or glance[:2] != (state.game_number, state.ply) or first:
            self._own.seen.keep_glance(place, state.game_number, state.ply)

    @work(group="since", exclusive=True)
    async def _tell_since(self, glance: Glance) -> None:
        """Tell what one has missed."""
        own, sight = self._own, self._sight
        if own is None or sight is None or not sight.state.position:
            return
        number, elapsed = sight.state.game_number, own.seen.seconds_since(glance)
        try:
            history = await self._client.history(self._table)
            chronicle = MoveLog(number, *history, takes=sight.state.takes)
        except (RefusedError, ConnectionEndedError):
            return  # the title says why
        missed = moves_since(chronicle, glance)
        others = missed and any(entry.seat != sight.seat for entry in missed.entries)
        if missed and others and self.app.screen is self and self._sight is not None:
            self.app.push_screen(SinceScreen(missed, self._sight, elapsed, self._look))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer talk where there is somebody to talk to, and the list where there is anybody."""
        del parameters
        match action:
            case "talk":
                return self._sight is not None and self._may_talk(self._sight)
            case "gathering":
                return bool(self._client.company(self._table))
            case "take_back":
                return self._sight is not None and may_ask(self._sight)
            case "other_table":
                return self._own is not None and bool(self._own.after(self._table))
        return True

    def _may_talk(self, sight: TableView) -> bool:
        others = [each for each in self._client.company(self._table) if each.player != sight.me]
        return not talk_closed(sight) and bool(others or self._client.talks.lines_at(self._table))

    @abstractmethod
    def _do(self, doing: Doing) -> None:
        """Do what an option stands for."""

    def people_commands(self) -> Iterator[PaletteCommand]:
        """Iterate over what can be done here with others, for the command palette."""
        if self.check_action("talk", ()):
            yield "Talk", "Read what was said, and say something", self.action_talk
        if self.check_action("gathering", ()):
            yield "Who is here", "The people at the table; mute somebody", self.action_gathering
        if self.check_action("take_back", ()):
            told = "Ask to take your last move back; all seated must agree"
            yield "Take back", told, self.action_take_back
        if self.check_action("other_table", ()):
            yield "Other table", "Go to another of your games", self.action_other_table

    def action_other_table(self) -> None:
        """Go to another of one's tables: one where one is to move, if there is any."""
        other = self._own.after(self._table) if self._own else ""
        if self._own is not None and other:
            invite = self._own.invite(other)
            screen = type(self)(self._client, other, invite=invite, own=self._own)
            self.app.clear_notifications()  # what called one there would lie over it
            self.app.switch_screen(screen)

    def action_take_back(self) -> None:
        """Ask to take one's last move back, or no longer."""
        if self._sight is not None and may_ask(self._sight):
            self._do(asking(self._sight))

    def action_talk(self) -> None:
        """Read the table's talk, and say something."""
        if self._sight is not None:
            self.app.push_screen(TalkScreen(self._client, self._sight, self._look))

    def action_gathering(self) -> None:
        """Show who is here."""
        if self._sight is not None:
            self.app.push_screen(GatheringScreen(self._client, self._sight, self._look))

    @on(Line.Clicked, "#talk")
    def _talk_clicked(self) -> None:
        if self.check_action("talk", ()):
            self.action_talk()
