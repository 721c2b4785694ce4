"""The worked examples of every game: the real rules play them, and their text fits."""

from __future__ import annotations

import pytest

from siam_tui.appearance.glyphs import ASCII, UNICODE
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.games.worked_example import WorkedExample
from siam_tui.rules.rules_text import rules_text, summary_text

EXAMPLES = [
    pytest.param(ui_of(game).rules, part, id=f"{game}: {part.title}")
    for game in shown_games()
    for chapter in ui_of(game).rules.chapters()
    for part in chapter.parts
    if isinstance(part, WorkedExample)
]
every_game = pytest.mark.parametrize("game", shown_games())


@pytest.mark.parametrize(("guide", "example"), EXAMPLES)
def test_the_rules_do_what_an_example_says(guide, example):
    found = list(guide.examples.play(example))
    assert len(found) == 1 + len(example.steps)
    for frame, step in zip(found[1:], example.steps, strict=True):
        assert bool(step.move) != bool(step.refused)
        assert ("Refused: " in frame.told) == bool(step.refused)


@every_game
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII, None], ids=["unicode", "ascii", "words"])
@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_text_fits_its_width_and_has_every_chapter(game, width, glyphs):
    guide = ui_of(game).rules
    text = rules_text(guide, width, glyphs)
    assert [line for line in text.splitlines() if len(line) > width] == []
    for chapter in guide.chapters():
        assert f"{chapter.title}\n===" in text
    assert "**" not in text
    if glyphs is ASCII:
        assert all(ord(sign) < 0x2500 for sign in text)
    if glyphs is None:
        assert not any(0x2500 <= ord(sign) < 0x2600 for sign in text)


@every_game
def test_all_rules_in_short_are_one_chapter(game):
    text = summary_text(ui_of(game).rules, 80)
    assert text.rstrip() in rules_text(ui_of(game).rules, 80, None)
    assert text.count("\n") < 60
