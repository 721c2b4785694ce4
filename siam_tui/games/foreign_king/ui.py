"""The Foreign King in the terminal: its part of the contract with the screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual.widget import Widget

from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import SPACES, Space
from games.foreign_king.moves import Move
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.choice_kinds import space_choice
from siam_tui.games.foreign_king.colours import look_sample
from siam_tui.games.foreign_king.names import name_space
from siam_tui.games.game_ui import GameUI
from siam_tui.games.map_board.drawing import check_map
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_fields import TableFields
from siam_tui.ui.text import fold, spellings
from texts import tell

if TYPE_CHECKING:
    from siam_tui.games.foreign_king.body import ForeignKingBody
    from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder

_WHOLE: Final = ("coins", "order")
"""The spaces whose name alone is a move."""
_BEGINNINGS: Final = (*SPACES, "shut", "virtual", "loan", "repay")


class ForeignKingUI(GameUI[ForeignKing, Position, Move]):
    """The Foreign King in the terminal."""

    name = ForeignKing.name
    has_lessons = True
    has_page_drawing = True
    look_sample = staticmethod(look_sample)
    table_fields = TableFields(check_map=check_map)

    def make_body(self, look: Look, log: Sequence[Widget]) -> ForeignKingBody:
        """Return the middle of the table's screen."""
        from siam_tui.games.foreign_king.body import ForeignKingBody

        return ForeignKingBody(look, log)

    def move_builder(
        self, game: ForeignKing, position: Position, names: Sequence[str] = ()
    ) -> ForeignKingMoveBuilder:
        """Return the builder of moves for the seat that decides."""
        from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder

        return ForeignKingMoveBuilder(game, position, names)

    def first_choice(self, text: str) -> Choice | None:
        """Return the choice of a space that is named alone, unless that is a whole move."""
        found = _space_named(text)
        return None if found is None or found in _WHOLE else space_choice(found)

    def looks_like_move(self, text: str) -> bool:
        """Return whether a line begins as a move does: a word of the notation or a space.

        >>> UI.looks_like_move("place:2@LIE"), UI.looks_like_move("place"), UI.looks_like_move("b")
        (True, True, False)
        >>> UI.looks_like_move("place 2 lux")
        True
        """
        word, colon, _ = text.strip().lower().partition(":")
        if colon:
            return word in _BEGINNINGS
        return _space_named(word.partition(" ")[0]) is not None


def _space_named(word: str) -> Space | None:
    """Return the space of a name, in English or in the reader's language."""
    wanted = fold(word)
    if wanted in SPACES:
        return next(space for space in SPACES if space == wanted)
    told = (space for space in SPACES if wanted in spellings(tell(name_space(space))))
    return next(told, None)


UI: Final = ForeignKingUI()
