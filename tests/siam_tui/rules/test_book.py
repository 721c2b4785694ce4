"""The rules in the app: every example is played by the real rules, and the text can be printed."""

from dataclasses import replace

import pytest

from games.contract import IllegalMoveError
from siam_tui.games.siam.ui import UI
from siam_tui.games.worked_example import WorkedExample, WrongExampleError
from siam_tui.rules.rules_text import rules_text

GUIDE = UI.rules
EXAMPLES = [
    pytest.param(part, id=f"{chapter.id}: {part.title}")
    for chapter in GUIDE.chapters()
    for part in chapter.parts
    if isinstance(part, WorkedExample)
]


class TestAWrongExample:
    """An example cannot say what the rules do not."""

    def played(self, title, number, **changes):
        (example,) = (param.values[0] for param in EXAMPLES if param.values[0].title == title)
        steps = [*example.steps[:number], replace(example.steps[number], **changes)]
        return list(UI.rules.examples.play(replace(example, steps=tuple(steps))))

    def test_with_an_illegal_move(self):
        with pytest.raises(IllegalMoveError):
            self.played("Across the land", 1, move="1:L@SUK~R@NAKxM@KED", refused="")

    def test_with_a_refusal_of_what_is_legal(self):
        with pytest.raises(WrongExampleError, match="is legal"):
            self.played("Across the land", 0, refused="1:R@SUK~L@NAKxM@KED", move="")

    def test_with_another_winner_of_a_struggle(self):
        with pytest.raises(WrongExampleError, match="SUK is not controlled by R"):
            self.played("A tie, and an empty province", 1, claims={"controls": {"SUK": "R"}})

    def test_with_another_end(self):
        with pytest.raises(WrongExampleError, match="'colony seats 0', not ''"):
            self.played("The fourth province", 1, result="")


def test_every_kind_of_card_has_an_example_and_both_ways_to_win_are_shown():
    steps = [step for param in EXAMPLES for step in param.values[0].steps]
    played = {step.move[0] for step in steps if step.move not in {"", "pass"}}
    assert played == {"K", "T", "1", "2", "R"}  # L and M do as R does
    results = {step.result.split()[0] for step in steps if step.result}
    assert results == {"faction", "colony"}


def test_told_in_words_it_draws_nothing():
    text = rules_text(GUIDE, 80, None, ["exchange"])
    assert "1 Sukothai: 2 Rama, 2 Lao" in text
    assert "Ben is to move. Supply: " in text
    assert not any(0x2500 <= ord(sign) < 0x2600 for sign in text)


def test_chapters_are_found_by_words_of_their_titles():
    assert rules_text(GUIDE, 80, None, ["COLONY"]).startswith("Who wins: a colony")
    assert not rules_text(GUIDE, 80, None, ["castling"])
