"""How the form for a new table asks for Nim's option."""

from __future__ import annotations

from siam_tui.games.table_fields import OptionField
from tests.second_game.games.nim.rules import MISERE

options = (OptionField(MISERE, "Last token", "wins", "loses"),)


def check_map(game_map: object) -> None:
    raise AssertionError("Nim is played without a map")
