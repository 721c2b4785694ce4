"""The middle of Nim's table: the heaps, the seats and the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from siam_tui.appearance.style import Look
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import Direction, Shown, TableBody, with_spectators
from siam_tui.ui.text_line import Line
from tests.second_game.screens.nim.move_builder import Kind


class NimBody(TableBody):
    """A few lines of text."""

    DEFAULT_CSS = """
    NimBody { layout: vertical; height: 1fr; }
    NimBody #heaps, NimBody #seats { height: auto; }
    """

    def __init__(self, log: Sequence[Widget]) -> None:
        super().__init__()
        self._log = log

    def compose(self) -> ComposeResult:
        yield Line(id="heaps")
        yield Line(id="seats")
        yield from self._log

    def show(self, shown: Shown, look: Look) -> None:
        self.query_one("#heaps", Line).show(lambda width: Content("\n").join(_heaps(shown)))
        self.query_one("#seats", Line).show(
            lambda width: Content("\n").join(_seats(shown, width, look))
        )

    def mark_change(self, before: Any, now: Any) -> None:
        pass

    def steer(
        self, cursor: Choice | None, direction: Direction, choices: tuple[Choice, ...]
    ) -> Choice | None:
        return None

    @on(Line.Clicked, "#heaps")
    def _heap_clicked(self, event: Line.Clicked) -> None:
        if event.y < 3:
            self.post_message(self.Pointed(Choice(Kind.HEAP, event.y)))


def _heaps(shown: Shown) -> Iterator[Content]:
    position = shown.position
    if position is None:
        return
    for number, left in enumerate(position.heaps):
        chosen = Choice(Kind.HEAP, number) in (*shown.chosen, shown.cursor)
        yield Content(f"{'>' if chosen else ' '}{number + 1}: {'o' * left}")
    yield Content(f" Omen: {position.omen if position.omen_up else 'face down'}")


def _seats(shown: Shown, width: int, look: Look) -> Iterator[Content]:
    view, position = shown.view, shown.position
    for seat in range(view.seat_count):
        card = "" if position is None else f", card {position.seats[seat].card or '?'}"
        words = (f"{'*' if view.turn == seat else ' '}{view.name(seat)}{card}",)
        words += tuple(more[seat] for more in (view.clocks, view.notes) if seat in more)
        line = Content(" ".join(words))
        yield with_spectators(line, 0 if seat else shown.spectators, width, look)
