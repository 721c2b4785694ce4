"""The middle of the table of Reino de Ámbar: areas, Problems, players, hand and log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from games.amber import Position
from games.amber.constants import AREAS, Area
from siam_tui.appearance.style import Look
from siam_tui.games.amber.board.areas import Shelf, draw
from siam_tui.games.amber.board.board_view import STEPS, board_view, changed_areas
from siam_tui.games.amber.choice_kinds import AREA_KINDS, Kind, area_choice, card_choice, choices_of
from siam_tui.games.amber.ending.points_table import points_table
from siam_tui.games.amber.facts import AmberView, with_attempt
from siam_tui.games.amber.overview import in_spare_room
from siam_tui.games.amber.panels import hand, players_table, problems
from siam_tui.games.amber.panels.players_table import outlook
from siam_tui.games.map_board.body import SPACIOUS
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import DealtBody, Direction, Shown
from siam_tui.ui.text_line import Line

_LARGE: Final = 110, 32
"""Characters and lines of a screen from which Problems and cards are drawn large."""
_PROBLEMS: Final = 37
"""Characters of the list of Problems with three players, for whom it has the most columns."""
_HAND: Final = 41
"""Characters that the hand has at least where it is small."""
_OUTLOOK: Final = 3
"""Lines of the forecast in a column."""


class AmberBody(DealtBody):
    """What is played with, from the areas to the kept Problems."""

    IS_LOW: ClassVar[bool] = True
    DEAL_STEPS: ClassVar[int] = STEPS
    SCOPED_CSS: ClassVar[bool] = False  # its rules depend on the size of the whole screen
    DEFAULT_CSS: ClassVar[str] = """
    AmberBody { layout: vertical; height: 1fr; }
    AmberBody #areas { height: 6; }
    AmberBody #barbarians, AmberBody #outlook, AmberBody #kept { height: 1; }
    AmberBody #upper { height: auto; }
    AmberBody #problems { width: 37; height: auto; }
    AmberBody #seats { width: 1fr; height: auto; }
    AmberBody #lower { height: 1fr; }
    AmberBody #hand { width: 42; height: 1fr; }
    AmberBody #side { width: 1fr; height: 1fr; }
    AmberBody.-large #areas { height: 8; }
    AmberBody.-large.-spacious #areas { height: 10; }
    AmberBody.-large #problems, AmberBody.-large #hand { width: 74; }
    AmberBody.-large #outlook, AmberBody.-large #kept { display: none; }
    AmberBody.-over #problems { width: 37; }
    AmberBody.-over #outlook, AmberBody.-over #kept { display: none; }
    AmberBody.-over.-small #hand { width: 1fr; }
    AmberBody.-over.-small #side { display: none; }
    AmberBody.-waiting #areas, AmberBody.-waiting #problems { display: none; }
    AmberBody.-waiting #hand, AmberBody.-waiting #kept { display: none; }
    AmberBody.-waiting #barbarians, AmberBody.-waiting #seats { margin-bottom: 1; }
    AmberBody.-waiting #side { padding-left: 1; }
    """

    def __init__(self, look: Look, log: Sequence[Widget]) -> None:
        """Prepare; the arguments are those of `GameUI.make_body`."""
        super().__init__(look)
        self._log_widgets = log

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield BoardMap(draw, self._look, id="areas")
        yield Line(id="barbarians")
        with Horizontal(id="upper"):
            yield Line(id="problems")
            yield Line(id="seats")
        yield Line(id="outlook")
        with Horizontal(id="lower"):
            yield Line(id="hand")
            with Vertical(id="side"):
                yield from self._log_widgets
        yield Line(id="kept")

    # What is shown

    @property
    def shows_standings(self) -> bool:
        """Whether it shows the final standings: as the table of points."""
        return True

    @property
    def _is_large(self) -> bool:
        width, height = self.screen.size
        return width >= _LARGE[0] and height >= _LARGE[1]

    def draw_table(self, shown: Shown, look: Look) -> None:
        """Draw the table; a recommended move is shown as if it were chosen."""
        if shown.hint and shown.view.position is not None:
            shown = replace(shown, chosen=choices_of(shown.view.position, shown.hint))
        shown = _with_attempt(shown)
        self._shown = shown
        position: Position | None = shown.position
        large, is_over = self._is_large, position is not None and position.over
        self.set_class(large, "-large")
        self.set_class(not large, "-small")
        self.set_class(is_over, "-over")
        self.set_class(position is None, "-waiting")  # nothing lies there: its terms have the room
        self.set_class(self.screen.size.height >= SPACIOUS, "-spacious")
        board = self._board
        board.look, board.view = look, board_view(shown, _touched(shown))
        self._line("barbarians", lambda width: players_table.barbarians(shown, width, look))
        ahead: AmberView = replace(shown.view, position=position)
        if large:
            self.query_one("#problems").styles.clear_rule("width")
            self._line("problems", lambda _: problems.problem_cards(shown, look))
            self._line("seats", lambda width: self._seats_and_outlook(ahead, shown, width))
        else:
            self._show_problems(shown, is_over=is_over)
            self._line("seats", lambda width: players_table.seats(ahead, width, look))
            self._line("outlook", lambda width: outlook(shown, width, look))
        self._show_hand(shown, large=large, is_over=is_over)
        self._line("kept", lambda width: hand.kept_line(shown, width, look))

    def _show_problems(self, shown: Shown, *, is_over: bool) -> None:
        """List the Problems; what they do not need of their room goes to the players' names."""
        line, look = self.query_one("#problems", Line), self._look
        if shown.position is None or is_over:
            line.styles.clear_rule("width")
        else:
            told = problems.problem_list(shown, look).split("\n", allow_blank=True)
            _set_width(line, min(_PROBLEMS, 2 + max(each.cell_length for each in told)))
        line.show(lambda _: problems.problem_list(shown, look))

    def _seats_and_outlook(self, view: AmberView, shown: Shown, width: int) -> Content:
        told = players_table.seats(view, width, self._look)
        found = outlook(shown, min(width, players_table.WIDEST), self._look, lines=_OUTLOOK)
        return Content("\n\n").join((told, found)) if found else told

    def _show_hand(self, shown: Shown, *, large: bool, is_over: bool) -> None:
        line, look = self.query_one("#hand", Line), self._look
        if is_over:
            line.styles.clear_rule("width")
            line.show(lambda width: points_table(shown.view, width, look, line.size.height))
            return
        if not large:
            _set_width(line, max(_HAND, hand.hand_width(shown, large=False)) + 1)
        else:
            line.styles.clear_rule("width")
            # However high the screen, what was kept stands below the hand.
            line.show(lambda width: _hand_and_more(shown, width, line.size.height, look))
            return
        line.show(lambda _: hand.hand(shown, line.size.height, look, large=False))

    @property
    def _board(self) -> BoardMap[Shelf]:
        return self.query_one(BoardMap)

    def _line(self, name: str, make: Callable[[int], Content]) -> None:
        self.query_one(f"#{name}", Line).show(make)

    def mark_change(self, before: Position, now: Position) -> None:
        """Let the areas glow that have just changed."""
        self._board.glow(changed_areas(before, now))

    def light_start(self, shown: Shown) -> None:
        """Let the whole board glow: cards may be played anywhere."""
        del shown
        self._board.glow(frozenset(range(len(AREAS))))

    # Pointing

    def steer(
        self, cursor: Choice | None, direction: Direction, choices: tuple[Choice, ...]
    ) -> Choice | None:
        """Return the next area that may be chosen, from left to right; the first to begin with."""
        position: Position | None = self._shown.position if self._shown else None
        targets = [choice for choice in choices if choice.kind in AREA_KINDS]
        if not targets or position is None or direction in ("up", "down"):
            return None
        targets.sort(key=lambda choice: position.place_of(choice.value))
        if cursor not in targets:
            return targets[0]
        at = targets.index(cursor) + (1 if direction == "right" else -1)
        return targets[min(max(at, 0), len(targets) - 1)]

    def _point(self, choice: Choice) -> None:
        self.post_message(self.Pointed(choice))

    @on(BoardMap.Chosen)
    def _area_clicked(self, event: BoardMap.Chosen) -> None:
        self._point(self._area_choice(event.province))

    def _area_choice(self, area: Area) -> Choice:
        """Return the choice that an area is now; if it is none, that to act in it."""
        choices = self._shown.choices if self._shown else ()
        found = (each for each in choices if each.kind in AREA_KINDS and each.value == area)
        return next(found, area_choice(area))

    @on(Line.Clicked, "#problems")
    def _problem_clicked(self, event: Line.Clicked) -> None:
        if self._shown is None:
            return
        problem = problems.problem_at(self._shown, event.x, event.y, cards=self._is_large)
        if problem is not None:
            self._point(Choice(Kind.PROBLEM, problem))

    @on(Line.Clicked, "#hand")
    def _card_clicked(self, event: Line.Clicked) -> None:
        if self._shown is None:
            return
        if self._is_large and event.y > hand.LARGE_HAND:
            return
        card = hand.card_at(self._shown, event.x, large=self._is_large)
        if card is not None:
            self._point(card_choice(card))


def _set_width(line: Line, width: int) -> None:
    """Set the width of a line; one that has it already is not laid out again."""
    if line.styles.inline.width is None or line.styles.inline.width.value != width:
        line.styles.width = width


def _hand_and_more(shown: Shown, width: int, height: int, look: Look) -> Content:
    """Return the own hand as large cards, below it what was kept, and what else has room."""
    held = hand.hand(shown, hand.LARGE_HAND, look, large=True)
    lines = [held, hand.kept_line(shown, width - 1, look)]
    left = height - sum(len(each.split("\n", allow_blank=True)) for each in lines)
    view: AmberView = replace(shown.view, position=shown.position)
    if spare := in_spare_room(view, width - 2, left, look):
        lines += [line.pad_left(1) for line in spare.split("\n", allow_blank=True)]
    return Content("\n").join(lines)


def _with_attempt(shown: Shown) -> Shown:
    """Return what is shown with the attempt that is chosen, if one is."""
    position: Position | None = shown.position
    tried = [choice.value for choice in shown.chosen if choice.kind is Kind.PROBLEM]
    if position is None or position.step != "declare" or not tried:
        return shown
    if any(position.turn in each.claims for each in position.row):
        return shown
    return replace(shown, position=with_attempt(position, tried[-1]))


def _touched(shown: Shown) -> frozenset[Area]:
    """Return what the move being built changes, or else what has changed since one looked."""
    now: Position | None = shown.view.position
    if now is None or shown.position is None:
        return frozenset()
    if shown.position != now:
        return changed_areas(now, shown.position)
    return changed_areas(shown.since, now) if shown.since else frozenset()
