"""The puzzles that are shipped: each has one turn that wins, and no other."""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from itertools import pairwise
from random import Random

import pytest

from games.search.proving import Prover, SolvingProver
from games.search.solver import Solver
from games.siam.bots import greedy
from games.siam.bots.endgame import cards_left
from games.siam.bots.evaluation import side_of
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.listing import count
from games.siam.scoring import TEAM_GAME_SEATS
from games.siam.solver.ending import endgame_of
from siam_tui.games.siam.puzzles.puzzle_set import level_of
from siam_tui.games.siam.ui import UI
from siam_tui.practice.course import (
    DAILY,
    PuzzleCourse,
    PuzzleProgress,
    count_solved,
    course_kinds,
    find_kind,
    puzzle_of_day,
)
from siam_tui.practice.puzzle_table import prove
from siam_tui.profile.user_error import UserError
from tests.games import oracle
from tests.siam_tui.practice.some import SOME

SAMPLE = 40
"""So many puzzles are proven anew without ``--long``: always the same."""
BY_THE_ORACLE = 2
PLAINLY = 3
"""With so few cards left, plain search proves it too, without the solver."""
MANY = 500
THINKING = ThinkingSiam()
SET = UI.puzzles
PUZZLES = SET.puzzles()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    long = metafunc.config.getoption("--long")
    if "puzzle" in metafunc.fixturenames:
        chosen = PUZZLES if long else Random(13).sample(PUZZLES, min(SAMPLE, len(PUZZLES)))
        chosen = [*SOME, *chosen]
        metafunc.parametrize("puzzle", chosen, ids=[f"{each.number}-{each.id}" for each in chosen])
    if "easy" in metafunc.fixturenames:
        found = [each for each in PUZZLES if cards_left(each.position) == 2]
        found.sort(key=lambda each: count(each.position))
        chosen = found if long else found[:BY_THE_ORACLE]
        metafunc.parametrize("easy", chosen, ids=[each.id for each in chosen])


def test_exactly_one_turn_wins_whatever_the_others_do(puzzle):
    """Every legal turn is tried, as the notation counts them, and every reply to each."""
    position = puzzle.position
    side = THINKING.side(position)
    prover = SolvingProver(THINKING, side, 2_000_000, root=position)
    looked_at = [move for move, _ in prover.followed(position)]
    assert sorted(map(repr, looked_at)) == sorted(map(repr, puzzle.game.moves(position)))
    assert list(prover.winning(position)) == [puzzle.winning_move]
    if cards_left(position) <= PLAINLY:
        assert list(Prover(THINKING, side, 1_000_000).winning(position)) == [puzzle.winning_move]


@cache
def wins(text: str, board: str, side: frozenset[int]) -> bool:
    """Return the same by other rules: those of the oracle, without any search to speak of."""
    result = oracle.result(text, board)
    if result is not None:
        winners = {int(seat) for seat in result.rpartition(" ")[2].split(",")}
        return winners <= side
    after = (wins(each, board, side) for each in oracle.play_all(text, board).values())
    return any(after) if int(text.split(" ")[3]) in side else all(after)


def test_a_second_reading_of_the_rules_agrees(easy):
    turn, seats = easy.position.turn, len(easy.position.seats)
    partner = {(turn + 2) % seats} if seats == TEAM_GAME_SEATS else set()
    side = frozenset({turn} | partner)
    replies = oracle.play_all(easy.text, easy.game.map.name)
    winning = [move for move, after in replies.items() if wins(after, easy.game.map.name, side)]
    assert winning == [easy.solution]


def test_they_are_many_and_of_all_kinds():
    found = Counter((len(each.position.seats), each.level) for each in PUZZLES)
    assert sum(found.values()) >= MANY
    assert {players for players, _ in found} == {2, 3, 4}
    assert {level for _, level in found} == set(SET.levels)
    assert min(found.values()) >= MANY / 10
    assert {each.game.map.name for each in PUZZLES} == {"siam", "albion"}


def test_each_is_there_once_with_hands_open_and_something_to_look_for():
    ids = Counter(each.id for each in PUZZLES)
    assert set(ids.values()) == {1}
    for each in PUZZLES:
        assert each.game.format(each.position) == each.text
        assert all(seat.hand is not None for seat in each.position.seats)
        assert count(each.position) >= 8
        assert cards_left(each.position) >= 2
        assert each.players == len(each.position.seats)
        each.game.check(each.position, each.winning_move)
        assert each.game.format_move(each.winning_move) == each.solution


def test_greedy_solves_none():
    for each in PUZZLES:
        assert each.winning_move not in greedy.best_moves(each.game, each.position)


def test_how_hard_one_is_depends_on_the_steps_of_its_proof():
    """The solver in Python says so, of some: it takes the same steps on every computer."""
    with (files("siam_tui.games.siam.puzzles") / "puzzles.toml").open("rb") as file:
        entries = tomllib.load(file)["puzzle"]
    assert [each["level"] for each in entries] == [level_of(each["steps"]) for each in entries]
    for number in Random(13).sample(range(len(PUZZLES)), 12):
        position = PUZZLES[number].position
        endgame = endgame_of(position, side_of(len(position.seats), position.turn))
        assert Solver(endgame).solve(endgame.start(position), 1_000_000) == 1
        assert endgame.effort.spent == entries[number]["steps"]


def test_few_are_solved_by_a_pass_and_none_by_one_that_is_plain_to_see():
    passes = [each for each in PUZZLES if each.winning_move.card is None]
    assert len(passes) < len(PUZZLES) / 4
    for each in passes:
        outcome = each.game.outcome(each.game.if_all_pass(each.position))
        assert each.position.turn not in outcome.winners


def test_the_file_says_how_it_was_made():
    text = (files("siam_tui.games.siam.puzzles") / "puzzles.toml").read_text("utf-8")
    assert "`python scripts/puzzles.py " in text.partition("[[puzzle]]")[0]


class TestProof:
    @pytest.mark.parametrize("known", SOME, ids=[each.id for each in SOME])
    def test_the_right_turn_wins_to_the_end_of_its_line(self, known):
        proof = prove(known, known.winning_move)
        assert proof.wins
        assert proof.line[0] == known.solution
        assert self.won(known, proof)

    @pytest.mark.parametrize("known", SOME, ids=[each.id for each in SOME])
    def test_a_wrong_one_does_not(self, known):
        for move in list(known.game.moves(known.position))[:6]:
            if move != known.winning_move:
                proof = prove(known, move)
                assert not proof.wins
                assert not self.won(known, proof)

    @staticmethod
    def won(known, proof):
        """Return whether the side to move alone wins at the end of a line, which is the end."""
        position = known.position
        for text in proof.line:
            move = known.game.parse_move(text)
            known.game.check(position, move)
            position = known.game.play(position, move)
        assert position.over
        turn, seats = known.position.turn, len(known.position.seats)
        side = {turn, (turn + 2) % seats} if seats == TEAM_GAME_SEATS else {turn}
        return set(known.game.outcome(position).winners) <= side


class TestTheDay:
    def test_it_is_the_same_for_everybody_and_another_the_next_day(self):
        day = date(2026, 11, 21)
        assert puzzle_of_day(SET, day) == puzzle_of_day(SET, date(2026, 11, 21))
        days = [puzzle_of_day(SET, day + timedelta(days=n)) for n in range(len(PUZZLES))]
        assert all(one != other for one, other in pairwise(days))
        assert len(set(days)) > 100

    def test_it_suits_beginners(self):
        day = date(2026, 11, 21)
        for n in range(len(PUZZLES)):
            puzzle = puzzle_of_day(SET, day + timedelta(days=n))
            assert puzzle.game.map.name == "siam"
            assert puzzle.players < 4, "four play in teams"
            assert puzzle.level != "hard"

    def test_more_come_after_it_that_are_not_solved(self, tmp_path):
        progress = PuzzleProgress(tmp_path / "practice", lambda: date(2026, 11, 21))
        course = PuzzleCourse(SET, DAILY, progress)
        assert course.puzzle == puzzle_of_day(SET, date(2026, 11, 21))
        assert course.title.endswith(": 21 November 2026")
        seen = set()
        for _ in PUZZLES:
            seen.add(course.puzzle)
            course.mark_solved(hinted=False)
            course.go_on()
        assert seen == set(PUZZLES)
        assert progress.streak() == 1

    @pytest.mark.parametrize("text", ["easy", "hard 3", "4", "2 medium"])
    def test_a_kind_has_only_its_own(self, tmp_path, text):
        kind = find_kind(SET, text)
        course = PuzzleCourse(SET, kind, PuzzleProgress(tmp_path / "practice"))
        seen, many = set(), count_solved(SET, kind, PuzzleProgress(tmp_path / "practice"))[2]
        for _ in range(many):
            assert course.puzzle.level in text or text == "4"
            assert str(course.puzzle.players) in text or text == "easy"
            seen.add(course.puzzle)
            course.mark_solved(hinted=False)
            course.go_on()
        assert len(seen) == many, "each comes once"

    @pytest.mark.parametrize("text", ["chess", "easy hard", "7", "daily 2", "2 3", "easy easy"])
    def test_what_is_no_kind_is_refused(self, text):
        with pytest.raises(UserError, match=r"no such puzzles\. Type daily, easy, medium or hard"):
            find_kind(SET, text)

    def test_every_puzzle_is_of_one_kind_of_the_list(self):
        daily, *kinds = course_kinds(SET)
        assert len(kinds) == 9
        for each in PUZZLES:
            assert daily.includes(each)
            assert sum(kind.includes(each) for kind in kinds) == 1


class TestProgress:
    def at(self, folder, day):
        return PuzzleProgress(folder / "practice", lambda: day)

    def test_days_in_a_row_are_counted(self, tmp_path):
        first = date(2026, 11, 29)
        for n in range(3):
            day = first + timedelta(days=n)
            self.at(tmp_path, day).add(f"puzzle{n}", day)
        assert self.at(tmp_path, first + timedelta(days=2)).streak() == 3
        assert self.at(tmp_path, first + timedelta(days=3)).streak() == 3, "the day has only begun"
        assert self.at(tmp_path, first + timedelta(days=4)).streak() == 0
        assert not self.at(tmp_path, first + timedelta(days=3)).solved_today()

    def test_with_hints_it_is_told_apart_and_comes_again_when_all_others_are_solved(self, tmp_path):
        progress = self.at(tmp_path, date(2026, 11, 21))
        kind = find_kind(SET, "easy 2")
        first, *others = [each for each in PUZZLES if kind.includes(each)]
        progress.add(first.id, date(2026, 11, 21), hinted=True)
        assert progress.streak() == 1
        assert PuzzleCourse(SET, kind, progress).puzzle == others[0]
        for each in others:
            progress.add(each.id)
        assert PuzzleCourse(SET, kind, progress).puzzle == first
        assert count_solved(SET, kind, progress) == (len(others), 1, len(others) + 1)
        progress.add(first.id)
        assert progress.solved_with_hints() == frozenset()

    def test_is_kept_by_profile(self, tmp_path):
        PuzzleProgress(tmp_path / "ann").add("abc")
        PuzzleProgress(tmp_path / "ann").add("abd", date(2026, 11, 21))
        assert PuzzleProgress(tmp_path / "ann").solved() == {"abc", "abd"}
        assert PuzzleProgress(tmp_path / "ben").solved() == frozenset()
