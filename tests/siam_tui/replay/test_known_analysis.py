"""An analysis by what each player knew when they moved; nothing that was hidden then counts."""

from __future__ import annotations

from random import Random

import pytest

from games.amber import Amber
from games.record import Record
from games.registry import spec_of
from games.search import Limits
from siam_tui.analysis import analysis_worker
from siam_tui.analysis.report import report
from siam_tui.analysis.verdict_text import verdict_lines
from siam_tui.analysis.verdicts import verdicts
from siam_tui.model.replay import Replay
from tests.siam_tui.app.stage import until
from tests.siam_tui.replay.test_graph import said
from tests.siam_tui.replay.test_screen import Cinema

NODES = Limits(nodes=4)


def start_of_game(players, change=None):
    """Return the first moves of a game, from a start that may be changed where nobody saw it."""
    game, random = Amber(), Random(1)
    start = position = game.new(players, 5)
    moves = []
    for _ in range(16):
        view = position if position.turn == position.dummy else game.view(position, position.turn)
        move = game.forced(position) or spec_of("amber").greedy(game, view, random)
        moves.append(move)
        position = game.play(position, move)
    shown = len(start.deck) - len(position.deck)
    if change is not None:
        start = start._replace(deck=(*start.deck[:shown], *change(start.deck[shown:])))
    return Replay.of(Record(game, start, tuple(moves)))


@pytest.mark.parametrize("players", [1, 2])
def test_what_nobody_had_seen_changes_no_verdict(players):
    replays = start_of_game(players), start_of_game(players, lambda deck: deck[::-1])
    assert replays[0].record.start != replays[1].record.start
    found = [list(verdicts(each, NODES, as_known=True)) for each in replays]
    assert [each.to_line() for each in found[0]] == [each.to_line() for each in found[1]]
    rated = [each.ply for each in found[0]]
    assert rated == [ply for ply in range(16) if replays[0].mover(ply) < players]
    assert all(0 <= value <= 1 for each in found[0] for value in (*each.before, *each.after))


def test_with_all_cards_open_every_move_is_rated_and_the_heading_says_which():
    replay = start_of_game(1)
    found = list(verdicts(replay, NODES))
    assert [each.ply for each in found] == list(range(16))
    told = list(report(replay, verdicts(replay, NODES, as_known=True), as_known=True))
    assert "judged by what the player to move knew" in told[1]
    assert "by what" not in next(line for line in report(replay, found) if "Chances" in line)
    assert any(line.lstrip().startswith("2  ") for line in told)


def test_the_graph_says_by_what_is_judged_and_leaves_out_what_is_not_rated():
    replay = start_of_game(1)
    found = list(verdicts(replay, NODES, as_known=True))
    unrated = next(ply for ply in range(16) if replay.mover(ply) == 1)
    (line,) = verdict_lines(replay, found, unrated + 1, as_known=True)
    assert line == "Judged as known then (K: with nothing hidden)."
    *_, line = verdict_lines(replay, list(verdicts(replay, NODES)), 1)
    assert line.startswith("Judged with nothing hidden (K: as known then). Chances are ± ")


async def test_k_in_a_replay_judges_by_what_each_player_knew_and_back(monkeypatch):
    monkeypatch.setattr(analysis_worker, "TOTAL", 0.1)
    replay = start_of_game(2)
    async with Cinema(replay).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        for shown in ("Judged as known then", "Judged with nothing hidden"):
            await pilot.press("k")
            await until(pilot, lambda shown=shown: shown in said(pilot.app))
            await until(pilot, lambda: "Thinking" not in said(pilot.app))
