"""Whether the analysis of finished games is right where the solver knows the truth.

    python -m bench.analysis [games] [seconds of processor time a game] [steps of a proof]

Bots play seeded games of two, three and four players, and each is analysed as in the app. Then the
solver, with more steps than the analysis has, says of every position whether the side to move can
force its win, and whether it still can after the move that was played. Counted are proven errors
that the analysis did not mark as proven ones, and moves that gave nothing away but were blamed. The
exit code is 1 if there are any.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Final

from client.bots.levels import LEVELS, Level, SearchLevel
from games.search import Assessment, Limits, Mark, analyse
from games.search.proofs import GameProofs
from games.siam import Move, Position, Siam
from games.siam.bots.search_adapter import ThinkingSiam
from siam_tui.analysis.verdicts import SECONDS, TOTAL

PLAYERS: Final = (2, 2, 3, 2, 4)
BOTS: Final[tuple[Level, ...]] = (
    LEVELS["greedy"],
    SearchLevel(Limits(nodes=24, proofs=False)),
    SearchLevel(Limits(nodes=4, proofs=False)),
)
"""Limited by positions alone, so that every run plays the same games."""
STEPS: Final = 60_000_000
"""Steps of a proof: about three seconds of processor time in C."""
SIAM: Final = Siam()
THINKING: Final = ThinkingSiam()


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played: its positions, one more than its moves."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]


def bot_game(players: int, seed: int, bots: Sequence[Level] = BOTS) -> Game:
    """Return a game in which each seat has a bot of its own."""
    random = Random(seed)
    positions, moves = [SIAM.new(players, seed)], []
    while not positions[-1].over:
        position = positions[-1]
        bot = bots[(seed + position.turn) % len(bots)]
        move = SIAM.forced(position)
        moves.append(bot(SIAM, position, random) if move is None else move)
        positions.append(SIAM.play(position, moves[-1]))
    return Game(tuple(positions), tuple(moves))


def true_values(game: Game, steps: int) -> Iterator[tuple[int, bool | None, bool | None]]:
    """Iterate over the decided moves: the ply, whether the side wins before it, and after it.

    None is what the solver does not decide within so many steps.
    """
    proofs: GameProofs[Position, Move] | None = None
    for ply, position in enumerate(game.positions[:-1]):
        side = THINKING.side(position)
        if proofs is None and THINKING.endgame(position, side) is not None:
            proofs = GameProofs(THINKING, position)
        if proofs is not None:
            before, after = (
                _wins(proofs, each, side, steps) for each in game.positions[ply : ply + 2]
            )
            if before is not None or after:
                yield ply, before, after


def _wins(
    proofs: GameProofs[Position, Move], position: Position, side: int, steps: int
) -> bool | None:
    certain = THINKING.certain(position)
    return proofs.wins(position, side, steps) if certain is None else certain[side] == 1


def check(
    game: Game, found: Sequence[Assessment[Move]], steps: int
) -> Iterator[tuple[str, Assessment[Move]]]:
    """Iterate over the moves whose truth is known, and what kind each is."""
    for ply, before, after in true_values(game, steps):
        each = found[ply]
        sides = len(each.before)
        if before and after is False:
            is_told = each.gave_win_away and each.mark is Mark.BLUNDER
            yield ("errors" if is_told else "errors not marked"), each
        elif after or (before is False and sides == 2):
            yield ("good moves" if each.mark is Mark.NONE else "good moves blamed"), each


def unproven_turns(
    game: Game, found: Sequence[Assessment[Move]]
) -> Iterator[tuple[str, Assessment[Move]]]:
    """Iterate over the moves blamed without a proof in the last six cards of two players."""
    for position, each in zip(game.positions, found, strict=False):
        if each.mark and not each.proven and THINKING.near_end(position):
            yield "turning points not proven", each


WRONG: Final = ("errors not marked", "good moves blamed", "turning points not proven")


def main() -> None:
    """Analyse and print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    total = float(sys.argv[2]) if len(sys.argv) > 2 else TOTAL
    steps = int(sys.argv[3]) if len(sys.argv) > 3 else STEPS
    limits = Limits(seconds=SECONDS, clock=process_time)
    counts: Counter[str] = Counter()
    longest = 0.0
    for seed in range(number):
        game = bot_game(PLAYERS[seed % len(PLAYERS)], seed)
        start = process_time()
        found = list(analyse(THINKING, game.positions, game.moves, limits, Random(0), total))
        spent = process_time() - start
        longest = max(longest, spent)
        kinds: Counter[str] = Counter()
        for kind, each in (*check(game, found, steps), *unproven_turns(game, found)):
            kinds[kind] += 1
            if kind in WRONG:
                position = game.positions[each.ply]
                print(f"  {kind}: {SIAM.format(position)} {SIAM.format_move(game.moves[each.ply])}")
        counts += kinds
        players = len(game.positions[0].seats)
        told = ", ".join(f"{many} {kind}" for kind, many in sorted(kinds.items()))
        print(
            f"{seed:4}  {players} players  {len(game.moves):3} moves  {spent:5.2f} s  {told}",
            flush=True,
        )
    print(f"{number} games, the longest analysis {longest:.2f} s of processor time")
    for kind in ("errors", "good moves", *WRONG):
        print(f"{counts[kind]:6}  {kind}")
    sys.exit(any(counts[kind] for kind in WRONG))


if __name__ == "__main__":
    main()
