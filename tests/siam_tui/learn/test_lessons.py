"""The lessons: each can be finished, asks for what it says, and answers every kind of try."""

from itertools import pairwise
from random import Random

import pytest
from textual.content import Content

from games.siam import Siam
from siam_tui.games.siam.lessons.lesson_hints import move_hints, move_keys
from siam_tui.games.siam.lessons.move_match import MoveMatch
from siam_tui.games.siam.ui import UI
from siam_tui.games.study import LEARNER, Lesson, LessonAnswer, LessonStep
from siam_tui.learn.lesson_table import LessonTable, answer

GAME = Siam()
LESSONS = UI.lessons.lessons()
LINES, WIDTH = 8, 33
"""The room for what is said, at 80 by 24 characters."""
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)


def asked(lesson):
    """Play a lesson by its own solutions; yield the table at each step that asks for a move."""
    table = LessonTable(UI.name, lesson, "Ann")
    while True:
        if table.step.want is not None:
            yield table
            assert table.attempt(table.step.solution) == ""
        elif table.last:
            return
        else:
            table.go_on()


def legal(position):
    """Iterate over all legal moves and where they lead."""
    for move in GAME.moves(position):
        yield move, GAME.play(position, move)


@every_lesson
def test_it_comes_to_its_end_by_its_own_solutions(lesson):
    steps = [table.step for table in asked(lesson)]
    assert steps == [step for step in lesson.steps if step.want is not None]


@every_lesson
def test_the_learner_is_to_move_where_a_move_is_asked_for(lesson):
    for table in asked(lesson):
        assert table.position.turn == LEARNER
        assert table.state.viewer == LEARNER


@every_lesson
def test_some_moves_are_right_and_others_get_an_answer(lesson):
    random = Random(1)
    for table in asked(lesson):
        drawn = [GAME.random_move(table.position, random) for _ in range(200)]
        said = {answer(table.step, m, GAME.play(table.position, m)) for m in drawn}
        assert said - {""}, "nothing is wrong here"


@every_lesson
def test_every_answer_that_is_written_is_given_to_some_legal_move(lesson):
    for table in asked(lesson):
        written = {each.says for each in table.step.answers}
        for move, after in legal(table.position):
            written.discard(answer(table.step, move, after))
            if not written:
                break
        assert not written


@every_lesson
def test_whatever_right_move_is_made_the_lesson_can_go_on(lesson):
    random = Random(2)
    for number, table in enumerate(asked(lesson)):
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


@every_lesson
def test_what_is_said_fits_beside_the_map(lesson):
    for step in lesson.steps:
        assert len(Content.from_markup(step.says).wrap(WIDTH)) <= LINES
        for each in step.answers:
            assert len(Content(each.says).wrap(WIDTH)) <= LINES - 2
    for table in asked(lesson):
        for told in move_hints(GAME, table.position, table.step.solution):
            assert len(Content(told).wrap(WIDTH)) <= LINES - 2


@every_lesson
def test_a_right_move_is_answered_before_another_position_is_set_up(lesson):
    for asked_for, following in pairwise(lesson.steps):
        assert asked_for.want is None or not following.position


def test_what_wins_a_game_is_taught_before_it_is_made_use_of():
    order = [lesson.id for lesson in LESSONS]
    assert order.index("reign") < order.index("colony") < order.index("patience")


def test_together_they_teach_every_card_and_both_ways_to_win():
    cards, results = set(), set()
    for lesson in LESSONS:
        for table in asked(lesson):
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
        ({"cards": ("T",)}, "pass", "try it with T (Khon Thai)"),
        ({"cards": ("1", "2")}, "pass", "try it with one of 1 (1 vs 1) and 2 (2 vs 1)"),
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
        ("1:R@SUK~L@NAKxM@KED", "11r5l 3m"),
        ("2:LL@LUA~M@KHOxM@KED", "24ll8m 3m"),
        ("R:SUK+KHOxL@LUA", "r18 4l"),
    ],
)
def test_the_keys_of_a_move_build_it(move, keys):
    found = move_keys(GAME, GAME.parse(START), move)
    assert "".join(found) == keys.replace(" ", "")


def test_lessons_have_names_of_their_own():
    assert len({lesson.id for lesson in LESSONS}) == len(LESSONS) >= 9
    assert all(isinstance(lesson, Lesson) and lesson.about for lesson in LESSONS)
