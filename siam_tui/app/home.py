"""Where the app begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final, Literal, TypeAlias, get_args

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from siam_tui.app.typed_ahead import TypedAhead
from siam_tui.appearance.cells import cut_text, pad_end
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look, chip
from siam_tui.games.registry import shown_games, title_of
from siam_tui.ui.palette_commands import PaletteCommand
from siam_tui.ui.panel_screen import MessageLine, PanelList, PanelScreen
from siam_tui.ui.text_widgets import OptionList, Static
from texts import Noun, tell

BESIDE_MENU = 16
"""Lines that title, name and footer take, with what is empty between and around them."""
AIRY = 3
"""Lines of a menu entry where there is room: it has an empty one above and below."""
_BESIDE_LOW_MENU = 9
"""Lines that title, name and footer take where there is no room for empty ones."""
_TITLE_WIDTH, _BESIDE_GAMES = 20, 7
"""Cells of a title in the menu, and of the one before what is longer: the games that wait."""
ROOM_FOR_GAME = 60
"""Cells of what is told of a game that waits, in a line of the menu."""
_MOST_LISTED = 6
"""Games that wait which the menu lists; *Go on* shows all of them."""
_GAMES_WIDTH: Final = 64
"""Cells for the titles of all games: the least width of the menu."""
_GAP: Final = Content("   ")
_ALL = "all-that-wait"
"""The id of the line that stands for those which are not listed."""

HomeAction: TypeAlias = Literal[
    "here",
    "lobby",
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
█▀▀  █  ▄▀█  █▀▄▀█
▄▄█  █  █▀█  █ ▀ █"""
_PLAIN_TITLE = "S I A M"
_ACTIONS: tuple[tuple[HomeAction, str], ...] = (
    ("resume", "G"),
    ("bots", "B"),
    ("host", "H"),
    ("join", "J"),
    ("watch", "W"),
    ("record", "R"),
    ("learn", "T"),
    ("practice", "P"),
    ("settings", "S"),
    ("quit", "Q"),
)
"""The entries with their keys; their titles and what they do are texts."""
_VISITORS: tuple[HomeAction, ...] = ("bots", "record", "learn", "practice", "settings", "quit")
"""What a visitor of the host's computer is offered; the rest needs their own computer."""
_WITHOUT_SCREEN: tuple[HomeAction, ...] = ("quit", "resume", "lobby", "here")
"""What opens no screen, or first waits for a server."""
_KEYS: dict[str, HomeAction] = {key.lower(): name for name, key in _ACTIONS} | {"n": "name"}
"""The entries by their keys, without those that lead to a lobby."""


def _entry(action: HomeAction) -> tuple[str, str]:
    """Return the title of an entry of the menu, and in a few words what it does."""
    return tell(Noun("app/menu", action)), tell(Noun("app/menu-about", action))


def name_games(titles: Sequence[str], look: Look) -> Content:
    """Return the titles of games in a line; those for which there is no room are counted."""
    chips = [  # no single letter: it would look like a key
        chip(number, look, f" {title} ") for number, title in enumerate(titles)
    ]
    count = len(chips)
    lines = [
        _GAP.join([*chips[: count - left_out], Content(tell("app/home/more-games", n=left_out))])
        for left_out in range(1, count)
    ]
    fitting = (line for line in (_GAP.join(chips), *lines) if line.cell_length <= _GAMES_WIDTH)
    return next(fitting, chips[0])


class HomeScreen(PanelScreen[None]):
    """The menu of what to do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("l", "choose_lobby", show=False),
        *(Binding(key.lower(), f"choose('{name}')", show=False) for name, key in _ACTIONS[:-1]),
        Binding("n", "choose('name')", "app/key/name"),
        Binding("q", "choose('quit')", "app/key/quit"),
    ]

    class Chosen(Message):
        """An entry of the menu was chosen.

        Attributes:
            action: the entry.
            game: the key of the game to go on with; empty if none was chosen.
        """

        def __init__(self, action: HomeAction, game: str = "") -> None:
            super().__init__()
            self.action, self.game = action, game

    def __init__(self, ahead: TypedAhead, *, is_visited: bool = False) -> None:
        """Prepare.

        Args:
            ahead: keeps what is typed for the screen that an entry opens.
            is_visited: whether it is shown to a visitor of this computer, who is in one lobby.
        """
        super().__init__()
        self._ahead, self._is_visited = ahead, is_visited
        self._player_name = ""
        self._waiting: dict[str, str] = {}
        self._here = ("", "")
        self._height = 0
        self._look = Look()
        self.is_busy, self._doing = False, ""

    def frame(self) -> ComposeResult:
        """Show the title and the menu."""
        with VerticalScroll(id="ground", can_focus=False), Vertical(id="home"):
            with Center():
                yield Static(id="art")
            with Center():
                yield Static(id="under")
            yield PanelList(id="menu")
            yield MessageLine("who")

    def on_mount(self) -> None:
        """Show the menu."""
        self._fill()
        self._show_look()
        self.query_one(PanelList).focus()

    def wear(self, look: Look) -> None:
        """Show the title in these signs and colours."""
        self._look = look
        if self.is_mounted:
            self._show_look()

    def _show_look(self) -> None:
        look = self._look
        self.query_one("#art", Static).update(_PLAIN_TITLE if look.glyphs is ASCII else _TITLE)
        self.query_one("#under", Static).update(
            name_games([title_of(name) for name in shown_games()], look)
        )

    def show(self, name: str, waiting: Mapping[str, str]) -> None:
        """Show who plays, and which games wait: each in a few words, by its key."""
        self._player_name, self._waiting = name, dict(waiting)
        if self.is_mounted:
            self._fill()

    def retell(self) -> None:
        """Tell the menu in the language that is spoken now."""
        super().retell()
        self._fill()

    def point_at_waiting(self) -> None:
        """Put the cursor on the first game that waits, if any does: the player has just left it."""
        menu = self.query_one(PanelList)
        places = [place for place, each in enumerate(menu.options) if each.id == "resume"]
        menu.highlighted = next(iter(places), menu.highlighted)

    def show_here(self, where: str, lobbies: str, *, first: bool = False) -> None:
        """Offer the lobbies near the player.

        Args:
            where: where they are, in a few words.
            lobbies: what they are, in a few words; empty for none.
            first: whether to highlight them: at the first look nobody has moved the cursor yet.
        """
        if (where, lobbies) == self._here:
            return
        self._here = (where, lobbies)
        if self.is_mounted:
            self._fill()
            if first:
                self.query_one(PanelList).highlighted = 0

    def busy(self, doing: str) -> None:
        """Show what is being done, in place of who plays; empty when it is done."""
        self.is_busy, self._doing = bool(doing), doing
        if doing:
            self._ahead.drop()
        if self.is_mounted:
            self._fill()

    def _fill(self) -> None:
        self.query_one("#home").set_class(bool(self._waiting), "-waiting")
        self.query_one(PanelList).replace_lines(self._options())
        name = self._player_name or tell("app/home/nobody")
        who = Content.from_markup(tell("app/home/who"), name=name)
        line = self.query_one("#who", MessageLine)
        if self._doing:
            line.show(self._doing, doing=True)
        else:
            line.show(who, doing=False)

    def on_resize(self, event: events.Resize) -> None:
        """Space the menu out where there is room."""
        self._height = event.size.height
        self._fill()

    def _options(self) -> Iterable[Option]:
        entries = list(self._entries())
        listed = self._listed_games(self._height - _BESIDE_LOW_MENU - len(entries))
        lines = AIRY * len(entries) + len(listed)
        air = "\n" if self._height >= BESIDE_MENU + lines else ""
        for action, key, title, what in entries:
            below = listed if action == "resume" else {}
            width = _BESIDE_GAMES if action == "resume" else _TITLE_WIDTH
            line = Content.assemble(
                air,
                (key, "bold $accent"),
                "   ",
                (pad_end(title, width), "bold"),
                " ",
                (cut_text(what, ROOM_FOR_GAME), "$foreground 60%"),
            )
            yield Option(line if below else line + air, id=action)
            for number, (game, told) in enumerate(below.items(), start=1):
                line = Content.styled(
                    f"{' ' * (_BESIDE_GAMES + 5)}{cut_text(told, ROOM_FOR_GAME)}", "$foreground 60%"
                )
                yield Option(line + air if number == len(below) else line, id=game)

    def _listed_games(self, room: int) -> dict[str, str]:
        """Return the games below the first one that are listed, by key, in so many lines."""
        others = list(self._waiting.items())[1:]
        most = max(0, min(room, _MOST_LISTED - 1))
        if len(others) <= most:
            return dict(others)
        if not most:
            return {}
        shown = others[: most - 1]
        return {**dict(shown), _ALL: tell("app/home/more-waiting", n=len(others) - len(shown))}

    def _entries(self) -> Iterable[tuple[HomeAction, str, str, str]]:
        if self._is_visited:
            yield "lobby", "L", *_entry("lobby")
        elif self._here[1]:
            yield "here", "L", *self._here
        for action, key in _ACTIONS:
            if self._offers(action):
                title, what = _entry(action)
                waiting = next(iter(self._waiting.values()), "")
                yield action, key, title, waiting if action == "resume" else what

    def _offers(self, action: HomeAction) -> bool:
        if self._is_visited:
            return action in (*_VISITORS, "lobby", "name")
        if action == "here":
            return bool(self._here[1])
        return action != "lobby" and (action != "resume" or bool(self._waiting))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose by Enter or a click."""
        if self._ahead.is_keeping:  # this Enter was under way before
            self._ahead.keep(events.Key("enter", "\r"))
            return
        if event.option_id in (*self._waiting, _ALL):
            self.post_message(self.Chosen("resume", event.option_id.removeprefix(_ALL)))
        elif event.option_id == "resume":
            self.post_message(self.Chosen("resume", next(iter(self._waiting), "")))
        for action in get_args(HomeAction):
            if action == event.option_id != "resume":
                self.action_choose(action)

    def commands(self) -> Iterable[PaletteCommand]:
        """Yield what the menu offers, and what has only a key."""
        entries = [
            (action, title, what)
            for action, _, title, what in self._entries()
            if action not in {"settings", "quit"}
        ]
        for action, title, what in (*entries, ("name", *_entry("name"))):
            yield title, what[0].upper() + what[1:], partial(self.action_choose, action)
        yield from super().commands()

    def action_back(self) -> None:
        """Do nothing: home is the last screen."""

    def action_choose_lobby(self) -> None:
        """Go to the lobby that a visitor is in, or to one near the player."""
        self.action_choose("lobby" if self._is_visited else "here")

    def action_choose(self, action: HomeAction) -> None:
        """Choose an entry by its key; what is typed behind it is for the screen it opens."""
        if not self._offers(action):
            return
        if self._opens(action):
            self._ahead.begin()
        self.post_message(self.Chosen(action))

    def opens_screen(self, key: str) -> bool:
        """Return whether a key opens a screen now."""
        action = _KEYS.get(key)
        return action is not None and self._opens(action)

    def _opens(self, action: HomeAction) -> bool:
        """Return whether an entry opens a screen at once."""
        return self._offers(action) and not (self.is_busy or action in _WITHOUT_SCREEN)

    def on_screen_suspend(self) -> None:
        """Hand over what was typed to the screen that covers this one."""
        self._ahead.hand_over()
