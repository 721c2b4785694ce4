"""The graph of the chances to win, and the analysis that feeds it beside the screen."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual.geometry import Size

from siam_tui.analysis import analysis_worker as beside
from siam_tui.analysis.graph import graph
from siam_tui.analysis.report import report
from siam_tui.analysis.verdict_text import verdict_lines
from siam_tui.analysis.verdicts import Verdict
from siam_tui.appearance.glyphs import ASCII, UNICODE
from siam_tui.model.replay import Replay
from siam_tui.profile.user_error import UserError
from siam_tui.replay import screen
from tests.siam_tui.app.stage import until
from tests.siam_tui.replay.games import recorded
from tests.siam_tui.replay.test_screen import Cinema
from tests.siam_tui.table.hands import bar_of, text


@pytest.fixture(scope="module")
def replay():
    return Replay.of(recorded(2))


def verdicts_of(replay: Replay, chances: list[float]) -> list[Verdict]:
    """Return verdicts by which the first side's chances go so, from an even start."""
    at = [0.5, *chances]
    pass_text = "pass"
    return [
        Verdict(
            ply,
            replay.positions[ply].turn,
            (at[ply], 1 - at[ply]),
            (at[ply + 1], 1 - at[ply + 1]),
            pass_text,
            at[ply] - at[ply + 1] if at[ply] - at[ply + 1] >= 0.15 else 0.0,  # blunders only
            solved=at[ply + 1] in (0, 1),
        )
        for ply in range(len(chances))
    ]


def drawn(replay: Replay, chances: list[float], ply: int, height: int = 3, glyphs=UNICODE):
    found = verdicts_of(replay, chances)
    return [line.plain for line in graph(replay, found, ply, (Size(60, height), glyphs))]


def said(app) -> str:
    """Return what the bar says below the line of the game."""
    return "\n".join(bar_of(app).lines)


def told(replay: Replay, chances: list[float], ply: int) -> str:
    return "\n".join(verdict_lines(replay, verdicts_of(replay, chances), ply))


def test_each_side_has_a_bar_as_high_as_its_chance(replay):
    chances = [0.0, 1.0] * (replay.last // 2) + [1.0] * (replay.last % 2)
    first, second, *_ = drawn(replay, chances, 0)
    assert set(first[10:54]) == {"▄", "▁", "█"}
    opposite = {"▄": "▄", "▁": "█", "█": "▁"}
    assert second[10:54] == "".join(opposite[cell] for cell in first[10:54])


def test_more_room_makes_higher_bars(replay):
    assert len(drawn(replay, [0.5], 0, height=20)) > len(drawn(replay, [0.5], 0, height=3))


def test_it_is_drawn_in_ascii_too(replay):
    assert "".join(drawn(replay, [0.3, 0.8], 1, glyphs=ASCII)).isascii()


def test_what_is_not_yet_thought_about_is_left_out(replay):
    lines = drawn(replay, [0.5, 0.5], 0)
    assert told(replay, [0.5, 0.5], 0).endswith(f"Thinking: 2 of {replay.last} moves.")
    assert lines[0].rstrip().endswith("50 %")
    assert "  " in lines[0][20:50]


def test_a_marked_move_is_told_with_what_was_better(replay):
    assert "?? gives away 40 %. Better: pass." in told(replay, [0.1], 1)
    assert "gives away" not in told(replay, [0.1], 0)


def test_a_certain_end_is_told(replay):
    assert f"Certain: {replay.name(0)} wins, whatever the others do." in told(replay, [1.0], 1)


def test_a_certain_end_stands_in_words_behind_the_graph(replay):
    first, second, *_ = drawn(replay, [1.0], 1)
    assert first.endswith(" won")
    assert second.endswith(" lost")


def test_what_is_not_certain_is_never_told_as_100_per_cent(replay):
    first, second, *_ = drawn(replay, [0.999], 1)
    assert first.endswith(" 99 %")
    assert second.endswith(" 1 %")
    lines = list(report(replay, verdicts_of(replay, [0.999, 1.0])))
    first, second = (line.split() for line in lines if re.match(r" {3}[12]  ", line))
    assert first[-2:] == ["99", "1"]
    assert second[-3:] == ["100", "0", "sure"]


def test_a_proven_error_is_said_to_be_one(replay):
    (verdict,) = verdicts_of(replay, [0.0])
    proven = replace(verdict, side=0, before=(1.0, 0.0), loss=1.0, proven=True)
    first, second, *_ = verdict_lines(replay, [proven], 1)
    assert first == "?? gave the win away. Better: pass."
    assert second == f"Certain: {replay.name(1)} wins, whatever the others do."


def test_chances_are_told_with_how_far_they_may_be_wrong(replay):
    found = [replace(each, width=0.07) for each in verdicts_of(replay, [0.1] * replay.last)]
    assert verdict_lines(replay, found, 1)[-1].endswith("Chances are ± 7 %.")


CHILDREN = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")


def children() -> set[str]:
    """Return the processes this one has started."""
    return set(CHILDREN.read_text().split())


def think(monkeypatch, seconds: float) -> None:
    """Let the analysis on the screen think so long about a position."""
    monkeypatch.setattr(screen, "analysed", partial(beside.analysed, seconds=seconds))


class TestBesideTheScreen:
    async def test_a_analyses_and_shows_the_log_again(self, replay, monkeypatch):
        think(monkeypatch, 0.005)
        async with Cinema(replay).run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            await pilot.press("a")
            await until(pilot, lambda: text(pilot.app, "#entries").count("%") == 2)
            await until(pilot, lambda: "Thinking" not in said(pilot.app))
            await pilot.press("a")
            assert "%" not in text(pilot.app, "#entries")

    @pytest.mark.skipif(not CHILDREN.exists(), reason="only Linux tells the children of a process")
    async def test_it_says_that_it_thinks_and_leaving_ends_that(self, replay, monkeypatch):
        think(monkeypatch, 60)
        before = children()
        async with Cinema(replay).run_test() as pilot:
            await pilot.pause()
            await pilot.press("a")
            await until(pilot, lambda: "Thinking: 0 of" in said(pilot.app))
            await until(pilot, lambda: children() - before)
            assert "Thinking" in said(pilot.app)
            await pilot.press("q")
            await until(pilot, lambda: not children() - before)

    async def test_an_analysis_that_breaks_off_says_so(self, replay):
        with pytest.raises(UserError, match="broke off"):
            async for _ in beside.analysed(replay.record, -1):
                pass


def test_a_long_name_stands_whole_beside_its_graph(replay):
    names = ("Wise Malee of Lan Na", "Ann")
    named = replace(replay, record=replace(replay.record, seats=names))
    _, second, third, *_ = drawn(named, [0.6], 1, height=7)
    assert second.startswith("Wise Malee of ")
    assert third.startswith("Lan Na ")
    lowest = drawn(named, [0.6], 1, height=2)
    assert len(lowest) == 2, "the line of the game has no room"
    assert lowest[0].startswith("Wise Malee")
    assert lowest[1].startswith("Ann ")
