"""Finds and parses map files of any game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from games.bounded_toml import TomlBoundError, TomlError, parse_toml
from games.contract import InvalidMapError
from games.text_file import NotTextError, read_text_file

MAX_MAP_BYTES: Final = 32 * 1024
"""A map is sent with its table, in one message."""
PARSED_MAPS: Final = 32
"""Parsed maps that a game caches; each takes at most some 100 KB with its text."""

M = TypeVar("M")


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


class Maps(NamedTuple, Generic[M]):
    """The maps that a game is played on.

    Attributes:
        package: of the game; its folder ``maps`` holds the built-in maps.
        names: those of the built-in maps, the usual one first.
        parse: returns the map of a text; it caches, so that a built-in map is parsed once.
    """

    package: str
    names: tuple[str, ...]
    parse: Callable[[str], M]

    def load(self, name_or_path: str | Path) -> M:
        """Return a built-in map by its name, or read a map file.

        Raises:
            InvalidMapError: there is no such map, or it is invalid.
        """
        if name_or_path in self.names:
            return self.parse(_built_in_text(self.package, str(name_or_path)))
        path = Path(name_or_path)
        try:
            text = read_text_file(path, MAX_MAP_BYTES)
        except NotTextError as error:
            raise InvalidMapError(f"{path} cannot be read: {error}") from error
        except (OSError, ValueError) as error:
            known = ", ".join(self.names)
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise InvalidMapError(
                f"no map {str(name_or_path)!r}: neither built in ({known}) nor a file ({reason})"
            ) from error
        try:
            return self.parse(text)
        except InvalidMapError as error:
            raise InvalidMapError(f"{path}: {error}") from error


@cache
def _built_in_text(package: str, name: str) -> str:
    return files(package).joinpath("maps", f"{name}.toml").read_text("utf-8")
