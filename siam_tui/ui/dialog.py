"""Dialogs: what all of them are, and the question with two answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from siam_tui.ui.key_footer import KeyFooter
from siam_tui.ui.text import Text
from siam_tui.ui.text_widgets import Button, Static
from texts import say

T = TypeVar("T")


class Dialog(ModalScreen[T]):
    """A question or a page over a screen, in a frame: its one container.

    Its own keys stand where the screen below has keys that do nothing now.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "app.quit", show=False)]
    DEFAULT_CSS: ClassVar[str] = """
    Dialog { align: center middle; }
    Dialog > Vertical, Dialog > Horizontal, Dialog > VerticalScroll {
        width: 64; max-width: 100%; height: auto; border: round $accent; background: $surface;
        border-title-style: bold; border-subtitle-color: $text-muted;
    }
    """

    def on_mount(self) -> None:
        """Show the keys; subclasses need not."""
        self.mount(KeyFooter())


class ChoiceDialog(Dialog[T]):
    """A question with a button for each answer; a subclass's `BINDINGS` answer by key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    ChoiceDialog > Vertical { padding: 1 2; }
    ChoiceDialog Button { width: 100%; margin-top: 1; }
    """

    def __init__(self, question: Text, answers: Mapping[str, tuple[Text, T]]) -> None:
        """Prepare the question.

        Args:
            question: what is asked.
            answers: by the id of its button, what it says and what it dismisses with.
        """
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        """Show the question."""
        with Vertical(id="ask"):
            yield Static(self._question)
            for name, (label, _) in self._answers.items():
                yield Button(label, id=name, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer by mouse or Enter."""
        self.dismiss(self._answers[str(event.button.id)][1])

    def action_answer(self, answer: T) -> None:
        """Answer by key."""
        self.dismiss(answer)


class AskScreen(ChoiceDialog[bool]):
    """A question with two answers; Escape is the careful one, and Enter gives the first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,n", "answer(False)", "ui/key/no"),
        Binding("y", "answer(True)", "ui/key/yes"),
    ]
    DEFAULT_CSS: ClassVar[str] = "AskScreen > Vertical { border: round $primary; }"

    def __init__(self, question: Text, yes: Text, no: Text, *, is_wished: bool = False) -> None:
        """Prepare the question.

        Args:
            question: what is asked.
            yes: what happens on yes.
            no: what happens on no.
            is_wished: whether yes is what the player has just asked for; it is the first answer.
        """
        answers = {
            "no": (say("ui/careful-answer", answer=no), False),
            "yes": (say("ui/yes-answer", answer=yes), True),
        }
        order = ("yes", "no") if is_wished else ("no", "yes")
        super().__init__(question, {each: answers[each] for each in order})
