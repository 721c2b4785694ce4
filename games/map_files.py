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
from texts import Message, say

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
        raise InvalidMapError(say("games/map/too-large", error=str(error))) from error
    except TomlError as error:
        raise InvalidMapError(say("games/map/no-toml", error=str(error))) from error


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
            refused = say("games/map/unreadable", path=str(path), error=str(error))
            raise InvalidMapError(refused) from error
        except (OSError, ValueError) as error:
            name, reason = repr(str(name_or_path)), getattr(error, "strerror", None) or str(error)
            refused = say("games/map/not-found", name=name, known=self.names, error=reason)
            raise InvalidMapError(refused) from error
        try:
            return self.parse(text)
        except InvalidMapError as error:
            refused = say("games/map/in-file", path=str(path), error=error.message)
            raise InvalidMapError(refused) from error


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


def entry(default: Value, is_valid: Callable[[Any], bool], rule: Callable[[Any], Message]) -> Value:
    """Define an entry; the rule says what it must be, and may name the other entries."""

    def validate(entries: object, _: Attribute[Any], value: object) -> None:
        if not is_valid(value):
            raise InvalidMapError(rule(entries))

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


@frozen
class ProvinceEntries:
    """A ``[[province]]`` table; a game may add entries.

    Attributes:
        number: its place in the file, from 1; not an entry.
    """

    number: int
    id: str = entry("", _is_id, lambda its: say("games/map/province-id", n=its.number))
    name: str = entry(
        "",
        is_name,
        lambda its: say("games/map/province-name", id=its.id, most=MAX_NAME_LENGTH),
    )
    borders: list[object] = entry(
        [], _is_list, lambda its: say("games/map/province-borders", id=its.id)
    )
    draw: Table = entry({}, _is_table, lambda its: say("games/map/province-draw", id=its.id))


@frozen
class MapEntries:
    """A map file, to which a game may add entries; ``province`` has the tables of its provinces."""

    name: str = entry("", _is_short_name, lambda _: say("games/map/name"))
    title: str = entry("", is_name, lambda _: say("games/map/title", most=MAX_NAME_LENGTH))
    province: list[Table] = entry([], _are_tables, lambda _: say("games/map/provinces"))
    draw: Table = entry({}, _is_table, lambda _: say("games/map/draw"))


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
    refuse_unknown_keys(say("games/map/of-map"), table, frozenset(fields_dict(map_type)))
    entries = map_type(**table)
    if len(entries.province) != count:
        found = len(entries.province)
        raise InvalidMapError(say("games/map/count", count=count, found=found))
    keys = frozenset(fields_dict(province_type)) - {"number"}
    provinces: dict[str, P] = {}
    for number, row in enumerate(entries.province, start=1):
        province_id = row.get("id")
        refuse_unknown_keys(
            say("games/map/of-province", id=province_id)
            if _is_id(province_id)
            else say("games/map/of-province-number", n=number),
            row,
            keys,
        )
        province = province_type(number, **row)
        if province.id in provinces:
            raise InvalidMapError(say("games/map/same-id", id=province.id))
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
                shown = repr(str(other)[:MAX_NAME_LENGTH])
                raise InvalidMapError(say("games/map/no-neighbour", id=each.id, other=shown))
            there = ids.index(other)
            if here == there:
                raise InvalidMapError(say("games/map/own-neighbour", id=each.id))
            borders[here].add(there)
            borders[there].add(here)
    reached = _reach(borders)
    for index, province_id in enumerate(ids):
        if index not in reached:
            raise InvalidMapError(say("games/map/unconnected", id=province_id, start=ids[0]))
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


def refuse_unknown_keys(where: Message, table: Iterable[str], known: frozenset[str]) -> None:
    """Refuse unknown keys, and suggest the key that was probably meant.

    Args:
        where: names the table.
        table: the keys of the table.
        known: the allowed keys.

    Raises:
        InvalidMapError: names the key, and the nearest of the known ones, or all of them.
    """
    for key in table:
        if key not in known:
            shown, names = key[:MAX_NAME_LENGTH], tuple(sorted(known))
            near = get_close_matches(shown.lower(), names, n=1)
            raise InvalidMapError(
                say("games/map/misspelt", where=where, entry=repr(shown), near=repr(near[0]))
                if near
                else say("games/map/unknown", where=where, entry=repr(shown), known=names)
            )
