"""The lessons: each can be finished, asks for what it says, and answers every kind of try."""

from random import Random

import pytest

from games.siam import Siam
from siam_tui.games.move_builder import move_keys
from siam_tui.games.siam.lessons.lesson_set import MoveMatch
from siam_tui.games.siam.move_options import SiamMoveBuilder
from siam_tui.games.siam.ui import UI
from siam_tui.games.study import Lesson, LessonAnswer, LessonStep
from siam_tui.learn.lesson_table import LessonTable, answer
from tests.siam_tui.learn.test_every_lesson import asked

GAME = Siam()
LESSONS = UI.lessons.lessons()
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)


@every_lesson
def test_whatever_right_move_is_made_the_lesson_can_go_on(lesson):
    random = Random(2)
    for number, table in enumerate(asked(UI, lesson)):
        right = []
        for _ in range(400):
            move = GAME.random_move(table.position, random)
            if not answer(table.step, move, GAME.play(table.position, move)):
                right.append(GAME.format_move(move))
        for text in right[:25]:
            other = LessonTable(UI.name, lesson, "Ann")
            for _ in range(number):
                while other.step.want is None:
                    other.go_on()
                other.attempt(other.step.solution)
            while other.step.want is None:
                other.go_on()
            assert other.attempt(text) == ""
            while other.step.want is None and not other.last:
                other.go_on()
            if other.step.want is not None and not other.step.position:
                draws = (GAME.random_move(other.position, random) for _ in range(300))
                assert any(not answer(other.step, m, GAME.play(other.position, m)) for m in draws)


def test_what_wins_a_game_is_taught_before_it_is_made_use_of():
    order = [lesson.id for lesson in LESSONS]
    assert order.index("reign") < order.index("colony") < order.index("patience")


def test_no_forecast_is_shown_before_a_reign_is_explained():
    shown = {lesson.id: lesson.has_forecast for lesson in LESSONS}
    assert [each for each, has in shown.items() if not has] == [
        "first",
        "factions",
        "ties",
        "exchange",
        "king",
    ]
    early = [step.says for lesson in LESSONS if not shown[lesson.id] for step in lesson.steps]
    assert not any("reign" in says for says in early)


def test_together_they_teach_every_card_and_both_ways_to_win():
    cards, results = set(), set()
    for lesson in LESSONS:
        for table in asked(UI, lesson):
            cards.add(table.step.solution[0])
            after = GAME.play(table.position, GAME.parse_move(table.step.solution))
            if after.over:
                results.add(GAME.outcome(after).text)
    assert cards == {"K", "T", "1", "2", "R", "p"}  # L and M do as R does
    assert results == {"faction R seats 0", "colony seats 0"}


def step(**match):
    return LessonStep("Try.", want=MoveMatch(**match))


START = "R2L1M1/R1L3/R2L2/L2M2/R3M1/R1L2M1/R1M3/L1M3 SUK,AYU,KED,LUA,NAK,LAN,PAT,KHO "
START += "KTT12RLM.R1L1.-|KTT12RLM.R1M1.- 0 0 - -"


@pytest.mark.parametrize(
    ("want", "move", "said"),
    [
        ({"cards": ("T",)}, "pass", "try it with Khon Thai"),
        ({"cards": ("1", "2")}, "pass", "try it with one of 1 vs 1 and 2 vs 1"),
        ({"cards": ("pass",)}, "R:SUK+SUKxL@LUA", "try it with a pass"),
        ({"leads": (("SUK", "L"),)}, "R:SUK+SUKxL@LUA", "Sukothai would go to the Rama, not to"),
        ({"leads": (("SUK", "L"),)}, "pass", "Sukothai would go to the British"),
        ({"contested": "KED"}, "K:AYU~SUK*xL@LUA", "Kedah would not be contested now"),
        ({"marked": "AYU"}, "K:AYU~SUK*xL@LUA", "King marker should lie on Ayutthaya"),
        ({"takes": "RM"}, "R:SUK+SUKxL@LUA", "take a Rama or a Malay this time"),
        ({"source": "SUK"}, "R:SUK+SUKxL@LUA", "take the follower from Sukothai"),
        ({"wins": False}, "R:SUK+SUKxL@LUA", ""),
        ({"wins": True}, "R:SUK+SUKxL@LUA", "you would not win"),
    ],
)
def test_a_try_that_nobody_foresaw_is_told_what_it_lacks(want, move, said):
    position = GAME.parse(START)
    move = GAME.parse_move(move)
    found = answer(step(**want), move, GAME.play(position, move))
    assert said in found
    assert bool(found) == bool(said)


def test_the_first_answer_that_fits_is_given():
    position, move = GAME.parse(START), GAME.parse_move("pass")
    answers = (
        LessonAnswer(MoveMatch(cards=("K",)), "a"),
        LessonAnswer(MoveMatch(cards=("pass",)), "b"),
        LessonAnswer(MoveMatch(), "c"),
    )
    asked_for = LessonStep("Try.", want=MoveMatch(cards=("T",)), answers=answers)
    assert answer(asked_for, move, GAME.play(position, move)) == "b"


@pytest.mark.parametrize(
    ("move", "keys"),
    [
        ("pass", "p"),
        ("K:AYU~SUK*xL@LUA", "k122 4l"),
        ("T:R@PAT+L@SUK+M@KEDxL@NAK", "t713 5l"),
        ("1:R@SUK~L@NAKxM@KED", "i1r5l 3m"),
        ("2:LL@LUA~M@KHOxM@KED", "z4ll8m 3m"),
        ("R:SUK+KHOxL@LUA", "r18 4l"),
    ],
)
def test_the_keys_of_a_move_build_it(move, keys):
    found = move_keys(SiamMoveBuilder(GAME, GAME.parse(START)), GAME.parse_move(move))
    assert list(found) == [*keys.replace(" ", ""), "enter"]


def test_lessons_have_names_of_their_own():
    assert len({lesson.id for lesson in LESSONS}) == len(LESSONS) >= 9
    assert all(isinstance(lesson, Lesson) and lesson.about for lesson in LESSONS)
