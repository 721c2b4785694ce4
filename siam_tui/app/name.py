"""Asks what others shall call one."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget
from textual.widgets import Input

from protocol.limits import MAX_NAME
from siam_tui.profile.profiles import clean_name, login_name
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.panel_screen import PanelScreen, trouble_line
from siam_tui.ui.text_widgets import Button, Static


class NameScreen(PanelScreen[str]):
    """Dismisses with the name, or with nothing when none was given."""

    PANEL_TITLE = "Your name"

    def __init__(self, name: str, proposed: str = "") -> None:
        """Prepare the question.

        Args:
            name: the name there is, or nothing.
            proposed: what to propose where there is none; else it is the login's.
        """
        super().__init__()
        self._before = name
        self._proposed = proposed

    def body(self) -> Iterable[Widget]:
        """Ask."""
        yield Static("What shall the others at the table call you?")
        yield LineInput(
            self._before or self._proposed or login_name(),
            id="name",
            max_length=MAX_NAME,
            placeholder="Your name",
        )
        yield trouble_line()
        yield Button("That is me", id="ok")

    def on_input_submitted(self) -> None:
        """Take the name on Enter."""
        self._take()

    def on_button_pressed(self) -> None:
        """Take the name."""
        self._take()

    def _take(self) -> None:
        name = clean_name(self.query_one(Input).value)
        if name:
            self.dismiss(name)
        else:
            self.say("A name has at least one letter that can be seen.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the way back only where there is a name to go back with."""
        del parameters
        return bool(self._before) if action == "back" else True

    def action_back(self) -> None:
        """Keep the name there was."""
        self.dismiss(self._before)
