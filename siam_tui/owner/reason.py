"""Asks the owner of a lobby for a reason before something is ordered."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from protocol.messages import MAX_REASON
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.text_widgets import Button, Static


class ReasonScreen(Dialog[str]):
    """Dismisses with the reason, which may be empty, or with nothing when it is not to be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    ReasonScreen > Vertical { padding: 1 2; border: round $primary; }
    ReasonScreen Input { margin-top: 1; }
    ReasonScreen Button { width: 100%; margin-top: 1; }
    """

    def __init__(self, question: str, order: str) -> None:
        """Prepare the question.

        Args:
            question: what is asked.
            order: what the button says that does it.
        """
        super().__init__()
        self._question, self._does = question, order

    def compose(self) -> ComposeResult:
        """Show the question and the line for the reason."""
        with Vertical():
            yield Static(self._question)
            yield LineInput(id="why", placeholder="Reason (may be empty)", max_length=MAX_REASON)
            yield Button(f"{self._does}  (Enter)", id="do", compact=True)
            yield Button("Back  (Esc)", id="back", compact=True)

    def on_input_submitted(self) -> None:
        """Take the reason on Enter."""
        self._take()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do it, or go back."""
        if event.button.id == "do":
            self._take()
        else:
            self.dismiss(None)

    def _take(self) -> None:
        self.dismiss(self.query_one(LineInput).value)
