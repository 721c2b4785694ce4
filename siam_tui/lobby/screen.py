"""The screen of a lobby: its tables, and how to sit down, watch or open one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import ClassVar, Literal

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.css.query import NoMatches

from client.changes import SentAwayFrom, Status
from client.errors import ConnectionEndedError, RefusedError
from games.registry import tell_missing_game
from protocol.commands import OpenTable
from protocol.keys import SecretKey
from protocol.messages import Done
from protocol.states import TableState, TableSummary
from siam_tui.lobby.bot_game import NewTable
from siam_tui.lobby.gone_tables import GoneTables
from siam_tui.lobby.new_table import OpenTableScreen
from siam_tui.lobby.session import Session
from siam_tui.lobby.sitting import sit_down
from siam_tui.lobby.table_list import (
    FittedList,
    WayIn,
    about_table,
    fill_list,
    fit_list,
    heading,
    list_row,
    seat_for,
    tell_call,
    tell_closed,
    tell_empty,
    tell_invitation,
    way_in,
)
from siam_tui.model.own_tables import OwnTables
from siam_tui.owner.screen import OwnerScreen
from siam_tui.profile.remembered_games import LastGame, LastSeen
from siam_tui.profile.table_secrets import PrivateTables
from siam_tui.reminders.reminder_screen import ReminderScreen
from siam_tui.table.screen import TableScreen, is_shown
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.invitation import LinkScreen, is_link
from siam_tui.ui.palette_commands import PaletteCommand, offered
from siam_tui.ui.panel_screen import PanelScreen, is_covered, trouble_line
from siam_tui.ui.text_widgets import DataTable, Static
from texts import say, tell


class LobbyScreen(PanelScreen[None]):
    """The tables of one lobby; dismisses when the player leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "go('sit')", "lobby/key/sit", key_display="⏎ s", id="lobby.sit_down"),
        Binding("s", "go('return')", "lobby/key/return", key_display="⏎ s", id="lobby.sit_down"),
        Binding("s", "go('watch')", show=False, id="lobby.sit_down"),
        Binding("o", "open_table", "lobby/key/open-table", id="lobby.open_table"),
        Binding("w", "watch('')", "lobby/key/watch", id="lobby.watch"),
        Binding("w", "watch('enter')", "lobby/key/watch", key_display="⏎ w", id="lobby.watch"),
        Binding("c", "copy", "lobby/key/copy-link", id="lobby.copy_link"),
        Binding("m", "manage", "lobby/key/manage", id="lobby.manage"),
        Binding("r", "remind", "lobby/key/reminders", id="lobby.reminders"),
        Binding("escape,q", "back", "lobby/key/leave", key_display="q"),
    ]

    def __init__(
        self,
        session: Session,
        seen: LastSeen | None = None,
        private: PrivateTables | None = None,
        server_key: SecretKey | None = None,
        last_game: LastGame | None = None,
    ) -> None:
        """Prepare.

        Args:
            session: the session in the lobby.
            seen: when the player last looked at each table.
            private: keeps the keys of the private tables the player opens.
            server_key: the server's own key, if the player owns the lobby.
            last_game: the game to propose for a new table.
        """
        super().__init__()
        self._private, self._server_key = private or PrivateTables(None), server_key
        self._last_game = last_game or LastGame(None)
        self._own = OwnTables(
            session.client,
            session.link,
            seen or LastSeen(None),
            session.invitation,
            watching=session.watching,
        )
        self._session, self._client = session, session.client
        self._tables: dict[str, TableSummary] = {}
        self._heading = session.first_table or session.link.table
        self._ready_table = ""
        self._going = False
        self._called = ""
        self._warned = ""
        self._announced: set[str] = set()
        self._gone, self._listed = GoneTables(), FittedList()

    def frame(self) -> ComposeResult:
        """Show what the lobby is, and its tables."""
        with Vertical(id="lobby"):
            yield Static(id="lobby-title")
            yield Static(id="lobby-link")
            yield DataTable(cursor_type="row", zebra_stripes=True)
            yield Static(id="terms")
            yield Static(id="empty")
            yield trouble_line()

    def on_mount(self) -> None:
        """Follow the lobby, and go to the table that the link names."""
        self._refresh()
        self._follow_lobby()
        self._follow_own()
        finding = self._session.find_reminders(self.refresh_bindings)
        self.run_worker(finding, group="reminders")
        if self._heading:
            self._enter_first()

    def on_resize(self) -> None:
        """Fit the list and the link into the room there is now."""
        self.call_after_refresh(self._refresh)

    def on_screen_resume(self) -> None:
        """Go to the table that became ready while another screen was open."""
        self._refresh()
        if self._ready_table:
            self._enter(self._ready_table)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable only what can be done now; Enter and its keys are named after what they do."""
        watching, way = self._session.watching, self._way_in
        match action:
            case "manage":
                return self._server_key is not None
            case "remind":
                return self._session.can_be_reminded
            case "open_table":
                return not (self._going or watching or tell_closed(self._client))
            case "go":
                return way in parameters and not (self._going or watching)
            case "watch":
                return bool(way) and (way == "watch") == ("enter" in parameters) and not self._going
        return True

    @property
    def _way_in(self) -> WayIn | Literal[""]:
        """What Enter does at the chosen table; empty if there is none."""
        chosen = self._tables.get(self._chosen)
        if chosen is None:
            return ""
        return "watch" if self._session.watching else way_in(chosen, self._client.me)

    def commands(self) -> Iterable[PaletteCommand]:
        """Yield what the command palette offers."""
        yield from offered(
            self,
            ("open_table", tell("lobby/key/open-table"), tell("lobby/command/open-table")),
            (
                "copy",
                tell("lobby/key/copy-link"),
                tell("ui/invite/about", link=is_link(self._session.invitation())),
            ),
            ("remind", tell("lobby/key/reminders"), tell("reminders/about")),
            ("manage", tell("lobby/command/manage"), tell("lobby/command/manage-about")),
            ("back", tell("lobby/key/leave"), tell("lobby/command/leave")),
        )
        yield from super().commands()

    # Changes of the lobby

    @work(group="follow", exclusive=True)
    async def _follow_lobby(self) -> None:
        async with self._client.changes() as changes:
            self._dismiss_if_refused()
            async for change in changes:
                if isinstance(change, SentAwayFrom):
                    self._tell_sent_away(change)
                self._refresh()
                self._dismiss_if_refused()

    def _dismiss_if_refused(self) -> None:
        """Go back to where the broker's password is asked for, if it was refused."""
        if self._client.status is Status.LOGIN_REFUSED and self.is_current:
            self.dismiss()

    @work(group="own", exclusive=True)
    async def _follow_own(self) -> None:
        await self._own.follow(self._announce_turn, lambda: self._going)

    def _announce_turn(self, state: TableState) -> None:
        """Notify the player of their turn at a table whose screen is not open."""
        if not is_shown(self.app, state.table):
            self._announced.add(state.table)
            is_chosen = self._chosen == state.table
            told = tell_call(state, is_here=self.app.screen is self, is_chosen=is_chosen)
            self.notify(told, timeout=10)

    @work(group="go", exclusive=True)
    async def _enter_first(self) -> None:
        try:
            await self._client.ready()
        except ConnectionEndedError:
            return  # the heading line says why
        self._enter(self._heading)

    def _announce_name(self) -> None:
        """Notify the player once if they have another name here than they asked for."""
        wished, name = self._session.name, self._client.name
        if wished and name not in (wished, self._called):
            self._called = name
            self.notify(tell("lobby/other-name", wished=wished, name=name), timeout=15)

    def _refresh(self) -> None:
        if self._client.status is Status.ONLINE:
            self._announce_name()
        if not is_covered(self):
            with suppress(NoMatches):  # changes may still come while the screen is removed
                self._show()

    def _show(self) -> None:
        client, watching, state = self._client, self._session.watching, self._client.lobby
        tables = sorted(state.tables, key=self._rank) if state else []
        for sentence in self._gone.sentences(client, self._tables, self._chosen):
            self.app.notify(sentence, timeout=10)
        self._tables = {each.table: each for each in tables}
        self._fill()
        turns = sum(self._own.my_turn(each.table) for each in self._own.all())
        title = self.query_one("#lobby-title", Static)
        awaited = self._session.awaited
        title.update(heading(client, len(tables), turns, watching=watching, awaited=awaited))
        invite = self.query_one("#lobby-link", Static)
        invite.update(tell_invitation(self._session.invitation(), invite.content_size.width))
        empty = self.query_one("#empty", Static)
        empty.update(tell_empty(client, watching=watching))
        empty.display = not self._tables
        if self._warned != client.warning:
            self._warned = client.warning
            self.say(self._warned)
        self.query_one(DataTable).display = bool(self._tables)
        self._show_terms()

    @on(DataTable.RowHighlighted)
    def _show_terms(self) -> None:
        """Show who plays at the chosen table, and by which terms."""
        chosen, terms = self._tables.get(self._chosen), self.query_one("#terms", Static)
        terms.update(about_table(chosen) if chosen else "", layout=True)
        terms.display = chosen is not None
        self.refresh_bindings()

    def _rank(self, table: TableSummary) -> int:
        """Order tables: where it is the player's turn, their others, then as they were opened."""
        if table not in self._own.all():
            return 2
        return 0 if self._own.my_turn(table.table) else 1

    def _tell_sent_away(self, change: SentAwayFrom) -> None:
        """Notify the player why they had to leave a table; its own screen does if it is open."""
        self._gone.note_told(change.table)
        if not is_shown(self.app, change.table):
            self.app.notify(change.sentence, severity="warning", timeout=20)

    def _fill(self) -> None:
        rows = {name: list_row(table, self._client) for name, table in self._tables.items()}
        fitted = fit_list(rows, self.query_one("#lobby").content_size.width)
        if fitted != self._listed:
            self._listed = fitted
            fill_list(self.query_one(DataTable), fitted, self._chosen)

    @property
    def _chosen(self) -> str:
        tables = next(iter(self.query(DataTable)), None)
        if tables is None or not tables.is_valid_coordinate(tables.cursor_coordinate):
            return ""  # keys may still be looked up while the screen is removed
        return str(tables.coordinate_to_cell_key(tables.cursor_coordinate).row_key.value)

    # Actions

    @on(DataTable.RowSelected)
    def _row_chosen(self) -> None:
        if self._session.watching:
            self.action_watch()
        else:
            self.action_go()

    def action_go(self, _way: str = "") -> None:
        """Go to the chosen table: to the player's seat, to a free one, or to watch."""
        table = self._tables.get(self._chosen)
        if table is not None and not self._going and self._can_show(table):
            self._start_going()
            self._go(table)

    def _can_show(self, table: TableSummary) -> bool:
        """Return whether this program has the game of a table; say so if it does not."""
        if missing := tell_missing_game(table.game, table.package):
            self.notify(missing, severity="warning", timeout=20)
        return not missing

    def _start_going(self) -> None:
        """Disable other actions until the table is there: it would cover their dialogs."""
        self._going = True
        self.refresh_bindings()

    @work(group="go", exclusive=True)
    async def _go(self, table: TableSummary) -> None:
        seat = seat_for(table, self._client.me)
        with self._telling_refusal():
            ask = self.app.push_screen_wait
            if seat is None or await sit_down(self._client, table.table, seat, ask):
                self._enter(table.table)

    @contextmanager
    def _telling_refusal(self) -> Iterator[None]:
        """Notify the player why the lobby refuses; other actions are open again afterwards."""
        try:
            yield
        except RefusedError as refusal:
            self.notify(refusal.sentence, severity="warning")
        except ConnectionEndedError as error:
            self.notify(str(error), severity="error")
        finally:
            self._going = False
            self.refresh_bindings()

    def action_watch(self, _key: str = "") -> None:
        """Watch the chosen table."""
        table = self._tables.get(self._chosen)
        if table is not None and self._can_show(table):
            self._enter(table.table)

    def _enter(self, table: str) -> None:
        """Go to a table, at the latest when no other screen covers the lobby."""
        self._going = False
        self._ready_table = "" if self.app.screen is self else table
        if self._ready_table:
            return
        invite = self._own.invite(table)
        watching = self._session.watching
        if table in self._announced:  # the notification would cover the table
            self._announced.clear()
            self.app.clear_notifications()
        screen = TableScreen(self._client, table, invite=invite, watching=watching, own=self._own)
        self.app.push_screen(screen)

    def action_open_table(self) -> None:
        """Ask for the table to open."""
        self.app.push_screen(OpenTableScreen(self._last_game), self._open)

    def _open(self, choice: NewTable | None) -> None:
        if choice is not None:
            self._start_going()
            self._request_table(choice.opening)

    @work(group="go", exclusive=True)
    async def _request_table(self, opening: OpenTable) -> None:
        with self._telling_refusal():
            reply = await self._client.request(opening)
            if isinstance(reply, Done):
                if opening.key:
                    lobby = self._session.link.lobby
                    self._private.add_opened_table(self._client, lobby, reply.table, opening.key)
                self._enter(reply.table)

    def action_copy(self) -> None:
        """Copy the invitation, and show all of it."""
        self.app.push_screen(LinkScreen(self._session.invitation()))

    def action_remind(self) -> None:
        """Show and change how the player is reminded of their turns."""
        self.app.push_screen(ReminderScreen(self._client))

    def action_manage(self) -> None:
        """Open the screen for the lobby's owner."""
        if self._server_key is not None:
            link, password = self._session.link.to_lobby(), self._session.password
            self.app.push_screen(OwnerScreen(link, self._server_key, password, self._client.me))

    def action_back(self) -> None:
        """Leave the lobby; ask first if that closes it for others."""
        if self._session.hosting:
            self._ask_to_close()
        else:
            self.dismiss()

    @work(group="leave", exclusive=True)
    async def _ask_to_close(self) -> None:
        question, close = say("lobby/cost/lobby-closed"), say("lobby/leave/close")
        if await self.app.push_screen_wait(AskScreen(question, close, say("lobby/leave/stay"))):
            self.dismiss()
