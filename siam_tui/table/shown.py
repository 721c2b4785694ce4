"""The table on the screen: follows it and shows it. What a person does there is in `screen`."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import Footer, Static

from client import (
    CompanyChanged,
    ConnectionEndedError,
    LobbyChanged,
    RefusedError,
    SentAwayFrom,
    StatusChanged,
    TableChanged,
    TalkChanged,
)
from client.verify import Verdict
from games.contract import GameError
from games.siam import Card
from protocol.messages import TableState
from siam_tui.attention import Turn
from siam_tui.board.labels import BoardView
from siam_tui.board.look import Look
from siam_tui.board.widget import BoardMap
from siam_tui.looks import Wardrobe
from siam_tui.table import bars, clocks, outlook, panels, people, takeback, talk
from siam_tui.table.bars import Bar, Menu, MenuState
from siam_tui.table.builder import EMPTY
from siam_tui.table.chronicle import Chronicle, differing, log_lines, touched
from siam_tui.table.desk import Desk
from siam_tui.table.near import NearEnd
from siam_tui.table.proving import alarm, proof_lines
from siam_tui.table.results import standings
from siam_tui.table.sight import Sight, see, whose_turn
from siam_tui.table.story import story
from siam_tui.table.telling import short_names, tell_move
from siam_tui.table.widgets import Line, MoveBar

LEAST_WIDTH, LEAST_HEIGHT = 80, 22
TICK = 15.0
"""Seconds after which the times people have been away are shown anew."""
SPACIOUS = 44
"""Lines from which the seats stand apart."""
TOO_SMALL = f"""\
The table needs a little more room, please:
{LEAST_WIDTH} characters across and {LEAST_HEIGHT} lines.

Make the window larger or its letters smaller.
Nothing is lost meanwhile. Q leaves the table."""


class ShownTable(Screen[None]):
    """A table that is followed and shown."""

    READ_FROM_TOP: ClassVar[bool] = False
    """Whether a text stands in the log's place: it is read from its top."""
    CSS_PATH = Path(__file__).with_name("table.tcss")
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"),
        (LEAST_WIDTH, "-compact"),
        (110, "-normal"),
        (160, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-flat"),
        (LEAST_HEIGHT, "-lowest"),
        (LEAST_HEIGHT + 1, "-lower"),
        (LEAST_HEIGHT + 2, "-low"),
        (32, "-tall"),
    ]

    def __init__(
        self,
        client: NearEnd,
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
        self._look = look or _look_of(self.app)
        self._desk = Desk()
        self._sight: Sight | None = None
        self._chronicle: Chronicle | None = None
        self._menu: MenuState | None = None
        self._verdict: Verdict | None = None
        self._sending = ""
        self._refused = ""
        self._received = 0.0

    def compose(self) -> ComposeResult:
        """Lay the table out."""
        yield Line(id="title")
        yield Line(id="queue")
        with Horizontal(id="middle"):
            yield BoardMap(self._look, id="map")
            with Vertical(id="side"):
                yield Line(id="seats")
                yield Line(id="supply")
                yield Line(id="outlook")
                with VerticalScroll(id="log", can_focus=False):
                    yield Line(id="entries")
                yield Line(id="talk")
        yield Line(id="hand")
        yield MoveBar(self._look, id="bar")
        yield Footer()
        yield Static(id="small")

    @property
    def table(self) -> str:
        """The id of the table."""
        return self._table

    def wear(self, look: Look) -> None:
        """Draw everything anew with another look."""
        self._look = look
        self.query_one(BoardMap).look = look
        self._bar.look = look
        self._refresh()

    # What comes from the lobby

    def on_mount(self) -> None:
        """Start to follow the table."""
        self.query_one("#small", Static).update(TOO_SMALL)
        self._watch()
        self._come()
        self._refresh()
        self.set_interval(TICK, self._refresh)
        self.set_interval(1, self._run_clocks)

    def _run_clocks(self) -> None:
        if self._sight is not None and self._sight.state.clock is not None:
            self._refresh()

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
                    case CompanyChanged(table) | TalkChanged(table) if table == self._table:
                        self._refresh()

    @work(group="come", exclusive=True)
    async def _come(self) -> None:
        try:
            self._receive(await self._client.follow(self._table))
        except ConnectionEndedError:
            self._refresh()  # the title says why
        except RefusedError as refusal:
            self._notice(refusal.sentence)

    def on_resize(self) -> None:
        """Use the room there is now."""
        self._refresh()
        self._end_of_log()

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

    def _tell_turn(self, now: Sight, before: Sight | None) -> None:
        """Tell the app whose turn it is, and the board what to show as just changed."""
        if before is None or (now.turn, now.my_turn) != (before.turn, before.my_turn):
            called = now.my_turn and before is not None and not before.my_turn
            self.post_message(Turn(whose_turn(now), called=called, seen=self.app.screen is self))
        if before is not None and before.position and now.position:
            with contextlib.suppress(NoMatches):  # as in `_refresh`
                self.query_one(BoardMap).glow(differing(before.position, now.position))

    def _tell_log(self, state: TableState, before: Sight | None) -> None:
        over_now = before is not None and before.state.status != state.status == "over"
        if self._chronicle and _branch(self._chronicle) != _branch(state):
            self._chronicle = None
        following = self._chronicle.followed_by(state) if self._chronicle else None
        self._chronicle = following or self._chronicle
        # At the end the older chapters open (S23).
        if state.position and (following is None or over_now):
            self._read_history(state.game_number, state.takes)

    @work(group="history", exclusive=True)
    async def _read_history(self, game_number: int, takes: int) -> None:
        try:
            start, first, entries = await self._client.history(self._table)
        except (RefusedError, ConnectionEndedError):
            return
        chronicle = Chronicle(game_number, start, first, entries, takes)
        sight = self._sight
        if sight is not None and _branch(sight.state) == (game_number, takes):
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
            self.notify(warning, title="Not fair", severity="error", timeout=600, markup=False)
        self._refresh()

    # What is shown

    @property
    def _bar(self) -> MoveBar:
        return self.query_one(MoveBar)

    def _notice(self, sentence: str) -> None:
        self._refused = sentence
        self._refresh()

    def _refresh(self) -> None:
        """Show everything anew; each widget draws itself only if its text differs."""
        # News may still come while the screen is taken down, piece by piece.
        with contextlib.suppress(NoMatches):
            self._show()

    def _show(self) -> None:
        sight, look = self._sight, self._look
        trouble = self._client.trouble
        if sight is None:
            self._line("title", lambda width: panels.title(sight, trouble, width, look))
            coming = "" if self._refused else "Coming to the table…"
            self._bar.bar = Bar("", coming, notice=self._refused)
            return
        position = self._desk.shown(sight.position)
        self.query_one(BoardMap).view = self._board_view(sight)
        self._line("queue", lambda width: panels.queue(position, width, look))
        apart = "\n\n" if self.size.height >= SPACIOUS else "\n"
        company = self._client.company(self._table)
        ahead = replace(
            sight,
            position=position,
            notes=people.away_notes(sight, company),
            clocks=clocks.clock_notes(sight.state, time.monotonic() - self._received),
        )
        self._line("title", lambda width: panels.title(ahead, trouble, width, look))
        self._line("seats", lambda width: Content(apart).join(panels.seats(ahead, width, look)))
        watching = len(people.spectators(sight, company))
        self._line(
            "supply",
            lambda width: people.watching(
                outlook.supply(position, width, look), watching, width, look
            ),
        )
        self._line("outlook", lambda width: outlook.outlook(sight, position, width, look))
        under = self._card_under()
        self._line("hand", lambda width: panels.hand(sight, width, look, under)[0])
        self._show_log(sight)
        self._show_talk()
        bar = self._make_bar(sight)
        self._bar.bar = replace(bar, notice=self._refused, cursor=self._desk.cursor)
        self.refresh_bindings()

    def _board_view(self, sight: Sight) -> BoardView:
        """Return what the board is to show."""
        news = touched(self._chronicle, sight) if self._chronicle else frozenset()
        return self._desk.view(sight.board, sight.position, news)

    def _card_under(self) -> Card | None:
        """Return the card of the hand that is lit."""
        return self._desk.card_under

    def _line(self, name: str, make: Callable[[int], Content]) -> bool:
        return self.query_one(f"#{name}", Line).show(make)

    def _show_log(self, sight: Sight) -> None:
        chronicle, look, invite = self._chronicle, self._look, self._invite
        verdict = self._verdict

        def make(width: int) -> Content:
            if sight.state.status == "open":
                return panels.invitation(invite, width, look)
            lines = log_lines(chronicle, sight, width, look) if chronicle else []
            proof = proof_lines(verdict, width, look) if verdict else ()
            return Content("\n").join([*lines, *_ending(chronicle, sight, width, look), *proof])

        if self._line("entries", make):
            self._end_of_log()

    def _show_talk(self) -> None:
        lines, look = self._client.talks.at(self._table), self._look
        height = max(3, self.size.height // 6)
        self.query_one("#talk").display = bool(lines)
        if self._line("talk", lambda width: talk.beside(lines, width, height, look)):
            self._end_of_log()

    def _end_of_log(self) -> None:
        log = self.query_one("#log", VerticalScroll)
        scroll = log.scroll_home if self.READ_FROM_TOP else log.scroll_end
        self.call_after_refresh(scroll, animate=False)

    def _make_bar(self, sight: Sight) -> Bar:
        if self._menu is not None and self._menu.menu is Menu.END_EARLY:
            return bars.end_bar(sight)
        lobby = self._client.lobby
        levels = lobby.bots if lobby else ()
        if self._menu is not None:
            return bars.host_bar(sight, levels, self._menu)
        match sight.state.status:
            case "open":
                return bars.open_bar(sight, levels, self._invite)
            case "running":
                return self._make_running_bar(sight)
            case "over":
                return bars.over_bar(sight, levels)
            case "closed":
                return bars.closed_bar()

    def _make_running_bar(self, sight: Sight) -> Bar:
        if takeback.asked(sight):
            return takeback.answer_bar(sight)
        if self._sending:
            move = sight.game.parse_move(self._sending)
            told = tell_move(sight.board, move, short_names(sight.board))
            return Bar(f"Your move  {told}", "Sent. Waiting for the table…", own=True)
        desk = self._desk
        if desk.builder is not None:
            return bars.move_bar(sight, desk.builder, desk.draft, desk.filled)
        company = self._client.company(self._table)
        charge = people.in_charge(sight, company)
        return bars.waiting_bar(sight, people.overdue(sight, company) if charge else ())


def _ending(chronicle: Chronicle | None, sight: Sight, width: int, look: Look) -> list[Content]:
    """Return the story and the standings of a game that is over."""
    chart = story(chronicle, sight, width, look) if chronicle and sight.outcome else []
    return [*chart, *standings(sight, width, look)]


def _look_of(app: App[object]) -> Look:
    return app.look if isinstance(app, Wardrobe) else Look()


def _branch(log: Chronicle | TableState) -> tuple[int, int]:
    """Return what tells moves of one ply apart: a move taken back may be followed by another."""
    return log.game_number, log.takes
