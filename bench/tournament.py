"""How strong the levels are: a tournament that stops when it knows enough.

    python -m bench.tournament [--players 2] [--seconds 0.1 | --nodes 40] [--games 200] [--gap 60]
        [--seed 1] [--all] [--neighbours] [--lone] [--keep FILE] [level …]

Every two levels meet (with --neighbours those next to each other, as told): one sits alone, the
other on all other seats (of four players: a team each). A setup is played with the lone level on
each seat, and with three players each of the two is the lone one in turn, so that the luck of the
setup and of the seat cancels. A pairing ends after a whole setup, as soon as a sequential test
knows which one is stronger or that less than --gap Elo lie between them, or at the number of games
(with --all only there). With --lone only the level told later sits alone, to see how often it wins
against all the others together. Then Elo ratings are fitted to all games; `greedy` is 0.

A level may be told as ``name=nodes``, such as ``regent=40``, or ``name=nodesxhelpers``, such as
``regent=40x2``: processes that think together, with so many nodes each, as long as one alone takes
for them where cores are free. With --nodes the same seed gives the same games. Seconds are of
processor time, so that a busy machine makes nobody weaker; `greedy` and levels limited by nodes are
told no seconds. The longest move and the mean are printed.

How it stands is told on standard error after every setup. With --keep every setup is written to a
file at once and not played again: a tournament that was ended goes on, and one with more levels or
games uses what is there.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from bench.kept import Kept, Played, Spent
from bench.ratings import Z_95, Pairing, intervals, ratings
from client.bots.levels import LEVELS, Level, SearchLevel
from games import compiled
from games.contract import Game
from games.search import Limits, Team
from games.siam import Move, Position, Siam
from games.siam.bots.endgame import payoff
from games.siam.bots.evaluation import side_of
from games.siam.bots.evaluation import sides as sides_of
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.constants import SEATS

SIAM = Siam()


Levels = dict[str, Level]
Times = defaultdict[str, Spent]


def play(levels: Levels, seats: Sequence[str], seed: int, times: Times) -> Position:
    """Play one game; the levels know all hands, as attentive players do (S23)."""
    position = SIAM.new(len(seats), seed)
    random = Random(seed)
    while not position.over:
        move = SIAM.forced(position)
        if move is None:
            name = seats[position.turn]
            start = time.process_time()
            move = levels[name](SIAM, position, random)
            times[name].note(time.process_time() - start)
        position = SIAM.play(position, move)
    return position


def seating(players: int, lone: str, others: str, seat: int) -> list[str]:
    """Return who sits where when a level sits alone, or with its partner, at a seat."""
    side = side_of(players, seat)
    return [lone if side_of(players, each) == side else others for each in range(players)]


def meet(levels: Levels, pairing: Pairing, players: int, seed: int) -> Played:
    """Play one setup with every seating of two levels."""
    pairs = [(pairing.one, pairing.other), (pairing.other, pairing.one)]
    shares = []
    times: Times = defaultdict(Spent)
    for lone, others in pairs[: 1 if pairing.sides == 2 or pairing.lone else 2]:
        wins = 0.0
        for side in range(pairing.sides):
            end = play(levels, seating(players, lone, others, side), seed, times)
            result = SIAM.outcome(end)
            assert result is not None
            wins += payoff(end, result)[side]
        shares.append(wins / pairing.sides)
    return Played(tuple(shares), dict(times))


def limited(told: str, players: int, seconds: float | None, nodes: int | None) -> Level:
    """Return a level that thinks no longer than told; a level's own nodes are kept."""
    name, _, own = told.partition("=")
    level = LEVELS[name]
    if not isinstance(level, SearchLevel):
        return level
    if own:
        return SearchLevel(replace(level.limits, seconds=None, nodes=int(own)))
    limits = level.limits_in(Siam(), players)
    if nodes is not None:
        return SearchLevel(replace(limits, seconds=None, nodes=min(nodes, limits.nodes or nodes)))
    return SearchLevel(replace(limits, seconds=seconds, clock=time.process_time))


@dataclass(frozen=True, slots=True)
class Together:
    """A level of several processes that think together.

    Attributes:
        team: the processes.
        limits: for one move of all together.
    """

    team: Team[Position, Move]
    limits: Limits

    def __call__(
        self,
        game: Game[Any, Any],
        view: Position,
        random: Random,
        stop: Callable[[], bool] = lambda: False,
    ) -> Move:
        """Return what they think best."""
        del game
        return self.team.think(view, self.limits, random, stop=stop).move


def seated(told: argparse.Namespace, teams: ExitStack) -> Levels:
    """Return the levels told, by what they were told as; teams last as long as the stack."""
    levels: Levels = {}
    for name in told.levels:
        nodes, _, helpers = name.partition("=")[2].partition("x")
        if helpers:
            team = teams.enter_context(Team(ThinkingSiam(), int(helpers)))
            levels[name] = Together(team, Limits(nodes=int(nodes) * int(helpers)))
        else:
            levels[name] = limited(name, told.players, told.seconds, told.nodes)
    return levels


def described(name: str, level: Level) -> list[str | float | None]:
    """Return what a level is called and how long it thinks."""
    limits = level.limits if isinstance(level, SearchLevel | Together) else None
    return [name, limits.seconds, limits.nodes] if limits else [name]


@dataclass(frozen=True, slots=True)
class Tournament:
    """Plays the pairings.

    Attributes:
        told: what the command line says.
        levels: who plays.
        kept: the setups played before.
        times: what moves took.
    """

    told: argparse.Namespace
    levels: Levels
    kept: Kept
    times: Times = field(default_factory=lambda: defaultdict(Spent))

    def hold(self, pairing: Pairing) -> None:
        """Play a pairing until enough is known."""
        told = self.told
        games, verdict = 0, ""
        while games < told.games and (told.all or told.lone or not verdict):
            played = self._meet(pairing, told.seed * 100_000 + len(pairing.setups))
            pairing.setups.append(played.shares)
            for name, spent in played.spent.items():
                self.times[name].add(spent)
            games = sum(of for _, _, _, of in pairing.duels())
            verdict = pairing.verdict(told.gap)
            print(standing(pairing, verdict), file=sys.stderr, flush=True)
        print(standing(pairing, verdict), flush=True)

    def _meet(self, pairing: Pairing, seed: int) -> Played:
        one, other = pairing.one, pairing.other
        question: dict[str, Any] = {
            "text": compiled.digest(),
            "players": self.told.players,
            "one": described(one, self.levels[one]),
            "other": described(other, self.levels[other]),
            "lone": pairing.lone,
            "seed": seed,
        }
        played = self.kept.find(question)
        if played is None:
            played = meet(self.levels, pairing, self.told.players, seed)
            self.kept.keep(question, played)
        return played


def standing(pairing: Pairing, verdict: str) -> str:
    """Return how a pairing stands."""
    alone = ", ".join(f"{lone} {won:g}/{of}" for lone, _, won, of in pairing.duels())
    return (
        f"{pairing.one:>9} – {pairing.other:<9}{mean(pairing.scores):7.1%} "
        f"± {Z_95 * pairing.error():.1%}  {verdict or 'not known':9} (alone: {alone})"
    )


def parsed() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description="Rate the levels of bots.")
    parser.add_argument("levels", nargs="*", default=list(LEVELS))
    parser.add_argument("--players", type=int, choices=SEATS, default=2)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--games", type=int, default=200, help="most games a pairing")
    parser.add_argument("--gap", type=float, default=60, help="the Elo that matters")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="play all games: no early end")
    parser.add_argument("--lone", action="store_true", help="only the level told later sits alone")
    parser.add_argument("--neighbours", action="store_true", help="only levels told side by side")
    parser.add_argument("--keep", type=Path, help="a file for what was played, to go on from")
    return parser.parse_args()


def main() -> None:
    """Play the tournament and print what it found."""
    told = parsed()
    print(f"The rules run {'compiled' if compiled.in_use() else 'as pure Python'}.")
    pairs = pairwise if told.neighbours else lambda names: combinations(names, 2)
    pairings = [
        Pairing(one, other, sides_of(told.players), lone=told.lone)
        for one, other in pairs(told.levels[::-1])
    ]
    with ExitStack() as teams:
        tournament = Tournament(told, seated(told, teams), Kept(told.keep))
        for pairing in reversed(pairings):
            tournament.hold(pairing)
    elo = ratings(pairings, told.levels)
    spread = intervals(pairings, told.levels, Random(told.seed))
    print(f"\n{'level':>12}{'Elo':>7}{'95 %':>16}{'mean move, s':>14}{'longest, s':>12}")
    for name, rating in sorted(elo.items(), key=lambda item: -item[1]):
        low, high = spread[name]
        interval = f"{low:.0f} … {high:.0f}"
        spent = tournament.times[name]
        each = spent.total / spent.moves
        print(f"{name:>12}{rating:7.0f}{interval:>16}{each:14.3f}{spent.longest:12.2f}")


if __name__ == "__main__":
    main()
