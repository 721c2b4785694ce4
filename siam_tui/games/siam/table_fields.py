"""How the form for a new table asks for King of Siam's option and checks a player's own map."""

from __future__ import annotations

from typing import Final

from games.siam.rules import OPEN_DISCARDS
from siam_tui.games.map_board.drawing import check_map
from siam_tui.games.table_fields import OptionField

__all__ = ["check_map", "options"]

options: Final = (
    OptionField(
        OPEN_DISCARDS,
        "Played cards",
        "only each player's top one shows",
        "all may be looked at",
    ),
)
