"""An external program that chooses moves: it speaks the protocol of docs/reference/engine.md."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
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
"""How long any answer may take; for ``go``, that much more than it was told to think."""
_LOOK_SECONDS = 0.1
"""How often a waiting thread looks whether it is to stop."""


class ProgramError(Exception):
    """The program does not answer as the engine protocol says; the text is for people."""


class Program:
    """One conversation with a program: a `Level` that asks it for every move.

    Use as ``with Program(command, seconds) as level``. It is told the game and the position its
    seat knows, then ``go movetime``; of its answer only the ``bestmove`` line matters.
    """

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        """Prepare; the program is started when the context is entered.

        Args:
            command: what to run, and its arguments.
            seconds: how long it is told to think about a move.
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
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl+C ends us, and we end it
            )
        except OSError as error:
            self._folder.cleanup()
            raise ProgramError(f"{self._command[0]} cannot be run: {error.strerror}.") from error
        self._listener = threading.Thread(
            target=self._listen, args=(self._process.stdout,), daemon=True
        )
        self._listener.start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # and whatever it has started
        self._process.wait()
        while self._listener.is_alive():  # it may have more to say than anybody wants to hear
            with suppress(queue.Empty):
                self._lines.get(timeout=_LOOK_SECONDS)
        with suppress(BrokenPipeError):  # what it did not read is gone with it
            self._process.communicate()
        self._folder.cleanup()

    def _listen(self, lines: IO[str]) -> None:
        while line := lines.readline(MAX_LINE):
            self._lines.put(line)
        self._lines.put("")  # the end of what it says

    def __call__(
        self,
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool] = lambda: False,
    ) -> Any:  # noqa: ANN401 - any game's
        """Return the program's move.

        Raises:
            ProgramError: it ended, was silent, refused, played what it may not, or was not needed
                any more.
        """
        del random
        if self._game is not game:
            self._ask(self._game_line(game), stop)
            self._game = game
        self._ask(f"position {game.format(view)}", stop)
        told = f"go movetime {max(1, round(self._seconds * 1000))}"
        for line in reversed(self._ask(told, stop, self._seconds)):
            word, _, move = line.partition(" ")
            if word == "bestmove":
                return self._checked(game, view, move.strip())
        raise ProgramError(f"{self._name} answered `{told}` without a bestmove line.")

    def _checked(self, game: Game[Any, Any], view: Any, text: str) -> Any:  # noqa: ANN401
        try:
            move = game.parse_move(text)
            game.check(view, move)
        except GameError as error:
            raise ProgramError(
                f"{self._name} played {text[:60]!r} in position {game.format(view)}: {error}."
            ) from error
        return move

    def _game_line(self, game: Game[Any, Any]) -> str:
        board = game.map
        if board is None:
            return f"game {game.name}"
        file = Path(self._folder.name) / "map.toml"
        file.write_text(board.toml)
        return f"game {game.name} map={file}"

    @property
    def _name(self) -> str:
        return Path(self._command[0]).name

    def _ask(self, line: str, stop: Callable[[], bool], thinking: float = 0.0) -> list[str]:
        """Say a line; return the answer, without its ``ok``."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:
            pass  # it has ended: what it said before is read, and then its end
        until = time.monotonic() + thinking + _ANSWER_SECONDS
        answer: list[str] = []
        while True:
            said = self._next(line, stop, until)
            if said == "ok":
                return answer
            if said.split(" ")[0] == "error":
                raise ProgramError(f"{self._name} answered `{line[:60]}` with: {said[:200]}")
            answer.append(said)

    def _next(self, line: str, stop: Callable[[], bool], until: float) -> str:
        while not stop():
            try:
                said = self._lines.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                if time.monotonic() > until:
                    raise ProgramError(
                        f"{self._name} has not answered `{line[:60]}` in time: "
                        "an answer ends with a line `ok`, and must be flushed."
                    ) from None
                continue
            if not said:
                raise ProgramError(f"{self._name} ended, asked for `{line[:60]}`.")
            return said.strip()
        raise ProgramError(f"{self._name} was not needed any more.")
