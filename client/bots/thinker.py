"""Processes that choose moves for the bots of a worker, and the process that forks them.

A thinker reads questions and writes answers, one JSON object per line. The end of its connection
ends it, even while it thinks.
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
from random import Random
from typing import Any, NoReturn

from client.bots.levels import find_level
from client.table_rules import rules_of

_LOOK_SECONDS = 0.01
"""Seconds between a thinker's checks whether its answer is still wanted."""
_MAX_MEMORY = 256 * 1024
"""KB of memory after which a thinker is replaced."""
_DESCRIPTORS = 1
_NICENESS = 10
"""How much lower the priority of a thinker is than its worker's."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position to choose a move for.

    Attributes:
        game: the game's name.
        map: the text of its map, empty for the standard one or none.
        options: the table's options.
        position: the view of the seat to move, in the game's notation.
        level: one of `LEVELS`.
        seconds: time limit; None for the level's own.
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
    """Fork the process that forks thinkers; call this before there are threads or an event loop.

    Forking from a process with threads may copy a lock that is never released. The starter never
    has threads, so thinkers can be replaced at any time.

    Returns:
        The socket that takes requests (see `request_thinker`), whose end ends the starter and all
        thinkers whose connections have ended; and the starter's process id.
    """
    ours, theirs = socket.socketpair()
    gc.freeze()  # objects allocated so far stay in shared memory
    pid = os.fork()
    if not pid:
        ours.close()
        _run_child(lambda: _start_thinkers(theirs))
    theirs.close()
    return ours, pid


def request_thinker(starter: socket.socket) -> socket.socket:
    """Request a new thinker; return the connection to it.

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
    except BaseException:  # noqa: BLE001 - this process ends here
        traceback.print_exc()
    finally:
        os._exit(status)


def _start_thinkers(requests: socket.socket) -> None:
    os.nice(_NICENESS)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system reaps ended thinkers
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # only the worker keeps these pipes open
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
            answer = _answer_question(json.loads(line), _is_unwanted(connection))
            answer["last"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > _MAX_MEMORY
            try:
                connection.sendall(json.dumps(answer).encode() + b"\n")
            except ConnectionError:
                return
            if answer["last"]:
                return


def _answer_question(asked: dict[str, Any], stop: Callable[[], bool]) -> dict[str, Any]:
    """Return the chosen move, or what went wrong."""
    try:
        game = rules_of(asked["game"], asked["map"], frozenset(asked["options"]))
        level = find_level(asked["level"], asked["seconds"])
        random = Random(asked["seed"])  # noqa: S311 - a bot's choice guards nothing
        return {"move": game.format_move(level(game, game.parse(asked["position"]), random, stop))}
    except Exception as error:  # noqa: BLE001 - the bot reports it
        traceback.print_exc()
        return {"fault": repr(error)}


def _is_unwanted(connection: socket.socket) -> Callable[[], bool]:
    """Return a function that returns whether the answer is no longer wanted.

    Nothing is sent to a busy thinker, so a readable connection has ended.
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
