"""Fields over one board stand on it together: here each county has a lord and men."""

from __future__ import annotations

import pytest

from games.author import Annotated, Between, Game, Grid, Move, Regions, Seat, Value
from siam_tui.appearance.style import Look
from siam_tui.games.authored.drawing import draw
from siam_tui.games.authored.scene import scenes
from siam_tui.games.authored.telling import tell_boards

MAP = Regions("AAAABBBB\nAAAABBBB\nCCCCDDDD\nCCCCDDDD", {"A": "Arden", "C": "Craven"})
GRID = Grid(2, 2)


class Realm(Value):
    lords: Annotated[tuple[Seat | None, ...], MAP]
    men: Annotated[tuple[Annotated[int, Between(0, 12)], ...], MAP]
    turn: Seat


class Squares(Value):
    lords: Annotated[tuple[Seat | None, ...], GRID]
    men: Annotated[tuple[Annotated[int, Between(0, 12)], ...], GRID]
    turn: Seat


class Pass(Move):
    pass


class OnMap(Game[Realm, Pass]):
    name, title, players = "realm", "Realm", range(2, 3)


class OnGrid(Game[Squares, Pass]):
    name, title, players = "squares", "Squares", range(2, 3)


LOW = """
┌───────────────────────────────┬───────────────────────────────┐
│          Arden   X  2         │              B  0             │
├───────────────────────────────┼───────────────────────────────┤
│           Craven  0           │            D  O  12           │
└───────────────────────────────┴───────────────────────────────┘
"""
SQUARES = """
 2   X  2    0
 1    0    O  12
      a      b
"""
LORDS, MEN = (0, None, None, 1), (2, 0, 0, 12)


def picture(game, position, height):
    """Return the only board of a position as text."""
    (scene,) = scenes(game, position, 80, height)
    return "\n".join(line.plain.rstrip() for line in draw(scene, Look()))


@pytest.mark.parametrize(("height", "lines"), [(20, 17), (13, 13), (9, 9), (6, 5)])
def test_a_map_is_drawn_once_as_large_as_there_is_room_for(height, lines):
    drawn = picture(OnMap(), Realm(LORDS, MEN, 0), height)
    assert len(drawn.splitlines()) == lines
    assert drawn.count("Arden") == drawn.count("X  2") == drawn.count("O  12") == 1


def test_where_there_is_little_room_rows_like_the_one_above_are_left_out():
    assert picture(OnMap(), Realm(LORDS, MEN, 0), 6) == LOW.strip("\n")
    (scene,) = scenes(OnMap(), Realm(LORDS, MEN, 0), 80, 6)
    assert [scene.owners(spot.x, spot.y) for spot in scene.spots] == [0, 1, 2, 3]


def test_places_of_a_grid_are_as_wide_as_what_stands_on_them():
    assert picture(OnGrid(), Squares(LORDS, MEN, 0), 3) == SQUARES.strip("\n")
    (scene,) = scenes(OnGrid(), Squares(LORDS, MEN, 0), 80, 3)
    assert [scene.owners(spot.x, spot.y) for spot in scene.spots] == [0, 1, 2, 3]


def test_sentences_say_which_number_is_meant():
    told = list(tell_boards(OnMap(), Realm(LORDS, MEN, 0), ["Ann", "Ben"]))
    assert told == [
        "Ann: Arden.",
        "Ben: D.",
        "Men 0: B and Craven.",
        "Men 2: Arden.",
        "Men 12: D.",
    ]


def test_an_empty_board_is_told_once():
    empty = Squares((None,) * 4, (None,) * 4, 0)  # as where all men are hidden
    assert list(tell_boards(OnGrid(), empty, ["Ann", "Ben"])) == ["Nothing stands on the board."]
