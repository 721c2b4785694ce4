"""The games that can be played, by name: the only module that names a game's package.

Other packages may add games. The usual way is an entry point of the group ``siam.games``: its name
is that of the game, and it leads to a subclass of `games.author.Game` or to a `GameSpec`. A module
of the namespace package ``siam_games`` does as well: it is named as the game, with ``_`` for ``-``,
and has a `GameSpec` as ``SPEC``. What is installed is found by all programs alike: the server, the
process of its bots, the engine. A game that cannot be loaded is left out, and `broken_games` says
why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from games.contract import Game, GameError, GameSpec, InvalidMapError
from texts import Message, Noun, say, tell
from texts.rooms import add_room
from texts.sentences import without_stop

logger = logging.getLogger(__name__)

_MOST_REASON: Final = 200
_MOST_PACKAGE: Final = 40
_OURS: Final = {
    "siam": "games.siam.spec",
    "foreign-king": "games.foreign_king.spec",
    "amber": "games.amber.spec",
}
"""The module with the `SPEC` of each game that comes with this package."""


def find_places(namespace: str, attribute: str, group: str) -> Mapping[str, str]:
    """Return where other packages add something, as ``module:attribute``, by the name of its game.

    Args:
        namespace: a package of which each module is a game's.
        attribute: what is taken of such a module.
        group: the entry points.
    """
    found = find_spec(namespace)
    folders = found.submodule_search_locations if found else None
    places = {
        module.name.replace("_", "-"): f"{namespace}.{module.name}:{attribute}"
        for module in iter_modules(folders or ())
    }
    named = {each.name: each.value for each in entry_points(group=group)}
    return MappingProxyType({**named, **places})


@cache
def added_places() -> Mapping[str, str]:
    """Return where other packages add games, as ``module:attribute``, by name."""
    found = find_places("siam_games", "SPEC", "siam.games")
    places = {name: at for name, at in found.items() if name not in _OURS}
    add_texts(places)
    return MappingProxyType(places)


def add_texts(places: Mapping[str, str]) -> None:
    """Add the texts of games of other packages: each game's room is its name, with ``_``."""
    for name, place in places.items():
        add_room(name.replace("-", "_"), place.partition(":")[0])


def installed_games() -> tuple[str, ...]:
    """Return the names of all games that are installed, also of broken ones; none is loaded."""
    return (*_OURS, *added_places())


@cache
def package_of(name: str) -> str:
    """Return the installed package that a game comes with; empty for a game of siam itself."""
    if name not in added_places():
        return ""
    found = (each.dist for each in entry_points(group="siam.games", name=name))
    module = added_places()[name].partition(":")[0]
    return next((dist.name for dist in found if dist is not None), module)[:_MOST_PACKAGE]


Part = TypeVar("Part")


class Added(NamedTuple, Generic[Part]):
    """What other packages add.

    Attributes:
        found: what could be loaded, by the name of its game.
        broken: why the rest could not: a sentence for each game, by its name.
    """

    found: Mapping[str, Part]
    broken: Mapping[str, Message]


def load_added(places: Mapping[str, str], make: Callable[[Any], Part]) -> Added[Part]:
    """Load what other packages add; whatever goes wrong in one, the others are loaded.

    Args:
        places: where they are, as ``module:attribute``, by the names of the games.
        make: returns the part for what is there; its `name` must be that of the game. It raises
            TypeError if that is something else.
    """
    found: dict[str, Part] = {}
    broken: dict[str, Message] = {}
    for name, place in places.items():
        module, _, attribute = place.partition(":")
        try:
            part = make(getattr(import_module(module), attribute))
            if getattr(part, "name", None) != name:
                raise TypeError(f"its {attribute} is not that of a game named {name}")
            found[name] = part
        except (Exception, SystemExit) as error:
            logger.info("%s cannot be loaded", module, exc_info=True)
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:_MOST_REASON]
            broken[name] = say("games/broken", name=name, module=module, reason=reason)
    return Added(found, broken)


@cache
def _added_specs() -> Added[GameSpec]:
    return load_added(added_places(), _spec_from)


def _spec_from(part: Any) -> GameSpec:  # noqa: ANN401 - whatever a package has
    """Return the spec that a package gives, or that of the game that it gives.

    Raises:
        TypeError: it is neither, or the game is written for another version of the base.
    """
    if isinstance(part, GameSpec):
        return part
    from games.author import CONTRACT, spec_of_game  # noqa: PLC0415 - only such a game needs it

    version = getattr(part, "contract", None)
    if version is None:
        raise TypeError(f"it is no game; games are written for version {CONTRACT} of games.author")
    if version != CONTRACT:
        raise TypeError(
            f"it is written for version {version}; games are written for version {CONTRACT} of "
            "games.author"
        )
    return spec_of_game(part)


def broken_games() -> Mapping[str, str]:
    """Return why games of other packages cannot be played: a sentence for each, by its name."""
    return {name: tell(why) for name, why in _added_specs().broken.items()}


def tell_missing_game(name: str, package: str) -> str:
    """Return why the tables of a game cannot be played here; empty if they can.

    Args:
        name: the game's name, as the server tells it.
        package: the package that the server has it from; empty for a game of siam itself.
    """
    if name in game_names():
        return ""
    if name in broken_games():
        return broken_games()[name]
    if package:
        return tell("games/not-installed", name=name, package=package)
    return tell("games/unknown-here", name=name)


def game_names() -> tuple[str, ...]:
    """Return the names of all games that can be played."""
    return (*_OURS, *_added_specs().found)


@cache
def spec_of(name: str) -> GameSpec:
    """Return what the platform knows about a game, which is imported when it is first asked for.

    Raises:
        GameError: there is no such game, or it cannot be loaded.
    """
    added = _added_specs()
    if name in added.broken:
        raise GameError(without_stop(tell(added.broken[name])))
    if name in added.found:
        return added.found[name]
    if name not in _OURS:
        raise GameError(say("games/no-game", name=repr(name), known=game_names()))
    spec = import_module(_OURS[name]).SPEC
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
    for name in _OURS:
        spec_of(name).prepare()
    for spec in _added_specs().found.values():
        try:
            spec.prepare()
        except Exception:  # it is somebody else's code, and can be done without
            logger.info("%s cannot be prepared", spec.name, exc_info=True)


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
    title, unknown = Noun("games/title", name, spec.title), options - spec.option_names
    if unknown:
        raise GameError(say("games/no-option", title=title, option=repr(min(unknown))))
    if map_text is not None and not spec.maps:
        raise InvalidMapError(say("games/needs-no-map", title=title))
    return spec.bind(map_text, options)


def built_in_map(name: str, map_name: str) -> str:
    """Return the text of a map that comes with a game.

    Raises:
        GameError: there is no such game.
        InvalidMapError: the game has no such map.
    """
    spec = spec_of(name)
    if map_name not in spec.maps:
        raise InvalidMapError(say("games/no-map", name=repr(map_name), known=spec.maps))
    return spec.load_map(map_name).toml
