"""The entries of a map file, each with its check; errors name the entry and what it must be."""

# ruff: noqa: RUF009 - the defaults are never changed

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final, TypeAlias, TypeVar

from attrs import Attribute, field, fields_dict, frozen

from games.contract import InvalidMapError
from games.siam.constants import FACTION_LETTERS, FACTIONS, PROVINCES

MAX_NAME_LENGTH: Final = 40
"""Characters. Names come from other people's files and go to everybody's terminal."""

Value = TypeVar("Value")
Table: TypeAlias = Mapping[str, Any]
"""A table as TOML has it: a value may be of any type."""


def _entry(default: Value, is_valid: Callable[[Any], bool], sentence: str) -> Value:
    """Define an entry; the sentence says what it must be, and may name the others as ``{0}``."""

    def validate(entries: object, _: Attribute[Any], value: object) -> None:
        if not is_valid(value):
            raise InvalidMapError(sentence.format(entries))

    return field(default=default, validator=validate)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[A-Z]{3}", value) is not None


def _is_short_name(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[a-z0-9][a-z0-9_-]{0,39}", value) is not None


def _is_name(value: object) -> bool:
    readable = isinstance(value, str) and value.isprintable() and bool(value.strip())
    return readable and len(str(value)) <= MAX_NAME_LENGTH


def _are_faction_names(value: object) -> bool:
    return (
        isinstance(value, list)
        and all(map(_is_name, value))
        and len(value) == len(set(value)) == len(FACTIONS)
    )


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_table, value))


def _is_home(value: object) -> bool:
    return value in (None, *FACTION_LETTERS[: len(FACTIONS)])


_NAME = f"of at most {MAX_NAME_LENGTH} printable characters"


@frozen
class ProvinceEntries:
    """A ``[[province]]`` table.

    Attributes:
        number: its place in the file, from 1; not an entry.
    """

    number: int
    id: str = _entry("", _is_id, "province number {0.number} needs an id of three capital letters")
    name: str = _entry("", _is_name, f"province {{0.id}} needs a name: a text {_NAME}")
    home: str | None = _entry(None, _is_home, "the home of province {0.id} must be R, L or M")
    borders: list[object] = _entry([], _is_list, "borders of province {0.id} must be a list of ids")
    draw: Table = _entry({}, _is_table, "draw of province {0.id} must be a table")


@frozen
class MapEntries:
    """A map file; ``province`` holds the tables of its provinces."""

    name: str = _entry(
        "", _is_short_name, "the map needs a name: at most 40 lower-case letters, digits, - and _"
    )
    title: str = _entry("", _is_name, f"the map needs a title: a text {_NAME}")
    factions: list[str] = _entry(
        ["Rama", "Lao", "Malay"],
        _are_faction_names,
        f"factions must be a list of three different names, each {_NAME}",
    )
    province: list[Table] = _entry(
        [], _are_tables, "provinces must be written as [[province]] tables"
    )
    draw: Table = _entry({}, _is_table, "draw of the map must be a table")


_PROVINCE_KEYS = frozenset(fields_dict(ProvinceEntries)) - {"number"}


def read_map_entries(table: Table) -> tuple[MapEntries, tuple[ProvinceEntries, ...]]:
    """Check the entries of a map file and of its provinces.

    Raises:
        InvalidMapError: says which entry is wrong and what it must be.
    """
    refuse_unknown_keys("the map", table, frozenset(fields_dict(MapEntries)))
    entries = MapEntries(**table)
    if len(entries.province) != PROVINCES:
        raise InvalidMapError(
            f"a map has exactly {PROVINCES} provinces, not {len(entries.province)}"
        )
    provinces: dict[str, ProvinceEntries] = {}
    for number, row in enumerate(entries.province, start=1):
        province_id = row.get("id")
        where = f"province {province_id}" if _is_id(province_id) else f"province number {number}"
        refuse_unknown_keys(where, row, _PROVINCE_KEYS)
        province = ProvinceEntries(number, **row)
        if province.id in provinces:
            raise InvalidMapError(f"two provinces have the id {province.id}")
        provinces[province.id] = province
    return entries, tuple(provinces.values())


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
