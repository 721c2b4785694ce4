"""Find positions in which exactly one turn wins, for ``siam practice``.

    python scripts/puzzles.py GAMES [KEPT.toml] > siam_tui/games/siam/puzzles/puzzles.toml

GAMES is how many games at most are looked at for each number of players, and KEPT a file of puzzles
that come first if they are still good ones.

Bots play seeded games; from where few cards are left, each goes on in many ways drawn by lot, so
that there are many kinds of ends. The solver looks at every legal turn of the positions there. A
position is kept if exactly one turn forces the win of the side to move, of those the notation tells
apart, and `greedy` plays another. How hard it is tells the work that the proof of all turns takes.
The same numbers find the same positions, as long as bots and solver work as they do now.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from client.bots import LEVELS, Level
from client.bots.levels import SearchLevel
from games.search import Limits
from games.search.proving import TooLongError
from games.siam import PASS, Card, Position, Siam, load_map
from games.siam.bots.endgame import cards_left
from games.siam.listing import count
from siam_tui.games.siam.puzzles.puzzle_set import read
from siam_tui.games.siam.puzzles.rating import LEVELS_BY_STEPS, Rated, level_of, rate

MAPS: Final = ("siam", "siam", "albion")
PLAYERS: Final = (2, 3, 4)
TURNS: Final = range(10, 201)
"""With fewer turns there is nothing to look for; with more it takes too long to prove."""
CARDS: Final = range(2, 9)
"""Cards left in all hands. With at most one, there is nothing to decide (S15)."""
TRIED: Final = 60
"""Positions of a game that are looked at."""
OF_A_GAME: Final = 4
"""Puzzles of a difficulty from one game, each solved by another card: else they are alike."""
LATE: Final = {2: 8, 3: 9, 4: 10}
"""Cards left, by the number of players, from which a game is played on in several ways."""
WAYS: Final = 100
WILD: Final = {2: 0.1, 3: 0.1, 4: 0.3}
"""How often a move is drawn by lot; four bots would else keep too many cards to the end."""
MOST: Final = 56
"""Puzzles that are kept of each difficulty, for each number of players."""
MOST_PASSES: Final = 10
"""Of these, so many may be solved by a pass."""
SEEDS: Final = 3
"""How often `greedy` is asked: it draws lots between moves that look alike."""

BOTS: Final[tuple[Level, ...]] = (LEVELS["greedy"], SearchLevel(Limits(nodes=6)))


class Found(NamedTuple):
    """A puzzle: its map, the position, how hard it is, and the only turn of it that wins."""

    map: str
    position: Position
    rated: Rated


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
    random, bot = Random(seed), BOTS[seed % len(BOTS)]
    game = list(played(siam, siam.new(players, seed), random, bot, WILD[players]))
    start = next((each for each in game if cards_left(each) <= LATE[players]), game[-1])
    found = dict.fromkeys(game)
    for _ in range(WAYS):
        found |= dict.fromkeys(played(siam, start, random, bot, wild=1.0))
    positions = [each for each in found if cards_left(each) in CARDS and count(each) in TURNS]
    random.shuffle(positions)
    return positions


def puzzle_at(siam: Siam, position: Position) -> Rated | None:
    """Return how a position is solved, if it makes a puzzle.

    A pass is plain to see where one wins by passing on, and `greedy` must not find the turn.
    """
    try:
        rated = rate(siam, position)
    except TooLongError:
        return None
    if rated is None or level_of(rated.steps) is None:
        return None
    if rated.solution == PASS:
        outcome = siam.outcome(siam.if_all_pass(position))
        if outcome is not None and position.turn in outcome.winners:
            return None
    tries = (LEVELS["greedy"](siam, position, Random(seed)) for seed in range(SEEDS))
    return None if rated.solution in tries else rated


def search(players: int, games: int, kept: Sequence[tuple[str, Position]]) -> list[Found]:
    """Return the puzzles of so many games, and before them those of a file."""
    found: list[Found] = []
    many: Counter[str] = Counter()
    passes: Counter[str] = Counter()

    def keep(name: str, position: Position, rated: Rated) -> bool:
        level, passing = level_of(rated.steps), rated.solution == PASS
        if level is None or many[level] == MOST or (passing and passes[level] == MOST_PASSES):
            return False
        many[level] += 1
        passes[level] += passing
        found.append(Found(name, position, rated))
        return True

    for name, position in kept:
        rated = puzzle_at(Siam(load_map(name)), position)
        if rated is not None:
            keep(name, position, rated)
    known = {(each.map, each.position) for each in found}
    for seed in range(games):
        if all(many[level] == MOST for level in LEVELS_BY_STEPS):
            break
        name = MAPS[seed % len(MAPS)]
        siam = Siam(load_map(name))
        solved_by: set[tuple[str | None, Card | None]] = set()
        kept_of: Counter[str | None] = Counter()
        for position in islice(late_positions(siam, players, seed), TRIED):
            rated = None if (name, position) in known else puzzle_at(siam, position)
            if rated is None:
                continue
            level = level_of(rated.steps)
            kind = level, rated.solution.card
            if kind not in solved_by and kept_of[level] < OF_A_GAME and keep(name, position, rated):
                solved_by.add(kind)
                kept_of[level] += 1
    return found


def main() -> None:
    """Print the puzzles, those of the file first, then in an order that mixes all kinds."""
    games = int(sys.argv[1])
    old = read(Path(sys.argv[2])) if len(sys.argv) > 2 else ()
    kept: dict[int, list[tuple[str, Position]]] = {players: [] for players in PLAYERS}
    for each in old:
        kept[len(each.position.seats)].append((each.game.map.name, each.position))
    with ProcessPoolExecutor(len(PLAYERS)) as pool:
        puzzles = list(chain(*pool.map(search, PLAYERS, [games] * 3, kept.values())))
    Random(0).shuffle(puzzles)
    order = {each.text: number for number, each in enumerate(old)}
    puzzles.sort(key=lambda each: order.get(str(each.position), len(order)))
    command = " ".join(["python scripts/puzzles.py", *sys.argv[1:2]])
    sys.stdout.write(
        "# In each position exactly one turn forces the win. A test proves this anew.\n"
        f"# `{command}` found them; the first ones come from earlier versions of that script.\n"
    )
    for puzzle in puzzles:
        move = Siam(puzzle.position.map).format_move(puzzle.rated.solution)
        sys.stdout.write(
            f'\n[[puzzle]]\nlevel = "{level_of(puzzle.rated.steps)}"\nmap = "{puzzle.map}"\n'
            f'position = "{puzzle.position}"\nsolution = "{move}"\n'
        )


if __name__ == "__main__":
    main()
