"""The board as text: what a player must be able to read off it, at every size."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.siam import BUILT_IN_MAPS, FACTION_LETTERS, Siam, load_map
from siam_tui.appearance.glyphs import ASCII, BOX, UNICODE, glyphs_for
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.body import steer
from siam_tui.games.map_board.canvas import ROOMY, Room
from siam_tui.games.map_board.drawing import drawing_of
from siam_tui.games.map_board.outline import outline, rooms
from siam_tui.games.siam.board import BoardView, draw, label
from tests.siam_tui.board.test_drawing import changed, without_drawing

LOOK = Look()
SIZES = [(45, 16), (74, 27), (128, 50)]


def position_of(board, seed=1, moves=0, players=3):
    game, random = Siam(board), Random(seed)
    position = game.new(players, seed)
    for _ in range(moves):
        if not position.over:
            position = game.play(position, game.random_move(position, random))
    return position


def text_of(picture):
    return "\n".join(line.plain for line in picture.lines)


def province_text(view, province, width=18, lines=2):
    room = Room(drawing_of(view.board), width, lines)
    return "\n".join(line.plain for line in label(view, province, room, LOOK))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [*BUILT_IN_MAPS, "plain"])
def test_every_province_shows_its_number_and_name_and_what_stands_there(size, name):
    board = without_drawing(load_map("siam")) if name == "plain" else load_map(name)
    position = position_of(board, moves=9)
    picture = draw(BoardView(board, position), *size, LOOK)
    text = text_of(picture)
    assert all(line.cell_length == size[0] for line in picture.lines)
    assert len(picture.lines) == size[1]
    for place, province in enumerate(position.queue, start=1):
        start = drawing_of(board).names[province][:6]
        assert re.search(rf"\b{place} {start}", text)


@pytest.mark.parametrize("name", BUILT_IN_MAPS)
@pytest.mark.parametrize("size", SIZES)
def test_a_border_that_the_drawing_leaves_out_is_seen_in_every_province(size, name):
    board = load_map(name)
    view = BoardView(board, position_of(board, moves=9))
    drawn = drawing_of(board)
    for here, box in enumerate(rooms(outline(drawn, *size))):
        far = next(n for n in range(9) if n != here and n not in board.borders[here])
        listed = tuple((far,) if n == here else () for n in range(len(board.provinces)))
        room = Room(replace(drawn, listed=listed), box.width - 1, box.height)
        lines = [line.plain for line in label(view, here, room, LOOK)]
        apart = f"{LOOK.glyphs.borders} ?({view.number(far)}|{board.provinces[far].id})"
        assert re.search(f"{apart}|next to ", " ".join(lines))  # all neighbours, or this one
        assert len(lines) <= box.height
        assert max(map(len, lines)) < box.width
        assert re.search(rf"{view.number(here)} {drawn.names[here][:3]}", lines[0])


def test_such_a_border_is_seen_on_the_smallest_screen():
    board = changed('borders = ["NAK", "KED"]', 'borders = ["NAK", "KED", "LAN"]')
    text = text_of(draw(BoardView(board, position_of(board, moves=9)), *SIZES[0], LOOK))
    assert "7 Lan Na ⇄4" in text
    assert "4 Pattani ⇄LAN" in text


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 60), st.integers(2, 4), st.integers(9, 30))
@example(40, 9, 2, 9)  # once cut off
def test_the_followers_shown_are_those_that_stand_there(seed, moves, players, width):
    board = load_map("siam")
    view = BoardView(board, position_of(board, seed, moves, players))
    for province in range(8):
        lines = province_text(view, province, width).splitlines()
        control = view.position.control(province)
        if control is not None:
            assert f"{UNICODE.flag}{FACTION_LETTERS[control]}" in lines[1]
            continue
        signs = f"[{UNICODE.home}{UNICODE.taker}].|{UNICODE.king}"
        standing = re.sub(signs, "", lines[1])
        for faction, count in enumerate(view.position.followers(province)):
            letter = FACTION_LETTERS[faction]
            told = re.search(rf"{letter}(\d+)", standing)
            assert (int(told[1]) if told else standing.count(letter)) == count


@pytest.mark.parametrize(
    ("trio", "winner"),
    [((2, 1, 0), "R"), ((0, 1, 0), "L"), ((0, 2, 3), "M"), ((2, 2, 1), "B"), ((0, 0, 0), "B")],
)
@pytest.mark.parametrize(("width", "lines"), [(18, 2), (22, 4), (34, 8)])
def test_S16_an_open_province_says_who_would_take_it_now(trio, winner, width, lines):
    board = load_map("siam")
    position = position_of(board)._replace(stacks=(*trio, *(0,) * 21))
    text = province_text(BoardView(board, position), 0, width, lines)
    assert f"{UNICODE.taker}{winner}" in text
    if lines >= ROOMY and (width > 30 or winner == "B"):  # else there is room for the sign alone
        assert board.control_name(FACTION_LETTERS.index(winner)) in text
    if width > 30:
        assert f"would go to the {board.control_name(FACTION_LETTERS.index(winner))}" in text


def test_with_room_a_province_names_its_neighbours_and_counts_every_faction():
    board = load_map("siam")
    ayutthaya = board.index("AYU")
    position = position_of(board, moves=9)
    text = province_text(BoardView(board, position), ayutthaya, 60, 8)
    assert "next to Sukothai, Khorat, Nakhon Si Thammarat" in text
    for faction, count in enumerate(position.followers(ayutthaya)):
        assert f"{count or LOOK.glyphs.dash} {board.faction_names[faction]}" in text


@pytest.mark.parametrize("width", range(16, 60))
def test_no_neighbour_has_its_name_on_two_lines(width):
    board = load_map("siam")
    for province in range(len(board.provinces)):
        told = province_text(BoardView(board), province, width, 8)
        lines = told.splitlines()
        assert not any(line.endswith(("Luang", "Nakhon Si", "Lan")) for line in lines)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BUILT_IN_MAPS)
def test_a_controlled_province_never_has_a_cut_name_of_who_controls_it(size, name):
    board = load_map(name)
    position = position_of(board, moves=100)
    assert position.over
    text = text_of(draw(BoardView(board, position), *size, LOOK))
    for flag in re.findall(re.escape(LOOK.glyphs.flag) + r"\w(?: \w+.)?", text):
        assert "…" not in flag


@pytest.mark.parametrize("size", SIZES)
def test_the_province_under_the_cursor_stands_in_brackets_whatever_the_colours(size):
    board = load_map("siam")
    view = BoardView(board, position_of(board), cursor=board.index("PAT"))
    text = text_of(draw(view, *size, LOOK))
    assert re.findall(r"\[(.*?)\]", text) == [f"{view.number(6)} Pattani"]


@pytest.mark.parametrize("size", SIZES)
def test_hills_and_waves_leave_texts_alone(size):
    board = load_map("siam")
    lines = [line.plain for line in draw(BoardView(board, position_of(board)), *size, LOOK).lines]
    assert "~" in "".join(lines)
    assert "^" in "".join(lines)
    assert not any(re.search(r"[\w\]] ?[~^\"]|[~^\"] ?[\w\[]", line) for line in lines)


def test_an_empty_province_says_so():
    board = load_map("siam")
    position = position_of(board)
    bare = position._replace(stacks=(0,) * 24)
    assert "empty" in province_text(BoardView(board, bare), 0)


@pytest.mark.parametrize("size", SIZES)
def test_the_contested_province_alone_has_the_heavy_border_and_the_marker(size):
    board = load_map("siam")
    position = position_of(board)
    picture = draw(BoardView(board, position), *size, LOOK)
    shape = picture.shape
    around = {(x + picture.x, y + picture.y) for x, y in shape.lines(position.contested)}
    heavy = {character for quad, character in BOX.items() if 2 in quad}
    found = {
        (x, y)
        for y, line in enumerate(picture.lines)
        for x, character in enumerate(line.plain)
        if character in heavy
    }
    assert found == around
    assert text_of(picture).count(UNICODE.contested) == 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BUILT_IN_MAPS)
def test_a_click_anywhere_inside_a_province_finds_it(size, name):
    board = load_map(name)
    picture = draw(BoardView(board), *size, LOOK)
    for province, box in enumerate(rooms(picture.shape)):
        for x in (box.x, box.x + box.width - 1):
            for y in (box.y, box.y + box.height - 1):
                assert picture.province_at(x + picture.x, y + picture.y) == province
    assert picture.province_at(0, 0) is None
    assert picture.province_at(-5, 999) is None


@pytest.mark.parametrize("name", BUILT_IN_MAPS)
def test_text_never_runs_over_a_border(name):
    board = load_map(name)
    position = position_of(board, moves=12)
    picture = draw(BoardView(board, position), 45, 16, LOOK)
    boxes = set(BOX.values())
    for x, y in picture.shape.lines():
        assert picture.lines[y + picture.y].plain[x + picture.x] in boxes


def test_without_unicode_the_board_is_pure_ascii():
    board = load_map("siam")
    picture = draw(BoardView(board, position_of(board, 4, 30)), 45, 16, Look(ASCII))
    assert text_of(picture).isascii()
    assert glyphs_for("ISO-8859-1") is ASCII
    assert glyphs_for("no-such-encoding") is ASCII
    assert glyphs_for("utf-8") is UNICODE


def test_every_combination_of_thin_and_heavy_lines_has_its_character():
    straight_or_joined = [q for q in BOX if sum(arm > 0 for arm in q) >= 2]
    assert len(straight_or_joined) == 72
    assert BOX[1, 2, 1, 0] == "┝"


def test_the_map_widens_with_its_room_but_keeps_its_shape():
    drawing = drawing_of(load_map("siam"))
    wide = outline(drawing, 200, 16)
    tall = outline(drawing, 45, 60)
    assert wide.height == 16
    assert wide.width < 70
    assert tall.width == 45
    assert tall.height < 30


@pytest.mark.parametrize(
    ("start", "direction", "expected"),
    [
        ("AYU", "up", "SUK"),
        ("AYU", "down", "NAK"),
        ("KED", "right", "PAT"),
        ("LAN", "right", "LUA"),
        ("KHO", "left", "SUK"),
        ("LAN", "up", "LAN"),
    ],
)
def test_arrows_move_over_the_map_as_the_eye_does(start, direction, expected):
    board = load_map("siam")
    shape = outline(drawing_of(board), 45, 16)
    reached = steer(shape, board.index(start), direction, range(8))
    assert board.provinces[reached].id == expected


def test_arrows_stop_only_at_provinces_that_may_be_chosen():
    board = load_map("siam")
    shape = outline(drawing_of(board), 45, 16)
    lan, pat = board.index("LAN"), board.index("PAT")
    assert steer(shape, lan, "down", {lan, pat}) == pat


@pytest.mark.parametrize("map_name", ["siam", "albion"])
@pytest.mark.parametrize("cursor", [None, *range(8)])
def test_every_king_marker_is_on_the_smallest_map_which_has_no_queue_beside(map_name, cursor):
    siam = Siam(load_map(map_name))
    fresh = siam.new(3, 4)
    for first in range(8):
        queue = (first, *(each for each in fresh.queue if each != first))
        position = fresh._replace(queue=queue, markers=frozenset(range(8)))
        view = BoardView(siam.map, position, cursor=cursor, touched=frozenset(range(8)))
        for province in range(8):
            room = Room(drawing_of(siam.map), 14, 2)
            said = " ".join(line.plain for line in label(view, province, room, LOOK))
            assert UNICODE.king in said
            assert ("[" in said, "]" in said) == (cursor == province,) * 2
