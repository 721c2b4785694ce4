"""The lessons of every game: each can be finished, and answers every kind of try."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest
from textual.content import Content

from siam_tui.games.registry import shown_games, ui_of
from siam_tui.games.study import LEARNER
from siam_tui.learn.lesson_table import LessonTable, answer
from texts import speaking
from texts.voice import LANGUAGES

_KEYS = re.compile(r"(?:\b[A-Z0-9], )+Enter\b")
LINES, WIDTH = 8, 33
"""The room for what is said, at 80 by 24 characters."""
every_lesson = pytest.mark.parametrize(
    ("ui", "lesson"),
    [
        pytest.param(ui_of(game), lesson, id=f"{game}: {lesson.id}")
        for game in shown_games()
        for lesson in (ui_of(game).lessons.lessons() if ui_of(game).lessons else ())
    ],
)

every_language = pytest.mark.parametrize("language", LANGUAGES)


def in_language(ui, lesson):
    """Return a lesson in the language that is told now."""
    (told,) = (each for each in ui.lessons.lessons() if each.id == lesson.id)
    return told


def asked(ui, lesson):
    """Play a lesson by its own solutions; yield the table at each step that asks for a move."""
    table = LessonTable(ui.name, lesson, "Ann")
    while True:
        if table.step.want is not None:
            yield table
            assert table.attempt(table.step.solution) == ""
        elif table.last:
            return
        else:
            table.go_on()


@every_lesson
def test_it_comes_to_its_end_by_its_own_solutions(ui, lesson):
    steps = []
    for table in asked(ui, lesson):
        steps.append(table.step)
        assert table.game.turn(table.position) == LEARNER
        assert table.state.viewer == LEARNER
        *_, last = ui.lessons.hints(table.game, table.position, table.step.solution)
        assert "Keys: " in last or "Enter" in last
    assert steps == [step for step in lesson.steps if step.want is not None]


@every_lesson
def test_other_moves_get_an_answer(ui, lesson):
    random = Random(1)
    for table in asked(ui, lesson):
        game, position, said = table.game, table.position, set()
        for _ in range(200):
            move = game.random_move(position, random)
            said.add(answer(table.step, move, game.play(position, move)))
        assert said - {""} or len(list(zip(game.moves(position), "ab", strict=False))) == 1


@every_lesson
def test_every_answer_that_is_written_is_given_to_some_legal_move(ui, lesson):
    for table in asked(ui, lesson):
        written = {each.says for each in table.step.answers}
        for move in table.game.moves(table.position):
            written.discard(answer(table.step, move, table.game.play(table.position, move)))
            if not written:
                break
        assert not written


@every_lesson
@every_language
def test_the_keys_that_a_step_tells_are_what_it_asks_for(ui, lesson, language):
    keys = _KEYS.findall
    told_in_english = [keys(table.step.shown) for table in asked(ui, lesson)]
    with speaking(language):
        translated = in_language(ui, lesson)
    assert [keys(table.step.shown) for table in asked(ui, translated)] == told_in_english
    for table in asked(ui, lesson):
        for told in _KEYS.findall(table.step.shown):
            builder = ui.move_builder(table.game, table.position)
            draft = builder.empty
            for key in told.split(", ")[:-1]:
                draft = builder.choose(draft, choice_of(builder.options(draft), key))
            move = builder.move(draft)
            assert move is not None, told
            assert answer(table.step, move, table.game.play(table.position, move)) == ""


def choice_of(options, key):
    return next(each.choice for each in options if each.key == key)


@every_lesson
@every_language
def test_what_is_said_fits_beside_the_map(ui, lesson, language):
    def lines(said: str) -> int:
        return len(Content.from_markup(said).wrap(WIDTH))

    with speaking(language):
        lesson = in_language(ui, lesson)
        for step in lesson.steps:
            assert lines(step.shown) <= LINES, step.shown
            for each in step.answers:
                assert lines(each.says) <= LINES - 2, each.says
        for table in asked(ui, lesson):
            for told in ui.lessons.hints(table.game, table.position, table.step.solution):
                assert lines(told) <= LINES - 2, told


@every_lesson
def test_a_right_move_is_answered_before_another_position_is_set_up(ui, lesson):
    del ui
    for asked_for, following in pairwise(lesson.steps):
        assert asked_for.want is None or not following.position
