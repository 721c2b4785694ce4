"""Two levels play as they always did: what they play with the same seed is written down here."""

from dataclasses import replace
from random import Random

import pytest

from client.bots.levels import LEVELS, SearchLevel
from games.siam import Siam

# ruff: noqa: E501 - a position is one line

SIAM = Siam()
PLAYED = """\
R1L2M1/R2L2/R2L2/R3L1/R2M2/R1L2M1/L1M3/R1M3 AYU,SUK,LAN,PAT,NAK,KED,KHO,LUA KTT12RLM.L1M1.-|KTT12RLM.R1M1.- 1 0 - -
    pass
    pass
R1M1/R3L2/R5L3M1/R2L3/=R/R1L2M1/L1M2/M3 AYU,SUK,LAN,PAT,NAK,KED,KHO,LUA KTM.L4M3.2|KT1L.R2M4.T 1 0 0>1 2:RM@KHO~R@SUK
    1:L@KHO~R@NAKxR@LAN
    T:R@LAN+L@KED+M@NAKxR@NAK
R2L2/=L/R4M1/R2L3/R2L1/L2M4/R1L1/M3 LUA*,LAN*,KED,NAK,PAT,KHO,SUK,AYU TT12L.L3M2.K|TT12RM.R2L1M1.K 1 0 0>1 -
    R:KHO+KHOxL@LAN
    2:LL@KHO~R@SUKxL@LAN
L2/=L/R3M1/R1L3M1/R2/R1L2M5/R2L1/R1M4 LUA*,LAN*,KED,NAK,PAT,KHO,SUK,AYU TL.R2L4M2.T|T.R4L3M2.R 1 1 1>0 -
    T:L@KED+M@KHOxR@NAK
    T:L@NAK+M@KHOxR@KHO
R2M1/L3/R3L1M1/R1L4M2/R3/R1L1/M3/M1 SUK,NAK,KHO*,PAT,LAN,AYU,LUA*,KED -.R3L4M3.T|KLM.R1L2M4.R|-.R4L3M3.L 1 0 0>2>1 -
    K:AYU*~PATxR@LAN
    K:AYU*~PATxR@LAN
M2/L2/R4L3M1/R1L6/R4L1M4/R2L1M3/=L/R1 PAT,LAN*,LUA,AYU,KED,KHO,SUK,NAK* K1L.R1L4M2.T|TT12RL.R2M2.K|12R.R3L1M3.T 1 0 0>1>2 -
    2:LL@LUA~R@KHOxL@SUK
    2:LL@LUA~R@KHOxL@SUK
-/L2/R5/R1L5M1/R3L2M3/R1L1M3/=L/R1 PAT,LAN*,LUA,AYU,KED,SUK,KHO*,NAK* -.R2L5M3.K|TT1R.R2L1M3.2|2.R3L2M4.1 1 1 2>0>1 1:L@KHO~M@NAK
    1:L@LUA~R@KHOxL@LUA
    pass
L1M3/R1L2M1/R1L2M1/R1L2M1/R3L1/R1L1M2/R1L3/R1M3 AYU,NAK,KHO,SUK,PAT,KED,LUA,LAN KTT12RLM.R1M1.-|KTT12RLM.L1M1.-|KTT12RLM.R1L1.-|KTT12RLM.R1M1.- 2 0 - -
    pass
    pass
L1M3/R2L2M1/R2/L5M2/R2L1/R2L1/R1L4/M3 AYU,NAK,KHO,SUK,LAN,KED,LUA,PAT* KT12RLM.R1M2.T|KT1RLM.L2M2.2|TT1RM.R2L2M1.2|KTTRLM.R2M2.2 0 0 3>2>1>0 2:LM@SUK~R@KHO
    pass
    pass
""".splitlines()
"""Positions, each followed by the moves of `mandarin` and `minister` at commit 36136ca."""


def move_of(name: str, text: str) -> str:
    position, level = SIAM.parse(text), LEVELS[name]
    assert isinstance(level, SearchLevel)
    # Without the time limit, so that a busy machine changes nothing.
    limits = replace(level.limits_in(SIAM, len(position.seats)), seconds=None)
    return SIAM.format_move(SearchLevel(limits)(SIAM, position, Random(1)))


@pytest.mark.parametrize("number", range(0, len(PLAYED), 3))
def test_mandarin_and_minister_play_what_they_always_played(number: int):
    position, *moves = PLAYED[number : number + 3]
    assert [move_of(name, position) for name in ("mandarin", "minister")] == [
        move.strip() for move in moves
    ]


def test_only_the_strongest_level_asks_the_solver():
    asked = {
        name: level.limits_in(SIAM, 2).proofs
        for name, level in LEVELS.items()
        if isinstance(level, SearchLevel)
    }
    assert asked == {"mandarin": False, "minister": False, "regent": True}
