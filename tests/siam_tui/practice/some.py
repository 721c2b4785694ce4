"""A few puzzles that stay as they are, whatever is shipped."""

from hashlib import sha256

from games.siam import Siam, load_map
from siam_tui.games.study import Puzzle


def puzzle(number, level, board, position, solution):
    """Return a puzzle, with the id it has always had."""
    puzzle_id = sha256(f"{board} {position}".encode()).hexdigest()[:12]
    game = Siam(load_map(board), frozenset({"open_discards"}))
    return Puzzle(number, puzzle_id, level, game, position, solution, position.count("|") + 1)


SOME = tuple(
    puzzle(number, *text.split(" | "))
    for number, text in enumerate(
        """\
easy | siam | =R/R2L4/=R/=L/L1M1/=R/R1L2M6/=M LAN,SUK,KHO,KED,NAK*,PAT,LUA,AYU \
K.R7L1M1.M|L.R1L2M6.R 1 0 0>1 - | L:AYU+AYUxL@PAT
hard | albion | =B/=R/=M/=L/L1M2/R2L5/=R/R1L2M4 NOR,ESS,MOR,LAN,STR*,GWY,DEV*,WAR \
RL.R1M7.1|RM.L7M1.K 1 0 0>1 1:M@STR~R@GWY | M:DEV+DEVxM@GWY
hard | siam | =B/=L/=R/L3M3/R3L1/=L/=B/=B KED,LUA,LAN,NAK,PAT,SUK*,KHO,AYU* \
R.R5L2M2.1|-.R3L4M3.M|-.R2L4M4.L|K1M.R2L4M1.R 0 3 0>3>1>2 1:L@KHO~L@AYU | pass
medium | siam | =R/R2M2/=B/R2L3/L3M3/=L/=L/=M SUK,KED,PAT,NAK,LAN,KHO*,AYU,LUA \
R.R1L6M2.K|KM.R6L1M1.L 0 1 0>1 - | pass""".splitlines(),
        start=1,
    )
)
"""One easy, two hard (the second for four players), one of middle difficulty."""
