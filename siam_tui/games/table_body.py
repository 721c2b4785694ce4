"""The middle of a table's screen, which each game lays out for itself: board, seats, hand, log."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import Look
from siam_tui.games.move_builder import Choice
from siam_tui.model.table_view import TableView

Direction: TypeAlias = Literal["up", "down", "left", "right"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the body of a table shows.

    Attributes:
        view: the table as this person sees it.
        position: the position to show: with the choices made so far, if a move is being built.
        choices: the choices that may be made now.
        chosen: the choices made so far.
        cursor: the choice under the keyboard's cursor.
        hint: a move that is recommended, or None.
        since: the position since which changes are marked; None marks none.
        spectators: how many people watch.
        has_forecast: whether the forecast is shown; a lesson before it is explained shows none.
        deal_step: how far the deal has come, while it is shown as a scene.
    """

    view: TableView
    position: Any
    choices: tuple[Choice, ...] = ()
    chosen: tuple[Choice, ...] = ()
    cursor: Choice | None = None
    hint: Any = None
    since: Any = None
    spectators: int = 0
    has_forecast: bool = True
    deal_step: int | None = None


class TableBody(Widget):
    """All between a table's title and its bar; it shows what it is told to and reports clicks."""

    IS_LOW: ClassVar[bool] = False
    """Whether 16 lines are enough for it, so that the bar can have more on a screen of 24 lines."""

    SHOWS_REFERENCE: ClassVar[bool] = False
    """Whether the log's place also has what each action does, while nothing else needs it."""

    class Pointed(Message):
        """Something was clicked that stands for a choice, which may not be open now."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    @property
    def shows_standings(self) -> bool:
        """Whether it shows the final standings, so that the log need not."""
        return False

    @abstractmethod
    def show(self, shown: Shown, look: Look) -> None:
        """Show the table; each part is drawn anew only if it differs."""

    @abstractmethod
    def mark_change(self, before: Any, now: Any) -> None:  # noqa: ANN401 - any game's positions
        """Let what has just changed stand out for a moment, where the person wants animation."""

    def show_deal(self) -> None:
        """Show how a game is dealt as a short scene, where the person wants animation."""

    def end_deal(self) -> None:
        """End that scene, if it is shown."""

    @abstractmethod
    def steer(
        self, cursor: Choice | None, direction: Direction, choices: tuple[Choice, ...]
    ) -> Choice | None:
        """Return the choice that lies next to the cursor in a direction on the board.

        None where no choice of these lies on the board; then the keys go along the options.
        """


def with_spectators(line: Content, count: int, width: int, look: Look) -> Content:
    """Return a line with the number of spectators at its end, where there is room for it."""
    text = f"{count} watching" if count else ""
    gap = width - line.cell_length - text_width(text)
    if not text or gap < 1:
        return line
    return Content.assemble(line, " " * gap, (text, look.palette.faint))
