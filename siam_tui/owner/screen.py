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
from protocol.owner import MAX_SOUGHT, Ban, PlayerReport, TableReport
from protocol.text import printable
from siam_tui.owner.client import OWN_KEY, Entry, Found, Owner, connected_owner, entry_id
from siam_tui.owner.report import ban_line, name_and_key, player_line, table_line
from siam_tui.ui.dialog import AskScreen, Dialog
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.panel_screen import PanelList, PanelScreen, trouble_line
from siam_tui.ui.text import Text
from siam_tui.ui.text_widgets import Button, OptionList, Static
from texts import Message, Noun, say, tell

_REASON: Final = say("owner/reason")


class ReasonScreen(Dialog[str]):
    """Dismisses with a reason or another text, maybe empty, or with nothing if cancelled."""

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

    def __init__(
        self, question: Text, order: Text, hint: Message = _REASON, most: int = MAX_REASON
    ) -> None:
        """Prepare the question.

        Args:
            question: the question.
            order: label of the button that confirms.
            hint: what the empty line says.
            most: how many characters the text may have.
        """
        super().__init__()
        self._question, self._order_label = question, order
        self._hint, self._most = hint, most

    def compose(self) -> ComposeResult:
        """Show the question and the line for the reason."""
        with Vertical():
            yield Static(self._question)
            yield LineInput(id="why", placeholder=self._hint, max_length=self._most)
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


_NOTHING: Final[Found[Entry]] = Found((), 0)
_SHOWN: Final = 150
"""Entries that are shown at most: more would be loaded again and again."""
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
        Binding("slash", "seek", "owner/key/seek", key_display="/"),
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
        self._text = ""
        self._found: Found[Entry] = _NOTHING
        self._loaded = False

    def body(self) -> Iterable[Widget]:
        """Lay the list out."""
        yield Static(id="owner-title")
        yield Static(id="owner-none")  # above the list, which may be longer than the screen
        yield PanelList(id="owner-list")
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
        kind, text = self._kind, self._text
        try:
            found: Found[Entry] = await getattr(self._owner, kind)(text, _SHOWN)
        except (RefusedError, ConnectionEndedError) as error:
            self._report_error(error)
            return
        if (kind, text) == (self._kind, self._text):
            self._found, self._loaded = found, True
            self._show_list()

    def _show_list(self) -> None:
        kind = self._kind
        self.query_one(PanelList).replace_lines(
            Option(Content(_LINES[kind](each)), id=entry_id(each)) for each in self._found.entries
        )
        shown, total = len(self._found.entries), self._found.total
        title, order = Noun("owner/key", kind), Noun("owner/order", kind)
        told = tell("owner/list", title=title, n=total, order=order)
        if self._text:
            told = tell("owner/sought", list=told, text=self._text)
        self.query_one("#owner-title", Static).update(Content(told))
        rest = self.query_one("#owner-none", Static)
        if not self._loaded:
            rest.update(tell("owner/loading"))
        elif shown:
            rest.update(tell("owner/more", n=total - shown))
        else:
            rest.update(tell("owner/none/sought" if self._text else Noun("owner/none", kind)))
        rest.display = shown < max(1, total)

    def retell(self) -> None:
        """Tell the list in the language that is spoken now."""
        super().retell()
        self._show_list()

    def action_show(self, kind: str) -> None:
        """Show another list."""
        self._show_anew(kind, "")

    def _show_anew(self, kind: str, text: str) -> None:
        self._kind, self._text, self._found, self._loaded = kind, text, _NOTHING, False
        self._show_list()
        self._load()

    @work(group="order", exclusive=True)
    async def action_seek(self) -> None:
        """Show only the entries with a text."""
        question, order, hint = say("owner/seek"), say("owner/key/seek"), say("owner/seek/hint")
        text = await self.app.push_screen_wait(ReasonScreen(question, order, hint, MAX_SOUGHT))
        if text is not None:
            self._show_anew(self._kind, printable(text, MAX_SOUGHT))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for confirmation, then act on the chosen entry."""
        event.stop()
        for entry in self._found.entries:
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
