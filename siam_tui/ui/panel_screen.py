"""What all screens outside a table have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from siam_tui.profile.user_error import UserError
from siam_tui.ui.key_footer import KeyFooter
from siam_tui.ui.message_line import MessageLine
from siam_tui.ui.open_help import OpenHelp
from siam_tui.ui.palette_commands import PaletteCommand
from siam_tui.ui.text_widgets import Label, Static

LEAST_WIDTH, LEAST_HEIGHT = 80, 22

SMALL = Content.from_markup(
    f"[b]The window is too small.[/b]\n\nsiam needs {LEAST_WIDTH} columns and "
    f"{LEAST_HEIGHT} lines. Make the window larger, or its letters smaller."
)

Result = TypeVar("Result")


class PanelScreen(Screen[Result]):
    """A titled panel in the middle, the keys below, and a polite word when there is no room."""

    PANEL_TITLE: str = ""
    HELP: ClassVar[str] = "around"
    """The chapter that the help opens with."""
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as its base class has it
        (0, "-narrow"),
        (LEAST_WIDTH, "-normal"),
        (110, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - as its base class has it
        (0, "-flat"),
        (LEAST_HEIGHT, "-low"),
        (32, "-tall"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("q", "back", "Back", show=False),
        Binding("question_mark", "help", "Help", key_display="?", id="everywhere.help"),
        Binding("f1", "help", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Put the keys below the frame."""
        yield from self.frame()
        yield KeyFooter()
        yield Static(SMALL, id="small")

    def frame(self) -> ComposeResult:
        """Put the body into the frame."""
        with VerticalScroll(id="ground", can_focus=False), Vertical(id="panel") as panel:
            panel.border_title = Content(self.PANEL_TITLE)
            yield from self.body()

    def body(self) -> Iterable[Widget]:
        """Yield what stands in the panel."""
        return ()

    def say(self, sentence: str, *, doing: bool = False) -> None:
        """Show a sentence in the panel's ``#trouble`` line; an empty one takes it away.

        Args:
            sentence: what to say.
            doing: whether it tells what is being done, and is no trouble.
        """
        line = self.query_one("#trouble", MessageLine)
        line.show(sentence, doing=doing)
        line.display = bool(sentence)

    @contextmanager
    def showing_errors(self) -> Iterator[None]:
        """Say in the panel why what is done here did not work."""
        try:
            yield
        except UserError as error:
            self.say(str(error))

    def commands(self) -> Iterable[PaletteCommand]:
        """Yield what the command palette offers here."""
        yield "Help", "Ways to play, the keys and the rules", self.action_help

    def action_help(self) -> None:
        """Show the help."""
        self.post_message(OpenHelp(self.HELP))

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.dismiss()


def row(label: str, widget: Widget, row_id: str | None = None) -> Horizontal:
    """Return a line of a form."""
    return Horizontal(Label(label), widget, classes="row", id=row_id)


def trouble_line() -> MessageLine:
    """Return the line in which a screen says what went wrong."""
    line = MessageLine("trouble")
    line.display = False
    return line
