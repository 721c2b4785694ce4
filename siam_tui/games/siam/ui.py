"""King of Siam in the terminal: its part of the contract with the screens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from games.siam import CARD_NAMES, Move, Position, Siam
from games.siam.text.move_formatter import is_card

if TYPE_CHECKING:
    from textual.content import Content
    from textual.widget import Widget

    from siam_tui.appearance.style import Look
    from siam_tui.games.game_ui import GameTexts
    from siam_tui.games.move_builder import Choice
    from siam_tui.games.siam.body import SiamBody
    from siam_tui.games.siam.move_options import SiamMoveBuilder
    from siam_tui.games.speech import Speech
    from siam_tui.games.study import LessonSet, PuzzleSet, RulesGuide
    from siam_tui.games.table_fields import TableFields
    from siam_tui.games.worked_example import WorkedExample
    from siam_tui.model.table_view import TableView

# Each part is imported when it is first asked for: home is drawn before any of them is needed.


_NOTATION: Final = {"I": "1", "Z": "2"}
"""The cards whose keys on the screen are not their letters in the notation."""
_NAMED: Final = {name.lower(): card for card, name in CARD_NAMES.items()}


class SiamUI:
    """King of Siam, as `siam_tui.games.game_ui.GameUI` asks for it."""

    name: Final = "siam"
    drawing_folder: Final = Path(__file__).with_name("browser")

    def make_body(self, look: Look, log: Sequence[Widget]) -> SiamBody:
        """Return the middle of the table's screen."""
        from siam_tui.games.siam.body import SiamBody

        return SiamBody(look, log)

    def look_sample(self, look: Look) -> Content:
        """Return the game's signs and colours, and how choices look."""
        from siam_tui.games.siam.look_sample import look_sample

        return look_sample(look)

    def add_own_parts(self, position: Position, view: TableView) -> Position:
        """Return the position: the table plays no seats of this game."""
        del view
        return position

    def move_builder(
        self, game: Siam, position: Position, names: Sequence[str] = ()
    ) -> SiamMoveBuilder:
        """Return the builder of moves for the seat to move."""
        del names
        from siam_tui.games.siam.move_options import SiamMoveBuilder

        return SiamMoveBuilder(game, position)

    def first_choice(self, text: str) -> Choice | None:
        """Return the choice of a card that is named alone: by its name, letter or key.

        >>> UI.first_choice("1 vs 1") == UI.first_choice("1") == UI.first_choice("i")
        True
        """
        from siam_tui.games.siam.move_builder import card_choice

        card = _NAMED.get(text.lower()) or _NOTATION.get(text.upper(), text.upper())
        return card_choice(card) if is_card(card) else None

    def looks_like_move(self, text: str) -> bool:
        """Return whether a line begins as a move with a card does: its letter, alone or with ':'.

        Words that name what the card does may follow the letter.

        >>> UI.looks_like_move("k"), UI.looks_like_move(" 1:R@"), UI.looks_like_move("look")
        (True, True, False)
        >>> UI.looks_like_move("z"), UI.looks_like_move("r lua")
        (True, True)
        """
        typed = text.strip().upper()
        if typed.split(" ")[0] in _NOTATION:
            return True
        return is_card(typed[:1]) and typed[1:2] in ("", ":", " ")

    @property
    def texts(self) -> GameTexts[Siam, Position, Move]:
        """Moves and results in words, for the screen."""
        from siam_tui.games.siam import texts

        return texts

    @property
    def table_fields(self) -> TableFields:
        """How a form for a new table asks for the game's options and checks an own map."""
        from siam_tui.games.siam import table_fields

        return table_fields

    @property
    def rules(self) -> RulesGuide[WorkedExample]:
        """The chapters of the rules, and their worked examples."""
        from siam_tui.games.siam.rules.rules_guide import RULES

        return RULES

    @property
    def lessons(self) -> LessonSet[Siam, Position]:
        """The lessons."""
        from siam_tui.games.siam.lessons.lesson_set import LESSONS

        return LESSONS

    @property
    def puzzles(self) -> PuzzleSet[Move]:
        """The puzzles."""
        from siam_tui.games.siam.puzzles.puzzle_set import SiamPuzzles

        return SiamPuzzles()

    @property
    def speech(self) -> Speech:
        """Facts and moves as sentences to be heard."""
        from siam_tui.games.siam import speech

        return speech


UI: Final = SiamUI()
