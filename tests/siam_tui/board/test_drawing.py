"""Drawing data: read from a map's file, checked, and replaced by boxes where it is missing."""

import pytest

from games.contract import InvalidMapError
from games.siam import BUILT_IN_MAPS, load_map, parse_map
from siam_tui.games.map_board.drawing import SEA, boxes, drawing_of, read_drawing

SIAM = load_map("siam")


def without_drawing(board):
    """The same map as somebody would write it who does not think of drawing."""
    lines, skip = [], False
    for line in board.toml.splitlines():
        if line.startswith("["):
            skip = "draw" in line
        if not skip:
            lines.append(line)
    return parse_map("\n".join(lines))


def changed(old, new):
    assert old in SIAM.toml
    return parse_map(SIAM.toml.replace(old, new, 1))


@pytest.mark.parametrize("name", BUILT_IN_MAPS)
def test_provinces_of_a_built_in_map_touch_exactly_where_they_share_a_border(name):
    board = load_map(name)
    borders = {(a, b) for a, others in enumerate(board.borders) for b in others if a < b}
    assert read_drawing(board).touching() == borders


@pytest.mark.parametrize("name", BUILT_IN_MAPS)
def test_provinces_that_share_no_border_do_not_even_meet_at_a_corner(name):
    board = load_map(name)
    drawing = read_drawing(board)
    for row in range(-1, drawing.rows):
        for column in range(-1, drawing.columns):
            block = {drawing.cell(column + x, row + y) for x in (0, 1) for y in (0, 1)} - {SEA}
            assert all(b in board.borders[a] for a in block for b in block if a != b)


def test_a_map_without_drawing_becomes_boxes_that_list_their_neighbours():
    board = without_drawing(SIAM)
    with pytest.raises(InvalidMapError, match="no art"):
        read_drawing(board)
    drawing = drawing_of(board)
    assert drawing == boxes(board)
    assert drawing.touching() == set()
    assert drawing.listed == board.borders


def test_a_border_that_the_art_does_not_show_is_listed():
    board = changed('borders = ["NAK", "KED"]', 'borders = ["NAK", "KED", "LAN"]')
    listed = read_drawing(board).listed
    lan, pat = board.index("LAN"), board.index("PAT")
    assert (listed[lan], listed[pat]) == ((pat,), (lan,))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("HHHHHHHGGGGGGGGG~~~~", "HHHHHHHZGGGGGGGG~~~~", "no province's letter"),
        ("~..EEEEEEEEEEEEE......", "~..EEEEEEEEEEEEE...E..", "AYU must be one piece"),
        ('letter = "H"', 'letter = "G"', "same letter"),
        ('letter = "H"', 'letter = "HH"', "KED needs one letter"),
        ("~~~FFFFFFFF~", "~~~FFFFFFFFA", "LAN must be one piece"),
        ('borders = ["LUA", "SUK"]', 'borders = ["LUA"]', ""),
        ("at = [13, 10]", "at = [13]", "a label needs"),
        (
            "at = [13, 10]",
            "at = [-1, 10]",
            r"'Gulf of Siam' is at \[-1, 10\], outside the art: columns",
        ),
        ("at = [13, 10]", "at = [13, 15]", "rows from 0 to 14"),
        ("at = [13, 10]", "at = [8, 4]", r"'Gulf of Siam' at \[8, 4\] would lie on land"),
        ('terrain = "hills"', 'terrain = "swamp"', "terrain of LAN must be hills or fields"),
        ('short = "Nakhon"', "short = 7", "short name of NAK"),
        ("..CCCCCCCCCCDDDDDDDDD.", "." * 64 + "~", "at most 64"),
    ],
)
def test_a_wrong_drawing_is_refused_with_its_reason_and_drawn_as_boxes(old, new, reason):
    board = changed(old, new)
    if not reason:  # the border stands on the other side too: nothing is wrong
        assert read_drawing(board) == read_drawing(SIAM)
        return
    with pytest.raises(InvalidMapError, match=reason):
        read_drawing(board)
    assert drawing_of(board) == boxes(board)


def test_touching_without_a_border_is_refused():
    board = parse_map(
        SIAM.toml.replace('"LUA", "SUK"', '"LUA"').replace('"LAN", "LUA", "KHO"', '"LUA", "KHO"')
    )
    with pytest.raises(InvalidMapError, match="LAN and SUK touch"):
        read_drawing(board)


def test_water_is_drawn_where_the_art_has_it_and_is_no_land():
    drawing = read_drawing(SIAM)
    assert (0, 7) in drawing.water
    assert (1, 7) not in drawing.water
    assert all(drawing.cell(column, row) == SEA for column, row in drawing.water)
