"""The solver of King of Siam, held against the rules and against plain enumeration."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from client.bots.levels import LEVELS, SearchLevel
from games.search import Limits, think
from games.search.proofs import Proofs
from games.search.solver import UNKNOWN, Solver
from games.siam import PASS, Position, Siam, load_map
from games.siam.bots.endgame import cards_left, certain
from games.siam.bots.evaluation import side_of, sides
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.play import play
from games.siam.solver.ending import SiamEndgame, endgame_of, state_of
from games.siam.solver.state import State

SIAM = Siam()
THINKING = ThinkingSiam()
FIELDS = (
    *("low", "high", "queue", "free", "marked", "ending", "resolved", "british"),
    *("hands", "left", "taken", "supply", "turn", "passes", "order"),
)
ENOUGH = 1_000_000


def late_positions(players: int, seed: int, cards: int) -> list[Position]:
    """Return the positions of a random game with so many cards left or fewer, and a hand."""
    random, position, found = Random(seed), SIAM.new(players, seed), []
    while not position.over:
        if cards_left(position) <= cards and position.hand and len(position.recency) == players:
            found.append(position)
        position = SIAM.play(position, SIAM.random_move(position, random))
    return found


def endgame(position: Position, goal: int) -> SiamEndgame:
    found = endgame_of(position, goal)
    assert found is not None
    found.effort.allow(ENOUGH)
    return found


def start(found: SiamEndgame, position: Position) -> State:
    return state_of(found.layout, position)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_moves_lead_where_the_rules_say(players: int):
    """Every position after a move is the one that the rules lead to, in all its numbers."""
    random = Random(1)
    for position in late_positions(players, players, 10)[::3]:
        if cards_left(position) < 2:
            continue
        found = endgame(position, 0)
        state = start(found, position)
        codes = found.expand(state).moves
        for code in random.sample(codes, min(12, len(codes))):
            move = found.move(code)
            after = start(found, SIAM.play(position, move))  # refuses what is not legal
            played = found.play(state, code)
            assert {name: getattr(played, name) for name in FIELDS} == {
                name: getattr(after, name) for name in FIELDS
            }, (str(position), SIAM.format_move(move))
            assert found.key(played) == found.key(after)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_leaves_out_no_move_but_those_to_equal_positions(players: int):
    checked = 0
    for seed in range(20):
        for position in late_positions(players, seed, 8)[:4:2]:
            if cards_left(position) < 2 or SIAM.count(position) > 800:
                continue
            found = endgame(position, 0)
            listed = found.expand(start(found, position)).moves
            keys = [found.key(found.play(start(found, position), code)) for code in listed]
            legal = {found.key(start(found, play(position, move))) for move in SIAM.moves(position)}
            assert set(keys) == legal
            checked += 1
    assert checked >= 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_one_card_left_it_knows_what_is_certain(players: int):
    checked = 0
    for seed in range(30):
        for position in late_positions(players, seed, 1):
            values = certain(position)
            assert values is not None
            for goal in range(sides(players)):
                found = endgame(position, goal)
                assert found.settled(start(found, position)) == (values[goal] == 1)
                checked += 1
    assert checked >= 12


def enumerated(position: Position, goal: int, known: dict[Position, bool]) -> bool:
    """Return whether a side wins against all others, by playing every legal move."""
    if position not in known:
        values = certain(position)
        if values is not None:
            known[position] = values[goal] == 1
        else:
            after = (enumerated(play(position, m), goal, known) for m in SIAM.moves(position))
            mine = side_of(len(position.seats), position.turn) == goal
            known[position] = any(after) if mine else all(after)
    return known[position]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_results_stand_up_to_enumeration(players: int):
    results = []
    for seed in range(60):
        for position in late_positions(players, seed, 3):
            late = position
            while cards_left(late) == 3 and late.controls.count(None) > 1 and not late.over:
                late = SIAM.play(late, PASS)
            if late.over or cards_left(late) < 2 or late.controls.count(None) > 3:
                continue
            if SIAM.count(late) > 120:
                continue
            for goal in range(sides(players)):
                found = endgame(late, goal)
                result = Solver(found).solve(start(found, late), ENOUGH)
                assert result == enumerated(late, goal, {}), (str(late), goal)
                results.append(result)
            break
        if len(results) >= 24:
            break
    assert 0 in results
    assert 1 in results


def test_a_shared_win_is_never_taken_for_a_loss():
    assert endgame_of(SIAM.new(2, 1), 0) is None


REGENT = """\
siam
R1M4/=L/R2L4/=L/=R/=R/=B/=M LUA,PAT,KHO,AYU,KED,NAK,SUK,LAN \
KTM.R2L5.L|KTT1.R1L4M1.2 1 0 0>1 -
K:LAN*~SUKxR@LAN
albion
=L/=L/=B/=M/=M/R1M1/=R/=R ESS,LAN,GWY,NOR,MOR,DEV,STR*,WAR \
KTTRLM.R1L2M1.1|TT12M.R1L2M2.R 1 1 1>0 -
1:-xR@WAR
siam
=L/R2L1M2/=L/=M/=R/R5M1/R1L2M6/=L KHO,SUK,KED,AYU,LAN,LUA,NAK,PAT* \
T2.R2L4M2.L|KRM.R2L4M1.T 0 1 0>1 -
pass""".splitlines()
"""Maps, won positions, and a move that wins; `regent` once threw them away."""


@pytest.mark.parametrize("number", range(0, len(REGENT), 3))
def test_regent_wins_what_it_once_threw_away(number: int):
    name, text, winning = REGENT[number : number + 3]
    siam, regent = Siam(load_map(name)), LEVELS["regent"]
    assert isinstance(regent, SearchLevel)
    position = siam.parse(text)
    # No more than the compiled search manages in its second.
    limits = replace(regent.limits_in(siam, 2), seconds=None, nodes=2500)
    found = think(THINKING, position, limits, Random(1))
    assert found.solved
    assert found.values[position.turn] == 1
    assert found.move.card == siam.parse_move(winning).card


@pytest.mark.parametrize(("players", "cards"), [(2, 4), (3, 4), (4, 3)])
def test_its_lines_are_legal_and_end_in_the_win(players: int, cards: int):
    followed = 0
    for seed in range(80):
        if followed == 3:
            return
        for position in late_positions(players, seed, cards)[:6]:
            proofs = Proofs(THINKING, position)
            side = side_of(players, position.turn)
            values = proofs.values(position, 3000)
            if values is None or values[side] != 1:
                continue
            late = position
            for move in proofs.line(position):
                late = SIAM.play(late, move)  # refuses what is not legal
            reached = certain(late)
            assert reached is not None
            assert reached[side] == 1
            followed += 1
            break
    pytest.fail("too few positions were won")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_proof_takes_more_than_it_may(players: int):
    """Positions with Khon Thai, of which one alone may have thousands of moves."""
    checked = 0
    for seed in range(20):
        for position in late_positions(players, seed, 12)[::2]:
            if "T" not in "".join(seat.hand or "" for seat in position.seats):
                continue
            proofs = Proofs(THINKING, position)
            proofs.values(position, 200)
            assert proofs.steps <= 201
            proofs.line(position, lambda: True)
            checked += 1
    assert checked >= 10


def test_a_stop_ends_a_proof_at_once():
    found = endgame(SIAM.parse(REGENT[1]), 0)
    asked = []

    def stop() -> bool:
        asked.append(found.effort.spent)
        return len(asked) > 3

    assert Solver(found).solve(start(found, SIAM.parse(REGENT[1])), ENOUGH, stop) == UNKNOWN
    assert len(asked) == 4
    assert all(later - each <= 64 for each, later in pairwise(asked))
    assert found.effort.spent <= asked[-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_limit_of_nodes_holds_with_the_solver_too(players: int):
    found = [
        think(THINKING, position, Limits(nodes=20), Random(1)).nodes
        for seed in range(4)
        for position in late_positions(players, seed, 8)[:1]
    ]
    assert found
    assert max(found) <= 22


def test_without_the_solver_the_same_search_proves_less():
    position = Siam(load_map("albion")).parse(REGENT[4])
    assert not think(THINKING, position, Limits(nodes=60, proofs=False), Random(1)).solved
