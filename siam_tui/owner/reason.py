"""Dialog that asks a lobby's owner for a reason."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from protocol.limits import MAX_REASON
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.text_widgets import Button, Static


class ReasonScreen(Dialog[str]):
    """Dismisses with the reason, which may be empty, or with nothing if cancelled."""

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
            question: the question.
            order: label of the button that confirms.
        """
        super().__init__()
        self._question, self._order_label = question, order

    def compose(self) -> ComposeResult:
        """Show the question and the line for the reason."""
        with Vertical():
            yield Static(self._question)
            yield LineInput(id="why", placeholder="Reason (may be empty)", max_length=MAX_REASON)
            yield Button(f"{self._order_label}  (Enter)", id="do", compact=True)
            yield Button("Back  (Esc)", id="back", compact=True)

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
