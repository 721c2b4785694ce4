"""All that the terminal knows of a game: the contract between the screens and each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from textual.content import Content
from textual.widget import Widget

from siam_tui.appearance.style import Look
from siam_tui.games.chapter_report import ChapterReport
from siam_tui.games.move_builder import Choice, MoveBuilder
from siam_tui.games.move_context import MoveContext
from siam_tui.games.speech import Speech
from siam_tui.games.study import LessonSet, PuzzleSet, RulesGuide
from siam_tui.games.table_body import TableBody
from siam_tui.games.table_fields import TableFields
from siam_tui.model.move_log import Chapter, MoveLog
from siam_tui.model.table_view import TableView

Length: TypeAlias = Literal["full", "short", "shortest"]
"""How long names in a text may be: in full, as on the board, or as in the notation."""


G_contra = TypeVar("G_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


class GameTexts(Protocol[G_contra, P_contra, M_contra]):
    """A game's moves and results in words, for the screen.

    The parameters are the game's rules, its position and its move.
    """

    def name_move(
        self,
        game: G_contra,
        move: M_contra,
        length: Length,
        name_seat: Callable[[int], str] | None = None,
    ) -> str:
        """Return a move in words, such as ``Lao: SUK, SUK; takes R from AYU``, or ``pass``.

        Args:
            game: the rules.
            move: the move.
            length: how long names may be.
            name_seat: returns what a seat that the move names is called, if that is known.
        """

    def advise_move(
        self,
        game: G_contra,
        move: M_contra,
        name_seat: Callable[[int], str] | None = None,
    ) -> str:
        """Return what a hint advises, without letters or ids, such as ``take coins``.

        Args:
            game: the rules.
            move: the move.
            name_seat: returns what a seat that the move names is called, if that is known.
        """

    def explain_advice(self, view: TableView, move: M_contra) -> str:
        """Return what speaks for a move of one's own, in a short sentence; empty if nothing does.

        It must sound right before any chance to win, so it leaves out what speaks against the move.
        """

    def describe_deficit(self, view: TableView) -> str:
        """Return that the forecast sees oneself behind, such as ``You trail if everyone passes``.

        It is empty if it does not, or if the game has no such forecast.
        """

    def describe_move(
        self, game: G_contra, text: str, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, such as ``passes``; a text that is no move as it is.

        Args:
            game: the rules.
            text: the move in the notation.
            length: how long names may be.
            context: where it was played, if that is known; then what it brought may be told too.
        """

    def describe_steps(self, game: G_contra, texts: Sequence[str], length: Length) -> str:
        """Return what somebody did by small moves in a row, which the log tells in one line.

        It is empty if one of them has a line of its own.

        Args:
            game: the rules.
            texts: the moves in the notation, two or more of the same seat.
            length: how long names may be.
        """

    @property
    def chapter(self) -> str:
        """What a chapter of this game's log is called, such as ``struggle``."""

    @property
    def forced(self) -> str:
        """Why the table plays a forced move for a player, such as ``no cards``."""

    @property
    def unlogged(self) -> frozenset[str]:
        """Moves, in the notation, that logs leave out: they say nothing, as the end of a turn."""

    def asks_answer(self, view: TableView) -> bool:
        """Return whether what is asked now is an answer, and not what one does in one's turn."""

    def title_forms(self, view: TableView, look: Look) -> Iterator[Content]:
        """Iterate over where the game stands and what happened last, in fewer and fewer words."""

    def chapter_title(self, view: TableView, chapter: Chapter) -> str:
        """Return the heading of a chapter of the log."""

    def chapter_result(
        self, view: TableView, chapter: Chapter, width: int, look: Look
    ) -> Content | None:
        """Return a line on what a chapter came to, or None while it goes on."""

    def chapter_report(self, view: TableView, chapter: Chapter) -> ChapterReport | None:
        """Return what a chapter that has ended came to; None if log and title say enough."""

    def overview(self, view: TableView, width: int, look: Look) -> list[tuple[str, list[Content]]]:
        """Return what can be looked up about a game, in parts with a heading; none if all is shown.

        It has only what the person may know.
        """

    def result(self, view: TableView) -> str:
        """Return how a game ended, in a sentence or two."""

    def explain_result(self, view: TableView) -> list[str]:
        """Return the sentences that lead from the final position to the winners."""

    def standings(self, view: TableView, width: int, look: Look) -> list[Content]:
        """Return the final standings, the best seat first; nothing if nobody won."""

    def game_chart(self, log: MoveLog, view: TableView, width: int, look: Look) -> list[Content]:
        """Return the game as a small chart, a line a chapter; none where it is not known."""

    def record_result(self, result: str, names: Sequence[str]) -> str:
        """Return who won, by a record's result, such as ``Ben wins``."""

    def remaining(self, position: P_contra) -> str:
        """Return what is left to play, such as ``3 cards left``; empty at the end."""


class GameUI(Protocol[G_contra, P_contra, M_contra]):
    """A game in the terminal."""

    @property
    def name(self) -> str:
        """The game's short name."""

    @property
    def drawing_folder(self) -> Path | None:
        """The folder with ``game.js``, which draws the game in a browser; None if it has none."""

    def make_body(self, look: Look, log: Sequence[Widget]) -> TableBody:
        """Return the middle of the table's screen.

        Args:
            look: signs and colours.
            log: the widgets of log and talk, which the body gives a place.
        """

    def look_sample(self, look: Look) -> Content:
        """Return the game's signs and colours, and how choices look, in three lines."""

    def add_own_parts(self, position: Any, view: TableView) -> Any:  # noqa: ANN401 - this game's
        """Return a position of the log with what only the person sees, as in their present view.

        Only seats that the table plays have moved between the two. A game without such seats
        returns the position.
        """

    def move_builder(
        self, game: G_contra, position: P_contra, names: Sequence[str] = ()
    ) -> MoveBuilder[Any, Any, Any]:
        """Return the builder of moves for the seat that decides in a view.

        Args:
            game: the rules.
            position: the view.
            names: what the seats are called; without names they are called by their numbers.
        """

    def first_choice(self, text: str) -> Choice | None:
        """Return the choice that begins a move by a typed word, such as a card's letter."""

    def looks_like_move(self, text: str) -> bool:
        """Return whether a typed line begins as a move does, right or wrong."""

    @property
    def texts(self) -> GameTexts[G_contra, P_contra, M_contra]:
        """Moves and results in words, for the screen."""

    @property
    def speech(self) -> Speech:
        """Facts and moves as sentences to be heard, for ``--plain``."""

    @property
    def table_fields(self) -> TableFields:
        """How a form for a new table asks for the game's options and checks an own map."""

    @property
    def rules(self) -> RulesGuide[Any]:
        """The chapters of the rules, and their worked examples."""

    @property
    def lessons(self) -> LessonSet[Any, Any] | None:
        """The lessons, or None if the game has none."""

    @property
    def puzzles(self) -> PuzzleSet[Any] | None:
        """The puzzles, or None if the game has none."""


AnyGameUI: TypeAlias = GameUI[Any, Any, Any]
"""Any game in the terminal."""
