"""The line that is being typed, on a terminal that knows nothing but backspace and line feed."""

from siam_tui.plain.lines.keyboard import BELL, ERASE, Editor
from siam_tui.plain.lines.line_io import LONGEST


def typed(keys):
    editor = Editor()
    return editor, editor.feed(keys)


def test_what_is_typed_is_echoed_and_kept_until_enter():
    editor, echo = typed("pa")
    assert (editor.text, echo, editor.lines) == ("pa", "pa", [])
    assert editor.feed("ss\r") == "ss\n"
    assert (editor.text, editor.lines) == ("", ["pass"])


def test_backspace_takes_one_character_back_and_stops_at_the_beginning():
    editor, echo = typed("ab\x7f\x08\x7f")
    assert (editor.text, echo) == ("", f"ab{ERASE}{ERASE}")


def test_a_wide_character_is_erased_in_both_its_cells():
    assert typed("京\x7f")[1] == f"京{ERASE}{ERASE}"


def test_ctrl_w_takes_a_word_back_and_ctrl_u_the_line():
    assert typed("board lan na\x17")[0].text == "board lan "
    assert typed("board lan \x17")[0].text == "board "
    assert typed("board lan\x15")[0].text == ""


def test_ctrl_d_ends_the_input_of_an_empty_line_only():
    assert typed("\x04")[0].ended
    assert not typed("pass\x04")[0].ended


def test_up_and_down_recall_earlier_lines():
    editor, _ = typed("board\rqueue\r")
    assert editor.feed("\x1b[A") == "queue"
    assert editor.feed("\x1b[A") == ERASE * 5 + "board"
    assert editor.feed("\x1b[A") == ""
    assert editor.feed("\x1b[B") == ERASE * 5 + "queue"
    assert editor.feed("\x1bOB") == ERASE * 5
    assert editor.lines == ["board", "queue"]


def test_other_keys_write_nothing():
    editor, echo = typed("a\x1b[D\x1b[1;5C\x1b[3~\x1bOP\t\x01\x1bzb")
    assert (editor.text, echo) == ("ab", "ab")


def test_whatever_is_typed_no_escape_sequence_is_echoed():
    editor, echo = typed("".join(map(chr, range(1, 0x250))) * 2)
    assert "\x1b" not in echo
    assert editor.feed("") == ""


def test_a_line_without_end_is_kept_as_far_as_shows_that_it_is_too_long():
    editor, echo = typed("x" * 100_000)
    assert len(editor.text) == LONGEST + 1
    assert echo.endswith(f"x{BELL}")
    assert editor.feed("\x1b[" + "1" * 100_000 + "\x15ok\r")
    assert editor.lines[-1].endswith("ok")
