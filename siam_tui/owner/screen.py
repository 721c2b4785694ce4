"""The screen in which a lobby's owner sees tables and players, closes tables and bans players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets.option_list import Option

from client import ConnectionEndedError, RefusedError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Ban, PlayerReport, TableReport
from siam_tui.owner.client import OWN_KEY, Owner, connected_owner
from siam_tui.owner.reason import ReasonScreen
from siam_tui.owner.report import ban_line, named, player_line, table_line
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.panel_list import PanelList
from siam_tui.ui.panel_screen import PanelScreen, trouble_line
from siam_tui.ui.text_widgets import OptionList, Static

_EVERY = 5.0
"""Seconds after which the list is read again."""

Entry: TypeAlias = TableReport | PlayerReport | Ban


@dataclass(frozen=True, slots=True)
class _List:
    """One of the lists: its title, what is said when it is empty, and what Enter does."""

    title: str
    none: str
    order: str


_LISTS = {
    "tables": _List("Tables", "There is no table.", "Close the table"),
    "players": _List("Players", "Nobody has come yet.", "Ban"),
    "bans": _List("Banned", "Nobody is banned.", "Allow again"),
}


class OwnerScreen(PanelScreen[None]):
    """Lists what there is in one's own lobby; Enter closes, bans or allows what is chosen."""

    PANEL_TITLE = "Your lobby"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "show('tables')", "Tables"),
        Binding("p", "show('players')", "Players"),
        Binding("b", "show('bans')", "Banned"),
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
            password: what the broker asks for, if anything.
            me: fingerprint of the key that the owner plays with.
        """
        super().__init__()
        self._way = link, key, password, me
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
        self._fill()
        self.query_one(PanelList).focus()
        self._stay_connected()
        self.set_interval(_EVERY, self._load)

    @work(group="connection", exclusive=True)
    async def _stay_connected(self) -> None:
        async with connected_owner(*self._way) as self._owner:
            self._load()
            async with self._owner.client.changes() as changes:
                async for _ in changes:
                    self.say(self._owner.client.trouble)

    @work(group="load", exclusive=True)
    async def _load(self) -> None:
        """Read the list that is shown."""
        if self._owner is None:
            return
        kind = self._kind
        try:
            entries: tuple[Entry, ...] = await getattr(self._owner, kind)()
        except (RefusedError, ConnectionEndedError) as error:
            self.say(str(error))
            return
        if kind == self._kind:
            self._entries, self._loaded = entries, True
            self._fill()

    def _fill(self) -> None:
        shown = _LISTS[self._kind]
        menu = self.query_one(PanelList)
        chosen = self._chosen_name()
        menu.set_options(Option(Content(_line(each)), id=_name(each)) for each in self._entries)
        names = [_name(each) for each in self._entries]
        if names:
            menu.highlighted = names.index(chosen) if chosen in names else 0
        count = f" · {len(names)} · Enter: {shown.order}" if names else ""
        self.query_one("#owner-title", Static).update(f"{shown.title}{count}")
        none = self.query_one("#owner-none", Static)
        none.update(shown.none if self._loaded else "Asking the lobby …")
        none.display = not names

    def _chosen_name(self) -> str:
        menu = self.query_one(PanelList)
        at = menu.highlighted
        return "" if at is None else menu.get_option_at_index(at).id or ""

    def action_show(self, kind: str) -> None:
        """Show another list."""
        self._kind, self._entries, self._loaded = kind, (), False
        self._fill()
        self._load()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Order what belongs to the chosen line, once that is confirmed."""
        event.stop()
        for entry in self._entries:
            if _name(entry) == event.option_id:
                self._order(entry)

    @work(group="order", exclusive=True)
    async def _order(self, entry: Entry) -> None:
        owner = self._owner
        if owner is None:
            return
        try:
            match entry:
                case TableReport():
                    question = f"Close table {entry.table}? Those at it are told why."
                    why = await self.app.push_screen_wait(ReasonScreen(question, "Close the table"))
                    if why is not None:
                        await owner.close_table(entry.table, why)
                case PlayerReport(player=owner.me):
                    self.say(OWN_KEY)
                case PlayerReport():
                    who = named(entry.name, entry.player)
                    question = f"Ban {who}? Their seats are freed; they are told why."
                    why = await self.app.push_screen_wait(ReasonScreen(question, "Ban the player"))
                    if why is not None:
                        await owner.ban(entry.player, why)
                case Ban():
                    question = f"Allow {named(entry.name, entry.player)} again?"
                    if await self.app.push_screen_wait(AskScreen(question, "Allow again", "Back")):
                        await owner.unban(entry.player)
        except (RefusedError, ConnectionEndedError) as error:
            self.say(str(error))
        self._load()


def _name(entry: Entry) -> str:
    return entry.table if isinstance(entry, TableReport) else entry.player


def _line(entry: Entry) -> str:
    match entry:
        case TableReport():
            return table_line(entry)
        case PlayerReport():
            return player_line(entry)
        case Ban():
            return ban_line(entry)
