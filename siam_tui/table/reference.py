"""Dialog with what each card or action of a game does, on one screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from games.contract import Game
from siam_tui.appearance.cells import pad_end, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.panel_screen import LEAST_HEIGHT, OpenHelp
from siam_tui.ui.retelling import entitle
from siam_tui.ui.text import told
from siam_tui.ui.text_line import Line
from texts import say

_ROOMY: Final = 160
"""Characters across of a screen on which the lines have room beside the table."""
_FEWEST: Final = 4
"""Lines on actions that are worth showing."""


class ReferenceScreen(Dialog[None]):
    """What each card or action of a game does; all of it fits the lowest screen, without keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,f1", "dismiss", "table/key/back"),
        Binding("question_mark", "help", "table/key/all-rules", key_display="?"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    ReferenceScreen > VerticalScroll { width: 100; max-height: 100%; padding: 0 1; }
    ReferenceScreen Line { height: auto; }
    ReferenceScreen.-lowest KeyFooter { display: none; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-lowest"), (LEAST_HEIGHT + 1, "-low")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, game: Game[Any, Any], look: Look) -> None:
        """Prepare.

        Args:
            game: the game, with its map.
            look: signs and colours.
        """
        super().__init__()
        self._game, self._look = game, look

    def compose(self) -> ComposeResult:
        """Show the page."""
        with VerticalScroll() as box:
            entitle(box, self._game.title, say("table/reference/keys"))
            yield Line(id="reference")

    def on_mount(self) -> None:
        """Show the lines."""
        show = lambda width: Content("\n").join(reference_lines(self._game, width, self._look))  # noqa: E731
        self.query_one(Line).show(show)

    def action_help(self) -> None:
        """Show all rules over the page."""
        self.post_message(OpenHelp("table", self._game.name, self._game))


class ReferencePanel(Line):
    """The same lines below a log, as long as the log leaves them free."""

    def __init__(self, entries: Line, log: Widget) -> None:
        """Prepare.

        Args:
            entries: the text of the log.
            log: what scrolls it.
        """
        super().__init__(id="reference")
        self.display = False
        self._entries, self._log = entries, log
        self._forms: list[Callable[[int], Content]] = []

    def show_for(self, game: Game[Any, Any], look: Look) -> None:
        """Show the lines of a game as far as there is room for them.

        The signs are left out first, then what each action does from the top; the rest is short.
        """
        actions, signs = ui_of(game.name).rules.tell_reference(), _signs(game, look)
        last = range(max(1, len(actions) - _FEWEST + 1))
        choices = ([*actions, *signs], *(actions[first:] for first in last))
        self._forms = [partial(_text, entries, look=look) for entries in choices]
        self.fit()

    def fit(self) -> None:
        """Show the lines only if the log needs no line of theirs."""
        if self.screen.size.width < _ROOMY:
            self.display = False
            return
        log, width = self._log.size, self._log.size.width
        logged = self._entries.get_content_height(log, log, width)
        free = log.height - logged + (self.size.height if self.display else 0)
        fitting = (form for form in self._forms if len(form(width).split("\n")) < free)
        shown = next(fitting, None)
        self.display = shown is not None
        if shown is not None:
            self.show(shown)


def _text(entries: Sequence[tuple[str, str]], width: int, look: Look) -> Content:
    return Content("\n").join(_lines(entries, width, look))


def _signs(game: Game[Any, Any], look: Look) -> list[tuple[str, str]]:
    rules = ui_of(game.name).rules
    words = rules.reference_words(game)
    return [
        (
            told(sign).format(signs=look.glyphs, **words),
            told(about).format(signs=look.glyphs, **words),
        )
        for sign, about in rules.reference_signs
    ]


def reference_lines(game: Game[Any, Any], width: int, look: Look) -> Iterator[Content]:
    """Iterate over the lines: a name or sign, and behind it what it does or means."""
    return _lines([*ui_of(game.name).rules.tell_reference(), *_signs(game, look)], width, look)


def _lines(entries: Sequence[tuple[str, str]], width: int, look: Look) -> Iterator[Content]:
    margin = max(text_width(name) for name, _ in entries) + 2
    for name, about in entries:
        first, *rest = Content(about).wrap(max(10, width - margin))
        yield Content.assemble((pad_end(name, margin), look.palette.strong), first)
        yield from (line.pad_left(margin) for line in rest)
