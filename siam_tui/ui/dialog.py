"""Dialogs: what all of them are, and the question with two answers."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from siam_tui.ui.text_widgets import Button, Static

T = TypeVar("T")


class Dialog(ModalScreen[T]):
    """A question or a page over a screen, in a frame: its one container."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "app.quit", show=False)]
    DEFAULT_CSS: ClassVar[str] = """
    Dialog { align: center middle; }
    Dialog > Vertical, Dialog > Horizontal, Dialog > VerticalScroll {
        width: 64; max-width: 100%; height: auto; border: round $accent; background: $surface;
        border-title-style: bold; border-subtitle-color: $text-muted;
    }
    """


class AskScreen(Dialog[bool]):
    """A question with two answers; Escape is the careful one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,n", "answer(False)", "No"),
        Binding("y", "answer(True)", "Yes"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    AskScreen > Vertical { padding: 1 2; border: round $primary; }
    AskScreen Button { width: 100%; margin-top: 1; }
    """

    def __init__(self, question: str, yes: str, no: str) -> None:
        """Prepare the question.

        Args:
            question: what is asked.
            yes: what happens on yes.
            no: what happens on no.
        """
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """Show the question."""
        with Vertical(id="ask"):
            yield Static(self._question)
            yield Button(f"{self._no}  (Esc)", id="no", compact=True)
            yield Button(f"{self._yes}  (Y)", id="yes", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer by mouse or Enter."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Answer by key."""
        self.dismiss(answer)
