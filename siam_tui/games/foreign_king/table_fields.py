"""How the form for a new table checks a player's own map; the game has no options."""

from __future__ import annotations

from typing import Final

from siam_tui.games.map_board.drawing import check_map
from siam_tui.games.table_fields import OptionField

__all__ = ["check_map", "options"]

options: Final[tuple[OptionField, ...]] = ()
