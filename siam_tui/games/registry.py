"""What the terminal knows of each game, by name: no other module names those of our games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from games.contract import GameError
from games.registry import (
    Added,
    add_texts,
    added_places,
    broken_games,
    find_places,
    game_names,
    load_added,
    spec_of,
)
from texts import say, tell

if TYPE_CHECKING:
    from siam_tui.games.game_ui import GameUI

_OURS: Final = {
    "siam": "King of Siam",
    "foreign-king": "The Foreign King",
    "amber": "Reino de Ámbar",
}
"""The games that come with this package: their titles, for home, which is shown before any game is
imported. The module ``ui`` of each has its `UI`."""


def title_of(name: str) -> str:
    """Return the title of a game."""
    return _OURS.get(name) or spec_of(name).title


@cache
def _added_uis() -> Added[GameUI[Any, Any, Any]]:
    """Return the screens that other packages give, or that follow from a game's class."""
    if not added_places():
        return Added({}, {})
    screens = find_places("siam_game_screens", "UI", "siam.screens")
    add_texts({name: place for name, place in screens.items() if name in added_places()})
    places = {
        name: screens.get(name, place)
        for name, place in added_places().items()
        if name in screens or _is_authored(name)
    }
    return load_added(places, _ui_from)


def _is_authored(name: str) -> bool:
    """Return whether the screens of a game follow from its class."""
    return name not in broken_games() and spec_of(name).authored is not None


def _ui_from(part: Any) -> GameUI[Any, Any, Any]:  # noqa: ANN401 - whatever a package has
    """Return the screens that a package gives, or those of the game or spec that it gives."""
    game = getattr(part, "authored", part)
    if hasattr(game, "contract"):
        from siam_tui.games.authored import AuthoredUI  # noqa: PLC0415 - only such a game needs it

        return AuthoredUI(game)
    ui: GameUI[Any, Any, Any] = part
    return ui


def shown_games() -> tuple[str, ...]:
    """Return the names of the games that this program can show."""
    return tuple(name for name in game_names() if name in _OURS or name in _added_uis().found)


def tell_broken_games() -> tuple[str, ...]:
    """Return a sentence for each game of another package that cannot be loaded."""
    screens = {name: tell(why) for name, why in _added_uis().broken.items()}
    return tuple({**screens, **broken_games()}.values())


@cache
def ui_of(name: str) -> GameUI[Any, Any, Any]:
    """Return what the terminal knows of a game, which is imported when it is first asked for.

    Raises:
        GameError: this program cannot show the game.
    """
    if name in _added_uis().found:
        return _added_uis().found[name]
    if name not in _OURS:
        raise GameError(say("games/unknown", name=repr(name)))
    ui: GameUI[Any, Any, Any] = import_module(f"siam_tui.games.{name.replace('-', '_')}.ui").UI
    return ui
