"""What the analysis says of moves in King of Siam whose worth the solver proves."""

from __future__ import annotations

from random import Random

import pytest

from games.search import Limits, Mark, analyse
from games.search.analysis import Assessment
from games.search.proofs import GameProofs
from games.siam import Move, Position, Siam, load_map
from games.siam.bots.search_adapter import ThinkingSiam

THINKING = ThinkingSiam()
STEPS = 1_000_000
THROWN_AWAY = """\
siam
R1M4/=L/R2L4/=L/=R/=R/=B/=M LUA,PAT,KHO,AYU,KED,NAK,SUK,LAN \
KTM.R2L5.L|KTT1.R1L4M1.2 1 0 0>1 -
pass
K:LAN*~SUKxR@LAN
albion
=L/=L/=B/=M/=M/R1M1/=R/=R ESS,LAN,GWY,NOR,MOR,DEV,STR*,WAR \
KTTRLM.R1L2M1.1|TT12M.R1L2M2.R 1 1 1>0 -
T:R@WAR+L@WAR+M@WARxR@WAR
1:-xR@WAR
siam
=L/R2L1M2/=L/=M/=R/R5M1/R1L2M6/=L KHO,SUK,KED,AYU,LAN,LUA,NAK,PAT* \
T2.R2L4M2.L|KRM.R2L4M1.T 0 1 0>1 -
T:R@PAT+L@NAK+M@LUAxL@PAT
pass""".splitlines()
"""Maps, won positions, the move by which `regent` once threw them away, and one that wins."""


def verdict_on(siam: Siam, position: Position, move: Move) -> Assessment[Move]:
    positions = [position, siam.play(position, move)]
    (found,) = analyse(THINKING, positions, [move], Limits(nodes=1000), Random(0))
    return found


@pytest.mark.parametrize("number", range(0, len(THROWN_AWAY), 4))
def test_what_regent_threw_away_is_told_and_what_wins_is_not_blamed(number: int):
    name, text, lost, won = THROWN_AWAY[number : number + 4]
    siam = Siam(load_map(name))
    position = siam.parse(text)
    error = verdict_on(siam, position, siam.parse_move(lost))
    assert error.gave_win_away
    assert (error.mark, error.loss, error.width) == (Mark.BLUNDER, 1, 0)
    proofs = GameProofs(THINKING, position)
    assert proofs.wins(siam.play(position, error.best), position.turn, STEPS)
    good = verdict_on(siam, position, siam.parse_move(won))
    assert good.proven
    assert good.solved
    assert (good.mark, good.best) == (Mark.NONE, siam.parse_move(won))


def test_of_three_a_win_that_is_not_forced_any_more_was_given_away():
    """Who wins after it is open, so its loss is estimated; that it was an error is proven."""
    siam = Siam()
    position = siam.parse(
        "L4M2/=L/=M/=R/R4L1/=R/=L/L1M1 PAT,NAK,LUA,SUK*,KHO*,AYU*,KED,LAN "
        "M.L6M3.R|-.R1L4M5.L|M.R8L1.L 2 0 1>2>0 -"
    )
    found = {move: verdict_on(siam, position, move) for move in siam.moves(position)}
    assert [str(siam.format_move(move)) for move, each in found.items() if not each.mark] == [
        "pass"
    ]
    assert all(each.gave_win_away for move, each in found.items() if move.card)


def test_a_position_is_proven_for_each_side_alike():
    siam = Siam()
    position = siam.parse(THROWN_AWAY[1])
    won, lost = (siam.play(position, siam.parse_move(each)) for each in THROWN_AWAY[3:1:-1])
    proofs = GameProofs(THINKING, position)
    for side in (0, 1):
        assert proofs.wins(position, side, STEPS) == (side == position.turn)
        assert proofs.wins(won, side, STEPS) == (side == position.turn)
        assert proofs.wins(lost, side, STEPS) == (side != position.turn)
    assert proofs.values(1, wins=True) == (0, 1)
    assert proofs.values(1, wins=False) == (1, 0)


def test_before_the_end_nothing_is_proven():
    position = Siam().new(2, 1)
    proofs = GameProofs(THINKING, position)
    assert not proofs.takes(position)
    assert proofs.wins(position, 0, STEPS) is None
