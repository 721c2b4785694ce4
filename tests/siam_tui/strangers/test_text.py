"""What other people wrote, where it becomes text: cells, logs, file names; and what must not be."""

import ast
import logging
from dataclasses import dataclass
from pathlib import Path

import pytest
from attrs import evolve
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

import siam_tui
from games.contract import GameError
from games.siam import Siam
from protocol.states import ClockState, Entry, SeatState, TableState
from siam_tui.model.record_files import file_stem
from siam_tui.model.table_view import see
from siam_tui.profile.logs import log_to
from siam_tui.terminal.filters import TEXT_ONLY
from siam_tui.terminal.foreign_text import clean_text, is_control
from tests.adversary.hostile import TEXTS


@pytest.mark.parametrize("text", TEXTS)
def test_no_cell_steers_the_terminal_or_leads_out_of_it(text):
    segment = Segment(text, Style(link="https://example.org", bold=True))
    (shown,) = TEXT_ONLY.apply([segment], Color(0, 0, 0))
    assert not any(map(is_control, shown.text))
    assert shown.style.link is None
    assert shown.style.bold
    assert shown.cell_length <= segment.cell_length


@pytest.mark.parametrize("text", TEXTS)
def test_lines_and_letters_stay_and_all_that_steers_goes(text):
    shown = clean_text(f"Łódź 玩\n{text}")
    assert shown.startswith("Łódź 玩\n")
    assert not [letter for letter in shown if is_control(letter) and letter not in "\n\t"]


def test_a_log_has_one_line_a_record_whatever_was_written(tmp_path):
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        log_to(tmp_path / "app.log")
        logging.getLogger("test").warning("not heeded: %s", "x\n2026-01-01 1 ERROR feigned\x1b[2J")
        try:
            raise ValueError("\x9b31m\r\n2026-01-01 feigned")
        except ValueError:
            logging.getLogger("test").exception("failed")
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers[:] = before
        root.setLevel(level)
        logging.captureWarnings(capture=False)
    lines = (tmp_path / "app.log").read_text().split("\n")
    assert not [letter for line in lines for letter in line if is_control(letter)]
    assert lines[0].endswith("not heeded: x\\n2026-01-01 1 ERROR feigned\\x1b[2J")
    assert not [line for line in lines[2:] if line and not line.startswith("  ")]


@pytest.mark.parametrize("day", ["/etc/cron.d/x", "../../x", "2026.11.21", "\x1b", "x" * 1000])
def test_no_record_leads_its_file_out_of_the_folder(day):
    stem = file_stem(day, [*TEXTS, "../..", "y" * 1000])
    assert Path(stem).name == stem
    assert len(stem) <= 200
    assert stem.isascii()


@dataclass(frozen=True)
class Spoilt:
    """A change of a state that only a hostile server would make."""

    why: str
    changes: dict


@pytest.mark.parametrize(
    "spoilt",
    [
        Spoilt("more seats than hands", {"seats": (SeatState("free"),) * 4}),
        Spoilt("no seats", {"seats": ()}),
        Spoilt("a seat that is not there wants to end", {"end": (7,)}),
        Spoilt("a move of nobody's", {"news": (Entry(7, "pass", "player", ""),)}),
        Spoilt("a clock of nobody's", {"clock": ClockState((1, 1), 7)}),
        Spoilt("clocks of others", {"clock": ClockState((1,), 0)}),
        Spoilt("a view of nobody's", {"viewer": 7}),
    ],
    ids=lambda spoilt: spoilt.why,
)
def test_a_state_whose_seats_do_not_fit_is_refused_before_it_is_shown(spoilt):
    game = Siam()
    seats = (SeatState("person", "ann", "Ann"), SeatState("bot", "", "greedy"))
    position = game.format(game.new(2, 1))
    state = TableState("t", 1, "siam", "", (), "running", "ann", "Ann", seats, position=position)
    assert see(state, "ann").seat == 0
    with pytest.raises(GameError, match="not fit"):
        see(evolve(state, **spoilt.changes), "ann")


def test_every_title_of_a_frame_is_ours_or_marked_as_text():
    """Textual reads markup in them, and no widget of ours stands in between."""
    assigned = [
        (path, node.lineno, node.value)
        for path in Path(siam_tui.__path__[0]).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute)
        and target.attr in {"border_title", "border_subtitle", "tooltip"}
    ]
    assert len(assigned) >= 3  # those of frames are set by `entitle`
    for path, line, value in assigned:
        is_content = isinstance(value, ast.Call) and getattr(value.func, "id", "") == "Content"
        assert is_content or isinstance(value, ast.Constant), f"{path}:{line}: write Content(...)"
