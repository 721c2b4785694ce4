"""Reino de Ámbar in the terminal: its part of the contract with the screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual.widget import Widget

from games.amber import Amber, Position
from games.amber.constants import (
    BARBARIANS_8,
    CARDS,
    DUMMY_WINS_TIES,
    GOALS,
    MOST_POWER,
    MOST_POWER_OF_OPTION,
    NO_DOUBLES,
    PROBLEMS,
    TWO_PERIODS,
)
from games.amber.moves import Move
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import look_sample
from siam_tui.games.amber.facts import AmberView, add_own_parts
from siam_tui.games.game_ui import GameUI
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_fields import OptionField, TableFields
from texts import say

if TYPE_CHECKING:
    from siam_tui.games.amber.body import AmberBody
    from siam_tui.games.amber.building.move_options import AmberMoveBuilder

_LOWEST_GOAL, *_HIGHER_GOALS = GOALS
_OPTIONS: Final = (
    OptionField(
        TWO_PERIODS,
        say("amber/choose/length"),
        say("amber/choose/one-period"),
        say("amber/choose/two-periods"),
    ),
    OptionField(
        NO_DOUBLES,
        say("amber/choose/first-markers"),
        say("amber/choose/sharing"),
        say("amber/choose/not-sharing"),
    ),
    OptionField(
        BARBARIANS_8,
        say("amber/choose/barbarians"),
        say("amber/choose/power", n=MOST_POWER),
        say("amber/choose/power", n=MOST_POWER_OF_OPTION),
    ),
    OptionField(
        _LOWEST_GOAL,
        say("amber/choose/goal"),
        say("amber/choose/points", n=1),
        say("amber/choose/points", n=GOALS[_LOWEST_GOAL]),
        tuple((word, say("amber/choose/points", n=GOALS[word])) for word in _HIGHER_GOALS),
    ),
    OptionField(
        DUMMY_WINS_TIES,
        say("amber/choose/ties"),
        say("amber/choose/first-wins"),
        say("amber/choose/dummy-wins"),
        players=(1,),
    ),
)
_HEADS: Final = frozenset(each.lower() for each in (*CARDS, *PROBLEMS, "try", "cav", "cha"))
"""What stands before the colon of a move."""


class AmberUI(GameUI[Amber, Position, Move]):
    """Reino de Ámbar in the terminal."""

    name = Amber.name
    has_lessons = True
    has_page_drawing = True
    look_sample = staticmethod(look_sample)
    table_fields = TableFields(_OPTIONS)

    def make_body(self, look: Look, log: Sequence[Widget]) -> AmberBody:
        """Return the middle of the table's screen."""
        from siam_tui.games.amber.body import AmberBody

        return AmberBody(look, log)

    def add_own_parts(self, position: Position, view: AmberView) -> Position:
        """Return a position of the log with the person's own cards and kept Problems."""
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


UI: Final = AmberUI()
