"""The middle of the table of The Foreign King: track, map, seats, forecast, log and spaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.content import Content
from textual.widget import Widget

from games.foreign_king import Position
from games.foreign_king.constants import PROVINCES
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king import panels
from siam_tui.games.foreign_king.board import BoardView, changed_provinces, draw
from siam_tui.games.foreign_king.choice_kinds import Kind, choices_of
from siam_tui.games.foreign_king.colours import names_of_colours
from siam_tui.games.foreign_king.ending.points_table import points_table, ranking
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.foreign_king.forecast_panel import outlook
from siam_tui.games.foreign_king.province_table import province_table
from siam_tui.games.foreign_king.track_and_spaces import (
    remaining,
    score_track,
    spaces_line,
    track_legend,
)
from siam_tui.games.map_board.body import ROOMY, SPACIOUS, MapBody
from siam_tui.games.table_body import Shown, with_spectators
from siam_tui.ui.text_line import Line
from texts import tell

_LARGE: Final = 54
"""Lines of a screen from which the provinces stand in a table, too."""


class ForeignKingBody(MapBody):
    """What is played with, around the map."""

    HEAD = "track"
    PANELS = ("seats", "outlook", "provinces")
    SHOWS_REFERENCE = True
    FOOT = "spaces"
    DEAL_STEPS = PROVINCES + 1
    PROVINCE = Kind.PROVINCE

    SCOPED_CSS: ClassVar[bool] = False  # as in the base class; Textual does not inherit it
    DEFAULT_CSS: ClassVar[str] = """
    .-wide ForeignKingBody #side { width: 45%; }
    .-tall ForeignKingBody #seats { margin-bottom: 1; }
    .-tall ForeignKingBody #outlook { margin-bottom: 1; }
    .-tall ForeignKingBody #provinces { margin-bottom: 1; }
    """

    def __init__(self, look: Look, log: Sequence[Widget]) -> None:
        """Prepare; the arguments are those of `GameUI.make_body`."""
        super().__init__(draw, look, log)

    @property
    def shows_standings(self) -> bool:
        """Whether it shows the final standings: below the table of points."""
        return True

    def draw_table(self, shown: Shown, look: Look) -> None:
        """Draw the table; a recommended move is shown as if it were chosen."""
        chosen = choices_of(shown.hint) if shown.hint else shown.chosen
        super().draw_table(replace(shown, chosen=chosen), look)

    def board_view(self, shown: Shown) -> BoardView:
        """Return what the map shows: what may be chosen, what is, and what has changed."""
        view, position = shown.view, shown.position
        return BoardView(
            view.game.map,
            position,
            targets=self.provinces(shown.choices),
            chosen=self.provinces(shown.chosen),
            cursor=self.province(shown.cursor),
            touched=_touched(shown),
            names=names_of_colours(view, tell("foreign_king/board/virtual")),
            dealt=PROVINCES if shown.deal_step is None else shown.deal_step,
        )

    def show_lines(self, shown: Shown, look: Look) -> None:
        """Show the lines and panels around the map."""
        view, position = shown.view, shown.position
        self.line("track", lambda width: self._track(view, position, width))
        ahead = replace(view, position=position)
        self.line("seats", lambda width: self._seats(ahead, shown.spectators, width))
        told = position if shown.has_forecast and shown.deal_step is None else None
        self.line("outlook", lambda width: self._outlook(view, told, width))
        self.query_one("#outlook").display = told is not None and view.state.status == "running"
        self.query_one("#provinces").display = has_table = self._has_provinces(position)
        if has_table:
            board = view.game.map
            self.line("provinces", lambda width: province_table(board, position, width, look))
        self.line("spaces", lambda width: spaces_line(shown, width, look)[0])

    def _has_provinces(self, position: Position | None) -> bool:
        """Return whether the provinces stand in a table as well: on a large screen."""
        is_large = self.screen.has_class("-wide") and self.screen.size.height >= _LARGE
        return position is not None and is_large

    def _track(self, view: ForeignKingView, position: Position | None, width: int) -> Content:
        """Return the track; where there are two lines, a sentence on it in the second one."""
        look, is_tall = self._look, self.screen.size.height >= ROOMY
        if position is None or not is_tall:
            return score_track(position, width, look)
        legend = track_legend(view, position, width, look)
        return Content("\n").join((score_track(position, width, look, is_worded=False), legend))

    def _seats(self, view: ForeignKingView, spectators: int, width: int) -> Content:
        look = self._look
        if view.state.status == "over" and view.position is not None:
            ranked = ranking(view, view.position, width, look)
            return Content("\n").join((points_table(view, width, look), *ranked))
        apart = "\n\n" if self.screen.size.height >= SPACIOUS and width < panels.TABLE else "\n"
        told = Content(apart).join(panels.seats(view, width, look))
        if not spectators:
            return told
        return Content("\n").join((told, with_spectators(Content(""), spectators, width - 1, look)))

    def _outlook(self, view: ForeignKingView, position: Position | None, width: int) -> Content:
        """Return the forecast; below it what the track says, where there is none."""
        has_table = self.screen.size.height >= SPACIOUS and width >= panels.TABLE
        told = outlook(view, position, width, self._look, has_table=has_table)
        if position is None or self.query_one("#track").display:
            return told
        left = Content.assemble(" ", remaining(position, width - 1, self._look))
        return Content("\n").join((told, left)) if told else left

    def mark_change(self, before: Position, now: Position) -> None:
        """Let the provinces glow that have just changed."""
        self.glow(changed_provinces(before, now))

    def light_start(self, shown: Shown) -> None:
        """Let the whole map glow: the King may come anywhere."""
        del shown
        self.glow(frozenset(range(PROVINCES)))

    @on(Line.Clicked, "#spaces")
    def _space_clicked(self, event: Line.Clicked) -> None:
        if self._shown is None:
            return
        _, places = spaces_line(self._shown, event.line.size.width, self._look)
        for xs, choice in places:
            if event.x in xs:
                self.post_message(self.Pointed(choice))


def _touched(shown: Shown) -> frozenset[int]:
    """Return what the move being built changes, or else what has changed since one looked."""
    now: Position | None = shown.view.position
    if now is None or shown.position is None:
        return frozenset()
    if shown.position != now:
        return changed_provinces(now, shown.position)
    return changed_provinces(shown.since, now) if shown.since else frozenset()
