"""Maps: the eight provinces, their borders and the three homes (S1), as data.

A map is one TOML text::

    name = "siam"                       # short name, in lower case
    title = "Siam, 1874"                # what people read
    factions = ["Rama", "Lao", "Malay"] # may be left out

    [[province]]
    id = "AYU"                          # three capital letters
    name = "Ayutthaya"
    home = "R"                          # of which faction, on three provinces
    borders = ["SUK", "KHO", "NAK"]     # each border at least from one side

    [province.draw]                     # anything a screen wants to know
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, cast

from games.bounded_toml import TomlBoundError, TomlError, parse_toml
from games.contract import InvalidMapError
from games.regular_file import read_file
from games.siam.constants import FACTION_LETTERS, FACTIONS, PROVINCES, Faction

BUILT_IN_MAPS: Final = ("siam", "albion")
MAX_MAP_BYTES: Final = 32 * 1024
"""A map travels with its table, in one message."""
MAX_NAME_LENGTH: Final = 40
_PARSED_MAPS: Final = 32
"""Maps whose text is not parsed again; with a map's text each takes some 100 KB at most."""

_MAP_KEYS: Final = frozenset({"name", "title", "factions", "province", "draw"})
_PROVINCE_KEYS: Final = frozenset({"id", "name", "home", "borders", "draw"})


@dataclass(frozen=True, slots=True)
class Province:
    """A province of a map.

    Attributes:
        id: three capital letters, used in the notation.
        name: what people read.
        home: the faction that is at home here, if any.
        draw: drawing data as it stands in the map's text; the rules do not look at it.
    """

    id: str
    name: str
    home: Faction | None
    draw: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Map:
    """A map, checked. Two maps are equal if they were read from the same text.

    Attributes:
        name: the short name.
        title: what people read.
        provinces: the eight provinces, in the order of the notation.
        borders: for each province the indexes of its neighbours, ascending.
        homes: for each faction the index of its home.
        faction_names: what people read for Rama, Lao and Malay.
        draw: drawing data of the whole map, as it stands in the text.
        toml: the text it was read from.
    """

    name: str
    title: str = field(compare=False)
    provinces: tuple[Province, ...] = field(compare=False)
    borders: tuple[tuple[int, ...], ...] = field(compare=False)
    homes: tuple[int, int, int] = field(compare=False)
    faction_names: tuple[str, str, str] = field(compare=False)
    draw: Mapping[str, object] = field(compare=False, repr=False)
    toml: str = field(repr=False)

    def index(self, province_id: str) -> int:
        """Return the index of a province by its id.

        Raises:
            KeyError: the map has no such province.
        """
        for index, province in enumerate(self.provinces):
            if province.id == province_id:
                return index
        raise KeyError(province_id)

    def control_name(self, control: int) -> str:
        """Return what people read for whoever controls a province.

        >>> [load_map("siam").control_name(control) for control in (0, 3)]
        ['Rama', 'British']
        """
        return (*self.faction_names, "British")[control]


def load_map(name_or_path: str | Path) -> Map:
    """Return a built-in map by its name, or read a map file.

    Raises:
        InvalidMapError: there is no such map, or it cannot be played on.

    >>> load_map("siam").provinces[4].name
    'Ayutthaya'
    """
    if name_or_path in BUILT_IN_MAPS:
        return _built_in(str(name_or_path))
    path = Path(name_or_path)
    try:
        data = read_file(path, MAX_MAP_BYTES)
    except (OSError, ValueError) as error:
        known = ", ".join(BUILT_IN_MAPS)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = f"no map {str(name_or_path)!r}: neither built in ({known}) nor a file ({reason})"
        raise InvalidMapError(message) from error
    try:
        return parse_map(data.decode())
    except UnicodeDecodeError as error:
        raise InvalidMapError(f"{path} is not a UTF-8 text") from error
    except InvalidMapError as error:
        raise InvalidMapError(f"{path}: {error}") from error


@lru_cache(maxsize=len(BUILT_IN_MAPS))
def _built_in(name: str) -> Map:
    return parse_map(files("games.siam").joinpath("maps", f"{name}.toml").read_text("utf-8"))


@lru_cache(maxsize=_PARSED_MAPS)
def parse_map(toml_text: str) -> Map:
    """Read a map from its text and check that it can be played on; the same text is read once.

    Raises:
        InvalidMapError: saying what is wrong with it.
    """
    try:
        table = parse_toml(toml_text, MAX_MAP_BYTES)
    except TomlBoundError as error:
        raise InvalidMapError(f"the map is too large: {error}") from error
    except TomlError as error:
        raise InvalidMapError(f"the map is no valid TOML: {error}") from error
    refuse_unknown_keys("the map", table, _MAP_KEYS)
    name = _text(table, "name", "the map")
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", name):
        raise InvalidMapError(
            f"the map's name {name!r} must be lower-case letters, digits, - and _"
        )
    rows = _provinces(table)
    return Map(
        name=name,
        title=_text(table, "title", "the map"),
        provinces=tuple(_province(row) for row in rows),
        borders=_borders(rows),
        homes=_homes(rows),
        faction_names=_faction_names(table),
        draw=_draw(table, "the map"),
        toml=toml_text,
    )


def refuse_unknown_keys(where: str, table: Iterable[str], known: frozenset[str]) -> None:
    """Refuse a key that means nothing, and name the one that was probably meant.

    Args:
        where: names the table, as the sentence begins.
        table: the keys that stand there.
        known: the keys that may stand there.

    Raises:
        InvalidMapError: naming the key, and the nearest of the known ones, or all of them.
    """
    for key in table:
        if key not in known:
            shown = key[:MAX_NAME_LENGTH]
            near = get_close_matches(shown.lower(), sorted(known), n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there is: {', '.join(sorted(known))}"
            raise InvalidMapError(f"{where} has an unknown entry {shown!r}: {hint}")


def _text(table: Mapping[str, object], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise InvalidMapError(f"{where} needs a {key}: a text")
    return _name(value, f"the {key} of {where}")


def _name(value: str, what: str) -> str:
    # Names come from other people's files and go to everybody's terminal.
    if len(value) > MAX_NAME_LENGTH or not value.isprintable():
        raise InvalidMapError(f"{what} must be printable, of at most {MAX_NAME_LENGTH} characters")
    return value


def _draw(table: Mapping[str, object], where: str) -> Mapping[str, object]:
    draw = table.get("draw", {})
    if not isinstance(draw, dict):
        raise InvalidMapError(f"draw of {where} must be a table")
    return draw


def _faction_names(table: Mapping[str, object]) -> tuple[str, str, str]:
    names = table.get("factions", ["Rama", "Lao", "Malay"])
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise InvalidMapError("factions must be a list of three names")
    if len(names) != len(FACTIONS) or len(set(names)) != len(FACTIONS):
        raise InvalidMapError(f"factions must be three different names, not {len(names)}")
    rama, lao, malay = (_name(name, "a faction's name") for name in cast("list[str]", names))
    return rama, lao, malay


def _provinces(table: Mapping[str, object]) -> list[Mapping[str, object]]:
    rows = table.get("province", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InvalidMapError("provinces must be written as [[province]] tables")
    if len(rows) != PROVINCES:
        raise InvalidMapError(f"a map has exactly {PROVINCES} provinces, not {len(rows)}")
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        province_id = row.get("id")
        if not isinstance(province_id, str) or not re.fullmatch("[A-Z]{3}", province_id):
            raise InvalidMapError(f"province number {number} needs an id of three capital letters")
        if province_id in seen:
            raise InvalidMapError(f"two provinces have the id {province_id}")
        seen.add(province_id)
        refuse_unknown_keys(f"province {province_id}", row, _PROVINCE_KEYS)
    return rows


def _province(row: Mapping[str, object]) -> Province:
    province_id = cast("str", row["id"])
    where = f"province {province_id}"
    return Province(province_id, _text(row, "name", where), _home(row), _draw(row, where))


def _home(row: Mapping[str, object]) -> Faction | None:
    letter = row.get("home")
    if letter is None:
        return None
    if not isinstance(letter, str) or letter not in tuple(FACTION_LETTERS[:3]):
        raise InvalidMapError(f"the home of province {row['id']} must be R, L or M")
    return FACTION_LETTERS.index(letter)


def _homes(rows: Sequence[Mapping[str, object]]) -> tuple[int, int, int]:
    owners = [_home(row) for row in rows]
    for faction in FACTIONS:
        if owners.count(faction) != 1:
            letter = FACTION_LETTERS[faction]
            raise InvalidMapError(
                f"faction {letter} must have exactly one home, not {owners.count(faction)}"
            )
    rama, lao, malay = (owners.index(faction) for faction in FACTIONS)
    return rama, lao, malay


def _borders(rows: Sequence[Mapping[str, object]]) -> tuple[tuple[int, ...], ...]:
    ids = [row["id"] for row in rows]
    borders: list[set[int]] = [set() for _ in rows]
    for here, row in enumerate(rows):
        named = row.get("borders", [])
        if not isinstance(named, list):
            raise InvalidMapError(f"borders of province {row['id']} must be a list of ids")
        for other in named:
            if other not in ids:
                shown = str(other)[:MAX_NAME_LENGTH]
                raise InvalidMapError(f"{row['id']} borders on {shown!r}, which is no province")
            there = ids.index(other)
            if here == there:
                raise InvalidMapError(f"{row['id']} cannot border on itself")
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
