"""Input line of bounded length."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input
from textual.widgets.option_list import Option

from siam_tui.ui.key_footer import KeyFooter
from siam_tui.ui.panel_screen import PanelScreen
from siam_tui.ui.text import Text, told
from texts import tell

MAX_PATH = 4096
"""Characters of a file's path."""
MAX_ADDRESS = 600
"""Characters of an invite link or a broker's address."""
MAX_PASSWORD = 1000
"""Characters of a broker's password."""

MAX_SEARCH = 100
"""Characters of what is looked for in the command palette."""

_MOVES_FOCUS = frozenset({"app.focus_next", "app.focus_previous"})


class BoundedPalette(CommandPalette):
    """Command palette whose search field has a greatest length, and which shows its own keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "escape", "ui/palette-exit")]

    def on_mount(self) -> None:
        """Bound the search field, and cover the keys of the screen below, which do nothing now."""
        self.query_one(Input).max_length = MAX_SEARCH
        self.mount(KeyFooter())

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Say in the reader's language that nothing was found, where Textual says it in English."""
        super()._start_no_matches_countdown(search_value)
        if search_value:
            self._stop_no_matches_countdown()
            after = self._NO_MATCHES_COUNTDOWN
            self._no_matches_timer = self.set_timer(after, self._tell_no_matches)

    def _tell_no_matches(self) -> None:
        nothing = Option(Content(tell("ui/no-matches")), disabled=True, id=self._NO_MATCHES)
        self.query_one(CommandList).add_option(nothing)
        self._list_visible = True


class LineInput(Input):
    """Input that takes so many characters and no more; says so when it cuts a pasted text.

    Give it `max_length`, as every input must have an end. A question mark is typed like any other
    character, so the help has another key here. Enter is the screen's if that says what it does.
    """

    JOINS_LINES: ClassVar[bool] = False
    """Whether all pasted lines are inserted, in one line; else only the first one."""
    _full = ""
    """The text to which nothing could be added."""

    def __init__(self, value: str = "", *, placeholder: Text = "", **options: Any) -> None:  # noqa: ANN401
        """Prepare; the other arguments are those of Textual's."""
        super().__init__(value, placeholder=told(placeholder), **options)
        self._source = placeholder

    def retell(self) -> None:
        """Tell the placeholder in the language that is spoken now."""
        self.placeholder = told(self._source)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "screen_help", "ui/key/help", key_display="F1")
    ]

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """In a panel, leave Enter to a screen that names it, and offer its help."""
        if action == "submit":
            return not (isinstance(self.screen, PanelScreen) and _names_enter(type(self.screen)))
        return action != "screen_help" or isinstance(self.screen, PanelScreen)

    async def on_key(self, event: events.Key) -> None:
        """Do at once what a key does here that types nothing, such as Backspace.

        By default its event first goes up to the app, while the input takes the characters that
        were typed behind it. A key behind one that has moved the focus is for the field that has
        it now.
        """
        focused = self.screen.focused
        if focused is not None and focused is not self:
            event.stop()
            event.prevent_default()
            focused._forward_event(events.Key(event.key, event.character))  # noqa: SLF001
            return
        if event.is_printable:
            return
        active = self.screen.active_bindings.get(event.key)
        if active is None or not active.enabled:
            return
        if active.node is self or active.binding.action in _MOVES_FOCUS:
            event.stop()
            event.prevent_default()
            await self.run_action(active.binding.action)

    def action_screen_help(self) -> None:
        """Show the screen's help."""
        if isinstance(self.screen, PanelScreen):
            self.screen.action_help()

    def restricted(self) -> None:
        """Tell that the line is full, once for the same text."""
        super().restricted()
        if self._full != self.value:
            self._full = self.value
            self.notify(tell("ui/line-full", n=self.max_length), severity="warning")

    def read_pasted(self, lines: Sequence[str]) -> str:
        """Return what is inserted of pasted lines; none of them is blank."""
        return " ".join(lines if self.JOINS_LINES else lines[:1])

    def _on_paste(self, event: events.Paste) -> None:
        """Insert what is pasted, as far as it fits: its first line, or all in one line."""
        event.stop()
        event.prevent_default()
        assert self.max_length
        lines = [each for each in event.text.splitlines() if each.strip()]
        line = self.read_pasted(lines)
        start, end = sorted(self.selection)
        room = self.max_length - len(self.value) + end - start  # type: ignore[characters]
        self.replace(line[:room], start, end)
        if len(line) > room:  # type: ignore[characters]
            self.notify(tell("ui/paste-cut", n=self.max_length), severity="warning")
        elif self.JOINS_LINES and len(lines) > 1:
            self.notify(tell("ui/paste-joined"))


def _names_enter(kind: type[Screen[Any]]) -> bool:
    """Return whether screens of a kind show among their keys what Enter does."""
    bindings = chain.from_iterable(vars(each).get("BINDINGS", ()) for each in kind.__mro__)
    return any(each.key == "enter" and each.show for each in bindings if isinstance(each, Binding))
