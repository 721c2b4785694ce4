"""Rules and lessons: the real rules play every example, and every lesson comes to its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.foreign_king.constants import SPACES
from siam_tui.appearance.glyphs import ASCII
from siam_tui.games.foreign_king.ui import UI
from siam_tui.games.worked_example import WorkedExample, WrongExampleError
from siam_tui.rules.rules_text import rules_text, summary_text

EXAMPLES = [
    pytest.param(part, id=f"{chapter.id}: {part.title}")
    for chapter in UI.rules.chapters()
    for part in chapter.parts
    if isinstance(part, WorkedExample)
]


@pytest.mark.parametrize(
    ("title", "number", "changes", "wrong"),
    [
        ("Two factories score", 1, {"claims": {"scores": {"A": 6}}}, "scores of A are not 6"),
        ("Who leads", 0, {"claims": {"leads": {"WFL": "A"}}}, "WFL is not led by A"),
        ("How a game is counted", 4, {"result": ""}, "not ''"),
    ],
)
def test_an_example_cannot_say_what_the_rules_do_not(title, number, changes, wrong):
    (example,) = (each.values[0] for each in EXAMPLES if each.values[0].title == title)
    steps = [*example.steps[:number], replace(example.steps[number], **changes)]
    with pytest.raises(WrongExampleError, match=wrong):
        list(UI.rules.examples.play(replace(example, steps=tuple(steps))))


def test_the_rules_can_be_printed_and_name_every_space():
    whole, summary = rules_text(UI.rules, 80, ASCII), summary_text(UI.rules, 80).lower()
    for space in SPACES:
        assert space in whole.lower()
        assert space in summary
