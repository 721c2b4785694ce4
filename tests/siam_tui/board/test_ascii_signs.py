"""The signs of the board in ASCII: those that mean different things can be told apart."""

import pytest

from siam_tui.appearance.glyphs import ASCII, glyphs_for
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.rules.rules_text import app_chapters
from siam_tui.terminal.standard_streams import terminal_encoding


def test_who_would_take_a_province_has_a_sign_of_its_own():
    others = (ASCII.flag, ASCII.king, ASCII.home, ASCII.hidden, ASCII.turn, ASCII.card, ASCII.dash)
    assert ASCII.taker not in (*others, "?")


def test_the_linux_console_gets_signs_that_its_fonts_have(monkeypatch):
    monkeypatch.setenv("TERM", "linux")
    assert glyphs_for(terminal_encoding()) is ASCII


@pytest.mark.parametrize("game", shown_games())
def test_three_dots_in_the_help_are_three_characters_as_ascii_keeps_one_for_each(game):
    chapters = (*app_chapters(ui_of(game)), *ui_of(game).rules.chapters())
    texts = [part for each in chapters for part in each.parts if isinstance(part, str)]
    assert len(texts) > len(chapters) / 2
    assert not any("…" in text for text in texts)
