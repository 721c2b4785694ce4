"""An external program that chooses moves: it speaks the protocol of docs/reference/engine.md."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Self

from games.contract import Game, GameError

MAX_ANSWER = 1 << 20
"""Bytes of an answer, whatever its lines are. An engine of ours writes a thousandth of it."""
_CHUNK = 1 << 16
_ANSWER_SECONDS = 10.0
"""Seconds that any answer may take; for ``go``, in addition to the time to think."""
_LOOK_SECONDS = 0.1
"""Seconds between a waiting thread's checks whether to stop."""
_ENDED = (
    "{name} ended before it answered `{line}`. It must read lines until its input ends, and answer "
    "each with a line `ok`."
)


_TOO_MUCH = (
    "{name} wrote more than 1 MB and did not end its answer to `{line}`: an answer is some lines, "
    "and ends with a line `ok`."
)
_NOT_IN_TIME = (
    "{name} has not answered `{line}` in time: an answer ends with a line `ok`, and must be "
    "flushed."
)


class ProgramError(Exception):
    """The program violates the engine protocol; the text is for people."""


class Program:
    """A running program: a `Level` that asks it for every move.

    Use as ``with Program(command, seconds) as level``. The program finds ``siam`` on its ``PATH``.
    It receives the game, the seat's view and
    ``go movetime``; of its answer only the ``bestmove`` line counts.
    """

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        """Prepare; the program starts when the context is entered.

        Args:
            command: what to run, and its arguments.
            seconds: how long it may think about a move.
        """
        self._command = tuple(command)
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = bytearray()
        self._game: Game[Any, Any] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="siam-map-")

    def __enter__(self) -> Self:
        """Start the program.

        Raises:
            ProgramError: it cannot be started.
        """
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                env=os.environ | {"PATH": _path_with_siam()},
                start_new_session=True,  # Ctrl+C ends this process, which ends the program
            )
        except OSError as error:
            self._folder.cleanup()
            raise ProgramError(f"{self._command[0]} cannot be run: {error.strerror}.") from error
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # and all processes it started
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        self._folder.cleanup()

    def greet(self, game: Game[Any, Any], stop: Callable[[], bool] = lambda: False) -> None:
        """Tell the program the game, and wait until it is ready to play.

        Raises:
            ProgramError: it ended, was silent, refused, or is no longer needed.
        """
        if self._game is not game:
            self._send_line(self._game_line(game), stop)
            self._game = game

    def __call__(
        self,
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool] = lambda: False,
    ) -> Any:  # noqa: ANN401 - any game's
        """Return the program's move.

        Raises:
            ProgramError: it ended, was silent, refused, played an illegal move, or is no longer
                needed.
        """
        del random
        self.greet(game, stop)
        self._send_line(f"position {game.format(view)}", stop)
        go = f"go movetime {max(1, round(self._seconds * 1000))}"
        move = self._send_line(go, stop, self._seconds)
        if move is None:
            raise ProgramError(f"{self._program_name} answered `{go}` without a bestmove line.")
        return self._parse_legal_move(game, view, move)

    def _parse_legal_move(self, game: Game[Any, Any], view: Any, text: str) -> Any:  # noqa: ANN401
        try:
            move = game.parse_move(text)
            game.check(view, move)
        except GameError as error:
            raise ProgramError(
                f"{self._program_name} played {text[:60]!r} in position {game.format(view)}: "
                f"{error}."
            ) from error
        return move

    def _game_line(self, game: Game[Any, Any]) -> str:
        words = ["game", game.name]
        if game.map is not None:
            file = Path(self._folder.name) / "map.toml"
            file.write_text(game.map.toml)
            words.append(f"map={file}")
        return " ".join((*words, *sorted(game.options)))

    @property
    def _program_name(self) -> str:
        return Path(self._command[0]).name

    def _send_line(self, line: str, stop: Callable[[], bool], thinking: float = 0.0) -> str | None:
        """Send a line, and read the answer; return the move of its last ``bestmove``, if any.

        Nothing else of the answer is kept, so a program cannot fill the memory.
        """
        wait = _Wait(self._program_name, line[:60], stop, thinking + _ANSWER_SECONDS)
        with suppress(BrokenPipeError):  # it ended: read what it wrote before, then its end
            self._write(f"{line}\n".encode(), wait)
        move, left = None, MAX_ANSWER
        while (said := self._next_line(wait, left)) != "ok":
            left -= len(said) + 1
            word, _, rest = said.partition(" ")
            if word == "error":
                raise ProgramError(f"{wait.name} answered `{wait.line}` with: {said[:200]}")
            if word == "bestmove":
                move = rest.strip()
        return move

    def _write(self, data: bytes, wait: _Wait) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        while data:
            wait.look(writes=self._process.stdin.fileno())
            data = data[self._process.stdin.write(data) or 0 :]

    def _next_line(self, wait: _Wait, most: int) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        while (end := self._unread.find(b"\n")) < 0:
            if len(self._unread) > most:
                raise ProgramError(_TOO_MUCH.format(name=wait.name, line=wait.line))
            wait.look(reads=self._process.stdout.fileno())
            data = self._process.stdout.read(_CHUNK)
            if data == b"":
                raise ProgramError(_ENDED.format(name=wait.name, line=wait.line))
            self._unread += data or b""
        if end > most:
            raise ProgramError(_TOO_MUCH.format(name=wait.name, line=wait.line))
        said = self._unread[:end].decode(errors="replace").strip()
        del self._unread[: end + 1]
        wait.look()
        return said


class _Wait:
    """How long a program may still take for its answer.

    Attributes:
        name: the program's.
        line: what it is to answer.
    """

    def __init__(self, name: str, line: str, stop: Callable[[], bool], seconds: float) -> None:
        self.name = name
        self.line = line
        self._stop = stop
        self._until = time.monotonic() + seconds

    def look(self, *, reads: int | None = None, writes: int | None = None) -> None:
        """Wait until a pipe is ready, if one is named.

        Raises:
            ProgramError: it took too long, or the program is no longer needed.
        """
        reading = [] if reads is None else [reads]
        writing = [] if writes is None else [writes]
        is_ready = not (reading or writing)
        while True:
            if self._stop():
                raise ProgramError(f"{self.name} is no longer needed.")
            if time.monotonic() > self._until:
                raise ProgramError(_NOT_IN_TIME.format(name=self.name, line=self.line))
            if is_ready:
                return
            is_ready = any(select.select(reading, writing, [], _LOOK_SECONDS))


def _path_with_siam() -> str:
    """Return a ``PATH`` by which programs find ``siam``, wherever it is installed.

    It stands in the folder of a virtual environment's Python, or in that from which it was started.
    """
    started = Path(sys.argv[0]).absolute()
    folders = [started.parent] if started.name == "siam" else []
    folders.append(Path(sys.executable).parent)
    return os.pathsep.join((os.environ.get("PATH", os.defpath), *map(str, folders)))
