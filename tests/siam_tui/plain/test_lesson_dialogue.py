"""The lessons in text mode: every one can be taken to its end, in every game."""

import re
from contextlib import suppress

import pytest
from textual.content import Content

from games.registry import spec_of
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.plain.lesson_dialogue import LessonDialogue
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import CommandSet, Place
from tests.installed_games import OURS, lines_of

LEARNED = [game for game in shown_games() if ui_of(game).lessons]


class Paper:
    """Where lines are written."""

    interactive = True

    def __init__(self):
        self.lines = []

    async def read_line(self):
        return None

    def write_lines(self, *sentences):
        self.lines += sentences


def begun(game, folder, number=""):
    paper = Paper()
    dialogue = LessonDialogue(paper, folder, "Ann", spec_of(game))
    dialogue.begin_lesson(number)
    return dialogue, paper


def type_line(dialogue, line):
    """Do with a line what the dialogue does."""
    if not dialogue.continue_move(line):
        dialogue.run_command(CommandSet(Place.LESSON, dialogue.game).read(line))


@pytest.mark.parametrize("game", LEARNED)
def test_every_lesson_is_taken_to_its_end_by_typed_moves(game, tmp_path):
    dialogue, paper = begun(game, tmp_path)
    lessons = ui_of(game).lessons.lessons()
    for number, lesson in enumerate(lessons, start=1):
        assert f"Lesson {number} of {len(lessons)}: {lesson.title}." in paper.lines
        for step in lesson.steps:
            assert not any("[/" in line for line in paper.lines)
            if step.want is not None:
                type_line(dialogue, f"move {step.solution}")
            elif step is not lesson.steps[-1]:
                type_line(dialogue, "next")
        assert "lesson" in paper.lines[-1]
        if number < len(lessons):
            type_line(dialogue, "next")
    with pytest.raises(UserError, match="That was the last lesson"):
        type_line(dialogue, "next")
    assert LessonDialogue(paper, tmp_path, "Ann", spec_of(game)).game is ui_of(game)
    _, again = begun(game, tmp_path, "2")
    assert again.lines[0].startswith("Lesson 2 of")


KEY = re.compile(
    r"\b[Pp]ress\b|\bEnter\b|\bEsc\b|\bKeys?\b|\b[HS] (helps|tells|explains)|the bar\b"
)


def test_the_score_is_not_told_in_a_lesson_before_a_reign_is_explained(tmp_path):
    dialogue, paper = begun("siam", tmp_path, "1")
    for typed in ("score", "forecast"):
        with pytest.raises(UserError, match=r"A later lesson explains who wins\."):
            type_line(dialogue, typed)
    dialogue, paper = begun("foreign-king", tmp_path, "1")
    type_line(dialogue, "score")
    assert any("If the game ended now" in line for line in paper.lines)


def test_a_lesson_says_nothing_of_a_reign_before_it_is_explained(tmp_path):
    lessons = ui_of("siam").lessons.lessons()
    told = []
    for number in (1, next(n for n, each in enumerate(lessons, 1) if each.has_forecast)):
        dialogue, paper = begun("siam", tmp_path, str(number))
        while dialogue._table.step.want is None:
            type_line(dialogue, "next")
        paper.lines.clear()
        type_line(dialogue, "T")
        for _ in range(3):
            if choices := dialogue.choices():
                type_line(dialogue, choices[0])
        told.append(" ".join(paper.lines))
    assert "would go to" in told[0]
    assert [("if everyone passed" in each) for each in told] == [False, True]


@pytest.mark.parametrize("game", LEARNED)
def test_no_lesson_speaks_of_the_keys_of_the_app(game, tmp_path):
    dialogue, paper = begun(game, tmp_path)
    for lesson in ui_of(game).lessons.lessons():
        for step in lesson.steps:
            if step.want is not None:
                for _ in range(3):
                    type_line(dialogue, "hint")
                paper.write_lines(*(answer.says for answer in step.answers))
                type_line(dialogue, f"move {step.solution}")
            elif step is not lesson.steps[-1]:
                type_line(dialogue, "next")
        with suppress(UserError):
            type_line(dialogue, "next")
    assert not [line for line in paper.lines if KEY.search(line)]


@pytest.mark.parametrize(
    ("game", "line"),
    [(game, line) for game in OURS for line in lines_of(game, "typed_lessons.txt")],
)
def test_what_a_lesson_says_to_type_is_what_it_asks_for(game, line, tmp_path):
    """A line names the lesson and the steps before: ``1 4: T, pattani, ...``."""
    place, _, typed = line.partition(": ")
    lesson, steps = map(int, place.split())
    dialogue, paper = begun(game, tmp_path, str(lesson))
    planned = ui_of(game).lessons.lessons()[lesson - 1].steps
    for step in planned[:steps]:
        type_line(dialogue, "next" if step.want is None else f"move {step.solution}")
    for each in typed.split(", "):
        type_line(dialogue, each)
    following = Content.from_markup(planned[steps + 1].told).plain
    assert following in paper.lines


@pytest.mark.parametrize("game", LEARNED)
def test_what_is_asked_now_decides_what_may_be_typed(game, tmp_path):
    dialogue, paper = begun(game, tmp_path)
    lesson = ui_of(game).lessons.lessons()[0]
    with pytest.raises(UserError, match="Nothing is asked now"):
        type_line(dialogue, "hint")
    for _ in range(next(at for at, step in enumerate(lesson.steps) if step.want is not None)):
        type_line(dialogue, "next")
    with pytest.raises(UserError, match="asks you for a move"):
        type_line(dialogue, "next")
    told = len(paper.lines)
    type_line(dialogue, "hint")
    type_line(dialogue, "look")
    assert len(paper.lines) > told + 1
    with pytest.raises(UserError, match="There are lessons 1 to"):
        type_line(dialogue, "tutorial 99")


def test_a_hint_goes_on_from_a_move_that_is_begun(tmp_path):
    dialogue, paper = begun("siam", tmp_path)
    while dialogue._table.step.want is None:
        type_line(dialogue, "next")
    type_line(dialogue, "khon thai")
    type_line(dialogue, "hint")
    assert paper.lines[-1] == "So far it is right. Go on with Pattani (7)."
    type_line(dialogue, "sukothai")
    type_line(dialogue, "hint")
    assert paper.lines[-1].startswith(
        "What you have chosen leads to another move. Type back or cancel. Try T"
    )
