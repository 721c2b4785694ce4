"""Follows one table for one player: holds all state that the table's screen shows. No widgets."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from client.changes import (
    AttendanceChanged,
    Change,
    DrawWarning,
    LobbyChanged,
    SentAwayFrom,
    StatusChanged,
    TableChanged,
    TalkChanged,
)
from client.errors import ConnectionEndedError, RefusedError
from client.lobby_mirror import Companion
from client.verify import Verdict
from games.contract import GameError
from protocol.commands import Agree, Command, PlayMove
from protocol.states import TableState
from siam_tui.games.game_texts import ChapterReport
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog, last_seen_position, latest_ended_chapter
from siam_tui.model.seat_facts import tell_partners
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.table.bar.options import Menu, MenuState
from siam_tui.table.follower import TableFollower
from siam_tui.table.log_lines import alarm
from siam_tui.table.move_draft import MoveDraft
from siam_tui.table.paced_moves import PacedMoves
from siam_tui.table.people.requests import PlayerRequests, pending_request


class LatestReport:
    """What the last chapter of one table came to. It is made once for each state of the table."""

    def __init__(self) -> None:
        self._closed: tuple[object, ...] | None = None
        self._chapter: tuple[object, ...] | None = None
        self._made_for: tuple[object, ...] | None = None
        self._report: ChapterReport | None = None

    def of(self, log: MoveLog, view: TableView) -> ChapterReport | None:
        """Return the report; None if no chapter has ended, or the person has read it."""
        made_for = (log.first, log.end, view.moment)
        if made_for != self._made_for:
            self._made_for, self._chapter, self._report = made_for, None, None
            ended = latest_ended_chapter(log, view)
            if ended is not None:
                game = view.game
                self._chapter = (*view.state.branch, game.chapter(ended.before))
                self._report = ui_of(game.name).texts.chapter_report(view, ended)
        return None if self._chapter == self._closed else self._report

    def forget_told(self) -> None:
        """Make the report anew when it is asked for again."""
        self._made_for = None

    def close(self) -> None:
        """Note that the person has read the report."""
        self._closed = self._chapter


MOST_WARNINGS = 8
"""How many warnings about draws are kept: the latest ones."""


class TableObserver(Protocol):
    """As much of a screen as is told what happens at a table."""

    def run_task(
        self, work: Callable[[], Coroutine[None, None, None]], group: str, *, alone: bool = True
    ) -> None:
        """Run something as long as the screen is there; `alone` ends what runs in its group."""

    def table_changed(self) -> None:
        """Redraw the table."""

    def state_received(self, before: TableView | None, now: TableView) -> None:
        """Take note of a new state."""

    def table_closed(self, sentence: str) -> None:
        """Leave, and show why."""

    def warn(self, sentence: str) -> None:
        """Show that a game is not fair."""

    def report_error(self, error: Exception) -> None:
        """Tell the player of an error, and go on."""


class TableController(TableFollower):
    """Follows a table, and carries out what its player does there.

    Attributes, besides those of a `TableFollower`:
        invite: the link that invites to the table; may be empty.
        draft: the move the person is building.
        menu: the question asked in between, if one is.
        sending: the move that was sent and is not answered yet; else empty.
        notice: a refusal, or what else must be read first; may be empty.
        verdict: what the check of the game that is over has come to.
        requests: what players have asked of each other, and for whom bots play.
        paced: the moves of seats that the table plays, as long as they are being shown.
        draw_warnings: what happened to the draws of this table's setups.
    """

    def __init__(
        self,
        source: TableSource,
        table: str,
        *,
        invite: str = "",
        watching: bool = False,
        state: TableState | None = None,
    ) -> None:
        """Prepare.

        Args:
            source: the connection to the table's lobby, or what stands in its place.
            table: the table's id.
            invite: the link that invites to the table, for showing and copying.
            watching: whether the person only watches, and is offered nothing that acts.
            state: the table's state, if it is known already.
        """
        super().__init__(source, table, watching=watching)
        self._known = state
        self.invite = invite
        self.draft = MoveDraft()
        self.menu: MenuState | None = None
        self.sending = ""
        self.notice = ""
        self.verdict: Verdict | None = None
        self.draw_warnings: tuple[DrawWarning, ...] = ()
        self.requests = PlayerRequests()
        self.paced = PacedMoves()
        self._reports = LatestReport()
        self._received = 0.0
        self._observer: TableObserver

    def start(self, observer: TableObserver) -> None:
        """Begin to follow the table for a screen."""
        self._observer = observer
        if self._known is not None:
            self.receive(self._known)
        observer.run_task(self._listen, "watch")
        observer.run_task(self._follow, "follow")

    async def stop(self) -> None:
        """Stop following the table; somebody with a seat there only counts as away from now on."""
        if self.view is None or self.view.seat is None:
            await self.source.unfollow(self.table)
        else:
            self.source.look_away(self.table)

    @property
    def known_game(self) -> str:
        """The name of the game, if the table is known before it is followed; else empty."""
        return self._known.game if self._known is not None else ""

    @property
    def bot_levels(self) -> tuple[str, ...]:
        """The levels of bots that can be seated."""
        return self.source.lobby.bots if self.source.lobby else ()

    @property
    def company(self) -> tuple[Companion, ...]:
        """The people at the table, also seated ones who are away; no bots."""
        return self.source.company(self.table)

    @property
    def seconds_since_state(self) -> float:
        """How long ago the latest state came."""
        return time.monotonic() - self._received

    @property
    def marked_since(self) -> Any | None:  # noqa: ANN401 - any game's
        """The position since which changes are marked on the board, or None."""
        log, view = self.shown_log, self.view
        return last_seen_position(log, view) if log and view else None

    @property
    def shown_view(self) -> TableView | None:
        """The table as it is to be shown: as it is, or while the table's moves are paced."""
        return None if self.view is None else self.paced.view_of(self.view)

    @property
    def shown_log(self) -> MoveLog | None:
        """The moves that are to be shown."""
        return self.paced.log_of(self.log)

    def request_shown(self, end_key: str) -> tuple[str, ...]:
        """Return what another player asks, as `pending_request`; nothing before the table is there.

        Args:
            end_key: the key that answers whether the game is to end early.
        """
        if self.view is None:
            return ()
        builds = bool(self.sending) or self.draft.builder is not None
        menu = None if self.menu is None else self.menu.menu
        return pending_request(self.view, builds, menu, end_key)

    @property
    def report(self) -> ChapterReport | None:
        """What the last chapter came to, until the person closes it or goes on playing."""
        log, view = self.log, self.view
        busy = self.sending or self.draft.is_begun or self.paced.shown
        if log is None or view is None or busy:
            return None
        return self._reports.of(log, view)

    def close_report(self) -> None:
        """Show the game again."""
        self._reports.close()
        self.show()

    # What comes from the lobby

    async def _listen(self) -> None:
        async with self.source.changes() as changes:
            async for change in changes:
                try:
                    await self._take(change)
                except Exception as error:  # noqa: BLE001 - the next news can be shown all the same
                    self._observer.report_error(error)

    async def _take(self, change: Change) -> None:
        """Take note of what has changed in the lobby."""
        match change:
            case TableChanged(state) if state.table == self.table:
                self.receive(state)
            case StatusChanged() | LobbyChanged():
                self._observer.table_changed()
            case SentAwayFrom(table, sentence) if table == self.table:
                await self.source.unfollow(self.table)
                self._observer.table_closed(sentence)
            case DrawWarning(table) if table == self.table:
                self._warn_of_draw(change)
            case AttendanceChanged(table) | TalkChanged(table) if table == self.table:
                self._observer.table_changed()

    def _warn_of_draw(self, warning: DrawWarning) -> None:
        """Show what happened to the draw of a setup, and keep it in the log."""
        self.draw_warnings = (*self.draw_warnings, warning)[-MOST_WARNINGS:]
        if warning.wrong:
            self._observer.warn(warning.sentence)
        self._observer.table_changed()

    async def _follow(self) -> None:
        try:
            self.receive(await self.source.follow(self.table))
        except ConnectionEndedError:
            self._observer.table_changed()  # the title says why
        except RefusedError as refusal:
            self.tell(refusal.sentence)

    def receive(self, state: TableState) -> None:
        """Take a new state and update log, draft and menu; ignore an outdated state."""
        try:
            followed = self.follow_state(state)
        except GameError as error:
            self.tell(str(error))
            return
        if followed is None:
            return
        before, view = followed.before, followed.now
        self._received = time.monotonic()
        self.draft.turn_to(view, before)
        if not self.draft.choices:
            self.notice = ""
        if before is None or view.moment != before.moment:
            self.sending = ""
        if followed.has_new_status:
            self.menu = self.verdict = None
        elif self.menu is not None and self.menu.menu is Menu.TAKE_BACK and not state.back:
            self.menu = None
        if before is not None and followed.has_new_status and state.status == "running":
            self.notice = tell_partners(view)
        self.requests.receive(before, view)
        if followed.lacks_log or followed.opens_log:
            self._observer.run_task(self._read_history, "history")
        if followed.has_new_status and state.status == "over":
            self._observer.run_task(self._check, "check")
        self._observer.state_received(before, view)
        self._play_planned()
        self._observer.table_changed()

    def _play_planned(self) -> None:
        """Send the next of the planned moves; where it cannot be played any more, forget them."""
        if self.sending:
            return
        try:
            self.play(*self.take_planned())
        except UserError as error:
            self.notice = str(error)

    async def _read_history(self) -> None:
        if await self.read_log():
            self._observer.table_changed()

    async def _check(self) -> None:
        """Check whether the game that is over was fair, and say so; loudly, if it was not."""
        try:
            self.verdict = await self.source.check_game(self.table)
        except (RefusedError, ConnectionEndedError):
            return
        if warning := alarm(self.verdict):
            self._observer.warn(warning)
        self._observer.table_changed()

    # What the person does

    def show(self) -> None:
        """Redraw the table."""
        self._observer.table_changed()

    def forget_told(self) -> None:
        """Forget sentences, since another language is spoken now."""
        self.notice = ""
        self.requests.retell()
        self.draft.forget_told()
        self._reports.forget_told()

    def tell(self, sentence: str) -> None:
        """Show a sentence in the bar before anything else."""
        self.notice = sentence
        self._observer.table_changed()

    def play(self, *moves: str) -> None:
        """Send a move in the notation, and when it was accepted those that follow."""
        if moves and self.view is not None and not self.sending:
            move, *following = moves
            self.sending, self.planned = move, tuple(following)
            state = self.view.state
            self.request(PlayMove(state.table, state.game_number, state.ply, move))

    def request(self, command: Command) -> None:
        """Send a command; a refusal is shown in the bar."""
        if isinstance(command, Agree) and command.proposal == "end" and not command.yes:
            self.requests.note_no()
        self._observer.run_task(partial(self._request, command), "request", alone=False)

    async def _request(self, command: Command) -> None:
        try:
            await self.source.request(command)
        except ConnectionEndedError as error:
            self.sending, self.planned = "", ()
            self.tell(str(error))
        except RefusedError as refusal:
            if isinstance(command, PlayMove):
                self.sending, self.planned = "", ()
            self.tell(refusal.sentence)
