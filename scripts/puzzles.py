"""Find positions in which exactly one turn wins, for ``siam practice``.

    python scripts/puzzles.py FIRST LAST [KEPT.toml]

Looks at a game for each seed from FIRST to LAST, and writes each find to standard output at once.
So you can stop it, and go on with the next seed later. Finds that KEPT.toml has are left out:

    python scripts/puzzles.py 1 200 puzzles.toml >> puzzles.toml

Bots play the games; from where few cards are left, each goes on in many ways, so that there are
many kinds of ends. The solver proves which turns force the win of the side to move. A position
is kept if that is exactly one legal turn, which `greedy` does not play. How hard it is depends on
how many steps the solver needs. Of each difficulty, for each number of players, only so
many are kept. The same seed finds the same positions, as long as the bots play as they do now.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from client.bots.levels import LEVELS, Level, SearchLevel
from games.search import Limits
from games.search.solver import UNKNOWN, EndgameSolver, solver_of
from games.siam import PASS, Move, Position, Siam, load_map
from games.siam.bots import greedy
from games.siam.bots.endgame import cards_left
from games.siam.bots.evaluation import side_of
from games.siam.listing import count
from games.siam.solver.ending import endgame_of
from siam_tui.games.siam.puzzles.puzzle_set import STEPS as STEPS_OF_LEVELS
from siam_tui.games.siam.puzzles.puzzle_set import level_of

MAPS: Final = ("siam", "albion")
PLAYERS: Final = (2, 3, 4)
MOVES: Final = range(8, 801)
"""With fewer turns there is nothing to look for; with more it takes too long to prove."""
STEPS: Final = 60_000
"""Steps the solver may take to prove what one turn leads to; the app proves each try again."""
STEPS_OF_ALL: Final = 1_000_000
"""Steps it may take for all turns of a position."""
STEPS_OF_A_GAME: Final = 40_000_000
CARDS: Final = {2: (2, 3, 4, 5, 6), 3: (2, 3, 4, 5), 4: (2, 3, 4, 5, 6)}
"""Cards left, by the number of players, with which positions are looked at."""
TRIED: Final = 400
"""Positions of a game that are looked at for each number of cards."""
OF_A_GAME: Final = 2
"""Finds of a game with the same number of cards, each solved by another card."""
MOST: Final = 70
"""Puzzles that are kept of each difficulty, for each number of players."""
MOST_PASSES: Final = 13
"""Of these, so many may be solved by a pass."""
LATE: Final = {2: 9, 3: 9, 4: 11}
"""Cards left, by the number of players, from which a game is played on in several ways."""
WAYS: Final = 120
WILD: Final = {2: 0.1, 3: 0.1, 4: 0.3}
"""How often a move is drawn by lot; four bots would else keep too many cards to the end."""

BOTS: Final[tuple[Level, ...]] = (LEVELS["greedy"], SearchLevel(Limits(nodes=6, proofs=False)))


class Find(NamedTuple):
    """A position, the only turn of it that wins, and how many steps the proof takes."""

    map: str
    position: Position
    solution: Move
    steps: int

    @property
    def level(self) -> str:
        """How hard it is."""
        return level_of(self.steps)

    @property
    def solution_text(self) -> str:
        """The turn that wins, in the notation."""
        return Siam(self.position.map).format_move(self.solution)

    @property
    def entry(self) -> str:
        """The find as the file of puzzles has it."""
        return (
            f'\n[[puzzle]]\nlevel = "{self.level}"\nsteps = {self.steps}\nmap = "{self.map}"\n'
            f"players = {len(self.position.seats)}\n"
            f'position = "{self.position}"\nsolution = "{self.solution_text}"\n'
        )


def played(
    siam: Siam, position: Position, random: Random, bot: Level, wild: float
) -> Iterator[Position]:
    """Iterate over the positions of a game between bots, from this one on."""
    while not position.over:
        yield position
        move = siam.forced(position)
        if move is None:
            draws = random.random() < wild
            move = siam.random_move(position, random) if draws else bot(siam, position, random)
        position = siam.play(position, move)


def late_positions(siam: Siam, players: int, seed: int) -> list[Position]:
    """Return positions near the end of one game, and of others that begin like it."""
    random, bot = Random(seed), BOTS[seed // 2 % len(BOTS)]
    game = list(played(siam, siam.new(players, seed), random, bot, WILD[players]))
    start = next((each for each in game if cards_left(each) <= LATE[players]), game[-1])
    found = dict.fromkeys(game)
    for _ in range(WAYS):
        found |= dict.fromkeys(played(siam, start, random, bot, wild=1.0))
    positions = list(found)
    random.shuffle(positions)
    return positions


def wins_by_passing_on(siam: Siam, position: Position) -> bool:
    """Return whether the side to move is among the winners if everybody only passes."""
    outcome = siam.outcome(siam.if_all_pass(position))
    return outcome is not None and position.turn in outcome.winners


class Collection:
    """What was found so far, and how much of each kind."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._known: set[tuple[str, str]] = set()
        self._kinds: Counter[tuple[int, str]] = Counter()
        self._passes: Counter[tuple[int, str]] = Counter()

    def add(self, board: str, position: str, level: str, solution: str) -> None:
        """Add a puzzle."""
        kind = (position.split(" ")[2].count("|") + 1, level)
        self._known.add((board, position))
        self._kinds[kind] += 1
        self._passes[kind] += solution == "pass"

    def wants(self, position: Position, steps: int, move: Move) -> bool:
        """Return whether there is room for a puzzle of this kind."""
        kind = (len(position.seats), level_of(steps))
        if (position.map.name, str(position)) in self._known or self._kinds[kind] >= MOST:
            return False
        return move != PASS or self._passes[kind] < MOST_PASSES

    def is_full(self, players: int) -> bool:
        """Return whether there are enough puzzles for so many players."""
        return all(self._kinds[players, level] >= MOST for level in STEPS_OF_LEVELS)


class Inspector:
    """Looks for the only turn that wins.

    Attributes:
        spent: the steps taken so far.
    """

    def __init__(self, siam: Siam, collection: Collection) -> None:
        """Take the rules, and what was found so far."""
        self.spent = 0
        self._siam = siam
        self._collection = collection

    def only_win(self, position: Position) -> tuple[Move, int] | None:
        """Return the only turn that wins, if there is just one and that can be proven.

        Also returns the steps which the proof takes. It is nothing that `greedy` plays. It is no
        pass where one wins by passing on: that is plain to see.
        """
        endgame = endgame_of(position, side_of(len(position.seats), position.turn))
        start = None if endgame is None else endgame.start(position)
        if endgame is None or start is None:
            return None
        solver = solver_of(endgame)
        if solver.solve(start, STEPS) != 1:
            self.spent += solver.effort.spent
            return None
        steps = solver.effort.spent
        found = self._only(position, solver, start, steps)
        self.spent += solver.effort.spent
        return None if found is None else (found, steps)

    def _only(
        self, position: Position, solver: EndgameSolver, start: object, steps: int
    ) -> Move | None:
        endgame, siam = solver.endgame, self._siam
        code = solver.winning_move(start)
        if code == UNKNOWN:
            return None
        move = endgame.move(code)
        assert isinstance(move, Move)
        if not self._collection.wants(position, steps, move):
            return None
        if move == PASS and wins_by_passing_on(siam, position):
            return None
        solver.effort.allow(STEPS)
        for other in endgame.expand(start).moves:
            if solver.effort.spent > STEPS_OF_ALL:
                return None
            if other != code and solver.solve(endgame.play(start, other), STEPS) != 0:
                return None
        if not self._is_alone(position, move, solver):
            return None
        return None if move in greedy.best_moves(siam, position) else move

    def _is_alone(self, position: Position, move: Move, solver: EndgameSolver) -> bool:
        """Return whether no other legal move leads to an equal position."""
        endgame = solver.endgame
        siam = self._siam
        key = endgame.key(endgame.start(siam.play(position, move)))
        return all(
            endgame.key(endgame.start(siam.play(position, each))) != key
            for each in siam.moves(position)
            if each != move and each.card == move.card
        )


def search(seed: int, collection: Collection) -> Iterator[Find]:
    """Iterate over the finds of one game."""
    players, name = PLAYERS[seed % len(PLAYERS)], MAPS[seed // len(PLAYERS) % len(MAPS)]
    if collection.is_full(players):
        return
    siam = Siam(load_map(name))
    inspector = Inspector(siam, collection)
    positions = late_positions(siam, players, seed)
    for left in reversed(CARDS[players]):
        likely = (
            each
            for each in positions
            if cards_left(each) == left and each.hand and count(each) in MOVES
        )
        found: Counter[str | None] = Counter()
        for position in islice(likely, TRIED):
            if inspector.spent > STEPS_OF_A_GAME or found.total() == OF_A_GAME:
                break
            answer = inspector.only_win(position)
            if answer is not None and not found[answer[0].card]:
                found[answer[0].card] += 1
                yield Find(name, position, *answer)


def main() -> None:
    """Write the finds of the games."""
    first, last, *kept = sys.argv[1:]
    collection = Collection()
    if kept:
        for each in tomllib.loads(Path(*kept).read_text("utf-8")).get("puzzle", []):
            collection.add(each["map"], each["position"], each["level"], each["solution"])
    for seed in range(int(first), int(last) + 1):
        for find in search(seed, collection):
            collection.add(find.map, str(find.position), find.level, find.solution_text)
            sys.stdout.write(find.entry)
            sys.stdout.flush()
        sys.stderr.write(f"seed {seed}\n")


if __name__ == "__main__":
    main()
