"""What other engines do in a second, for `bench.engine`: moves of random games, and perft.

Whatever is not installed here raises `NotPresentError`.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
from pathlib import Path
from random import Random
from time import process_time
from types import ModuleType

_CONNECT_FOUR = "connect_four"
_PYTHON_TIC_TAC_TOE = "python_tic_tac_toe"
_NODE_PROGRAM = Path(__file__).with_name("tictactoe.cjs")


class NotPresentError(Exception):
    """An engine that is not installed; the text says how it could be."""


def chess_plies(seconds: float) -> float:
    """Return the random plies python-chess plays in a second."""
    chess = _module("chess")
    random = Random(1)
    plies, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            plies += 1
    return plies / spent


def chess_perft(seconds: float) -> float:
    """Return the leaves python-chess's perft counts in a second, three plies from the start."""
    chess = _module("chess")

    def perft(board: object, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()  # type: ignore[attr-defined,no-any-return]
        nodes = 0
        for move in board.legal_moves:  # type: ignore[attr-defined]
            board.push(move)  # type: ignore[attr-defined]
            nodes += perft(board, depth - 1)
            board.pop()  # type: ignore[attr-defined]
        return nodes

    nodes, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        nodes += perft(chess.Board(), 3)
    return nodes / spent


def connect_four_moves(seconds: float) -> float:
    """Return the random moves OpenSpiel's connect four, which is C++, plays from Python."""
    return _open_spiel_moves(_CONNECT_FOUR, seconds)


def python_tic_tac_toe_moves(seconds: float) -> float:
    """Return the random moves OpenSpiel's tic-tac-toe written in Python plays in a second."""
    _module("open_spiel.python.games.tic_tac_toe")  # registers it
    return _open_spiel_moves(_PYTHON_TIC_TAC_TOE, seconds)


def _open_spiel_moves(name: str, seconds: float) -> float:
    game = _module("pyspiel").load_game(name)
    random = Random(1)
    moves, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves / spent


def boardgame_io_moves(seconds: float) -> float:
    """Return the random moves of tic-tac-toe boardgame.io plays in a second, in node."""
    node = shutil.which("node")
    if node is None:
        raise NotPresentError("node is not installed")
    done = subprocess.run(
        [node, str(_NODE_PROGRAM), str(seconds)],
        capture_output=True,
        text=True,
        check=False,
        env={"NODE_PATH": "node_modules"} | os.environ,
    )
    if done.returncode:
        raise NotPresentError("npm install boardgame.io, and point NODE_PATH to its node_modules")
    return float(done.stdout)


def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise NotPresentError("pip install -e '.[bench]'") from None
