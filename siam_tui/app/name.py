"""Asks for the player's name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input

from protocol.limits import MAX_NAME
from siam_tui.profile.profiles import clean_name
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.panel_screen import PanelScreen, trouble_line
from siam_tui.ui.text_widgets import Button, Static
from texts import say, tell


class NameScreen(PanelScreen[str]):
    """Dismisses with the name; with nothing if none was given."""

    PANEL_TITLE = say("app/name/title")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "take", "app/name/continue")]

    def __init__(self, name: str, proposed: str) -> None:
        """Prepare the question.

        Args:
            name: the present name, or empty.
            proposed: a name to propose if there is none.
        """
        super().__init__()
        self._before = name
        self._proposed = proposed

    def body(self) -> Iterable[Widget]:
        """Ask."""
        yield Static(say("app/name/question"))
        yield LineInput(
            self._before or self._proposed,
            id="name",
            max_length=MAX_NAME,
            placeholder=say("app/name/title"),
        )
        yield trouble_line()
        yield Button(say("app/name/continue"), id="ok")

    @on(Button.Pressed)
    def action_take(self) -> None:
        """Take the name, or say what is wrong with it."""
        name = clean_name(self.query_one(Input).value)
        if name:
            self.dismiss(name)
        else:
            self.say(tell("app/name/no-letter"))

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Offer to go back only if there is a name already."""
        return bool(self._before) if action == "back" else True

    def action_back(self) -> None:
        """Keep the present name."""
        self.dismiss(self._before)
