"""The games that can be played, by name: the only module that names a game's package.

Other packages may add games: each module of the namespace package ``siam_games`` is one, named as
the game with ``_`` for ``-``, and has a `GameSpec` as ``SPEC``. What is installed is found by all
programs alike: the server, the process of its bots, the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, Final

from games.contract import Game, GameError, GameSpec, InvalidMapError

_OURS: Final = {
    "siam": "games.siam.spec",
    "foreign-king": "games.foreign_king.spec",
    "amber": "games.amber.spec",
}
"""The module with the `SPEC` of each game that comes with this package."""


def find_modules(ours: Mapping[str, str], namespace: str) -> Mapping[str, str]:
    """Return modules by game: ours first, then those of a namespace package, for other games."""
    found = find_spec(namespace)
    folders = found.submodule_search_locations if found else None
    others = {
        module.name.replace("_", "-"): f"{namespace}.{module.name}"
        for module in iter_modules(folders or ())
    }
    return MappingProxyType({**ours, **others, **ours})


@cache
def _spec_modules() -> Mapping[str, str]:
    return find_modules(_OURS, "siam_games")


def game_names() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(_spec_modules())


@cache
def spec_of(name: str) -> GameSpec:
    """Return what the platform knows about a game, which is imported when it is first asked for.

    Raises:
        GameError: there is no such game.
    """
    modules = _spec_modules()
    if name not in modules:
        raise GameError(f"there is no game {name!r}; there is: {', '.join(modules)}")
    spec = import_module(modules[name]).SPEC
    assert isinstance(spec, GameSpec)
    return spec


def titles() -> tuple[str, ...]:
    """Return the titles of all games, which records name them by."""
    return tuple(spec_of(name).title for name in game_names())


def spec_with_title(title: str) -> GameSpec | None:
    """Return the game of this title, or None if there is none."""
    return next((spec_of(name) for name in game_names() if spec_of(name).title == title), None)


def prepare_games() -> None:
    """Compute what the first games would have to wait for; takes a fraction of a second a game."""
    for name in game_names():
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
