"""Finds and parses map files of any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from games.bounded_toml import TomlBoundError, TomlError, parse_toml
from games.contract import GameMap, InvalidMapError
from games.text_file import NotTextError, read_text_file

MAX_MAP_BYTES: Final = 32 * 1024
"""A map is sent with its table, in one message."""
PARSED_MAPS: Final = 32
"""Parsed maps that a game caches; each takes at most some 100 KB with its text."""

M = TypeVar("M")


class Maps(NamedTuple):
    """The maps that a game is played on.

    Attributes:
        names: those that come with the game, the usual one first.
        load: returns one of these by its name, or reads a map file.
        parse: returns the map of a text.
    """

    names: tuple[str, ...]
    load: Callable[[str], GameMap]
    parse: Callable[[str], GameMap]


def parse_map_table(toml_text: str) -> dict[str, Any]:
    """Return the entries of a map file, not checked yet.

    Raises:
        InvalidMapError: the text is too large, or no TOML.
    """
    try:
        return parse_toml(toml_text, MAX_MAP_BYTES)
    except TomlBoundError as error:
        raise InvalidMapError(f"the map is too large: {error}") from error
    except TomlError as error:
        raise InvalidMapError(f"the map is no valid TOML: {error}") from error


def load_map_file(
    name_or_path: str | Path, package: str, built_in: Sequence[str], parse: Callable[[str], M]
) -> M:
    """Return a built-in map by its name, or read a map file.

    Args:
        name_or_path: the name of a built-in map, or the path of a file.
        package: the package of the game; its folder ``maps`` holds the built-in maps.
        built_in: the names of the built-in maps.
        parse: reads a map from its text; it caches, so that a built-in map is parsed once.

    Raises:
        InvalidMapError: there is no such map, or it is invalid.
    """
    if name_or_path in built_in:
        return parse(_built_in_text(package, str(name_or_path)))
    path = Path(name_or_path)
    try:
        text = read_text_file(path, MAX_MAP_BYTES)
    except NotTextError as error:
        raise InvalidMapError(f"{path} cannot be read: {error}") from error
    except (OSError, ValueError) as error:
        known = ", ".join(built_in)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = f"no map {str(name_or_path)!r}: neither built in ({known}) nor a file ({reason})"
        raise InvalidMapError(message) from error
    try:
        return parse(text)
    except InvalidMapError as error:
        raise InvalidMapError(f"{path}: {error}") from error


@cache
def _built_in_text(package: str, name: str) -> str:
    return files(package).joinpath("maps", f"{name}.toml").read_text("utf-8")
