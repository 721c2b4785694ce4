"""Processes that think about moves for the bots of a worker, and the process that forks them.

A thinker reads a question a line and answers each with a line; both are JSON. The end of its
connection ends it, in the middle of a thought too.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import select
import signal
import socket
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from random import Random
from typing import Any, NoReturn

from client.bots.levels import chooser
from games.contract import Game
from games.registry import game_of

_LOOK_SECONDS = 0.01
"""How often a thinker looks whether its answer is still wanted."""
_MAX_MEMORY = 256 * 1024
"""KB of memory after which a thinker gives up its place to a fresh one."""
_GAMES = 8
"""Games, each bound to its map and options, whose rules a thinker keeps."""
_DESCRIPTORS = 1


@dataclass(frozen=True, slots=True)
class Question:
    """What to choose a move for.

    Attributes:
        game: the game's name.
        map: the text of its map, empty for the standard one or none.
        options: the table's options.
        position: what the seat to move knows, in the game's notation.
        level: how to choose, one of `LEVELS`.
        seconds: the longest to think, if not as long as the level does.
        seed: of the random numbers.
    """

    game: str
    map: str
    options: tuple[str, ...]
    position: str
    level: str
    seconds: float | None
    seed: int

    def to_line(self) -> bytes:
        """Return the question as a line."""
        return json.dumps(asdict(self)).encode() + b"\n"


def fork_thinker_starter() -> tuple[socket.socket, int]:
    """Fork the process that forks thinkers; call this before there are threads or a loop.

    Forking from a process with threads may copy a lock that nobody will ever release. The starter
    has none for as long as it lives, so thinkers can be replaced at any time.

    Returns:
        The socket that takes requests (see `request_thinker`), whose end ends the starter and all
        thinkers whose connections have ended; and the starter's process id.
    """
    ours, theirs = socket.socketpair()
    gc.freeze()  # what is here now stays in memory the processes share
    pid = os.fork()
    if not pid:
        ours.close()
        _run_child(lambda: _start_thinkers(theirs))
    theirs.close()
    return ours, pid


def request_thinker(starter: socket.socket) -> socket.socket:
    """Have a thinker forked; return the connection to it.

    Raises:
        OSError: the starter has ended.
    """
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            socket.send_fds(starter, [b"\n"], [theirs.fileno()])
        except OSError:
            ours.close()
            raise
    return ours


def _run_child(work: Callable[[], None]) -> NoReturn:
    """Do the work of a forked process, and never return into its parent's code."""
    status = 1
    try:
        work()
        status = 0
    except BaseException:  # noqa: BLE001 - a process of its own ends here, whatever it was
        traceback.print_exc()
    finally:
        os._exit(status)


def _start_thinkers(requests: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries thinkers that have ended
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # whoever waits for the end of these waits for the worker alone
        os.dup2(silence, stream)
    while True:
        data, found, *_ = socket.recv_fds(requests, 1, _DESCRIPTORS)
        if not data:
            break
        connection = socket.socket(fileno=found[0])
        if not os.fork():
            requests.close()
            _run_child(lambda: answer_questions(connection))  # noqa: B023 - it is called at once
        connection.close()
    while True:
        try:
            os.wait()
        except ChildProcessError:  # no thinker is left
            return


def answer_questions(connection: socket.socket) -> None:
    """Answer every question that arrives, until the connection ends."""
    with connection, connection.makefile("rb") as lines:
        for line in lines:
            answer = _answer(json.loads(line), _is_unwanted(connection))
            answer["last"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > _MAX_MEMORY
            try:
                connection.sendall(json.dumps(answer).encode() + b"\n")
            except ConnectionError:
                return
            if answer["last"]:
                return


def _answer(asked: dict[str, Any], stop: Callable[[], bool]) -> dict[str, Any]:
    """Return the move that is chosen, or what went wrong."""
    try:
        game = _rules(asked["game"], asked["map"], tuple(asked["options"]))
        level = chooser(asked["level"], asked["seconds"])
        random = Random(asked["seed"])  # noqa: S311 - a bot's choice guards nothing
        return {"move": game.format_move(level(game, game.parse(asked["position"]), random, stop))}
    except Exception as error:  # noqa: BLE001 - the bot that asked reports it
        traceback.print_exc()
        return {"fault": repr(error)}


@lru_cache(maxsize=_GAMES)
def _rules(name: str, board: str, options: tuple[str, ...]) -> Game[Any, Any]:
    return game_of(name, map_text=board or None, options=frozenset(options))


def _is_unwanted(connection: socket.socket) -> Callable[[], bool]:
    """Return a function that tells whether the answer is not wanted any more.

    Nothing is sent to a thinker that thinks, so what can be read is the end of the connection.
    """
    last = time.monotonic()

    def unwanted() -> bool:
        nonlocal last
        now = time.monotonic()
        if now - last < _LOOK_SECONDS:
            return False
        last = now
        return bool(select.select([connection], [], [], 0)[0])

    return unwanted
