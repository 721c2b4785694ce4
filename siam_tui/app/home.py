"""Where the app begins."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar, Literal, TypeAlias, get_args

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look, chip
from siam_tui.ui.key_footer import KeyFooter
from siam_tui.ui.palette_commands import PaletteCommand
from siam_tui.ui.panel_list import PanelList
from siam_tui.ui.panel_screen import SMALL, PanelScreen
from siam_tui.ui.text_widgets import OptionList, Static

BESIDE_MENU = 16
"""Lines that title, name and footer take, with what is empty between and around them."""
AIRY = 3
"""Lines of a way to play where there is room: it has an empty one above and below."""

Way: TypeAlias = Literal[
    "here",
    "resume",
    "learn",
    "practice",
    "bots",
    "host",
    "join",
    "watch",
    "record",
    "name",
    "settings",
    "quit",
]

_TITLE = """\
█▄▀ █ █▄ █ █▀▀   █▀█ █▀▀   █▀▀ █ ▄▀█ █▀▄▀█
█ █ █ █ ▀█ █▄█   █▄█ █▀    ▄▄█ █ █▀█ █ ▀ █"""
_PLAIN_TITLE = "K I N G   O F   S I A M"
_WAYS: tuple[tuple[Way, str, str, str], ...] = (
    ("resume", "G", "Back to your game", "it waits as long as siam is open"),
    ("bots", "B", "Play against bots", "two to four at the table, at once"),
    ("host", "H", "Host a lobby", "others join you by a link"),
    ("join", "J", "Join by link", "take a seat where others play"),
    ("watch", "W", "Watch", "look on by link, without a seat"),
    ("record", "R", "Watch a record", "a game that was saved, move by move"),
    ("learn", "T", "Tutorial", "learn the game by playing it"),
    ("practice", "P", "Practice", "find the one turn that wins"),
    ("settings", "S", "Settings", "name, colours, bell, animation"),
    ("quit", "Q", "Quit", "back to the shell"),
)
_NAME: tuple[Way, str, str] = ("name", "Change your name", "what others call you")


class HomeScreen(PanelScreen[None]):
    """The ways to play."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("l", "choose('here')", show=False),
        Binding("g", "choose('resume')", show=False),
        Binding("t", "choose('learn')", show=False),
        Binding("p", "choose('practice')", show=False),
        Binding("b", "choose('bots')", show=False),
        Binding("h", "choose('host')", show=False),
        Binding("j", "choose('join')", show=False),
        Binding("w", "choose('watch')", show=False),
        Binding("s", "choose('settings')", show=False),
        Binding("r", "choose('record')", show=False),
        Binding("n", "choose('name')", "Your name"),
        Binding("q", "choose('quit')", "Quit"),
    ]

    class Chosen(Message):
        """Somebody chose a way to play."""

        def __init__(self, way: Way) -> None:
            super().__init__()
            self.way = way

    def __init__(self) -> None:
        super().__init__()
        self._player_name = ""
        self._resumable = False
        self._here = ""
        self._height = 0
        self._look = Look()
        self.is_busy = False

    def compose(self) -> ComposeResult:
        """Show the title and the menu."""
        with VerticalScroll(id="ground", can_focus=False), Vertical(id="home"):
            with Center():
                yield Static(id="art")
            with Center():
                yield Static(id="under")
            yield PanelList(id="menu")
            yield Static(id="who")
        yield KeyFooter()
        yield Static(SMALL, id="small")

    def on_mount(self) -> None:
        """Show the menu."""
        self._fill()
        self._show_look()
        self.query_one(PanelList).focus()

    def wear(self, look: Look) -> None:
        """Show title and factions with these signs and colours."""
        self._look = look
        if self.is_mounted:
            self._show_look()

    def _show_look(self) -> None:
        look = self._look
        self.query_one("#art", Static).update(_PLAIN_TITLE if look.glyphs is ASCII else _TITLE)
        names = ("Rama", "Lao", "Malay")
        parts = [Content.assemble(chip(f, look, f" {n[0]} "), f" {n}") for f, n in enumerate(names)]
        self.query_one("#under", Static).update(Content("   ").join(parts))

    def show(self, name: str, *, resumable: bool) -> None:
        """Say who plays, and whether a game waits."""
        self._player_name, self._resumable = name, resumable
        if self.is_mounted:
            self._fill()

    def show_here(self, lobbies: str, *, first: bool) -> None:
        """Offer the lobbies on this computer.

        Args:
            lobbies: what they are, in a few words; empty for none.
            first: whether to put the cursor there, since nobody can have moved it yet.
        """
        if lobbies == self._here:
            return
        self._here = lobbies
        if self.is_mounted:
            self._fill()
            if first:
                self.query_one(PanelList).highlighted = 0

    def busy(self, doing: str) -> None:
        """Say what is being done, in place of who plays; nothing when it is done."""
        self.is_busy = bool(doing)
        if doing and self.is_mounted:
            self.query_one("#who", Static).update(doing)
        elif self.is_mounted:
            self._fill()

    def _fill(self) -> None:
        menu = self.query_one(PanelList)
        chosen = menu.highlighted_option
        menu.set_options(self._options())
        ways = [option.id for option in menu.options]
        menu.highlighted = ways.index(chosen.id) if chosen and chosen.id in ways else 0
        who = Content.from_markup(
            "[$foreground 60%]You are[/] [b]$name[/b][$foreground 60%]  ·  N changes that[/]",
            name=self._player_name or "nobody yet",
        )
        self.query_one("#who", Static).update(who)

    def on_resize(self, event: events.Resize) -> None:
        """Give the menu air where there is room for it."""
        self._height = event.size.height
        self._fill()

    def _options(self) -> Iterable[Option]:
        ways = list(self._ways())
        air = "\n" if self._height >= BESIDE_MENU + AIRY * len(ways) else ""
        for way, key, title, what in ways:
            line = Content.from_markup(
                f"{air}[bold $accent]{key}[/]   [b]{title:<20}[/b] [$foreground 60%]$what[/]{air}",
                what=what,
            )
            yield Option(line, id=way)

    def _ways(self) -> Iterable[tuple[Way, str, str, str]]:
        if self._here:
            yield "here", "L", "On this computer", self._here
        for each in _WAYS:
            if each[0] != "resume" or self._resumable:
                yield each

    def _offers(self, way: Way) -> bool:
        return bool(self._here) if way == "here" else way != "resume" or self._resumable

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose by Enter or a click."""
        for way in get_args(Way):
            if way == event.option_id:
                self.action_choose(way)

    def commands(self) -> Iterable[PaletteCommand]:
        """Yield the ways to play, with those that are no line of the menu."""
        ways = [
            (way, title, what)
            for way, _, title, what in self._ways()
            if way not in {"settings", "quit"}
        ]
        for way, title, what in (*ways, _NAME):
            yield title, what[0].upper() + what[1:], partial(self.action_choose, way)
        yield from super().commands()

    def action_back(self) -> None:
        """Stay: there is nothing behind."""

    def action_choose(self, way: Way) -> None:
        """Choose by key."""
        if self._offers(way):
            self.post_message(self.Chosen(way))
