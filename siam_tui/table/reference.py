"""Dialog with what each card or action of a game does, on one screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from games.contract import Game
from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.text_line import Line


class ReferenceScreen(Dialog[None]):
    """What each card or action of a game does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,f1", "dismiss", "Back to the table"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    ReferenceScreen > VerticalScroll { width: 100; max-height: 100%; padding: 0 1; }
    ReferenceScreen Line { height: auto; }
    """

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
            box.border_title = Content(self._game.title)
            box.border_subtitle = Content("Esc goes back, ? has all the rules")
            yield Line(id="reference")

    def on_mount(self) -> None:
        """Show the lines."""
        show = lambda width: Content("\n").join(reference_lines(self._game, width, self._look))  # noqa: E731
        self.query_one(Line).show(show)


def reference_lines(game: Game[Any, Any], width: int, look: Look) -> Iterator[Content]:
    """Iterate over the lines: a name or sign, and behind it what it does or means."""
    rules = ui_of(game.name).rules
    words = rules.reference_words(game)
    signs = [
        [each.format(signs=look.glyphs, **words) for each in sign] for sign in rules.reference_signs
    ]
    entries = [*rules.reference, *signs]
    margin = max(len(name) for name, _ in entries) + 2
    for name, about in entries:
        first, *rest = Content(about).wrap(max(10, width - margin))
        yield Content.assemble((name.ljust(margin), look.palette.strong), first)
        yield from (line.pad_left(margin) for line in rest)
