"""What all screens outside a table have in common: the panel, its lists and its messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets.option_list import Option

from games.contract import Game
from siam_tui.appearance.cells import pad_end
from siam_tui.profile.user_error import UserError
from siam_tui.ui.key_footer import KeyFooter
from siam_tui.ui.palette_commands import PaletteCommand
from siam_tui.ui.retelling import entitle
from siam_tui.ui.text import Text
from siam_tui.ui.text_widgets import Label, OptionList, Static
from texts import tell


def is_covered(screen: Screen[Any]) -> bool:
    """Tell whether a screen that lets nothing through lies over this one.

    What is painted on a covered screen, Textual paints anew on the one that is seen.
    """
    stack = screen.app.screen_stack
    above = stack[stack.index(screen) + 1 :] if screen in stack else []
    return any(each.styles.background.a == 1 for each in above)


_TILE: Final = "■"
_TILES: Final = 8
_STEP_SECONDS: Final = 0.1


class MessageLine(Static):
    """Shows a sentence; while work goes on, tiles appear behind it one after the other."""

    def __init__(self, line_id: str) -> None:
        """Prepare an empty line.

        Args:
            line_id: the widget's id.
        """
        super().__init__(id=line_id)
        self._sentence = Content()
        self._tiles = 0
        self._timer: Timer | None = None

    def show(self, sentence: str | Content, *, doing: bool) -> None:
        """Show a sentence.

        Args:
            sentence: the sentence; may be empty.
            doing: whether it is about work that goes on.
        """
        self.set_class(doing, "-doing")
        self._sentence, self._tiles = Content.assemble(sentence), 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if doing and self.app.animation_level != "none":
            self._timer = self.set_interval(_STEP_SECONDS, self._add_tile)
            self._tiles = 1
        self._draw(layout=True)

    def _add_tile(self) -> None:
        self._tiles = self._tiles % _TILES + 1
        self._draw(layout=False)

    def _draw(self, *, layout: bool) -> None:
        tiles = pad_end(" ".join(_TILE * self._tiles), 2 * _TILES)
        parts = (self._sentence, "  ", (tiles, "$accent")) if self._tiles else (self._sentence,)
        self.update(Content.assemble(*parts), layout=layout)


class PanelList(OptionList):
    """As long as its lines, in the panel's own colour; the chosen line is lit."""

    def replace_lines(self, lines: Iterable[Option]) -> None:
        """Show other lines: the one chosen stays chosen, by its id; else the first one is."""
        chosen = self.highlighted_option
        self.set_options(lines)
        ids = [each.id for each in self.options]
        if ids:
            self.highlighted = ids.index(chosen.id) if chosen and chosen.id in ids else 0


class OpenHelp(Message):
    """Somebody wants to read the help.

    Attributes:
        chapter: the id of the chapter to open with.
        game: the short name of the game that is shown; empty for none.
        rules: the rules of the table that is shown, with its map; None for none.
    """

    def __init__(self, chapter: str, game: str = "", rules: Game[Any, Any] | None = None) -> None:
        super().__init__()
        self.chapter, self.game, self.rules = chapter, game, rules


LEAST_WIDTH, LEAST_HEIGHT = 80, 22

Result = TypeVar("Result")


class PanelScreen(Screen[Result]):
    """A titled panel in the middle, the keys below, and a polite word when there is no room."""

    PANEL_TITLE: Text = ""
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
        Binding("escape", "back", "ui/key/back"),
        Binding("q", "back", "ui/key/back", show=False),
        Binding("question_mark", "help", "ui/key/help", key_display="?", id="everywhere.help"),
        Binding("f1", "help", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Put the keys below the frame."""
        yield from self.frame()
        yield KeyFooter()
        yield Static(_too_small(), id="small")

    def frame(self) -> ComposeResult:
        """Put the body into the frame."""
        with VerticalScroll(id="ground", can_focus=False), Vertical(id="panel") as panel:
            entitle(panel, self.PANEL_TITLE)
            yield from self.body()

    def body(self) -> Iterable[Widget]:
        """Yield what stands in the panel."""
        return ()

    def retell(self) -> None:
        """Tell what is not made of messages in the language that is spoken now."""
        self.query_one("#small", Static).update(_too_small())

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
        yield tell("ui/help"), tell("ui/about-help"), self.action_help

    def action_help(self) -> None:
        """Show the help."""
        self.post_message(OpenHelp(self.HELP))

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.dismiss()


def _too_small() -> Content:
    return Content.from_markup(tell("ui/small", columns=LEAST_WIDTH, lines=LEAST_HEIGHT))


def row(label: Text, widget: Widget, row_id: str | None = None) -> Horizontal:
    """Return a line of a form."""
    return Horizontal(Label(label), widget, classes="row", id=row_id)


def trouble_line() -> MessageLine:
    """Return the line in which a screen says what went wrong."""
    line = MessageLine("trouble")
    line.display = False
    return line
