"""The games that can be played, by name: the only module that names a game's package."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from games.contract import Game, GameError, GameSpec, InvalidMapError

_SPECS: Final = MappingProxyType({"siam": "games.siam.spec"})
"""The module with each game's `SPEC`; a game is imported when it is first asked for."""


def game_names() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(_SPECS)


@cache
def spec_of(name: str) -> GameSpec:
    """Return what the platform knows about a game.

    Raises:
        GameError: there is no such game.
    """
    if name not in _SPECS:
        raise GameError(f"there is no game {name!r}; there is: {', '.join(_SPECS)}")
    spec = import_module(_SPECS[name]).SPEC
    assert isinstance(spec, GameSpec)
    return spec


def titles() -> tuple[str, ...]:
    """Return the titles of all games, which records name them by."""
    return tuple(spec_of(name).title for name in _SPECS)


def spec_with_title(title: str) -> GameSpec | None:
    """Return the game of this title, or None if there is none."""
    return next((spec_of(name) for name in _SPECS if spec_of(name).title == title), None)


def prepare_games() -> None:
    """Compute what the first games would have to wait for; takes a fraction of a second a game."""
    for name in _SPECS:
        spec_of(name).prepare()


def game_of(
    name: str, *, map_text: str | None = None, options: frozenset[str] = frozenset()
) -> Game[Any, Any]:
    """Return the rules of a game.

    Args:
        name: one of `game_names`.
        map_text: the text of the map to play on; the game's usual map if left out.
        options: the table's options, such as ``open_discards``.

    Raises:
        GameError: there is no such game or option, or the map cannot be played on.
    """
    spec = spec_of(name)
    unknown = options - spec.option_names
    if unknown:
        raise GameError(f"{spec.title} has no option {min(unknown)!r}")
    if map_text is not None and not spec.maps:
        raise InvalidMapError(f"{spec.title} is played without a map")
    return spec.bind(map_text, options)


def built_in_map(name: str, map_name: str) -> str:
    """Return the text of a map that comes with a game.

    Raises:
        GameError: there is no such game.
        InvalidMapError: the game has no such map.
    """
    spec = spec_of(name)
    if map_name not in spec.maps:
        known = ", ".join(spec.maps) or "none"
        raise InvalidMapError(f"there is no map {map_name!r}; there is: {known}")
    return spec.load_map(map_name).toml
