"""All that the terminal knows of a game: the contract between the screens and each game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Generic, TypeAlias, TypeVar, cast

from textual.content import Content
from textual.widget import Widget

from games.contract import Game
from siam_tui.appearance.style import Look
from siam_tui.games.game_texts import GameTexts
from siam_tui.games.move_builder import Choice, MoveBuilder
from siam_tui.games.page_drawing import PageDrawing
from siam_tui.games.study import PuzzleSet, RulesGuide
from siam_tui.games.study_files import LessonSet
from siam_tui.games.table_body import TableBody
from siam_tui.games.table_fields import TableFields
from siam_tui.model.table_view import TableView

G = TypeVar("G", bound=Game[Any, Any])
P = TypeVar("P")
M = TypeVar("M")


class GameUI(Generic[G, P, M]):
    """A game in the terminal. The parameters are its rules, its position and its move.

    Large parts are found in the package of the class, and are imported when they are first asked
    for: home is drawn before any of them is needed.

    Attributes:
        name: the game's short name.
        table_fields: how a form for a new table asks for the options and checks an own map.
        has_lessons: whether the game has lessons.
        has_page_drawing: whether ``page_drawing.py`` says what the page in a browser draws.
    """

    name: str
    table_fields: TableFields = TableFields()
    has_lessons: bool = False
    has_page_drawing: bool = False

    def _part(self, place: str) -> Any:  # noqa: ANN401 - each property says what it is
        """Return a value of a module of this game's package, such as ``texts.TEXTS``."""
        module, _, name = place.rpartition(".")
        package = type(self).__module__.rpartition(".")[0]
        return getattr(import_module(f"{package}.{module}"), name)

    @property
    def texts(self) -> GameTexts[G, P, M]:
        """Moves, facts and results in words."""
        return cast("GameTexts[G, P, M]", self._part("texts.TEXTS"))

    @property
    def rules(self) -> RulesGuide[Any]:
        """The chapters of the rules, and their worked examples."""
        return cast("RulesGuide[Any]", self._part("rules.rules_guide.RULES"))

    @property
    def lessons(self) -> LessonSet[G, P] | None:
        """The lessons, or None if the game has none."""
        if not self.has_lessons:
            return None
        return cast("LessonSet[G, P]", self._part("lessons.lesson_set.LESSONS"))

    @property
    def puzzles(self) -> PuzzleSet[M] | None:
        """The puzzles, or None if the game has none."""
        return None

    def make_body(self, look: Look, log: Sequence[Widget]) -> TableBody:
        """Return the middle of the table's screen.

        Args:
            look: signs and colours.
            log: the widgets of log and talk, which the body gives a place.
        """
        raise NotImplementedError

    def draw_page(self, view: TableView) -> PageDrawing | None:
        """Return what the page in a browser draws of a game that has begun; None for no drawing."""
        if not self.has_page_drawing:
            return None
        return cast("PageDrawing", self._part("page_drawing.draw_page")(view))

    def look_sample(self, look: Look) -> Content:
        """Return the game's signs and colours, and how choices look, in three lines."""
        raise NotImplementedError

    def add_own_parts(self, position: P, view: TableView) -> P:
        """Return a position of the log with what only the person sees, as in their present view.

        Only seats that the table plays have moved between the two. A game without such seats
        returns the position.
        """
        return position

    def move_builder(
        self, game: G, position: P, names: Sequence[str] = ()
    ) -> MoveBuilder[Any, Any, Any]:
        """Return the builder of moves for the seat that decides in a view.

        Args:
            game: the rules.
            position: the view.
            names: what the seats are called; without names they are called by their numbers.
        """
        raise NotImplementedError

    def first_choice(self, text: str) -> Choice | None:
        """Return the choice that begins a move by a typed word, such as a card's letter."""
        return None

    def looks_like_move(self, text: str) -> bool:
        """Return whether a typed line begins as a move does, right or wrong."""
        raise NotImplementedError


AnyGameUI: TypeAlias = GameUI[Any, Any, Any]
"""Any game in the terminal."""
