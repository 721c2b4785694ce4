"""How strong the levels are: a tournament that stops when it knows enough.

    python -m bench.tournament [--game siam] [--players 2] [--seconds 0.1 | --nodes 40]
        [--games 200] [--gap 60] [--seed 1] [--opening 0] [--all] [--neighbours] [--lone]
        [--map NAME] [--keep FILE] [level …]

Every two levels meet (with --neighbours those next to each other, as given): one sits alone, the
other on all other sides. A side is a seat, or a team of a game with teams. A setup is played with
the lone level on each side, and with more than two sides each of the two is the lone one in turn,
so that the luck of the setup and of the seat cancels. A single player plays against the table's
own seats: each of the two levels plays the setup, and their wins are compared. A pairing ends after
a whole setup, as soon as a sequential test knows which one is stronger or that less than --gap Elo
lie between them, or at the number of games (with --all only there). With --lone only the level
given later sits alone, to see how often it wins against all the others together. Then Elo ratings
are fitted to all games; `greedy` is 0.

With --opening the first moves of a setup are random ones, the same for every seating. A game with
few setups needs that: otherwise levels that choose the same move every time repeat their games.

A shared win counts as its share. A game that nobody at the table wins is lost by all. The games won
alone or as shares are printed for each level, and how many games were shared and won by nobody.
The score compares the levels: what nobody won is halved there, or divided among all sides.

A level knows what a bot at its seat knows: the view of the seat, and what follows from all moves.
With --option WORD, as often as needed, the game is played with options.

A level may be given as ``name=nodes``, such as ``regent=40``, or ``name=nodesxhelpers``, such as
``regent=40x2``: processes that think together, with so many nodes each, as long as one alone takes
for them where cores are free. `regent-36136ca` is the strongest level as it was before it had a
solver and a learned judgement: a fixed opponent to measure against. With --nodes the same seed
gives the same games. Seconds are of processor time, so that a busy machine makes nobody weaker;
`greedy` and levels limited by nodes have no seconds. The longest move and the mean are printed.

The standing is printed on standard error after every setup. With --keep every setup is written to a
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

from bench.kept import Kept
from bench.ratings import intervals, ratings
from client.bots.levels import LEVELS, Level, SearchLevel
from client.bots.offline_game import Z_95, Board, Levels, Pairing, Played, Spent, Times
from games import compiled
from games.contract import Game
from games.registry import game_names, game_of, spec_of
from games.search import Limits, Team

OLD_REGENT = "regent-36136ca"
"""The strongest level of that commit: the judgement made by hand, and no solver."""


def limited(told: str, board: Board, seconds: float | None, nodes: int | None) -> Level:
    """Return a level that thinks no longer than told; a level's own nodes are kept."""
    name, _, own = told.partition("=")
    level = LEVELS["regent" if name == OLD_REGENT else name]
    if not isinstance(level, SearchLevel):
        return level
    limits = level.limits_in(board.game, board.players)
    if name == OLD_REGENT:
        limits = replace(limits, proofs=False)
    if own:
        return SearchLevel(replace(limits, seconds=None, nodes=int(own)))
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

    team: Team[Any, Any]
    limits: Limits

    def __call__(
        self,
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool] = lambda: False,
    ) -> Any:  # noqa: ANN401 - any game's
        """Return what they think best."""
        del game
        return self.team.think(view, self.limits, random, stop=stop).move


def seated(told: argparse.Namespace, board: Board, teams: ExitStack) -> Levels:
    """Return the levels told, by what they were told as; teams last as long as the stack."""
    levels: Levels = {}
    for name in told.levels:
        nodes, _, helpers = name.partition("=")[2].partition("x")
        if helpers:
            team = teams.enter_context(Team(board.thinker, int(helpers)))
            levels[name] = Together(team, Limits(nodes=int(nodes) * int(helpers)))
        else:
            levels[name] = limited(name, board, told.seconds, told.nodes)
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
        board: the game.
        levels: who plays.
        kept: the setups played before.
        times: what moves took.
    """

    told: argparse.Namespace
    board: Board
    levels: Levels
    kept: Kept
    times: Times = field(default_factory=lambda: defaultdict(Spent))

    def hold(self, pairing: Pairing) -> None:
        """Play a pairing until enough is known."""
        told = self.told
        games, verdict = 0, ""
        while games < told.games and (told.all or told.lone or not verdict):
            played = self._meet(pairing, told.seed * 100_000 + len(pairing.setups))
            pairing.setups.append(played.columns)
            for name, spent in played.spent.items():
                self.times[name].add(spent)
            games += sum(map(len, played.columns))
            verdict = pairing.verdict(told.gap)
            print(standing(pairing, verdict), file=sys.stderr, flush=True)
        print(standing(pairing, verdict), flush=True)

    def _meet(self, pairing: Pairing, seed: int) -> Played:
        told, one, other = self.told, pairing.one, pairing.other
        judgement = spec_of(told.game).describe_judgement()
        question: dict[str, Any] = {
            "text": compiled.digest(),
            "options": sorted(self.board.game.options),
            "game": self.board.game.name,
            "players": self.board.players,
            **({"map": told.map} if told.map else {}),
            **({"judgement": judgement} if judgement else {}),
            "one": described(one, self.levels[one]),
            "other": described(other, self.levels[other]),
            "opening": self.board.opening,
            "lone": pairing.lone,
            "seed": seed,
        }
        played = self.kept.find(question)
        if played is None:
            played = self.board.meet(self.levels, pairing, seed)
            self.kept.keep(question, played)
        return played


def standing(pairing: Pairing, verdict: str) -> str:
    """Return how a pairing stands."""
    wins = ", ".join(f"{name} {won:.4g}/{of}" for name, won, of in pairing.wins())
    shared, nobody = pairing.shared_and_lost()
    return (
        f"{pairing.one:>9} – {pairing.other:<9}{mean(pairing.scores):7.1%} "
        f"± {Z_95 * pairing.error():.1%}  {verdict or 'not known':9} (wins: {wins}; "
        f"shared {shared:.1%}, nobody's {nobody:.1%})"
    )


def parsed(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description="Rate the levels of bots.")
    parser.add_argument("levels", nargs="*", default=list(LEVELS))
    parser.add_argument("--game", choices=game_names(), default=game_names()[0])
    parser.add_argument("--option", action="append", default=[], help="an option of the game")
    parser.add_argument("--map", help="a map of the game, if not the usual one")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--games", type=int, default=200, help="most games a pairing")
    parser.add_argument("--gap", type=float, default=60, help="the Elo that matters")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--opening", type=int, default=0, help="random moves before the levels play"
    )
    parser.add_argument("--all", action="store_true", help="play all games: no early end")
    parser.add_argument("--lone", action="store_true", help="only the level told later sits alone")
    parser.add_argument("--neighbours", action="store_true", help="only levels told side by side")
    parser.add_argument("--keep", type=Path, help="a file for what was played, to go on from")
    told = parser.parse_args(words)
    if told.players not in spec_of(told.game).players:
        parser.error(f"{told.game} is not for {told.players} players")
    return told


def main(words: Sequence[str] | None = None) -> None:
    """Play the tournament and print what it found."""
    told = parsed(words)
    print(f"The rules run {'compiled' if compiled.in_use() else 'as pure Python'}.")
    spec = spec_of(told.game)
    text = spec.load_map(told.map).toml if told.map else None
    game = game_of(told.game, map_text=text, options=frozenset(told.option))
    board = Board(game, spec.searchable(game), told.players, told.opening)
    pairs = pairwise if told.neighbours else lambda names: combinations(names, 2)
    pairings = [
        Pairing(one, other, len(board.sides), lone=told.lone)
        for one, other in pairs(told.levels[::-1])
    ]
    with ExitStack() as teams:
        tournament = Tournament(told, board, seated(told, board, teams), Kept(told.keep))
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
