"""The areas of Reino de Ámbar: what a player must be able to read off them, at every size."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from games.amber import Amber
from games.amber.constants import AREAS, BOR, CAS, CAV, CHA, LUN, MAR, PEN
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look
from siam_tui.games.amber.board.areas import draw
from siam_tui.games.amber.board.board_view import board_view, changed_areas, effects_in_question
from siam_tui.games.amber.body import AmberBody
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.choice_kinds import Kind, area_choice, card_choice, choices_of
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.facts import BY_CONFIDANT, Way, effect_at
from siam_tui.games.amber.panels.hand import hand, kept_line
from siam_tui.games.amber.panels.players_table import outlook
from siam_tui.games.amber.panels.problems import problem_cards, problem_list
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import Shown
from tests.siam_tui.games.amber.moments import GAME, MOMENTS, BodyApp, shown_at, view_at

LOOK = Look()
SIZES = [(80, 6), (120, 8), (200, 10)]
every_size = pytest.mark.parametrize("size", SIZES)


def drawn(shown, size, look=LOOK):
    return draw(board_view(shown, frozenset()), *size, look)


def boxes(shown, size, look=LOOK):
    """The text in each area, line by line."""
    side = look.glyphs.box[1, 0, 1, 0]
    rows = [line.plain.strip().strip(side).split(side) for line in drawn(shown, size, look).lines]
    cells = [row for row in rows if len(row) == len(AREAS)]
    return dict(zip(shown.position.places, zip(*cells, strict=True), strict=True))


@every_size
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_area_shows_its_name_its_suits_and_all_markers(moment, size):
    shown = shown_at(moment)
    picture, found = drawn(shown, size), boxes(shown, size)
    assert len(picture.lines) == size[1]
    assert len({line.cell_length for line in picture.lines}) == 1
    assert picture.lines[0].cell_length <= size[0]
    for area, lines in found.items():
        told = " ".join(lines[2:-1])
        counts = {letter: int(n) for letter, n in re.findall(r"([ABCD])(?:\1)* ?(\d+)", told)}
        there = shown.position.markers_in(area)
        letters = "AD" if shown.position.dummy else "ABC"
        expected = {letter: count for letter, count in zip(letters, there, strict=True) if count}
        assert counts == expected
        assert ("☻" in lines[1]) == (shown.position.confidant == area)


@pytest.mark.parametrize(
    ("moment", "keys", "found"),
    [
        ("alone", "S", {CAS: "+1 infl", PEN: "1g: solve"}),
        ("alone", "S2", {CAS: "+1 infl", PEN: "1g: solve"}),
        ("alone", "W", {LUN: "+1g +1i", CAV: "D loses 1", BOR: "wall 5>6"}),
        (
            "solving",
            "",
            {MAR: "+2 gold", CAS: "+3 infl", PEN: "no gold", CAV: "other -1", BOR: "wall 7>8"},
        ),
        ("crown", "R4", {MAR: "+2 gold", CAS: "+3 infl", BOR: "no effect", LUN: "+1g +1i"}),
        ("chain", "M664", {MAR: "D1>0", CAS: "D1>0", BOR: "D4>3"}),
        ("chain", "M6641", {CAS: "D1>0", BOR: "D4>3", CAV: ""}),
        ("alone", "", {MAR: "gold", CAS: "influence", LUN: "+1g +1i"}),
    ],
)
def test_areas_say_what_they_would_bring_to_whoever_chooses(moment, keys, found):
    told = {
        area: lines[-1].strip() for area, lines in boxes(shown_at(moment, keys), SIZES[0]).items()
    }
    assert {area: told[area] for area in found} == found


def test_a_card_under_the_cursor_shows_what_its_areas_would_bring_and_chooses_none():
    shown = replace(shown_at("alone"), cursor=card_choice("W"))
    found = boxes(shown, SIZES[0])
    told = {area: lines[-1].strip() for area, lines in found.items()}
    assert told == {
        **dict.fromkeys((MAR, CAS, PEN, CHA), ""),
        LUN: "+1g +1i",
        CAV: "D loses 1",
        BOR: "wall 5>6",
    }
    board = board_view(shown, frozenset())
    assert not board.targets
    assert not board.chosen
    played = replace(shown_at("alone"), cursor=card_choice("V"))
    assert boxes(played, SIZES[0]) == boxes(shown_at("alone"), SIZES[0])


def test_previews_show_both_numbers_and_keys_only_where_they_choose():
    shown = shown_at("chain", "M664")
    assert "A2>3" in boxes(shown, SIZES[0])[CAV][2]
    assert "AA 2 > 3" in boxes(shown, SIZES[1])[CAV][2]
    assert boxes(shown, SIZES[0])[CAV][0].startswith("▶Cave")
    keys = [
        span for span in drawn(shown, SIZES[0]).lines[0].spans if span.style == LOOK.palette.key
    ]
    top = drawn(shown, SIZES[0]).lines[0].plain
    assert [top[span.start : span.end].strip() for span in keys] == ["1", "2", "7"]


def test_the_longest_names_leave_their_marks_to_the_number():
    chosen = shown_at("alone", "W7")
    assert "▶7" in drawn(chosen, SIZES[0]).lines[0].plain
    assert boxes(chosen, SIZES[0])[BOR][0] == "Borderland"
    assert boxes(chosen, SIZES[1])[BOR][0].startswith("▶The Borderland")
    cursor = Choice(Kind.AREA, BOR)
    under = Shown(chosen.view, chosen.view.position, (cursor,), cursor=cursor)
    assert "[7]" in drawn(under, SIZES[0]).lines[0].plain
    assert boxes(under, SIZES[1])[BOR][0] == "[The Borderland]"


def test_with_two_digits_and_a_preview_the_new_numbers_stand_alone():
    assert boxes(shown_at("crowded"), SIZES[0])[CHA][2] == " A10 B1 C1"
    moved = shown_at("crowded", "K31")
    assert boxes(moved, SIZES[0])[MAR][2] == "A1>2 · C10"
    assert boxes(moved, SIZES[0])[CHA][2] == "A9 B1 C1  "


@pytest.mark.parametrize("moment", ["attempts", "crowded"])
def test_without_unicode_everything_is_ascii(moment):
    text = "".join(line.plain for line in drawn(shown_at(moment), SIZES[0], Look(ASCII)).lines)
    assert text.isascii()
    assert "@" in text


# What an area brings


@pytest.mark.parametrize(
    ("moment", "area", "way", "gold", "influence", "asks"),
    [
        ("alone", LUN, Way(), 1, 1, ""),
        ("alone", MAR, Way(), 2, 0, ""),
        ("alone", CHA, Way(), 0, 0, "CHA"),
        ("attempts", CAS, BY_CONFIDANT, 0, 3, ""),
        ("attempts", PEN, Way(), 0, 0, "PEN"),
        ("solving", PEN, Way(problem=14), 0, 0, ""),
        ("chain", CAV, Way(origin=CHA, count=1), 0, 0, "CAV"),
    ],
)
def test_effects_are_those_of_the_rules_within_all_limits(moment, area, way, gold, influence, asks):
    effect = effect_at(GAME.parse(MOMENTS[moment]), 0, area, way)
    assert (effect.gold, effect.influence, effect.asks) == (gold, influence, asks)


def test_the_effect_of_a_chosen_area_counts_the_area_the_marker_comes_from():
    shown = shown_at("solving", "74")
    assert shown.chosen[-1] == Choice(Kind.ORIGIN, CAS)
    effect = effects_in_question(shown)[0]
    assert (effect.area, effect.wall) == (BOR, (7, 8))
    assert effects_in_question(shown_at("attempts", me=None)) == ()


def test_changes_and_hints_are_lit():
    before = GAME.parse(MOMENTS["alone"])
    assert changed_areas(before, before._replace(confidant=MAR)) == {MAR}
    for text in ("S:CAS", "W:CAV"):
        move = GAME.parse_move(text)
        made = choices_of(before, move)
        assert made == (card_choice(text[0]), area_choice(AREAS.index(text[2:])))
    solving = GAME.parse(MOMENTS["solving"])
    assert [each.kind for each in choices_of(solving, GAME.parse_move("8YK:MAR>CAS"))] == [
        Kind.AREA,
        Kind.ORIGIN,
    ]
    kinds = [each.kind for each in choices_of(before, GAME.parse_move("CM:^CAV"))]
    assert kinds == [Kind.PROBLEM, Kind.CROWN, Kind.CONFIDANT]


# Pointing


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_clicks_on_areas_problems_and_cards_stand_for_choices(size):
    app = BodyApp(shown_at("alone", "S"))
    large = size[0] > 80
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        step = app.screen.query_one(BoardMap).picture.step
        await pilot.click("#areas", (4 * step + 4, 2))
        await pilot.click("#problems", (30, 2))
        await pilot.click("#hand", (14 if large else 10, 3))
        await pilot.click("#hand", (40, 1))
    problem = app.shown.position.row[1].problem
    assert app.pointed == [area_choice(PEN), Choice(Kind.PROBLEM, problem), card_choice("S")]


async def test_a_click_on_an_area_is_the_choice_that_is_open_there():
    app = BodyApp(shown_at("chain", "M664"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click("#areas", (4, 2))
        await pilot.click("#areas", (26, 2))
        body = app.screen.query_one(AmberBody)
        assert app.pointed == [Choice(Kind.RAID, MAR), area_choice(LUN)]
        choices = app.shown.choices
        first = body.steer(None, "right", choices)
        assert first == Choice(Kind.RAID, MAR)
        assert body.steer(first, "right", choices) == Choice(Kind.RAID, CAS)
        assert body.steer(first, "left", choices) == first
        assert body.steer(first, "down", choices) is None


# Any draft


@pytest.mark.parametrize("players", [1, 2, 3])
def test_drafts_of_played_games_fit_at_every_size(players, pytestconfig):
    random, options = Random(players), frozenset({"two_periods", "barbarians_8"})
    game, every = Amber(options), 1 if pytestconfig.getoption("--long") else 7
    position = game.new(players, players)
    while not position.over:
        move = game.random_move(position, random)
        if position.turn != position.dummy and not random.randrange(every):
            view = view_at("", position.turn, str(game.view(position, position.turn)), options)
            fits(Shown(view, view.position, hint=move, chosen=choices_of(view.position, move)))
            builder = AmberMoveBuilder(game, view.position, marks_of(view).names)
            draft = builder.empty
            for _ in range(6):
                if not (choices := builder.choices(draft)):
                    break
                fits(Shown(view, builder.preview(draft), choices, draft.choices, choices[0]))
                draft = builder.choose(draft, random.choice(choices))
        position = game.play(position, move)


def fits(shown):
    drawn(shown, SIZES[0])
    drawn(shown, SIZES[1])
    parts = [
        (37, problem_list(shown, LOOK)),
        (74, problem_cards(shown, LOOK)),
        (80, outlook(shown, 80, LOOK)),
        (46, outlook(shown, 46, LOOK, lines=3)),
        (52, hand(shown, 3, LOOK, large=False)),
        (74, hand(shown, 8, LOOK, large=True)),
        (80, kept_line(shown, 80, LOOK)),
    ]
    for width, part in parts:
        assert all(line.cell_length <= width for line in part.split("\n")), part.plain
