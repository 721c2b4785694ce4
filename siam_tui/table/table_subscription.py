"""Following a table: what comes of it from its lobby, and what that means for what is known."""

from __future__ import annotations

import contextlib
import time

from textual import work
from textual.css.query import NoMatches
from textual.screen import Screen

from client import (
    AttendanceChanged,
    ConnectionEndedError,
    DrawWarning,
    LobbyChanged,
    RefusedError,
    SentAwayFrom,
    StatusChanged,
    TableChanged,
    TalkChanged,
)
from client.verify import Verdict
from games.contract import GameError
from protocol.messages import TableState
from siam_tui.appearance.looks import worn_by
from siam_tui.appearance.style import Look
from siam_tui.games.siam.board.widget import BoardMap
from siam_tui.games.siam.move_builder import EMPTY
from siam_tui.model.move_log import MoveLog, differing
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView, see, whose_turn
from siam_tui.table.bars import MenuState
from siam_tui.table.move_draft import MoveDraft
from siam_tui.table.proving import alarm
from siam_tui.terminal.notifications import Turn

MOST_WARNINGS = 8
"""Warnings about draws that are shown; the latest ones."""


class FollowingTable(Screen[None]):
    """The screen of a table that is followed; how it is shown is its subclass's."""

    def __init__(
        self,
        client: TableSource,
        table: str,
        *,
        invite: str = "",
        look: Look | None = None,
        watching: bool = False,
    ) -> None:
        """Prepare to show a table.

        Args:
            client: the connection to the table's lobby, or what stands in its place.
            table: the table's id.
            invite: the link that invites to the table, for showing and copying.
            look: signs and colours; by default the app's.
            watching: whether to only look on, and offer nothing that acts.
        """
        super().__init__()
        self._client = client
        self._table = table
        self._invite = invite
        self._watching = watching
        self._look = look or worn_by(self.app)
        self._desk = MoveDraft()
        self._sight: TableView | None = None
        self._chronicle: MoveLog | None = None
        self._menu: MenuState | None = None
        self._verdict: Verdict | None = None
        self._draw_warnings: tuple[DrawWarning, ...] = ()
        self._sending = ""
        self._refused = ""
        self._received = 0.0

    # What comes from the lobby

    def on_mount(self) -> None:
        """Start to follow the table."""
        self._watch()
        self._come()

    async def on_unmount(self) -> None:
        """Let go of the table, unless one has a seat there; nobody's turn is looked at any more."""
        self.app.post_message(Turn(""))
        if self._sight is None or self._sight.seat is None:
            await self._client.unfollow(self._table)

    @work(group="watch", exclusive=True)
    async def _watch(self) -> None:
        async with self._client.changes() as changes:
            async for change in changes:
                match change:
                    case TableChanged(state) if state.table == self._table:
                        self._receive(state)
                    case StatusChanged() | LobbyChanged():
                        self._refresh()
                    case SentAwayFrom(table, sentence) if table == self._table:
                        self.app.notify(sentence, severity="warning", timeout=20)
                        await self._client.unfollow(self._table)
                        self.dismiss(None)
                    case DrawWarning(table) if table == self._table:
                        self._warn_of_draw(change)
                    case AttendanceChanged(table) | TalkChanged(table) if table == self._table:
                        self._refresh()

    def _warn_of_draw(self, warning: DrawWarning) -> None:
        """Tell what happened to the draw of a setup, and keep it in the log."""
        self._draw_warnings = (*self._draw_warnings, warning)[-MOST_WARNINGS:]
        if warning.wrong:
            self.notify(
                warning.sentence, title="Not fair", severity="error", timeout=600, markup=False
            )
        self._refresh()

    @work(group="come", exclusive=True)
    async def _come(self) -> None:
        try:
            self._receive(await self._client.follow(self._table))
        except ConnectionEndedError:
            self._refresh()  # the title says why
        except RefusedError as refusal:
            self._notice(refusal.sentence)

    def _receive(self, state: TableState) -> None:
        """Show a state, and what it means for the move being built."""
        before = self._sight
        if before is not None and state.revision < before.state.revision:
            return
        try:
            self._received = time.monotonic()
            self._sight = see(state, self._client.me, watching=self._watching)
        except GameError as error:
            self._notice(f"This table cannot be shown: {error}. Is your siam up to date?")
            return
        self._desk.turn_to(self._sight, before)
        if self._desk.draft == EMPTY or self._desk.builder is None:
            self._sending = ""
            self._refused = ""
        if before is None or before.state.status != state.status:
            self._menu = None
        self._tell_log(state, before)
        self._tell_turn(self._sight, before)
        if before is None or before.state.status != state.status:
            self._verdict = None
            if state.status == "over":
                self._check()
        self._refresh()

    def _tell_turn(self, now: TableView, before: TableView | None) -> None:
        """Tell the app whose turn it is, and the board what to show as just changed."""
        if before is None or (now.turn, now.my_turn) != (before.turn, before.my_turn):
            called = now.my_turn and before is not None and not before.my_turn
            self.post_message(Turn(whose_turn(now), called=called, seen=self.app.screen is self))
        if before is not None and before.position and now.position:
            with contextlib.suppress(NoMatches):  # as in `_refresh`
                self.query_one(BoardMap).glow(differing(before.position, now.position))

    def _tell_log(self, state: TableState, before: TableView | None) -> None:
        over_now = before is not None and before.state.status != state.status == "over"
        if self._chronicle and not self._chronicle.belongs_to(state):
            self._chronicle = None
        following = self._chronicle.followed_by(state) if self._chronicle else None
        self._chronicle = following or self._chronicle
        # At the end the older chapters open.
        if state.position and (following is None or over_now):
            self._read_history(state.game_number, state.takes)

    @work(group="history", exclusive=True)
    async def _read_history(self, game_number: int, takes: int) -> None:
        try:
            start, first, entries = await self._client.history(self._table)
        except (RefusedError, ConnectionEndedError):
            return
        chronicle = MoveLog(game_number, start, first, entries, takes)
        sight = self._sight
        if sight is not None and sight.state.branch == (game_number, takes):
            self._chronicle = chronicle.followed_by(sight.state) or chronicle
            self._refresh()

    @work(group="check", exclusive=True)
    async def _check(self) -> None:
        """See whether the game that is over was fair, and say so; loudly, if it was not."""
        try:
            self._verdict = await self._client.check_game(self._table)
        except (RefusedError, ConnectionEndedError):
            return
        if warning := alarm(self._verdict):
            self.notify(warning, title="Not fair", severity="error", timeout=600)
        self._refresh()

    # What is shown

    def _notice(self, sentence: str) -> None:
        self._refused = sentence
        self._refresh()

    def _refresh(self) -> None:
        """Show everything anew."""
        raise NotImplementedError
