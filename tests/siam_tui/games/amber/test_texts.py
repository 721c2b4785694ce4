"""Reino de Ámbar in words: moves, the dummy's reasons, results, options."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from games.amber import Amber
from games.amber.constants import AREAS, GOALS
from games.amber.moves import RemoveMarker
from games.amber.mutable_position import MutablePosition
from games.registry import spec_of
from siam_tui.appearance.style import Look
from siam_tui.games import amber
from siam_tui.games.amber.dummy_reasons import reason_of_dummy
from siam_tui.games.amber.texts import TEXTS
from siam_tui.games.amber.ui import UI
from siam_tui.games.game_texts import MoveContext
from siam_tui.model.move_log import Chapter
from tests.siam_tui.games.amber.moments import GAME, view_at


def described(name, move, length="full", before=None):
    view = view_at(name)
    context = MoveContext(view, before or view.position)
    return TEXTS.describe_move(GAME, move, length, context)


@pytest.mark.parametrize(
    ("moment", "move", "full", "shortest"),
    [
        ("alone", "S:CAS", "plays Suns in the Castle: +1 infl", "plays Suns, Castle: +1 infl"),
        ("attempts", "try:CK", "attempts Windfall", "attempts Windfall"),
        ("attempts", "pass", "passes", "passes"),
        ("solving", "8YK:keep", "keeps Betrayal: 8 points", "keeps Betrayal: 8 points"),
        (
            "solving",
            "8YK:CAS>MAR",
            "solves Betrayal in the Market, with a marker from the Castle: +2 gold",
            "solves Betrayal, Market from Castle: +2 gold",
        ),
        (
            "crown",
            "CK:^CAS",
            "solves Windfall: the Confidant goes to the Castle: +3 infl",
            "solves Windfall, Confidant to Castle: +3 infl",
        ),
        (
            "attempts",
            "CAV:2@BOR",
            "puts a marker of Chai back from the Borderland",
            "removes Chai's marker, Borderland",
        ),
        (
            "attempts",
            "CHA:2@CAS>BOR",
            "moves 2 markers from the Castle to the Borderland: wall 7\xa0>\xa09",
            "moves 2 from Castle to Borderland: wall 7\xa0>\xa09",
        ),
        ("alone", "CHA:-", "moves no marker", "moves no marker"),
        ("alone", "S:-", "plays Suns without an action", "plays Suns, no action"),
        ("alone", "nonsense", "nonsense", "nonsense"),
    ],
)
def test_a_move_is_described_with_what_it_brought(moment, move, full, shortest):
    assert described(moment, move) == full
    assert described(moment, move, "shortest") == shortest


def test_without_a_context_only_the_move_is_described():
    assert TEXTS.describe_move(GAME, "CAV:1@BOR", "full") == (
        "puts a marker of seat 2 back from the Borderland"
    )
    assert TEXTS.name_move(GAME, GAME.parse_move("S:CAS"), "short") == "play Suns, Castle"


def test_a_move_names_the_player_whose_marker_goes_back():
    move = RemoveMarker(1, AREAS.index("CAS"))
    assert "seat 2's marker" in TEXTS.name_move(GAME, move, "short")
    assert "Ben's marker" in TEXTS.name_move(GAME, move, "short", ("Ann", "Ben").__getitem__)


def test_the_dummy_gives_its_reasons():
    random, told = Random(2), set()
    view = view_at("alone")
    for seed in range(12):
        position = GAME.new(1, seed)
        while position.turn is not None:
            move = random.choice(list(GAME.moves(position)))
            if position.turn == position.dummy:
                context = MoveContext(view, GAME.view(position, 0))
                full = TEXTS.describe_move(GAME, GAME.format_move(move), "full", context)
                told.add(full.rpartition("(")[2])
            position = GAME.play(position, move)
    for reason in (
        "Waves, Leaves and Wyrms always go there)",
        "a pawn always goes there)",
        "only that helps it)",
        "it leads on no Problem)",
        "it has no gold)",
        "Crowns of Waves, Leaves and Wyrms go there)",
    ):
        assert reason in told
    assert any("would both help; chance chose the " in each for each in told)
    assert any(": the highest number it leads)" in each for each in told)
    assert any("its supply is empty" in each for each in told)


@pytest.mark.parametrize(
    ("moment", "title"),
    [
        ("alone", "round 5 of 7, first phase: play a card and act"),
        ("solving", "round 4 of 7, second phase: solve the Betrayal"),
        ("first card", "1st period, round 1 of 7, first phase: play a card and act"),
        ("over", "the game is over"),
        ("start", "waiting for players"),
    ],
)
def test_the_title_says_where_the_game_stands(moment, title):
    forms = [form.plain for form in TEXTS.title_forms(view_at(moment), Look())]
    assert forms[0].endswith(f" {title}")
    assert forms == sorted(forms, key=len, reverse=True) or len(forms) > 2


def test_what_is_left_is_counted():
    assert TEXTS.remaining(view_at("alone").position) == "3 rounds left"
    assert TEXTS.remaining(view_at("first card").position) == "14 rounds left"
    assert TEXTS.remaining(view_at("over").position) == ""


def test_the_result_is_told_and_explained():
    view = view_at("over")
    assert TEXTS.result(view) == (
        "The Barbarians come with power 3. Ben wins with 11 points, 1 ahead of Chai. "
        "You lost 16 of 22 points: to hold all, you needed a wall of 9, it was 7."
    )
    told = TEXTS.explain_result(view)
    assert told[3:5] == [
        (
            "Ben: wall 6, 3 markers in the Borderland. "
            "2 Desert, 4 Battle and 5 Soldier count. Nothing is lost. 11 points."
        ),
        (
            "Chai: wall 5, 2 markers in the Borderland. 2 Origin, 4 Mountain and 4 Sailor count. "
            "8 Diplomat, 9 Pact and 9 Darkness are lost. 10 points."
        ),
    ]
    assert told[-1] == "Ben wins with 11 points, 1 ahead of Chai."
    assert TEXTS.standings(view, 80, Look())
    assert TEXTS.standings(view_at("alone"), 80, Look()) == []
    assert TEXTS.result(view_at("alone")).startswith("Everybody seated agreed")


def over_with(kept, defenders=("4", "3", "2"), options=frozenset()):
    """Return the end of the game with other kept Problems and markers in the Borderland."""
    view = view_at("over")
    seats = tuple(
        seat._replace(kept=own, problems=len(own))
        for seat, own in zip(view.position.seats, kept, strict=True)
    )
    markers = (*view.position.markers[:-3], *map(int, defenders))
    position = view.position._replace(seats=seats, markers=markers)
    return replace(view, position=position, game=Amber(options))


def test_the_barbarians_can_win():
    nothing = over_with(((), (17,), ()))
    assert "They win: nobody has a point left." in TEXTS.result(nothing)
    assert TEXTS.explain_result(nothing)[-1] == (
        "The Barbarians win, because nobody has a point left. Everybody has lost."
    )
    goal = over_with(((), (0,), ()), options=frozenset({"goal_15"}))
    assert "They win: nobody has 15 points." in TEXTS.result(goal)


def test_ties_are_decided_by_the_borderland_or_shared():
    assert "Ann" not in TEXTS.result(over_with(((0,), (1,), ())))
    assert "You win with 2 points, as many as Ben, but by markers in the Borderland, 4 to 3." in (
        TEXTS.result(over_with(((0,), (1,), ())))
    )
    shared = over_with(((0,), (1,), ()), defenders="332")
    assert "Ann and Ben win with 2 points, 2 ahead of Chai." in TEXTS.result(shared)


def test_a_round_is_told_in_the_log():
    view, random = view_at("attempts"), Random(3)
    position = start = GAME.new(3, 3)
    while position.round == 1:
        position = GAME.play(position, random.choice(list(GAME.moves(position))))
    chapter = Chapter(start, (), position)
    assert TEXTS.chapter_title(view, chapter).startswith("Round 1: ")
    assert "unsolved" in TEXTS.draw_chapter_end(view, chapter, 40, Look()).plain
    assert not TEXTS.draw_chapter_end(view, Chapter(start, (), start), 40, Look())


def test_the_form_has_every_option_once():
    spec = spec_of("amber")
    options = [each for field in UI.table_fields.options for _, each in field.choices if each]
    assert sorted(options) == sorted(spec.option_names)
    goals = next(field for field in UI.table_fields.options if field.option in GOALS)
    assert {option for _, option in goals.choices} == {"", *GOALS}
    assert all(len(str(field.label)) <= 13 for field in UI.table_fields.options)


def test_where_no_area_helps_the_dummy_the_reason_says_so():
    position = GAME.parse(
        "CAV0.0/MAR1.2/CHA0.0/LUN0.2/PEN1.0/CAS3.0/BOR1.2 MSWYK.H.V.3.2.-|>KMYVL.L.S.4.4.- 2SY,2WV "
        "8MS,8YK,9WY,9VK 1.3 2 1 0 1 act 9MS,5YK,3MW,CY,4WV,8WV,CV,3SK,4YK,CS,3VY,CK,CW,5MV,4MS,"
        "2MK,5SW,CM 100101001 -"
    )
    told = [
        reason_of_dummy(MutablePosition(position, GAME.chosen), GAME.parse_move(move))
        for move in ("K:MAR", "K:CAS")
    ]
    neither = "neither the Market nor the Castle would help; chance chose the "
    assert told == [f"{neither}Market", f"{neither}Castle"]


def test_no_sentence_says_a_rival():
    """The others have names; who they are is told where it is known."""
    folder = Path(amber.__file__).parent
    for path in (*folder.rglob("*.py"), *folder.rglob("*.toml")):
        assert "rival" not in path.read_text("utf-8"), path
