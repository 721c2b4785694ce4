"""Where a notice of the bar stands: it is read apart from the question."""

from dataclasses import replace

from textual.geometry import Size

from siam_tui.appearance.style import Look
from siam_tui.table.bar.move_bar import bar_lines
from siam_tui.table.bar.options import Bar, Option, ScreenAction


def test_a_notice_stands_above_the_question_or_apart_from_it_in_its_line():
    bar = Bar("", "Which card?", notice="Not that one.")
    lines = [line.plain.strip() for line in bar_lines(bar, Size(80, 4), Look())]
    assert lines[1:] == ["Not that one.", "Which card?"]
    options = tuple(Option(key, "a long name for a card", ScreenAction("leave")) for key in "ABCDE")
    lines = [
        line.plain.strip() for line in bar_lines(replace(bar, options=options), Size(80, 4), Look())
    ]
    assert lines[1] == "Not that one. │ Which card?", "the options need the other lines"
    long = Bar("", "Which card? " * 4, notice="Not that one. " * 4)
    lines = [line.plain.strip() for line in bar_lines(long, Size(80, 4), Look())]
    assert lines[1].startswith("Not that one.")
    assert lines[2].startswith("Which card?")


def test_a_notice_takes_the_place_of_the_question_rather_than_of_the_options():
    options = tuple(
        Option(key, f"Card {key}", ScreenAction("leave", in_footer=False), explanation="moves " * 8)
        for key in "ABC"
    )
    bar = Bar("", "Which card do you play now? " * 2, options, notice="Press a key first. " * 2)
    told = "\n".join(line.plain for line in bar_lines(bar, Size(80, 5), Look()))
    assert "Press a key first." in told
    assert all(f"Card {key}: moves" in told for key in "ABC")
    assert "Which card" not in told
    roomy = "\n".join(line.plain for line in bar_lines(bar, Size(80, 7), Look()))
    assert "Which card" in roomy
    assert "Card C: moves" in roomy
