"""The middle of a table that is played on a map: lines, panels, and a cursor over the map."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from siam_tui.appearance.style import Look
from siam_tui.games.map_board.canvas import Picture
from siam_tui.games.map_board.outline import CELL_WIDTH, Outline, rooms
from siam_tui.games.map_board.view import BoardView
from siam_tui.games.map_board.widget import BoardMap, Draw
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import DealtBody, Direction, Shown
from siam_tui.ui.text_line import Line

_TOWARDS: Final[dict[Direction, tuple[int, int]]] = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
}
_ASIDE: Final = 2.0
"""How much farther a step aside counts than a step ahead."""
_CONE: Final = 1.0
"""What lies more aside than so many times ahead is reached only if nothing else is."""


def steer(shape: Outline, start: int, direction: Direction, among: Iterable[int]) -> int:
    """Return the province that lies next in a direction, or the start if none does."""
    dx, dy = _TOWARDS[direction]
    x, y = _middle(shape, start)

    def distance(province: int) -> tuple[bool, float] | None:
        to_x, to_y = _middle(shape, province)
        ahead = (to_x - x) * dx + (to_y - y) * dy
        aside = abs((to_x - x) * dy) + abs((to_y - y) * dx)
        if ahead <= 0:
            return None
        return aside > _CONE * ahead, ahead + _ASIDE * aside

    reachable = [(far, p) for p in among if p != start and (far := distance(p)) is not None]
    return min(reachable)[1] if reachable else start


def _middle(shape: Outline, province: int) -> tuple[float, float]:
    box = rooms(shape)[province]
    return (box.x + box.width / 2) / CELL_WIDTH, box.y + box.height / 2


ROOMY: Final = 32
"""Lines of a screen from which the lines above and below the map have more than one."""
SPACIOUS: Final = 44
"""Lines of a screen from which the seats stand apart."""


class MapBody(DealtBody):
    """What is played with, around the map.

    Attributes:
        HEAD: the id of the line above the map.
        PANELS: the ids of the panels beside it, from the top; below them is the log.
        FOOT: the id of the line below the map.
        PROVINCE: the kind of choice that a province is.
    """

    HEAD: ClassVar[str]
    PANELS: ClassVar[tuple[str, ...]]
    FOOT: ClassVar[str]
    PROVINCE: ClassVar[Enum]

    SCOPED_CSS: ClassVar[bool] = False  # its rules depend on the size of the whole screen
    DEFAULT_CSS: ClassVar[str] = """
    MapBody { layout: vertical; height: 1fr; }
    MapBody .head, MapBody .foot { height: 1; }
    MapBody #middle { height: 1fr; }
    MapBody #map { width: 1fr; height: 1fr; }
    MapBody #side { width: 35; height: 1fr; padding-left: 1; }
    MapBody .panel { height: auto; }
    /* The map needs its lines: what the line above it says is said elsewhere, too. */
    .-lower MapBody .head, .-lowest MapBody .head { display: none; }
    .-tall MapBody .head, .-tall MapBody .foot { height: 2; }
    .-normal MapBody #side { width: 46; }
    .-wide MapBody #side { width: 72; }
    """

    def __init__(self, draw: Draw[Picture], look: Look, log: Sequence[Widget]) -> None:
        """Prepare.

        Args:
            draw: draws the game's board.
            look: as of `GameUI.make_body`.
            log: as of `GameUI.make_body`.
        """
        super().__init__(look)
        self._draw, self._log_widgets = draw, log

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield Line(id=self.HEAD).add_class("head")
        with Horizontal(id="middle"):
            yield BoardMap(self._draw, self._look, id="map")
            with Vertical(id="side"):
                for panel in self.PANELS:
                    yield Line(id=panel).add_class("panel")
                yield from self._log_widgets
        yield Line(id=self.FOOT).add_class("foot")

    def draw_table(self, shown: Shown, look: Look) -> None:
        """Draw the table as far as it is dealt; each part anew only if it differs."""
        self._shown = shown
        board = self._board
        board.look, board.view = look, self.board_view(shown)
        self.show_lines(shown, look)

    @abstractmethod
    def board_view(self, shown: Shown) -> BoardView:
        """Return what the map shows: what may be chosen, what is, and what has changed."""

    @abstractmethod
    def show_lines(self, shown: Shown, look: Look) -> None:
        """Show the lines and panels around the map."""

    @property
    def _board(self) -> BoardMap[Picture]:
        return self.query_one(BoardMap)

    def line(self, name: str, make: Callable[[int], Content]) -> None:
        """Show a text in one of the lines or panels."""
        self.query_one(f"#{name}", Line).show(make)

    def glow(self, provinces: frozenset[int]) -> None:
        """Let provinces stand out for a moment."""
        self._board.glow(provinces)

    # Pointing

    def steer(
        self, cursor: Choice | None, direction: Direction, choices: tuple[Choice, ...]
    ) -> Choice | None:
        """Return the next province that may be chosen; the first one to begin with."""
        targets = self.provinces(choices)
        if not targets:
            return None
        picture, start = self._board.picture, self.province(cursor)
        if start is None or start not in targets or picture is None:
            return Choice(self.PROVINCE, min(targets))
        return Choice(self.PROVINCE, steer(picture.shape, start, direction, targets))

    def provinces(self, choices: tuple[Choice, ...]) -> frozenset[int]:
        """Return the provinces among some choices."""
        return frozenset(choice.value for choice in choices if choice.kind is self.PROVINCE)

    def province(self, choice: Choice | None) -> int | None:
        """Return the province that a choice is, or None."""
        return choice.value if choice is not None and choice.kind is self.PROVINCE else None

    @on(BoardMap.Chosen)
    def _province_clicked(self, event: BoardMap.Chosen) -> None:
        self.post_message(self.Pointed(Choice(self.PROVINCE, event.province)))
