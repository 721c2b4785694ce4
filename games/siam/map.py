"""Maps: the eight provinces, their borders and the three homes (S1).

A map is one TOML text, which `games.siam.map_entries` checks::

    name = "siam"                       # short name, in lower case
    title = "Siam, 1874"                # what people read
    factions = ["Rama", "Lao", "Malay"] # optional

    [[province]]
    id = "AYU"                          # three capital letters
    name = "Ayutthaya"
    home = "R"                          # the faction at home here, on three provinces
    borders = ["SUK", "KHO", "NAK"]     # each border at least from one side

    [province.draw]                     # data for screens
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from games.bounded_toml import TomlBoundError, TomlError, parse_toml
from games.contract import InvalidMapError
from games.regular_file import read_file
from games.siam.constants import FACTION_LETTERS, FACTIONS, Faction
from games.siam.map_entries import MAX_NAME_LENGTH, ProvinceEntries, read_map_entries

BUILT_IN_MAPS: Final = ("siam", "albion")
MAX_MAP_BYTES: Final = 32 * 1024
"""A map is sent with its table, in one message."""
_PARSED_MAPS: Final = 32
"""Parsed maps that are cached; each takes at most some 100 KB with its text."""


@dataclass(frozen=True, slots=True)
class Province:
    """A province of a map.

    Attributes:
        id: three capital letters, used in the notation.
        name: what people read.
        home: the faction that is at home here, if any.
        draw: drawing data from the map's text; the rules ignore it.
    """

    id: str
    name: str
    home: Faction | None
    draw: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Map:
    """A checked map. Two maps are equal if they were read from the same text.

    Attributes:
        name: the short name.
        title: what people read.
        provinces: the eight provinces, in the order of the notation.
        borders: for each province the indexes of its neighbours, ascending.
        homes: for each faction the index of its home.
        faction_names: what people read for Rama, Lao and Malay.
        draw: drawing data of the whole map, from the text.
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
        """Return the name of the side that controls a province.

        >>> [load_map("siam").control_name(control) for control in (0, 3)]
        ['Rama', 'British']
        """
        return (*self.faction_names, "British")[control]


def load_map(name_or_path: str | Path) -> Map:
    """Return a built-in map by its name, or read a map file.

    Raises:
        InvalidMapError: there is no such map, or it is invalid.

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
    """Read a map from its text and check it; the same text is parsed once.

    Raises:
        InvalidMapError: says which entry is wrong and what it must be.
    """
    try:
        table = parse_toml(toml_text, MAX_MAP_BYTES)
    except TomlBoundError as error:
        raise InvalidMapError(f"the map is too large: {error}") from error
    except TomlError as error:
        raise InvalidMapError(f"the map is no valid TOML: {error}") from error
    entries, provinces = read_map_entries(table)
    rama, lao, malay = entries.factions
    return Map(
        name=entries.name,
        title=entries.title,
        provinces=tuple(
            Province(each.id, each.name, _home_faction(each), each.draw) for each in provinces
        ),
        borders=_borders(provinces),
        homes=_homes(provinces),
        faction_names=(rama, lao, malay),
        draw=entries.draw,
        toml=toml_text,
    )


def _home_faction(entry: ProvinceEntries) -> Faction | None:
    return None if entry.home is None else FACTION_LETTERS.index(entry.home)


def _homes(provinces: Sequence[ProvinceEntries]) -> tuple[int, int, int]:
    owners = [_home_faction(each) for each in provinces]
    for faction in FACTIONS:
        if owners.count(faction) != 1:
            letter = FACTION_LETTERS[faction]
            raise InvalidMapError(
                f"faction {letter} must have exactly one home, not {owners.count(faction)}"
            )
    rama, lao, malay = (owners.index(faction) for faction in FACTIONS)
    return rama, lao, malay


def _borders(provinces: Sequence[ProvinceEntries]) -> tuple[tuple[int, ...], ...]:
    ids = [each.id for each in provinces]
    borders: list[set[int]] = [set() for _ in ids]
    for here, entry in enumerate(provinces):
        for other in entry.borders:
            if other not in ids:
                shown = str(other)[:MAX_NAME_LENGTH]
                raise InvalidMapError(f"{entry.id} borders on {shown!r}, which is no province")
            there = ids.index(other)
            if here == there:
                raise InvalidMapError(f"{entry.id} cannot border on itself")
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
