"""Hints and analysis of Nim: cards are hidden, and the table may play a seat."""

from __future__ import annotations

import json
import re
from contextlib import aclosing

import pytest

from games.search import Limits
from siam_tui.analysis.report import report
from siam_tui.analysis.verdicts import verdicts
from siam_tui.coach.__main__ import advise
from siam_tui.coach.advice import Advice
from siam_tui.model.background import lines_of
from siam_tui.model.replay import Replay
from tests.second_game.games.nim.rules import MISERE, Nim
from tests.siam_tui.second_game.records import played

BLAMED = re.compile("% lost|gave the win away")


@pytest.mark.parametrize("seed", range(5))
def test_the_coach_compares_two_legal_moves_of_a_seat_that_knows_its_own_card(seed):
    nim = Nim()
    position = nim.new(2, seed)
    view = nim.view(position, nim.turn(position))
    *_, last = advise(nim, view, 0.01)
    assert last.complete
    assert 0 <= last.before <= 1
    for text in filter(None, (last.move, last.other)):
        nim.check(view, nim.parse_move(text))
    assert last.other != last.move


async def test_the_coach_is_told_the_game_and_its_options():
    nim = Nim(misere=True)
    position = nim.format(nim.new(2, 7))
    order = {"game": "nim", "map": "", "options": [MISERE], "position": position, "seconds": 0.01}
    async with aclosing(lines_of("siam_tui.coach", (), json.dumps(order), "no answer")) as lines:
        *_, last = [Advice.of_line(line) async for line in lines]
    assert last.complete


@pytest.mark.parametrize("players", [1, 2, 3])
def test_every_move_of_a_record_is_rated_and_told_under_its_chapter(players):
    replay = Replay.of(played(players))
    found = list(verdicts(replay, Limits(nodes=20)))
    assert [each.ply for each in found] == list(range(replay.last))
    assert all(len(each.after) == len(replay.sides) for each in found)
    told = list(report(replay, found))
    assert told[0].startswith("Nim with a Secret Card: ")
    assert any(line.startswith("Part 1") for line in told)
    moves = [line for line in told if line[:4].strip().isdecimal() and not BLAMED.search(line)]
    assert len(moves) == replay.last
