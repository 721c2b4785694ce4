"""The middle of a table's screen, which each game lays out for itself; and the deal as a scene."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal, TypeAlias

from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import Look
from siam_tui.games.move_builder import Choice
from siam_tui.model.table_view import TableView
from texts import tell

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
    text = tell("games/watching", n=count) if count else ""
    gap = width - line.cell_length - text_width(text)
    if not text or gap < 1:
        return line
    return Content.assemble(line, " " * gap, (text, look.palette.faint))


STEP_SECONDS: Final = 0.09
"""How long a step takes; the longest scene has 18."""


class DealtBody(TableBody):
    """A body that shows how its game is dealt, unless nothing is to move.

    Keys work meanwhile, and any of them ends it.

    Attributes:
        DEAL_STEPS: the steps of the scene.
        deal_step: how many of them were shown; None once everything lies open.
    """

    DEAL_STEPS: ClassVar[int]

    def __init__(self, look: Look) -> None:
        """Prepare; the argument is that of `GameUI.make_body`."""
        super().__init__()
        self._look = look
        self._shown: Shown | None = None
        self.deal_step: int | None = None
        self._dealer: Timer | None = None

    def show(self, shown: Shown, look: Look) -> None:
        """Show the table; a move that is begun ends the scene."""
        if shown.chosen:
            self._stop()
        self._shown, self._look = replace(shown, deal_step=self.deal_step), look
        self.draw_table(self._shown, look)

    @abstractmethod
    def draw_table(self, shown: Shown, look: Look) -> None:
        """Draw the table as far as it is dealt; each part anew only if it differs."""

    def show_deal(self) -> None:
        """Begin the scene, where the person wants animation."""
        if self.app.animation_level != "none":
            self.deal_step = 0
            self._dealer = self.set_interval(STEP_SECONDS, self._go_on_dealing)
            self._redraw()

    def _go_on_dealing(self) -> None:
        if self.deal_step is None:
            return
        self.deal_step += 1
        if self.deal_step >= self.DEAL_STEPS:
            self.end_deal()
        else:
            self._redraw()

    def end_deal(self) -> None:
        """Let everything lie open."""
        if self.deal_step is not None:
            self._stop()
            self._redraw()
            if self._shown is not None:
                self.light_start(self._shown)

    def _stop(self) -> None:
        if self._dealer is not None:
            self._dealer.stop()
        self.deal_step = self._dealer = None

    def _redraw(self) -> None:
        if self._shown is not None:
            self.show(self._shown, self._look)

    @abstractmethod
    def light_start(self, shown: Shown) -> None:
        """Let glow for a moment where the game begins."""
