"""How the form for a new table asks for King of Siam's option and checks a player's own map."""

from __future__ import annotations

from typing import Final

from games.siam import Map
from games.siam.rules import OPEN_DISCARDS
from siam_tui.games.siam.board.drawing import read_drawing, refuse_misspelt_keys, says_how
from siam_tui.games.table_fields import OptionField

options: Final = (
    OptionField(
        OPEN_DISCARDS,
        "Played cards",
        "only each player's top one shows",
        "all may be looked at",
    ),
)


def check_map(game_map: Map) -> None:
    """Return if a map can be drawn as it says; a map without a drawing becomes boxes.

    Raises:
        InvalidMapError: naming what is wrong in its drawing.
    """
    if says_how(game_map):
        refuse_misspelt_keys(game_map)
        read_drawing(game_map)
