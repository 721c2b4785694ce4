"""The analysis of a record, as text."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from games.record import Record, format_record
from games.registry import game_of
from games.search import Limits
from games.siam import Siam
from games.siam.bots.search_adapter import ThinkingSiam
from siam_tui.analysis.report import report
from siam_tui.analysis.verdicts import Verdict, verdicts
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.model.replay import Replay
from tests.siam_tui.replay.games import recorded

QUICK = Limits(nodes=2)


def lines(record: Record, limits: Limits = QUICK, *, in_notation: bool = False) -> list[str]:
    replay = Replay.of(record)
    return list(report(replay, verdicts(replay, limits), in_notation=in_notation))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_stands_there_with_the_chances_after_it(players: int):
    record = recorded(players)
    siam, found = Siam(record.start.map), lines(record, in_notation=True)
    moves = [line for line in found if re.match(r" {0,3}\d+  \S+ +(pass|[KT12RLM]:)", line)]
    assert len(moves) == len(record.moves)
    for number, (line, move) in enumerate(zip(moves, record.moves, strict=True), start=1):
        assert line.split()[0] == str(number)
        assert line.split()[2] == siam.format_move(move)
        *words, certainty = line.split("   better")[0].split()
        assert certainty == "sure" or re.fullmatch(r"±?\d+", certainty)
        words += [] if certainty == "sure" or certainty.startswith("±") else [certainty]
        chances = words[-(2 if players == 4 else players) :]
        assert 98 <= sum(map(int, chances)) <= 102  # each rounded
    *_, last = record.replay()
    assert [line.split("  ")[0] for line in found if line.startswith("Struggle")] == [
        f"Struggle {number}: {siam.map.provinces[won].name}"
        for number, won in enumerate(last.queue, start=1)
    ]


@pytest.mark.parametrize("game", shown_games())
def test_moves_are_told_in_words_unless_the_notation_is_asked_for(game: str):
    rules, random = game_of(game), Random(1)
    position = start = rules.new(2, 1)
    moves = []
    while len(moves) < 12:
        forced = rules.forced(position)
        moves.append(rules.random_move(position, random) if forced is None else forced)
        position = rules.play(position, moves[-1])
    names = ("Ann", "Ben", "Dummy")[: rules.count_seats(start)]
    record = Record(rules, start, tuple(moves), "*", seats=names)
    replay = Replay.of(record)
    found = list(verdicts(replay, QUICK))
    in_words, in_notation = (
        "\n".join(report(replay, found, in_notation=which)) for which in (False, True)
    )
    texts = ui_of(game).texts
    told = {rules.format_move(move) for move in moves}
    told |= {each.best for each in found if each.mark}
    for text in told:
        if not text.isalpha():
            assert text in in_notation
            assert f" {text} " not in in_words
    for move in moves:
        assert texts.name_move(rules, move, "shortest", replay.name) in in_words


def test_the_end_is_certain_and_said_so():
    """Once, and once more after each win that was given away."""
    told = [line for line in lines(recorded(2)) if "Certain from here" in line]
    assert told
    winners = [line.rpartition(": ")[2] for line in told]
    assert all(first != second for first, second in pairwise(winners))


def test_a_thrown_away_win_is_marked_and_what_was_better_is_told():
    """Of a position with one move that wins, the game goes on with one that does not."""
    record = thrown_away()
    found = lines(record, Limits(nodes=300))
    line = next(line for line in found if line.startswith("   1  "))
    assert "??" in line
    assert "better" in line
    (turned,) = [line for line in found if "gave the win away" in line]
    assert turned.startswith("   1  Ann  ??  gave the win away. It was certain with ")


def test_the_costliest_moves_stand_first_where_it_turned():
    found = lines(recorded(3))
    start = found.index("Where it turned, the costliest first")
    lost = [int(line.split(" %")[0].split()[-1]) for line in found[start:] if "% lost" in line]
    assert len(lost) > 1
    assert lost == sorted(lost, reverse=True)
    told = [line for line in found if re.search(r"[?!] .*better", line)]
    more = re.findall(r"and (\d+) more", "\n".join(found)) or [0]
    assert len(told) == len(lost) + int(more[0])


def thrown_away() -> Record:
    """Play on from the end of a real game, where a move would have won, by one that loses."""
    thinking = ThinkingSiam()
    for seed in range(40):
        whole = recorded(2, seed)
        siam = Siam(whole.start.map)
        for position in list(whole.replay())[-6:-1]:
            side = thinking.side(position)
            worth = {}
            for move in siam.moves(position):
                values = thinking.certain(siam.play(position, move))
                worth[move] = None if values is None else values[side]
            if None not in worth.values() and {0, 1} <= set(worth.values()):
                lost = next(move for move, value in worth.items() if value == 0)
                return _to_the_end(replace(whole, start=position, moves=(lost,)), siam)
    raise AssertionError("no such game")


def _to_the_end(record: Record, siam: Siam) -> Record:
    *_, position = replace(record, result="*").replay() if record.moves else [record.start]
    moves = list(record.moves)
    while (end := siam.outcome(position)) is None:
        moves.append(next(iter(siam.moves(position))))
        position = siam.play(position, moves[-1])
    return replace(record, moves=tuple(moves), result=end.text)


def test_the_command_line_prints_it(tmp_path):
    file = tmp_path / "evening.siam"
    file.write_text(format_record(recorded(2)))
    told = subprocess.run(
        [sys.executable, "-m", "siam_tui", "analyse", str(file), "--nodes", "1"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.splitlines() == lines(recorded(2), Limits(nodes=1))


def test_programs_are_given_the_same_a_line_a_move():
    replay = Replay.of(recorded(2))
    found = list(verdicts(replay, QUICK))
    told = subprocess.run(
        [sys.executable, "-m", "siam_tui", "analyse", "-", "--json", "--nodes", "2"],
        input=format_record(replay.record), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert [Verdict.of_line(line) for line in told.stdout.splitlines()] == found


@pytest.mark.parametrize(
    "line", ["", "[]", "{}", '{"ply": 1, "before": [], "after": [], "mark": ""}']
)
def test_what_is_no_verdict_is_refused(line: str):
    with pytest.raises(ValueError, match=r"verdict|Expecting"):
        Verdict.of_line(line)


def test_a_file_that_is_no_record_is_refused_with_the_reason(tmp_path):
    file = tmp_path / "evening.siam"
    file.write_text("[Game]")
    told = subprocess.run(
        [sys.executable, "-m", "siam_tui", "analyse", str(file)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert told.stderr.startswith(f"siam: {file} cannot be replayed: ")
