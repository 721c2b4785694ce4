"""An external program that chooses moves: it speaks the protocol of docs/reference/engine.md."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import IO, Any, Self

from games.contract import Game, GameError

MAX_LINE = 1 << 16
"""Characters in one line of a program's answer."""
_ANSWER_SECONDS = 10.0
"""Seconds that any answer may take; for ``go``, in addition to the time to think."""
_LOOK_SECONDS = 0.1
"""Seconds between a waiting thread's checks whether to stop."""
_ENDED = (
    "{name} ended before it answered `{line}`. It must read lines until its input ends, and answer "
    "each with a line `ok`."
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
        self._lines: queue.Queue[str] = queue.Queue(maxsize=1000)
        self._process: subprocess.Popen[str] | None = None
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
                text=True,
                env=os.environ | {"PATH": _path_with_siam()},
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl+C ends this process, which ends the program
            )
        except OSError as error:
            self._folder.cleanup()
            raise ProgramError(f"{self._command[0]} cannot be run: {error.strerror}.") from error
        self._reader = threading.Thread(
            target=self._read_lines, args=(self._process.stdout,), daemon=True
        )
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # and all processes it started
        self._process.wait()
        while self._reader.is_alive():  # it may still write lines
            with suppress(queue.Empty):
                self._lines.get(timeout=_LOOK_SECONDS)
        with suppress(BrokenPipeError):  # it has not read everything
            self._process.communicate()
        self._folder.cleanup()

    def _read_lines(self, lines: IO[str]) -> None:
        while line := lines.readline(MAX_LINE):
            self._lines.put(line)
        self._lines.put("")  # the end of its output

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
        for line in reversed(self._send_line(go, stop, self._seconds)):
            word, _, move = line.partition(" ")
            if word == "bestmove":
                return self._parse_legal_move(game, view, move.strip())
        raise ProgramError(f"{self._program_name} answered `{go}` without a bestmove line.")

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

    def _send_line(self, line: str, stop: Callable[[], bool], thinking: float = 0.0) -> list[str]:
        """Send a line; return the answer, without its ``ok``."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:
            pass  # it ended: read what it wrote before, then its end
        until = time.monotonic() + thinking + _ANSWER_SECONDS
        answer: list[str] = []
        while True:
            said = self._next_line(line, stop, until)
            if said == "ok":
                return answer
            if said.split(" ")[0] == "error":
                raise ProgramError(
                    f"{self._program_name} answered `{line[:60]}` with: {said[:200]}"
                )
            answer.append(said)

    def _next_line(self, line: str, stop: Callable[[], bool], until: float) -> str:
        while not stop():
            try:
                said = self._lines.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                if time.monotonic() > until:
                    raise ProgramError(
                        f"{self._program_name} has not answered `{line[:60]}` in time: "
                        "an answer ends with a line `ok`, and must be flushed."
                    ) from None
                continue
            if not said:
                raise ProgramError(_ENDED.format(name=self._program_name, line=line[:60]))
            return said.strip()
        raise ProgramError(f"{self._program_name} is no longer needed.")


def _path_with_siam() -> str:
    """Return a ``PATH`` by which programs find ``siam``, wherever it is installed.

    It stands in the folder of a virtual environment's Python, or in that from which it was started.
    """
    started = Path(sys.argv[0]).absolute()
    folders = [started.parent] if started.name == "siam" else []
    folders.append(Path(sys.executable).parent)
    return os.pathsep.join((os.environ.get("PATH", os.defpath), *map(str, folders)))
