"""A record that knows which moves a stand-in made names it for them, and blames no player."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest

from games.record import parse_record
from games.search import Limits
from protocol.commands import LeaveTable
from siam_tui.analysis.end_card import end_card
from siam_tui.analysis.report import report
from siam_tui.analysis.verdicts import verdicts
from siam_tui.appearance.style import Look
from siam_tui.browser.page_data import record_data
from siam_tui.model.replay import OPEN, Replay
from siam_tui.replay.bar import replay_bar
from siam_tui.table.log_lines import log_lines
from tests.server.conftest import BEN, Hall
from tests.server.draws import drawn, play_on, record


@pytest.fixture(scope="module")
def left():
    """Return the record of a game of three that Ben left after six moves."""
    hall = Hall(patience=3)
    drawn(hall, 3)
    play_on(hall, Random(3), 6)
    hall.ask(BEN, LeaveTable("t1"))
    return parse_record(record(play_on(hall, Random(3))))


def by_stand_in(replay):
    found = [ply for ply, by in enumerate(replay.deciders) if by == "stand_in"]
    assert found
    assert all(ply >= 6 and replay.name(replay.mover(ply)) == "Ben" for ply in found)
    return found


def test_the_log_and_the_bar_of_a_replay_name_the_stand_in(left):
    replay = Replay.of(left)
    ply = by_stand_in(replay)[0]
    moment = replay.at(ply + 1)
    assert moment.log.entries[ply].by == "stand_in"
    told = [line.plain for line in log_lines(moment.log, moment.view, 60, Look())]
    assert any(line.startswith("Ben (stand-in) ") for line in told)
    bar = replay_bar(replay, moment, OPEN, None, (40, Look().glyphs))
    assert ": Ben (stand-in) " in bar.title
    assert any(entry.by == "table" for entry in replay.at(replay.last).log.entries)


def test_the_page_is_told_who_decided_each_move(left):
    replay = Replay.of(left)
    told = record_data(left)["moves"]
    away = [ply for ply, move in enumerate(told) if move.startswith("For Ben, who is away: ")]
    assert away == by_stand_in(replay)


def test_the_analysis_rates_the_stand_in_in_a_row_of_its_own(left):
    replay = Replay.of(left)
    found = list(verdicts(replay, Limits(nodes=2)))
    told = list(report(replay, found))
    rows = told[told.index("Given away by a move, on average") + 1 :]
    assert [re.split(r"\s{2,}", row.strip())[0] for row in rows] == [
        "Ann", "Ben", "Ben (stand-in)", "Cat",
    ]  # fmt: skip
    ply = by_stand_in(replay)[0]
    assert any(line.startswith(f"{ply + 1:>4}  Ben (stand-in)  ") for line in told)
    assert json.loads(found[ply].to_line(replay.deciders[ply]))["by"] == "stand_in"


def test_the_card_of_the_game_names_it_at_the_turning_point(left):
    replay = Replay.of(left)
    ply = by_stand_in(replay)[0]
    verdict = next(each for each in verdicts(replay, Limits(nodes=2)) if each.ply == ply)
    whole = [replace(verdict, ply=n, loss=0.5 if n == ply else 0.0) for n in range(replay.last)]
    assert f"move {ply + 1}: Ben (stand-in) " in end_card(replay, whole).turning_point


@pytest.mark.parametrize("proof", [None, "bm8gcHJvb2Y="])
def test_a_record_without_a_proof_that_can_be_read_names_the_players(left, proof):
    replay = Replay.of(replace(left, proof=proof))
    assert {*replay.deciders} == {"player", "table"}
