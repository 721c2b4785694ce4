"""How fast the rules are, beside python-chess, in one run on one core.

Run it from the top of the project, with the ``bench`` extra installed::

    python -m bench.engine [seconds a measurement, 2 by default]

It prints what is done a second, and how often that is what python-chess does in random plies:
whole games of ``random.choice(list(board.legal_moves))``. All rows are measured in turns, several
rounds, and the median round counts, so that a busy machine does no row a favour.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import chess

from games.siam import Siam
from games.siam.playouts import playouts

ROUNDS = 5
GOALS = {"playouts": 5, "moves": 50}


def chess_plies(seconds: float) -> float:
    """Return the random plies python-chess plays in a second."""
    random = Random(1)
    plies, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            plies += 1
    return plies / spent


def playout_cards(players: int) -> Callable[[float], float]:
    """Return a measurement of the cards that random games play in a second."""
    position = Siam().new(players, seed=5)

    def measure(seconds: float) -> float:
        random = Random(1)
        cards, start = 0, process_time()
        while (spent := process_time() - start) < seconds:
            cards += playouts(position, 200, random).cards
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


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    rows: dict[str, Callable[[float], float]] = {
        "python-chess, random plies": chess_plies,
        "playouts, cards, 2 players": playout_cards(2),
        "playouts, cards, 3 players": playout_cards(3),
        "playouts, cards, 4 players": playout_cards(4),
        "moves of an opening": listed_moves,
        "moves of an opening, as text": printed_moves,
    }
    playouts(Siam().new(2, seed=1), 100, Random(1))  # tables are made once
    rounds: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, measure in rows.items():
            rounds[name].append(measure(seconds / ROUNDS))
    base = median(rounds["python-chess, random plies"])
    print(f"{'':30}{'a second':>12}{'× chess':>10}{'goal':>6}")
    for name, measured in rounds.items():
        value = median(measured)
        goal = GOALS.get(name.split()[0].rstrip(","))
        print(f"{name:30}{value:12,.0f}{value / base:10.1f}{goal or '':>6}")


if __name__ == "__main__":
    main()
