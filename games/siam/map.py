"""Maps: the eight provinces, their borders and the three homes (S1).

A map is one TOML text, which `games.map_files` and `games.siam.map_entries` check::

    name = "siam"                       # short name, in lower case
    title = "Siam, 1874"                # what people read
    factions = ["Rama", "Lao", "Malay"] # optional
    occupier = "British"                # optional: who takes what no faction wins

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
from typing import Final

from games.contract import InvalidMapError
from games.map_files import PARSED_MAPS, Maps, parse_map_table, read_borders, read_map_entries
from games.siam.constants import FACTION_LETTERS, FACTIONS, PROVINCES, Faction
from games.siam.map_entries import MapEntries, ProvinceEntries
from texts import Noun, say

_OCCUPIERS: Final = {"albion": "French"}
"""Who takes what no faction wins, on maps whose text does not say.

The text of a built-in map never changes, because the proofs of recorded games contain its hash.
"""
_OCCUPIER: Final = "British"


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
        occupier: what people read for who takes the provinces that no faction wins.
        draw: drawing data of the whole map, from the text.
        toml: the text it was read from.
    """

    name: str
    title: str = field(compare=False)
    provinces: tuple[Province, ...] = field(compare=False)
    borders: tuple[tuple[int, ...], ...] = field(compare=False)
    homes: tuple[int, int, int] = field(compare=False)
    faction_names: tuple[str, str, str] = field(compare=False)
    occupier: str = field(compare=False)
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
        return (*self.faction_names, self.occupier)[control]

    def side(self, control: int) -> Noun:
        """Return the side that controls a province, to be told."""
        name = self.control_name(control)
        return Noun("siam/side", name, name)

    def place(self, province: int) -> Noun:
        """Return a province, to be told: two maps may have the same id, so its name is the id."""
        name = self.provinces[province].name
        return Noun("siam/province", name, name)


@lru_cache(maxsize=PARSED_MAPS)
def parse_map(toml_text: str) -> Map:
    """Read a map from its text and check it; the same text is parsed once.

    Raises:
        InvalidMapError: says which entry is wrong and what it must be.
    """
    table = parse_map_table(toml_text)
    entries, provinces = read_map_entries(table, PROVINCES, MapEntries, ProvinceEntries)
    rama, lao, malay = entries.factions
    occupier = entries.occupier or _OCCUPIERS.get(entries.name, _OCCUPIER)
    if occupier in entries.factions:
        raise InvalidMapError(say("siam/map/occupier-is-faction", name=repr(occupier)))
    return Map(
        name=entries.name,
        title=entries.title,
        provinces=tuple(
            Province(each.id, each.name, _home_faction(each), each.draw) for each in provinces
        ),
        borders=read_borders(provinces),
        homes=_homes(provinces),
        faction_names=(rama, lao, malay),
        occupier=occupier,
        draw=entries.draw,
        toml=toml_text,
    )


MAPS: Final = Maps("games.siam", ("siam", "albion"), parse_map)
BUILT_IN_MAPS: Final = MAPS.names
load_map: Final = MAPS.load


def _home_faction(entry: ProvinceEntries) -> Faction | None:
    return None if entry.home is None else FACTION_LETTERS.index(entry.home)


def _homes(provinces: Sequence[ProvinceEntries]) -> tuple[int, int, int]:
    owners = [_home_faction(each) for each in provinces]
    for faction in FACTIONS:
        if owners.count(faction) != 1:
            letter, found = FACTION_LETTERS[faction], owners.count(faction)
            raise InvalidMapError(say("siam/map/homes", faction=letter, found=found))
    rama, lao, malay = (owners.index(faction) for faction in FACTIONS)
    return rama, lao, malay
