"""The deal of a game as a short scene: what every game's body has in common."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar, Final

from textual.timer import Timer

from siam_tui.appearance.style import Look
from siam_tui.games.table_body import Shown, TableBody

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
