"""Reino de Ámbar in the terminal: its part of the contract with the screens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from games.amber import Amber, Position
from games.amber.constants import CARDS, PROBLEMS
from games.amber.moves import Move

if TYPE_CHECKING:
    from textual.content import Content
    from textual.widget import Widget

    from siam_tui.appearance.style import Look
    from siam_tui.games.amber.body import AmberBody
    from siam_tui.games.amber.building.move_options import AmberMoveBuilder
    from siam_tui.games.amber.seen import AmberView
    from siam_tui.games.game_ui import GameTexts
    from siam_tui.games.move_builder import Choice
    from siam_tui.games.speech import Speech
    from siam_tui.games.study import LessonSet, RulesGuide
    from siam_tui.games.table_fields import TableFields
    from siam_tui.games.worked_example import WorkedExample

# Each part is imported when it is first asked for: home is drawn before any of them is needed.

_HEADS: Final = frozenset(each.lower() for each in (*CARDS, *PROBLEMS, "try", "cav", "cha"))
"""What stands before the colon of a move."""


class AmberUI:
    """Reino de Ámbar, as `siam_tui.games.game_ui.GameUI` asks for it."""

    name: Final = "amber"
    drawing_folder: Final = Path(__file__).with_name("browser")
    puzzles: Final = None

    def make_body(self, look: Look, log: Sequence[Widget]) -> AmberBody:
        """Return the middle of the table's screen."""
        from siam_tui.games.amber.body import AmberBody

        return AmberBody(look, log)

    def look_sample(self, look: Look) -> Content:
        """Return the game's signs and colours, and how choices look."""
        from siam_tui.games.amber.colours import look_sample

        return look_sample(look)

    def add_own_parts(self, position: Position, view: AmberView) -> Position:
        """Return a position of the log with the person's own cards and kept Problems."""
        from siam_tui.games.amber.seen import add_own_parts

        return add_own_parts(position, view)

    def move_builder(
        self, game: Amber, position: Position, names: Sequence[str] = ()
    ) -> AmberMoveBuilder:
        """Return the builder of moves for the seat that decides."""
        from siam_tui.games.amber.building.move_options import AmberMoveBuilder

        return AmberMoveBuilder(game, position, names)

    def first_choice(self, text: str) -> Choice | None:
        """Return the choice that begins a move by a typed word, such as ``suns`` or ``take``."""
        from siam_tui.games.amber.choice_kinds import first_choice

        return first_choice(text)

    def looks_like_move(self, text: str) -> bool:
        """Return whether a line begins with a card's name, or a word of the notation and a colon.

        >>> UI.looks_like_move("s:cas"), UI.looks_like_move("suns castle"), UI.looks_like_move("b")
        (True, True, False)
        """
        word, colon, _ = text.strip().lower().partition(":")
        if colon:
            return word in _HEADS
        words = text.replace(",", " ").split()
        return any(self.first_choice(" ".join(words[:count])) is not None for count in (1, 2))

    @property
    def texts(self) -> GameTexts[Amber, Position, Move]:
        """Moves and results in words, for the screen."""
        from siam_tui.games.amber import texts

        return texts

    @property
    def table_fields(self) -> TableFields:
        """How a form for a new table asks for the options; there are no maps."""
        from siam_tui.games.amber import table_fields

        return table_fields

    @property
    def rules(self) -> RulesGuide[WorkedExample]:
        """The chapters of the rules, and their worked examples."""
        from siam_tui.games.amber.rules.rules_guide import RULES

        return RULES

    @property
    def lessons(self) -> LessonSet[Amber, Position]:
        """The lessons."""
        from siam_tui.games.amber.lessons.lesson_set import LESSONS

        return LESSONS

    @property
    def speech(self) -> Speech:
        """Facts and moves as sentences to be heard."""
        from siam_tui.games.amber import speech

        return speech


UI: Final = AmberUI()
