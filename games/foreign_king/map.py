"""Maps: the nine provinces and their borders (F1).

A map is one TOML text, whose entries `games.map_files` checks::

    name = "belgium"                # short name, in lower case
    title = "Belgium, 1830"         # what people read

    [[province]]
    id = "WFL"                      # three capital letters
    name = "West Flanders"
    borders = ["EFL", "HAI"]        # each border at least from one side

    [province.draw]                 # data for screens
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from games.foreign_king.constants import PROVINCES
from games.map_files import (
    PARSED_MAPS,
    MapEntries,
    Maps,
    ProvinceEntries,
    parse_map_table,
    read_borders,
    read_map_entries,
)

_STEPS_TO_SUPPLY: Final = 1


@dataclass(frozen=True, slots=True)
class Province:
    """A province of a map.

    Attributes:
        id: three capital letters, used in the notation.
        name: what people read.
        draw: drawing data from the map's text; the rules ignore it.
    """

    id: str
    name: str
    draw: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Map:
    """A checked map. Two maps are equal if they were read from the same text.

    Attributes:
        name: the short name.
        title: what people read.
        provinces: the nine provinces, in the order of the notation.
        borders: for each province the indexes of its neighbours, ascending.
        steps: for each province how many steps a citizen needs to each other one, and last, back
            to the supply (F8).
        routes: for each province and each number of steps, from 0, where the King can arrive who
            sets out there (F10).
        draw: drawing data of the whole map, from the text.
        toml: the text it was read from.
    """

    name: str = field(compare=False)
    title: str = field(compare=False)
    provinces: tuple[Province, ...] = field(compare=False)
    borders: tuple[tuple[int, ...], ...] = field(compare=False)
    steps: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    routes: tuple[tuple[tuple[int, ...], ...], ...] = field(compare=False, repr=False)
    draw: Mapping[str, object] = field(compare=False, repr=False)
    toml: str = field(repr=False)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the provinces, in the order of the notation."""
        return tuple(province.id for province in self.provinces)


@lru_cache(maxsize=PARSED_MAPS)
def parse_map(toml_text: str) -> Map:
    """Read a map from its text and check it; the same text is parsed once.

    Raises:
        InvalidMapError: says which entry is wrong and what it must be.
    """
    table = parse_map_table(toml_text)
    entries, provinces = read_map_entries(table, PROVINCES, MapEntries, ProvinceEntries)
    borders = read_borders(provinces)
    return Map(
        name=entries.name,
        title=entries.title,
        provinces=tuple(Province(each.id, each.name, each.draw) for each in provinces),
        borders=borders,
        steps=tuple((*_distances(borders, here), _STEPS_TO_SUPPLY) for here in range(PROVINCES)),
        routes=tuple(_routes(borders, here) for here in range(PROVINCES)),
        draw=entries.draw,
        toml=toml_text,
    )


MAPS: Final = Maps("games.foreign_king", ("belgium",), parse_map)
BUILT_IN_MAPS: Final = MAPS.names
load_map: Final = MAPS.load


def _distances(borders: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return the least number of borders to cross to each province."""
    distances = [0] * len(borders)
    reached, ahead = {start}, [start]
    for here in ahead:
        for there in borders[here]:
            if there not in reached:
                reached.add(there)
                distances[there] = distances[here] + 1
                ahead.append(there)
    return distances


def _routes(borders: Sequence[Sequence[int]], start: int) -> tuple[tuple[int, ...], ...]:
    """Return where the King can arrive, by the number of steps, through different provinces.

    Sets of provinces are numbers here, a bit for each. For every set with the start, it is found
    at which of them a way through all of them can end: 256 sets, however many ways there are.
    """
    neighbours = [sum(1 << there for there in each) for each in borders]
    ends = {1 << start: 1 << start}
    goals = [0] * len(borders)
    for passed in range(1 << start, 1 << len(borders)):
        if passed in ends or not passed >> start & 1:
            continue
        found = 0
        for end in range(len(borders)):
            before = ends.get(passed ^ 1 << end, 0) if passed >> end & 1 and end != start else 0
            if before & neighbours[end]:
                found |= 1 << end
        ends[passed] = found
        goals[passed.bit_count() - 1] |= found
    return tuple(
        tuple(goal for goal in range(len(borders)) if found >> goal & 1) for found in goals
    )
