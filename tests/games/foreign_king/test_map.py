"""The map of Belgium, and maps of one's own (F1)."""

# ruff: noqa: N802 - the F-numbers are written as in the decisions about the rules

from __future__ import annotations

from itertools import pairwise

import pytest

from games.contract import InvalidMapError
from games.foreign_king import ForeignKing, load_map, parse_map

BELGIUM = load_map("belgium")
IDS = ("WFL", "EFL", "ANT", "LIM", "BRA", "HAI", "NAM", "LIE", "LUX")


def written(borders: dict[str, list[str]]) -> str:
    """Return a map as text."""
    provinces = "".join(
        f'[[province]]\nid = "{each}"\nname = "{each}"\nborders = {borders.get(each, [])}\n'
        for each in IDS
    )
    return f'name = "mine"\ntitle = "Mine"\n{provinces}'


def test_F1_belgium_has_nine_provinces_in_this_order_with_sixteen_borders() -> None:
    assert BELGIUM.ids == IDS
    found = {
        f"{IDS[here]}-{IDS[there]}"
        for here, neighbours in enumerate(BELGIUM.borders)
        for there in neighbours
        if here < there
    }
    assert found == {
        "WFL-EFL", "WFL-HAI", "EFL-ANT", "EFL-BRA", "EFL-HAI", "ANT-LIM", "ANT-BRA", "LIM-BRA",
        "LIM-LIE", "BRA-HAI", "BRA-NAM", "BRA-LIE", "HAI-NAM", "NAM-LIE", "NAM-LUX", "LIE-LUX",
    }  # fmt: skip


def test_F1_a_distance_is_the_least_number_of_borders() -> None:
    steps = dict(zip(IDS, BELGIUM.steps[IDS.index("WFL")], strict=False))
    assert steps == {
        "WFL": 0, "EFL": 1, "HAI": 1, "ANT": 2, "BRA": 2, "NAM": 2, "LIM": 3, "LIE": 3, "LUX": 3,
    }  # fmt: skip


def test_F1_a_border_written_at_one_side_counts_for_both() -> None:
    line = parse_map(written({here: [there] for here, there in pairwise(IDS)}))
    assert line.borders[4] == (3, 5)
    assert line.steps[0][8] == 8


def test_F10_on_a_line_of_provinces_the_king_has_one_way_to_each() -> None:
    line = parse_map(written({here: [there] for here, there in pairwise(IDS)}))
    assert line.routes[2][:4] == ((), (1, 3), (0, 4), (5,))


def test_F10_where_all_border_on_all_the_king_can_pass_through_any_number() -> None:
    every = parse_map(written({each: [other for other in IDS if other != each] for each in IDS}))
    others = tuple(range(1, 9))
    assert every.routes[0] == ((), *[others] * 8)


@pytest.mark.parametrize(
    ("borders", "because"),
    [
        ({}, "EFL cannot be reached from WFL"),
        ({"WFL": ["XXX"]}, "'XXX', which is no province"),
        ({"WFL": ["WFL"]}, "cannot border on itself"),
    ],
)
def test_F1_a_map_that_cannot_be_played_on_is_refused(borders: dict, because: str) -> None:
    with pytest.raises(InvalidMapError, match=because):
        parse_map(written(borders))


@pytest.mark.parametrize(
    ("old", "new", "because"),
    [
        ('id = "LUX"', 'id = "LIE"', "two provinces have the id LIE"),
        ('id = "LUX"', 'id = "Lux"', "three capital letters"),
        ('name = "Luxembourg"', "", "province LUX needs a name"),
        ('id = "LUX"', 'id = "LUX"\nhome = "R"', "unknown entry 'home'"),
        ('title = "Belgium, 1830"', 'factions = ["A", "B", "C"]', "unknown entry 'factions'"),
        ('name = "belgium"', 'name = "belgium"\nrest = 1', "the map has an unknown entry 'rest'"),
    ],
)
def test_F1_an_entry_that_is_wrong_is_named(old: str, new: str, because: str) -> None:
    assert old in BELGIUM.toml
    with pytest.raises(InvalidMapError, match=because):
        parse_map(BELGIUM.toml.replace(old, new))


def test_F1_a_map_has_nine_provinces() -> None:
    text = written({here: [there] for here, there in pairwise(IDS)})
    with pytest.raises(InvalidMapError, match="exactly 9 provinces, not 8"):
        parse_map(text.rpartition("[[province]]")[0])


def test_a_province_may_be_called_as_the_word_supply_begins() -> None:
    text = written({here: [there] for here, there in pairwise(IDS)}).replace("LUX", "SUP")
    own = ForeignKing(parse_map(text))
    for move in ("move:LIE>SUP1+supply1", "congress:SUP", "congress:supply", "king:SUP1"):
        assert own.format_move(own.parse_move(move)) == move


def test_rules_of_a_map_of_ones_own_are_its_rules() -> None:
    own = ForeignKing(parse_map(written({here: [there] for here, there in pairwise(IDS)})))
    assert own != ForeignKing()
    assert own == ForeignKing(parse_map(own.map.toml))
    assert own.play(own.new(2, 1), own.parse_move("king:WFL0")).map is own.map
