"""What the terminal knows of each game, by name: the only module that names a game's rooms."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from games.contract import GameError

if TYPE_CHECKING:
    from siam_tui.games.game_ui import GameUI

_UIS: Final = MappingProxyType({"siam": "siam_tui.games.siam.ui"})
"""The module with each game's `UI`; it is imported when it is first asked for."""


@cache
def ui_of(name: str) -> GameUI:
    """Return what the terminal knows of a game.

    Raises:
        GameError: this program cannot show the game.
    """
    if name not in _UIS:
        raise GameError(f"this program cannot show the game {name!r}")
    ui: GameUI = import_module(_UIS[name]).UI
    return ui
