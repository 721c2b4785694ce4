"""Moves, results and titles in words."""

from __future__ import annotations

import doctest
import importlib
from dataclasses import replace

import pytest

from protocol.states import Entry
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.ending.points_table import ranking
from siam_tui.games.foreign_king.texts import TEXTS
from siam_tui.games.foreign_king.ui import UI
from siam_tui.games.game_texts import MoveContext
from siam_tui.model.move_log import MoveLog
from siam_tui.table.log_lines import log_lines
from tests.siam_tui.games.foreign_king.moments import GAME, MOMENTS, view_at
from tests.siam_tui.table.stage import evolve

EXAMPLES = ("ui", "names", "move_text", "building.move_options", "texts")
LOOK = Look()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_a_module(name):
    module = importlib.import_module(f"siam_tui.games.foreign_king.{name}")
    found = doctest.testmod(module)
    assert (found.failed, found.attempted > 0) == (0, True)


@pytest.mark.parametrize(
    ("move", "full", "shortest"),
    [
        ("build:T@LIE", "builds a textile factory in Liège", "builds textile in Liège"),
        ("place:1@LUX", "places 1 citizen in Luxembourg", "places 1 in Luxemb."),
        (
            "move:LIM>supply2",
            "moves 2 citizens from Limburg to the supply",
            "moves 2 from Limburg to supply",
        ),
        (
            "congress:supply",
            "sends a citizen from the supply to the Congress",
            "sends one to Congress from supply",
        ),
        ("king:HAI0", "moves the King to Hainaut", "moves King to Hainaut"),
        ("king:HAI4", "moves the King to Hainaut, 4 steps", "moves King to Hainaut, 4 steps"),
        ("coins", "takes coins", "takes coins"),
        ("order", "takes a franc and may change the turn order", "takes order"),
        ("queen:coins", "uses the queen to take coins", "uses queen: take coins"),
        ("yes", "sends all congressmen to the King", "sends congressmen"),
        ("no", "keeps all congressmen in the Congress", "keeps congressmen"),
        ("shut:M", "makes a metal factory inactive", "makes metal inactive"),
        ("shut:-", "makes no factory inactive", "makes no factory inactive"),
        ("virtual:LIE", "places a citizen of the virtual player in Liège", "places V in Liège"),
        (
            "virtual:LIE>LUX",
            "moves a citizen of the virtual player from Liège to Luxembourg",
            "moves V from Liège to Luxemb.",
        ),
        ("done", "ends the turn", "ends the turn"),
        ("loan:2", "takes 2 loans", "takes 2 loans"),
        ("repay:1", "pays back 1 loan", "pays back 1 loan"),
        ("order:2", "takes place 2 in the turn order", "takes place 2"),
        ("skip", "skips the turn", "skips the turn"),
        ("no move", "no move", "no move"),
    ],
)
def test_a_move_is_described(move, full, shortest):
    assert TEXTS.describe_move(GAME, move, "full") == full
    assert TEXTS.describe_move(GAME, move, "shortest") == shortest


def test_the_result_and_what_led_to_it():
    view = view_at("over")
    assert TEXTS.result(view) == (
        "Ben wins with 17 points (Ann 15, Chai 13). "
        "The King's marker, at 9, has come down to the second-highest score, 9."
    )
    told = TEXTS.explain_result(view)
    assert "Each loan that was not paid back costs 6 points: you (-6)." in told
    assert any("are shared by Ben and Chai, 4 each" in line for line in told)
    assert told[-2:] == ["Final points: Ben (17), you (15), Chai (13).", "Ben wins."]


def test_the_virtual_player_can_win():
    view = view_at("over with two")
    view = replace(view, position=view.position._replace(scores=(9, 12, 30)))
    assert TEXTS.result(view).startswith("The virtual player wins with 34 points (Ann 19, Ben 7).")
    assert TEXTS.explain_result(view)[-1] == "You and Ben have lost."


def test_who_wins_a_tie_by_medals_is_called_you():
    view = view_at("over with two")
    positions = (view.position._replace(scores=(score, 30, 0)) for score in range(60))
    texts_of = (TEXTS.explain_result(replace(view, position=each)) for each in positions)
    assert {"You win.", "Ben wins."} <= {told[-1] for told in texts_of}


def test_standings_have_a_table_where_there_is_room():
    view = view_at("over")
    narrow, wide = (TEXTS.standings(view, width, LOOK) for width in (32, 60))
    assert len(narrow) == 4
    assert "Ben 17" in narrow[1].plain
    assert any("provinces, 9" in line.plain for line in wide)
    assert all(line.cell_length <= 32 for line in narrow)


def test_a_game_that_ended_early_crowns_nobody():
    played, agreed = view_at("over"), view_at("choosing")
    agreed = replace(agreed, state=evolve(agreed.state, status="over"))
    crowned = [
        any(LOOK.glyphs.king in line.plain for line in ranking(view, view.position, 40, LOOK))
        for view in (played, agreed)
    ]
    assert crowned == [True, False]


def test_the_chart_has_a_line_for_each_journey_of_the_king():
    position, entries = GAME.parse(MOMENTS["choosing"]), []
    for move in ("king:WFL3", "no"):
        seat, position = GAME.turn(position), GAME.play(position, GAME.parse_move(move))
        entries.append(Entry(seat, move, "player", str(position)))
    log = MoveLog(1, MOMENTS["choosing"], 0, tuple(entries))
    view = view_at("choosing")
    heading, line = TEXTS.game_chart(log, view, 40, LOOK)
    assert heading.plain.split() == ["King", "scored", "marker", "A", "B", "C"]
    assert line.plain.split() == ["1", "WFL", "A", "6", "14", "15", "3", "3"]
    narrow, line = TEXTS.game_chart(log, view, 33, LOOK)
    assert narrow.plain.split() == heading.plain.split()
    assert line.plain.split()[-3:] == ["15", "3", "3"]
    assert TEXTS.game_chart(MoveLog(1, MOMENTS["choosing"], 0), view, 40, LOOK) == []


def test_the_log_has_one_line_for_the_steps_of_the_virtual_player():
    position, entries = GAME.parse(MOMENTS["virtual"]), []
    moves = ("virtual:LIE", "virtual:EFL", "virtual:LIE", "virtual:WFL", "virtual:LIE")
    for move in moves:
        seat, position = GAME.turn(position), GAME.play(position, GAME.parse_move(move))
        entries.append(Entry(seat, move, "player", str(position)))
    assert position.asks != "virtual"
    log, view = MoveLog(1, MOMENTS["virtual"], 0, tuple(entries)), view_at("virtual")
    _heading, *told = (line.plain for line in log_lines(log, view, 200, LOOK))
    steps = "3 in Liège, 1 in East Flanders, 1 in West Flanders"
    assert told == [f"Ann places citizens of the virtual player: {steps}"]
    begun = replace(log, entries=tuple(entries[:1]))
    assert [line.plain for line in log_lines(begun, view, 200, LOOK)[1:]] == [
        "Ann places a citizen of the virtual player in Liège"
    ]
    by_bot = replace(
        log, entries=(*entries[:3], *(evolve(each, by="clock") for each in entries[3:]))
    )
    told = [line.plain for line in log_lines(by_bot, view, 200, LOOK)[1:]]
    assert len(told) == 2, "what a clock decides is told apart"
    assert told[1].startswith("Ann (out of time) places citizens of the virtual player: 1 in")


def test_the_title_says_whose_place_in_the_round_it_is():
    first = next(iter(TEXTS.title_forms(view_at("choosing"), LOOK)))
    assert first.plain.endswith("Ann is third of 3 in this round")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("choosing", "Ann's turn"),
        ("congress", "King in Hainaut: the Congress is asked"),
        ("virtual", "5 steps of the virtual player"),
        ("over", "the game is over"),
    ],
)
def test_the_title_says_what_is_decided(name, title):
    forms = list(TEXTS.title_forms(view_at(name), LOOK))
    assert title in forms[-1].plain
    assert forms[0].plain.startswith(" The Foreign King ")


def test_what_is_left_to_play():
    assert TEXTS.remaining(GAME.parse(MOMENTS["choosing"])) == "15 points to go"
    assert TEXTS.remaining(GAME.parse(MOMENTS["over"])) == ""


@pytest.mark.parametrize(
    ("line", "is_move"),
    [("PLACE:2@LIE", True), ("build", True), ("move:", True), ("virtual:", True), ("say:", False)],
)
def test_a_line_is_known_as_a_move(line, is_move):
    assert UI.looks_like_move(line) is is_move


def test_a_space_begins_a_move_unless_it_is_a_whole_one():
    assert UI.first_choice(" Place ") is not None
    assert UI.first_choice("coins") is None
    assert UI.first_choice("place:2@LIE") is None


@pytest.mark.parametrize(
    ("province", "told"),
    [
        ("WFL3", "moves King to West\xa0F., 3 steps and scores\xa06"),
        ("LIE1", "moves King to Liège, 1 step: Chai scores\xa03"),
        ("LUX2", "moves King to Luxemb., 2 steps"),
    ],
)
def test_a_move_that_brings_points_says_to_whom(province, told):
    before = GAME.parse(MOMENTS["choosing"].replace("3.6.0.0.3", "3.6.0.0.0"))
    context = MoveContext(view_at("choosing"), before)
    assert TEXTS.describe_move(GAME, f"king:{province}", "shortest", context) == told
    unknown = MoveContext(view_at("choosing"), None)
    assert "scores" not in TEXTS.describe_move(GAME, f"king:{province}", "shortest", unknown)
