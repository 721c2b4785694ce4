"""How fast the rules are, beside other engines, in one run on one core.

Run it from the top of the project, with the ``bench`` extra installed::

    python -m bench.engine [seconds a measurement, 2 by default]

It prints what is done a second of processor time, and how often that is what python-chess does in
random plies: whole games of ``random.choice(list(board.legal_moves))``. All rows are measured in
turns, several rounds, and the median round counts, so that a busy machine does no row a favour.
The first lines say whether the rules ran compiled; ``SIAM_PURE=1`` measures the pure text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from bench import others
from games import compiled
from games.foreign_king import ForeignKing
from games.foreign_king.random_moves import play_random_games
from games.search import Limits, think
from games.siam import Siam
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.random_moves import play_random_games as play_siam
from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder

ROUNDS = 5
GOALS = {"moves": 50, "decisions": 10}
WIDEST = "A15/-/-/-/-/-/-/-/- -.30 0.999999.0.0.0.-|0.5.0.0.0.- 0 0>1 - 0 act"
"""All citizens of a colour in one province of The Foreign King, and money without end."""
BASE = "python-chess, random plies"


def playout_cards(players: int) -> Callable[[float], float]:
    """Return a measurement of the cards that random games play in a second."""
    position = Siam().new(players, seed=5)

    def measure(seconds: float) -> float:
        random = Random(1)
        cards, start = 0, process_time()
        while (spent := process_time() - start) < seconds:
            cards += play_siam(position, 20, random)["cards"]
        return cards / spent

    return measure


def listed_moves(seconds: float) -> float:
    """Return the legal moves of an opening position listed in a second."""
    siam = Siam()
    position = siam.new(3, seed=5)
    moves, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        moves += sum(1 for _ in siam.moves(position))
    return moves / spent


def printed_moves(seconds: float) -> float:
    """Return the legal moves of an opening position listed as text in a second."""
    siam = Siam()
    position = siam.new(3, seed=5)
    moves, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        for card in siam.cards(position):
            moves += sum(1 for _ in siam.move_texts(position, card))
    return moves / spent


def perft_nodes(seconds: float) -> float:
    """Return the lines of two moves counted in a second, late in a game."""
    siam = Siam()
    position = siam.new(3, seed=5)
    random = Random(1)
    while siam.count(position) > 400 or not position.hand:
        position = siam.play(position, siam.random_move(position, random))
    nodes, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        nodes += siam.perft(position, 2)
    return nodes / spent


def thought_positions(seconds: float) -> float:
    """Return the positions a player that thinks looks at in a second, in an opening."""
    position = Siam().new(3, seed=5)
    nodes, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        nodes += think(ThinkingSiam(), position, Limits(nodes=40), Random(0)).nodes
    return nodes / spent


def foreign_king_decisions(players: int) -> Callable[[float], float]:
    """Return a measurement of the moves of random games of The Foreign King played in a second."""
    position = ForeignKing().new(players, seed=5)

    def measure(seconds: float) -> float:
        random = Random(1)
        decisions, start = 0, process_time()
        while (spent := process_time() - start) < seconds:
            decisions += play_random_games(position, 100, random)["decisions"]
        return decisions / spent

    return measure


def widest_counts(seconds: float) -> float:
    """Return how often in a second the moves of the widest position are counted; 1,000 would do."""
    game = ForeignKing()
    position = game.parse(WIDEST)
    counts, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        assert game.count(position) > 1_300_000
        counts += 1
    return counts / spent


def widest_openings(seconds: float) -> float:
    """Return how often in a second the choices of the widest position are opened; 20 would do."""
    game = ForeignKing()
    position = game.parse(WIDEST)
    openings, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        builder = ForeignKingMoveBuilder(game, position)
        assert builder.options(builder.empty)
        assert builder.prompt(builder.empty, ()).question
        openings += 1
    return openings / spent


ROWS: dict[str, Callable[[float], float]] = {
    BASE: others.chess_plies,
    "python-chess, perft 3": others.chess_perft,
    "OpenSpiel (C++), connect four": others.connect_four_moves,
    "OpenSpiel (Python), tic-tac-toe": others.python_tic_tac_toe_moves,
    "boardgame.io (node), tic-tac-toe": others.boardgame_io_moves,
    "random games, cards, 2 players": playout_cards(2),
    "random games, cards, 3 players": playout_cards(3),
    "random games, cards, 4 players": playout_cards(4),
    "moves of an opening": listed_moves,
    "moves of an opening, as text": printed_moves,
    "perft 2 of an ending": perft_nodes,
    "positions thought about": thought_positions,
    "decisions, Foreign King, 2 players": foreign_king_decisions(2),
    "decisions, Foreign King, 3 players": foreign_king_decisions(3),
    "decisions, Foreign King, 4 players": foreign_king_decisions(4),
    "counts of 1.3 million moves": widest_counts,
    "their choices opened at the table": widest_openings,
}


def measured(seconds: float) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Return what each row did a second in every round; and why, of those that are not present."""
    rounds: dict[str, list[float]] = {name: [] for name in ROWS}
    missing: dict[str, str] = {}
    for _ in range(ROUNDS):
        for name, measure in ROWS.items():
            if name in missing:
                continue
            try:
                rounds[name].append(measure(seconds / ROUNDS))
            except others.NotPresentError as error:
                missing[name] = str(error)
    return rounds, missing


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    rounds, missing = measured(seconds)
    if BASE in missing:
        sys.exit(f"nothing to measure against: {missing[BASE]}")
    base = median(rounds[BASE])
    print(f"The rules run {'compiled' if compiled.in_use() else 'as pure Python'}.")
    print(f"{'':34}{'a second':>12}{'× chess':>10}{'goal':>6}")
    for name, each in rounds.items():
        if name in missing:
            print(f"{name:34} not present: {missing[name]}")
            continue
        value = median(each)
        goal = GOALS.get(name.split()[0].rstrip(","))
        print(f"{name:34}{value:12,.0f}{value / base:10.1f}{goal or '':>6}")


if __name__ == "__main__":
    main()
