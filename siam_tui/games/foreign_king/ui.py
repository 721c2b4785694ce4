"""The Foreign King in the terminal: its part of the contract with the screens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import SPACES
from games.foreign_king.moves import Move

if TYPE_CHECKING:
    from textual.content import Content
    from textual.widget import Widget

    from siam_tui.appearance.style import Look
    from siam_tui.games.foreign_king.body import ForeignKingBody
    from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder
    from siam_tui.games.game_ui import GameTexts
    from siam_tui.games.move_builder import Choice
    from siam_tui.games.speech import Speech
    from siam_tui.games.study import LessonSet, RulesGuide
    from siam_tui.games.table_fields import TableFields
    from siam_tui.games.worked_example import WorkedExample
    from siam_tui.model.table_view import TableView

# Each part is imported when it is first asked for: home is drawn before any of them is needed.

_WHOLE: Final = ("coins", "order")
"""The spaces whose name alone is a move."""
_BEGINNINGS: Final = (*SPACES, "shut", "virtual", "loan", "repay")


class ForeignKingUI:
    """The Foreign King, as `siam_tui.games.game_ui.GameUI` asks for it."""

    name: Final = "foreign-king"
    drawing_folder: Final = Path(__file__).with_name("browser")
    puzzles: Final = None

    def make_body(self, look: Look, log: Sequence[Widget]) -> ForeignKingBody:
        """Return the middle of the table's screen."""
        from siam_tui.games.foreign_king.body import ForeignKingBody

        return ForeignKingBody(look, log)

    def look_sample(self, look: Look) -> Content:
        """Return the game's signs and colours, and how choices look."""
        from siam_tui.games.foreign_king.colours import look_sample

        return look_sample(look)

    def add_own_parts(self, position: Position, view: TableView) -> Position:
        """Return the position: the table plays no seats of this game."""
        del view
        return position

    def move_builder(
        self, game: ForeignKing, position: Position, names: Sequence[str] = ()
    ) -> ForeignKingMoveBuilder:
        """Return the builder of moves for the seat that decides."""
        from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder

        return ForeignKingMoveBuilder(game, position, names)

    def first_choice(self, text: str) -> Choice | None:
        """Return the choice of a space that is named alone, unless that is a whole move."""
        from siam_tui.games.foreign_king.choice_kinds import space_choice

        word = text.strip().lower()
        found = next((space for space in SPACES if space == word), None)
        return None if found is None or found in _WHOLE else space_choice(found)

    def looks_like_move(self, text: str) -> bool:
        """Return whether a line begins as a move does: a word of the notation or a space.

        >>> UI.looks_like_move("place:2@LIE"), UI.looks_like_move("place"), UI.looks_like_move("b")
        (True, True, False)
        >>> UI.looks_like_move("place 2 lux")
        True
        """
        word, colon, _ = text.strip().lower().partition(":")
        return word in _BEGINNINGS if colon else word.partition(" ")[0] in SPACES

    @property
    def texts(self) -> GameTexts[ForeignKing, Position, Move]:
        """Moves and results in words, for the screen."""
        from siam_tui.games.foreign_king import texts

        return texts

    @property
    def table_fields(self) -> TableFields:
        """How a form for a new table checks an own map; there are no options."""
        from siam_tui.games.foreign_king import table_fields

        return table_fields

    @property
    def rules(self) -> RulesGuide[WorkedExample]:
        """The chapters of the rules, and their worked examples."""
        from siam_tui.games.foreign_king.rules.rules_guide import RULES

        return RULES

    @property
    def lessons(self) -> LessonSet[ForeignKing, Position]:
        """The lessons."""
        from siam_tui.games.foreign_king.lessons.lesson_set import LESSONS

        return LESSONS

    @property
    def speech(self) -> Speech:
        """Facts and moves as sentences to be heard."""
        from siam_tui.games.foreign_king import speech

        return speech


UI: Final = ForeignKingUI()
