"""Finds and parses map files of any game, and checks the entries that all have.

A game adds its own to `MapEntries` and `ProvinceEntries`. Errors say what an entry must be.
"""

# ruff: noqa: RUF009 - the defaults are never changed

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from attrs import Attribute, field, fields_dict, frozen

from games.bounded_toml import TomlBoundError, TomlError, parse_toml
from games.contract import InvalidMapError
from games.text_file import NotTextError, read_text_file

MAX_MAP_BYTES: Final = 32 * 1024
"""A map is sent with its table, in one message."""
PARSED_MAPS: Final = 32
"""Parsed maps that a game caches; each takes at most some 100 KB with its text."""

Parsed = TypeVar("Parsed")


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


class Maps(NamedTuple, Generic[Parsed]):
    """The maps that a game is played on.

    Attributes:
        package: of the game; its folder ``maps`` holds the built-in maps.
        names: those of the built-in maps, the usual one first.
        parse: returns the map of a text; it caches, so that a built-in map is parsed once.
    """

    package: str
    names: tuple[str, ...]
    parse: Callable[[str], Parsed]

    def load(self, name_or_path: str | Path) -> Parsed:
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


MAX_NAME_LENGTH: Final = 40
"""Characters. Names come from other people's files and go to everybody's terminal."""

Value = TypeVar("Value")
M = TypeVar("M", bound="MapEntries")
P = TypeVar("P", bound="ProvinceEntries")
Table: TypeAlias = Mapping[str, Any]
"""A table as TOML has it: a value may be of any type."""


def entry(default: Value, is_valid: Callable[[Any], bool], sentence: str) -> Value:
    """Define an entry; the sentence says what it must be, and may name the others as ``{0}``."""

    def validate(entries: object, _: Attribute[Any], value: object) -> None:
        if not is_valid(value):
            raise InvalidMapError(sentence.format(entries))

    return field(default=default, validator=validate)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[A-Z]{3}", value) is not None


def _is_short_name(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[a-z0-9][a-z0-9_-]{0,39}", value) is not None


def is_name(value: object) -> bool:
    """Return whether a value can be shown to people as a name."""
    readable = isinstance(value, str) and value.isprintable() and bool(value.strip())
    return readable and len(str(value)) <= MAX_NAME_LENGTH


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_table, value))


NAME_RULE: Final = f"of at most {MAX_NAME_LENGTH} printable characters"


@frozen
class ProvinceEntries:
    """A ``[[province]]`` table; a game may add entries.

    Attributes:
        number: its place in the file, from 1; not an entry.
    """

    number: int
    id: str = entry("", _is_id, "province number {0.number} needs an id of three capital letters")
    name: str = entry("", is_name, f"province {{0.id}} needs a name: a text {NAME_RULE}")
    borders: list[object] = entry([], _is_list, "borders of province {0.id} must be a list of ids")
    draw: Table = entry({}, _is_table, "draw of province {0.id} must be a table")


@frozen
class MapEntries:
    """A map file, to which a game may add entries; ``province`` has the tables of its provinces."""

    name: str = entry(
        "", _is_short_name, "the map needs a name: at most 40 lower-case letters, digits, - and _"
    )
    title: str = entry("", is_name, f"the map needs a title: a text {NAME_RULE}")
    province: list[Table] = entry(
        [], _are_tables, "provinces must be written as [[province]] tables"
    )
    draw: Table = entry({}, _is_table, "draw of the map must be a table")


def read_map_entries(
    table: Table, count: int, map_type: type[M], province_type: type[P]
) -> tuple[M, tuple[P, ...]]:
    """Check the entries of a map file and of its provinces.

    Args:
        table: the map file.
        count: the number of provinces that the game is played on.
        map_type: the entries of the game's map files.
        province_type: the entries of their provinces.

    Raises:
        InvalidMapError: says which entry is wrong and what it must be.
    """
    refuse_unknown_keys("the map", table, frozenset(fields_dict(map_type)))
    entries = map_type(**table)
    if len(entries.province) != count:
        raise InvalidMapError(f"a map has exactly {count} provinces, not {len(entries.province)}")
    keys = frozenset(fields_dict(province_type)) - {"number"}
    provinces: dict[str, P] = {}
    for number, row in enumerate(entries.province, start=1):
        province_id = row.get("id")
        where = f"province {province_id}" if _is_id(province_id) else f"province number {number}"
        refuse_unknown_keys(where, row, keys)
        province = province_type(number, **row)
        if province.id in provinces:
            raise InvalidMapError(f"two provinces have the id {province.id}")
        provinces[province.id] = province
    return entries, tuple(provinces.values())


def read_borders(provinces: Sequence[ProvinceEntries]) -> tuple[tuple[int, ...], ...]:
    """Return for each province the indexes of its neighbours, ascending.

    Raises:
        InvalidMapError: a border leads nowhere, or a province cannot be reached.
    """
    ids = [each.id for each in provinces]
    borders: list[set[int]] = [set() for _ in ids]
    for here, each in enumerate(provinces):
        for other in each.borders:
            if other not in ids:
                shown = str(other)[:MAX_NAME_LENGTH]
                raise InvalidMapError(f"{each.id} borders on {shown!r}, which is no province")
            there = ids.index(other)
            if here == there:
                raise InvalidMapError(f"{each.id} cannot border on itself")
            borders[here].add(there)
            borders[there].add(here)
    reached = _reach(borders)
    for index, province_id in enumerate(ids):
        if index not in reached:
            raise InvalidMapError(f"{province_id} cannot be reached from {ids[0]}: connect the map")
    return tuple(tuple(sorted(neighbours)) for neighbours in borders)


def _reach(borders: Sequence[set[int]]) -> set[int]:
    reached: set[int] = set()
    ahead = [0]
    while ahead:
        province = ahead.pop()
        if province not in reached:
            reached.add(province)
            ahead.extend(borders[province])
    return reached


def refuse_unknown_keys(where: str, table: Iterable[str], known: frozenset[str]) -> None:
    """Refuse unknown keys, and suggest the key that was probably meant.

    Args:
        where: names the table, as the start of the sentence.
        table: the keys of the table.
        known: the allowed keys.

    Raises:
        InvalidMapError: names the key, and the nearest of the known ones, or all of them.
    """
    for key in table:
        if key not in known:
            shown = key[:MAX_NAME_LENGTH]
            near = get_close_matches(shown.lower(), sorted(known), n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there is: {', '.join(sorted(known))}"
            raise InvalidMapError(f"{where} has an unknown entry {shown!r}: {hint}")
