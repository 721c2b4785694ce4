"""Screen of a lobby's owner: lists tables and players, closes tables, bans players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets.option_list import Option

from client.changes import Status
from client.errors import ConnectionEndedError, RefusedError
from protocol.keys import SecretKey
from protocol.limits import MAX_REASON
from protocol.links import Link
from protocol.owner import Ban, PlayerReport, TableReport
from siam_tui.owner.client import OWN_KEY, Entry, Owner, connected_owner, entry_id
from siam_tui.owner.report import ban_line, name_and_key, player_line, table_line
from siam_tui.ui.dialog import AskScreen, Dialog
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.panel_screen import PanelList, PanelScreen, trouble_line
from siam_tui.ui.text import Text
from siam_tui.ui.text_widgets import Button, OptionList, Static
from texts import Noun, say, tell


class ReasonScreen(Dialog[str]):
    """Dismisses with the reason, which may be empty, or with nothing if cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "owner/key/back"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    ReasonScreen > Vertical { padding: 1 2; border: round $primary; }
    ReasonScreen Input { margin-top: 1; }
    ReasonScreen Button { width: 100%; margin-top: 1; }
    """

    def __init__(self, question: Text, order: Text) -> None:
        """Prepare the question.

        Args:
            question: the question.
            order: label of the button that confirms.
        """
        super().__init__()
        self._question, self._order_label = question, order

    def compose(self) -> ComposeResult:
        """Show the question and the line for the reason."""
        with Vertical():
            yield Static(self._question)
            yield LineInput(id="why", placeholder=say("owner/reason"), max_length=MAX_REASON)
            order = say("ui/usual-answer", answer=self._order_label)
            yield Button(order, id="do", compact=True)
            yield Button(say("owner/back"), id="back", compact=True)

    def on_input_submitted(self) -> None:
        """Submit the reason on Enter."""
        self._submit_reason()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Confirm or cancel."""
        if event.button.id == "do":
            self._submit_reason()
        else:
            self.dismiss(None)

    def _submit_reason(self) -> None:
        self.dismiss(self.query_one(LineInput).value)


_RELOAD_SECONDS = 5.0
"""Seconds between two reloads of the list, and before it is connected again."""


_LINES: Final[Mapping[str, Callable[[Any], str]]] = {
    "tables": table_line,
    "players": player_line,
    "bans": ban_line,
}
"""For each list, how it tells an entry. Its title, and what Enter does there, are texts."""


class OwnerScreen(PanelScreen[None]):
    """Lists tables, players and bans of the player's own lobby; Enter acts on the chosen one."""

    PANEL_TITLE = say("owner/title")
    HELP = "managing"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "show('tables')", "owner/key/tables"),
        Binding("p", "show('players')", "owner/key/players"),
        Binding("b", "show('bans')", "owner/key/bans"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    OwnerScreen #owner-title { text-style: bold; color: $primary; margin-bottom: 1; }
    OwnerScreen #owner-none { color: $text-muted; }
    OwnerScreen PanelList { height: auto; max-height: 60vh; }
    """

    def __init__(self, link: Link, key: SecretKey, password: str | None, me: str = "") -> None:
        """Prepare.

        Args:
            link: the lobby's link.
            key: the server's own key.
            password: the broker's, if it needs one.
            me: fingerprint of the owner's player key.
        """
        super().__init__()
        self._access = link, key, password, me
        self._owner: Owner | None = None
        self._kind = "tables"
        self._entries: tuple[Entry, ...] = ()
        self._loaded = False

    def body(self) -> Iterable[Widget]:
        """Lay the list out."""
        yield Static(id="owner-title")
        yield PanelList(id="owner-list")
        yield Static(id="owner-none")
        yield trouble_line()

    def on_mount(self) -> None:
        """Connect as the owner."""
        self._show_list()
        self.query_one(PanelList).focus()
        self._stay_connected()
        self.set_interval(_RELOAD_SECONDS, self._load)

    @work(group="connection", exclusive=True)
    async def _stay_connected(self) -> None:
        """Stay connected, also after the owner has connected elsewhere with the same key."""
        while True:
            async with connected_owner(*self._access) as self._owner:
                self._load()
                await self._report_troubles(self._owner)
            await asyncio.sleep(_RELOAD_SECONDS)  # two windows must not supersede without end

    async def _report_troubles(self, owner: Owner) -> None:
        """Report troubles of the connection until another one has superseded it."""
        async with owner.client.changes() as changes:
            self.say(owner.client.trouble)
            async for _ in changes:
                if owner.client.status is Status.SUPERSEDED:
                    return
                self.say(owner.client.trouble)

    def _report_error(self, error: RefusedError | ConnectionEndedError) -> None:
        is_elsewhere = self._owner is not None and self._owner.client.status is Status.SUPERSEDED
        self.say(tell("owner/elsewhere") if is_elsewhere else str(error))

    @work(group="load", exclusive=True)
    async def _load(self) -> None:
        """Load the list that is shown."""
        if self._owner is None:
            return
        kind = self._kind
        try:
            entries: tuple[Entry, ...] = await getattr(self._owner, kind)()
        except (RefusedError, ConnectionEndedError) as error:
            self._report_error(error)
            return
        if kind == self._kind:
            self._entries, self._loaded = entries, True
            self._show_list()

    def _show_list(self) -> None:
        kind = self._kind
        self.query_one(PanelList).replace_lines(
            Option(Content(_LINES[kind](each)), id=entry_id(each)) for each in self._entries
        )
        found = len(self._entries)
        title, order = Noun("owner/key", kind), Noun("owner/order", kind)
        told = tell("owner/list", title=title, n=found, order=order)
        self.query_one("#owner-title", Static).update(told)
        none = self.query_one("#owner-none", Static)
        none.update(tell(Noun("owner/none", kind)) if self._loaded else tell("owner/loading"))
        none.display = not found

    def retell(self) -> None:
        """Tell the list in the language that is spoken now."""
        super().retell()
        self._show_list()

    def action_show(self, kind: str) -> None:
        """Show another list."""
        self._kind, self._entries, self._loaded = kind, (), False
        self._show_list()
        self._load()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for confirmation, then act on the chosen entry."""
        event.stop()
        for entry in self._entries:
            if entry_id(entry) == event.option_id:
                self._act_on_entry(entry)

    @work(group="order", exclusive=True)
    async def _act_on_entry(self, entry: Entry) -> None:
        if self._owner is None:
            return
        ask = self.app.push_screen_wait
        try:
            match entry:
                case TableReport():
                    question = say("owner/close/question", table=entry.table)
                    why = await ask(ReasonScreen(question, say("owner/order/tables")))
                    if why is not None:
                        await self._owner.close_table(entry.table, why)
                case PlayerReport(player=self._owner.me):
                    self.say(tell(OWN_KEY))
                case PlayerReport():
                    who = name_and_key(entry.name, entry.player)
                    question = say("owner/ban/question", who=who)
                    why = await ask(ReasonScreen(question, say("owner/ban/do")))
                    if why is not None:
                        await self._owner.ban(entry.player, why)
                case Ban():
                    who = name_and_key(entry.name, entry.player)
                    question, back = say("owner/allow/question", who=who), say("owner/key/back")
                    if await ask(AskScreen(question, say("owner/order/bans"), back)):
                        await self._owner.unban(entry.player)
        except (RefusedError, ConnectionEndedError) as error:
            self._report_error(error)
        self._load()
