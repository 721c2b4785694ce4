"""The board of The Foreign King: what a player must be able to read off it, at every size."""

from __future__ import annotations

import re
from random import Random

import pytest
from textual.widget import Widget

from games.foreign_king import ForeignKing, load_map
from games.foreign_king.constants import PROVINCES
from siam_tui.appearance.glyphs import ASCII, BOX, UNICODE
from siam_tui.appearance.palette import PALETTES
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.board import BoardView, changed_provinces, draw, label
from siam_tui.games.foreign_king.body import ForeignKingBody
from siam_tui.games.foreign_king.choice_kinds import choices_of, province_choice, space_choice
from siam_tui.games.foreign_king.colours import letter_of
from siam_tui.games.foreign_king.facts import province_facts
from siam_tui.games.map_board.canvas import Room
from siam_tui.games.map_board.drawing import read_drawing
from siam_tui.games.map_board.outline import rooms
from siam_tui.games.map_board.widget import BoardMap
from tests.siam_tui.games.foreign_king.moments import GAME, MOMENTS, BodyApp, shown_at

LOOK = Look()
SIZES = [(45, 16), (74, 27), (128, 50)]
every_size = pytest.mark.parametrize("size", SIZES)
every_moment = pytest.mark.parametrize("moment", MOMENTS)


def view_of(moment, **changes):
    return BoardView(GAME.map, GAME.parse(MOMENTS[moment]), **changes)


def text_of(picture):
    return "\n".join(line.plain for line in picture.lines)


def test_provinces_touch_in_the_drawing_exactly_where_they_share_a_border():
    board = load_map("belgium")
    borders = {(a, b) for a, others in enumerate(board.borders) for b in others if a < b}
    assert read_drawing(board).touching() == borders


@every_size
@every_moment
def test_every_province_shows_its_key_its_name_and_its_citizens(moment, size):
    view = view_of(moment)
    picture = draw(view, *size, LOOK)
    text = text_of(picture)
    assert [line.cell_length for line in picture.lines] == [size[0]] * size[1]
    for province, (box, name) in enumerate(
        zip(rooms(picture.shape), picture.shape.drawing.names, strict=True)
    ):
        assert re.search(rf"{province + 1} {name[:6]}", text)
        room = Room(picture.shape.drawing, box.width - 1, box.height)
        told = " ".join(line.plain for line in label(view, province, room, LOOK))
        for colour, count in enumerate(view.position.citizens_in(province)):
            letter = letter_of(colour, view.seats)
            shown = re.findall(rf"{letter}(\d+)|(\d+) {letter}\b", told)
            assert [one or other for one, other in shown] == [str(count)] * bool(count)


@pytest.mark.parametrize("seed", range(6))
def test_leaders_and_factories_of_played_games_are_shown(seed):
    game, random = ForeignKing(), Random(seed)
    position = game.new(2 + seed % 3, seed)
    for _ in range(40):
        if position.asks != "over":
            position = game.play(position, game.random_move(position, random))
    view = BoardView(game.map, position)
    drawing = draw(view, *SIZES[0], LOOK).shape.drawing
    for province in range(PROVINCES):
        facts = province_facts(position, province)
        told = label(view, province, Room(drawing, 12, 3), LOOK)[-1].plain
        if not facts.is_empty:
            leader = "–" if facts.leader is None else letter_of(facts.leader, position.seats)
            assert f"⚑{leader}" in told
        built = "".join(letter * n for letter, n in zip("MmTt", facts.factories, strict=True))
        assert (f"⌂{built}" in told) == bool(built)


@every_size
@every_moment
def test_the_king_alone_has_the_heavy_frame(moment, size):
    view = view_of(moment)
    picture = draw(view, *size, LOOK)
    around = {(x + picture.x, y + picture.y) for x, y in picture.shape.lines(view.position.king)}
    heavy = {character for quad, character in BOX.items() if 2 in quad}
    found = {
        (x, y)
        for y, line in enumerate(picture.lines)
        for x, character in enumerate(line.plain)
        if character in heavy
    }
    assert found == around
    assert f"{UNICODE.king}{view.position.king + 1}" in text_of(picture)


@pytest.mark.parametrize(
    ("province", "sentence"),
    [
        (0, "would bring A 6"),
        (3, ""),  # he is there
        (4, "would bring C 0"),
        (1, ""),
    ],
)
def test_where_there_is_room_a_province_says_what_the_king_would_bring(province, sentence):
    view = view_of("choosing")
    room = Room(read_drawing(GAME.map), 19, 4)
    told = " ".join(line.plain for line in label(view, province, room, LOOK))
    assert sentence in told
    assert ("would" in told) == bool(sentence)


def test_where_there_is_little_room_points_stand_behind_the_leader_if_they_fit():
    drawing = read_drawing(GAME.map)

    def told(province, width, moment="choosing"):
        return label(view_of(moment), province, Room(drawing, width, 3), LOOK)[-1].plain

    assert [told(0, 8), told(0, 7), told(0, 6)] == ["⚑A+6 ⌂Mt", "⚑A+6⌂Mt", "⚑A ⌂Mt"]
    assert told(4, 9) == "⚑C+0 ⌂t"
    assert told(3, 9, "virtual") == "⚑–"
    assert told(3, 9, "over") == "⚑B ⌂T"


def test_on_a_tie_nobody_scores_and_at_the_end_the_king_comes_no_more():
    room = Room(read_drawing(GAME.map), 19, 4)
    assert "nobody scores" in label(view_of("virtual"), 3, room, LOOK)[-1].plain
    assert "bring" not in label(view_of("over"), 3, room, LOOK)[-1].plain


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_a_province_that_may_be_chosen_still_shows_who_leads_it(palette):
    view = view_of("choosing", chosen=frozenset({0}), targets=frozenset({1}))
    assert view.ground(0, palette) == palette.washes[0]
    assert view.ground(1, palette) == palette.land


def test_without_unicode_only_names_of_the_map_are_not_ascii():
    text = text_of(draw(view_of("choosing"), 45, 16, Look(ASCII)))
    assert text.replace("Liège", "").isascii()


def test_what_a_move_changes_is_marked():
    before = GAME.parse(MOMENTS["choosing"])
    after = GAME.play(before, GAME.parse_move("move:LIM>BRA1+LIE2"))
    assert changed_provinces(before, after) == {3, 4, 7}
    arrived = GAME.play(before, GAME.parse_move("king:WFL3"))
    assert changed_provinces(before, arrived) == {0}
    shown = shown_at("choosing", "V4588")
    view = ForeignKingBody(LOOK, []).board_view(shown)
    assert view.touched == {3, 4, 7}
    assert "•" in text_of(draw(view, 45, 16, LOOK))


@pytest.mark.parametrize(
    ("text", "space", "provinces"),
    [
        ("place:2@LIE", ["place"], {7}),
        ("queen:king:WFL1", ["queen", "king"], {0}),
        ("move:LIM>BRA1+LIE2", ["move"], {3, 4, 7}),
        ("congress:supply", ["congress"], set()),
        ("virtual:WFL>HAI", [], {0, 5}),
        ("coins", ["coins"], set()),
    ],
)
def test_a_hint_lights_its_spaces_and_provinces(text, space, provinces):
    found = choices_of(GAME.parse_move(text))
    assert set(found) == {*map(space_choice, space), *map(province_choice, provinces)}


async def test_clicks_on_provinces_and_spaces_stand_for_choices():
    app = BodyApp(shown_at("choosing"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.query_one(BoardMap)
        box = rooms(board.picture.shape)[7]
        await pilot.click(BoardMap, (board.picture.x + box.x, board.picture.y + box.y))
        line = app.screen.query_one("#spaces", Widget)
        await pilot.click(line, (line.render().plain.index("king"), 0))
        await pilot.click(line, (0, 0))
        assert app.pointed == [province_choice(7), space_choice("king")]


async def test_arrows_move_over_the_provinces_that_may_be_chosen():
    app = BodyApp(shown_at("choosing", "V"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        body = app.screen.query_one(ForeignKingBody)
        choices = app.shown.choices
        first = body.steer(None, "down", choices)
        assert first == province_choice(0)
        assert body.steer(first, "right", choices) == province_choice(4)
        assert body.steer(space_choice("move"), "left", choices) == province_choice(0)
        assert body.steer(None, "down", ()) is None
