"""Find positions in which exactly one turn wins, for ``siam practice``.

    python scripts/puzzles.py TWO THREE FOUR > siam_tui/games/siam/puzzles/puzzles.toml

TWO, THREE and FOUR are how many games are looked at with that many players.

Bots play seeded games; from where few cards are left, each goes on in many ways drawn by lot, so
that there are many kinds of ends. Of the positions there it is proven, for every turn and every
reply, which turns force the win of the side to move. A position is kept if that is exactly one
legal turn, of those the notation tells apart; of each number of players and each difficulty only so
many. The same numbers of games find the same positions, as long as the bots play as they do now.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, islice
from random import Random
from typing import Final, NamedTuple

from client.bots import LEVELS, Level
from client.bots.levels import SearchLevel
from games.search import Limits
from games.search.proving import Prover, TooLongError
from games.siam import PASS, Card, Move, Position, Siam, load_map
from games.siam.bots.endgame import cards_left
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.listing import count
from siam_tui.games.siam.puzzles.puzzle_set import CARDS

MAPS: Final = ("siam", "siam", "albion")
PLAYERS: Final = (2, 3, 4)
MOVES: Final[dict[str, range]] = {
    "easy": range(8, 151),
    "medium": range(10, 61),
    "hard": range(10, 41),
}
"""With fewer turns there is nothing to look for; with more it takes too long to prove."""
PATIENCE: Final[dict[str, int]] = {"easy": 100, "medium": 600, "hard": 900}
"""Positions a proof may look at."""
TRIED: Final[dict[str, int]] = {"easy": 150, "medium": 40, "hard": 8}
"""Positions of a game that are looked at."""
OF_A_GAME: Final = 4
"""Puzzles of a difficulty from one game, each solved by another card: else they are alike."""
LATE: Final = {2: 8, 3: 9, 4: 10}
"""Cards left, by the number of players, from which a game is played on in several ways."""
WAYS: Final = 150
WILD: Final = {2: 0.1, 3: 0.1, 4: 0.3}
"""How often a move is drawn by lot; four bots would else keep too many cards to the end."""
MOST: Final[dict[str, int]] = {"easy": 24, "medium": 22, "hard": 9}
"""Puzzles that are kept of each difficulty, for each number of players."""
MOST_PASSES: Final = 4
"""Of these, so many may be solved by a pass."""

THINKING: Final = ThinkingSiam()
BOTS: Final[tuple[Level, ...]] = (LEVELS["greedy"], SearchLevel(Limits(nodes=6)))


class Puzzle(NamedTuple):
    """A position, how hard it is, and the only turn of it that wins."""

    level: str
    map: str
    position: Position
    solution: Move


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
    positions = list(found)
    random.shuffle(positions)
    return positions


def wins_by_passing_on(position: Position) -> bool:
    """Return whether the side to move is among the winners if everybody only passes."""
    siam = Siam(position.map)
    outcome = siam.outcome(siam.if_all_pass(position))
    return outcome is not None and position.turn in outcome.winners


def only_win(position: Position, level: str, *, passing: bool) -> Move | None:
    """Return the only turn that wins, if there is just one and it can be proven.

    A pass is plain to see where one wins by passing on.

    Args:
        position: where to look.
        level: how hard it is.
        passing: whether the turn may be a pass.
    """
    prover = Prover(THINKING, THINKING.side(position), PATIENCE[level])
    try:
        won = [PASS] if prover.wins(THINKING.play(position, PASS)) else []
        if won and (not passing or wins_by_passing_on(position)):
            return None
        others = (move for move in prover.winning(position) if move != PASS)
        won += islice(others, 2 - len(won))
    except TooLongError:
        return None
    if len(won) != 1:
        return None
    first = THINKING.choices(position, None).best_first[0].move
    return None if level == "easy" and won[0] == first else won[0]


def search(players: int, games: int) -> list[Puzzle]:
    """Return the puzzles of so many games."""
    found: list[Puzzle] = []
    kept: Counter[str] = Counter()
    passes: Counter[str] = Counter()
    for seed in range(games):
        wanted = [level for level in CARDS if kept[level] < MOST[level]]
        if not wanted:
            break
        name = MAPS[seed % len(MAPS)]
        siam = Siam(load_map(name))
        positions = late_positions(siam, players, seed)
        for level in wanted:
            left = CARDS[level]
            likely = (p for p in positions if cards_left(p) == left and count(p) in MOVES[level])
            cards: set[Card | None] = set()
            for position in islice(likely, TRIED[level]):
                move = only_win(position, level, passing=passes[level] < MOST_PASSES)
                if move is not None and move.card not in cards and kept[level] < MOST[level]:
                    cards.add(move.card)
                    kept[level] += 1
                    passes[level] += move == PASS
                    found.append(Puzzle(level, name, position, move))
                if len(cards) == OF_A_GAME:
                    break
    return found


def main() -> None:
    """Print the puzzles, in an order in which neighbours are of different kinds."""
    games = [int(number) for number in sys.argv[1:4]]
    with ProcessPoolExecutor(len(PLAYERS)) as pool:
        puzzles = list(chain(*pool.map(search, PLAYERS, games)))
    Random(0).shuffle(puzzles)
    command = " ".join(["python scripts/puzzles.py", *map(str, games)])
    sys.stdout.write(f"# Found by: {command}\n")
    sys.stdout.write("# In each position exactly one turn wins, whatever the others do.\n")
    for puzzle in puzzles:
        move = Siam(puzzle.position.map).format_move(puzzle.solution)
        sys.stdout.write(
            f'\n[[puzzle]]\nlevel = "{puzzle.level}"\nmap = "{puzzle.map}"\n'
            f'position = "{puzzle.position}"\nsolution = "{move}"\n'
        )


if __name__ == "__main__":
    main()
