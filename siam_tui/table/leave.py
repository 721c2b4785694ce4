"""Dialog that asks a seated player how to leave."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from siam_tui.ui.dialog import Dialog
from siam_tui.ui.text_widgets import Button, Static

Answer: TypeAlias = Literal["stay", "away", "leave"]


class LeaveScreen(Dialog[Answer]):
    """Stay, look elsewhere and keep the seat, or get up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "answer('stay')", "Stay"),
        Binding("a,b", "answer('away')", "Away for now"),
        Binding("l", "answer('leave')", "Leave"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    LeaveScreen > Vertical { padding: 1 2; }
    LeaveScreen Button { width: 100%; margin-top: 1; }
    """

    def __init__(self, *, mid_game: bool) -> None:
        super().__init__()
        self._mid_game = mid_game

    def compose(self) -> ComposeResult:
        """Show the question."""
        with Vertical():
            yield Static("Do you leave the table?")
            yield Button("Stay here  (Esc)", id="stay", compact=True)
            yield Button("Away for now, keep my seat  (A)", id="away", compact=True)
            last = "Leave: a bot plays for me  (L)" if self._mid_game else "Give up my seat  (L)"
            yield Button(last, id="leave", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer by mouse or Enter."""
        match event.button.id:
            case "stay" | "away" | "leave" as answer:
                self.dismiss(answer)

    def action_answer(self, answer: Answer) -> None:
        """Answer by key."""
        self.dismiss(answer)
