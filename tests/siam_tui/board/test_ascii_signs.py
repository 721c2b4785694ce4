"""The signs of the board in ASCII: those that mean different things can be told apart."""

from siam_tui.appearance.glyphs import ASCII
from siam_tui.terminal.filters import ascii_text


def test_who_would_take_a_province_has_a_sign_of_its_own():
    others = (ASCII.flag, ASCII.king, ASCII.home, ASCII.hidden, ASCII.turn, ASCII.card, ASCII.dash)
    assert ASCII.taker not in (*others, "?")


def test_an_ellipsis_is_seen_as_one():
    assert ascii_text("Connecting …") == "Connecting ..."
