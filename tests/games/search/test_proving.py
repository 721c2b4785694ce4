"""Proof that somebody wins whatever the others do."""

from __future__ import annotations

import itertools

import pytest

from games.search.proving import Prover, TooLongError
from games.siam import Siam
from games.siam.bots.search_adapter import ThinkingSiam
from tests.games.search.nim import Heap, Nim

GAME = Nim()
LATE = """\
=R/R2M2/=B/R2L3/L3M3/=L/=L/=M SUK,KED,PAT,NAK,LAN,KHO*,AYU,LUA R.R1L6M2.K|KM.R6L1M1.L 0 1 0>1 -
=L/=L/=R/M1/R1L2M2/=M/=M/=B KED,LUA,LAN,NAK,PAT,SUK*,AYU,KHO* \
KR.R2L6.M|-.R6L2M2.K|-.R3L3M4.R|K.R1L4M4.T 0 2 1>3>2>0 -""".splitlines()


@pytest.mark.parametrize("left", range(1, 30))
def test_nim_is_solved_as_arithmetic_says(left: int):
    """With two players, who is to move wins unless a multiple of four is left."""
    prover = Prover(GAME, 0, 10_000)
    assert prover.wins(Heap(left)) == (left % 4 != 0)
    assert list(prover.winning(Heap(left))) == [left % 4] * (left % 4 != 0)


def test_several_others_are_taken_to_play_together():
    """Of three, the first cannot force a win with seven left: the others need only agree."""
    won = {left for left in range(1, 12) if Prover(GAME, 0, 10_000).wins(Heap(left, 0, 3))}
    together = {left for left in range(1, 12) if _wins_against_all(left, 0)}
    assert won == together
    assert won < set(range(1, 12))


def _wins_against_all(left: int, turn: int) -> bool:
    if not left:
        return turn == 1
    after = (_wins_against_all(left - take, (turn + 1) % 3) for take in (1, 2, 3) if take <= left)
    return any(after) if turn == 0 else all(after)


def test_patience_ends():
    with pytest.raises(TooLongError):
        Prover(GAME, 0, 5).wins(Heap(40))


def test_nothing_is_proven_where_not_every_move_is_looked_at():
    class Wide(Nim):
        def choices(self, position, width):
            return super().choices(position, width)._replace(complete=False)

    with pytest.raises(TooLongError):
        Prover(Wide(), 0, 10_000).wins(Heap(5))


@pytest.mark.parametrize("left", [5, 8, 11, 16])
def test_the_line_keeps_what_can_be_kept(left: int):
    position, prover = Heap(left), Prover(GAME, 0, 10_000)
    won = prover.wins(position)
    for move in prover.line(position):
        position = GAME.play(position, move)
        assert prover.wins(position) == won
    assert GAME.certain(position) == ((1.0, 0.0) if won else (0.0, 1.0))


def test_every_legal_move_is_looked_at():
    """Nothing is proven of King of Siam but by all moves the rules list."""
    siam, thinking = Siam(), ThinkingSiam()
    for text in LATE:
        position = siam.parse(text)
        for _ in range(3):
            prover = Prover(thinking, 0, 1)
            moves = [move for move, _ in prover.followed(position)]
            assert len(moves) == len(set(moves))
            assert set(moves) == set(siam.moves(position))
            position = siam.play(position, next(itertools.islice(moves, 1, None), moves[0]))
