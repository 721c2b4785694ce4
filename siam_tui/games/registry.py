"""What the terminal knows of each game, by name: the only module that names a game's rooms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from games.contract import GameError
from games.registry import (
    Added,
    added_modules,
    broken_games,
    find_modules,
    game_names,
    load_added,
    spec_of,
)

if TYPE_CHECKING:
    from siam_tui.games.game_ui import GameUI

_OURS: Final = {
    "siam": "siam_tui.games.siam.ui",
    "foreign-king": "siam_tui.games.foreign_king.ui",
    "amber": "siam_tui.games.amber.ui",
}
"""The module with the `UI` of each game that comes with this package."""


@cache
def _ui_modules() -> Mapping[str, str]:
    return find_modules(_OURS, "siam_game_screens")


_TITLES: Final = {
    "siam": "King of Siam",
    "foreign-king": "The Foreign King",
    "amber": "Reino de Ámbar",
}
"""The titles of these games, for home, which is shown before any game is imported."""


def title_of(name: str) -> str:
    """Return the title of a game."""
    return _TITLES.get(name) or spec_of(name).title


@cache
def _added_uis() -> Added[GameUI[Any, Any, Any]]:
    return load_added(added_modules(_ui_modules(), _OURS), "UI")


def shown_games() -> tuple[str, ...]:
    """Return the names of the games that this program can show."""
    return tuple(name for name in game_names() if name in _OURS or name in _added_uis().found)


def tell_broken_games() -> tuple[str, ...]:
    """Return a sentence for each game of another package that cannot be loaded."""
    return tuple({**_added_uis().broken, **broken_games()}.values())


@cache
def ui_of(name: str) -> GameUI[Any, Any, Any]:
    """Return what the terminal knows of a game, which is imported when it is first asked for.

    Raises:
        GameError: this program cannot show the game.
    """
    if name in _added_uis().found:
        return _added_uis().found[name]
    if name not in _OURS:
        raise GameError(f"this program cannot show the game {name!r}")
    ui: GameUI[Any, Any, Any] = import_module(_OURS[name]).UI
    return ui
