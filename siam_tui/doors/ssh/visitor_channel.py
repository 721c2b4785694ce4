"""One session of a visitor, as SSH sees it: a terminal, and nothing else."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING, Any, Final

import asyncssh

from siam_tui.doors.ssh.pty_relay import PtyRelay
from siam_tui.doors.ssh.session_end import Ending
from siam_tui.doors.ssh.session_order import BUG
from siam_tui.doors.ssh.terminal_request import read_kind

if TYPE_CHECKING:
    from siam_tui.doors.ssh.door import Door
    from siam_tui.doors.ssh.visitor_login import VisitorLogin

_NO_TERMINAL: Final = "This door needs a terminal: use `ssh -t`, and give no command."
_FAILED: Final = "The session could not be started. Please try again."
UNUSED_SECONDS: Final = 20.0
"""How long a connection or a channel may be there without a session."""
_KILL_SECONDS: Final = 5.0
_END_OF_INPUT: Final = b"\x04"


class VisitorChannel(asyncssh.SSHServerSession[bytes]):
    """Connects a channel with a session of the fork server."""

    def __init__(self, door: Door, login: VisitorLogin) -> None:
        """Prepare.

        Args:
            door: the door.
            login: who has logged in.
        """
        self._door, self._login = door, login
        self._has_place = False
        self._is_over = self._has_shown = False
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._relay: PtyRelay | None = None
        self._terminal = read_kind("")
        self._wants_terminal = False
        self._size = (0, 0)
        self._number = 0
        self._ending = Ending.BY_ITSELF
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._loop = asyncio.get_running_loop()
        self._last_input = self._loop.time()

    # What SSH asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take no variables: asyncssh would keep all that a client sends."""
        self._channel = chan
        self._after("unused", UNUSED_SECONDS, chan.abort)
        chan._process_env_request = _refuse  # type: ignore[assignment]  # noqa: SLF001

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        _modes: Any,  # noqa: ANN401
    ) -> bool:
        """Note the kind and size of the client's terminal."""
        self._wants_terminal = True
        self._terminal, self._size = read_kind(term_type), term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """Allow a session; commands, subsystems and the rest are refused."""
        return True

    def session_started(self) -> None:
        """Start the session, or tell why there is none."""
        self._cancel("unused")
        refusal = self._login.take_place() if self._wants_terminal else _NO_TERMINAL
        self._has_place = not refusal
        if refusal:
            self._tell_and_exit(refusal, 1)
            return
        self._relay = relay = PtyRelay(self._show, self._make_client_wait)
        relay.resize(*self._size)
        relay.resize_now()
        try:
            terminal = self._terminal, relay.terminal
            self._number = self._door.start(self, self._login, terminal, self._ended)
        except OSError:
            self._tell_and_exit(_FAILED, 1)
            return
        relay.hand_over()

    # Input and output

    def _show(self, data: bytes) -> None:
        """Send what the program writes; from its first words on, the visitor can type."""
        self._channel.write(data)
        if not self._has_shown:
            self._has_shown = True
            self._last_input = self._loop.time()
            self._watch_idle()

    def data_received(self, data: bytes, _datatype: int | None) -> None:
        """Pass on what was typed."""
        self._last_input = self._loop.time()
        if self._relay is not None:
            self._relay.feed(data)

    def eof_received(self) -> bool:
        """End the program's input; it decides itself when to end."""
        if self._relay is not None:
            self._relay.feed(_END_OF_INPUT)
        return True

    def terminal_size_changed(
        self, width: int, height: int, _pixwidth: int, _pixheight: int
    ) -> None:
        """Resize the terminal."""
        if self._relay is not None:
            self._relay.resize(width, height)

    def pause_writing(self) -> None:
        """Have the program wait for a client that does not read, and end it after a while."""
        if self._relay is not None:
            self._relay.pause()
            self._after("stalled", self._door.settings.stalled_seconds, self._stalled)

    def resume_writing(self) -> None:
        """Go on."""
        self._cancel("stalled")
        if self._relay is not None:
            self._relay.resume()

    def _make_client_wait(self, waiting: bool) -> None:
        if waiting:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    # The end

    def end(self, ending: Ending) -> None:
        """End the program, and tell the visitor why."""
        if self._number and self._ending is Ending.BY_ITSELF:
            self._ending = ending
            self._door.signal(self._number, signal.SIGTERM)
            self._after("kill", _KILL_SECONDS, self._kill)

    def connection_lost(self, _exc: Exception | None) -> None:
        """Hang up: the program ends, and its seats in the lobby are kept."""
        self._cancel("stalled", "idle", "abort", "unused")
        if self._relay is not None:
            self._relay.close()
        if self._number:
            self._door.signal(self._number, signal.SIGHUP)
            self._after("kill", _KILL_SECONDS, self._kill)
        else:
            self._give_back()

    def _ended(self, code: int) -> None:
        """Tell the visitor how the program has ended."""
        self._number = 0
        if self._ending is Ending.BY_ITSELF and (code < 0 or code == BUG):
            self._ending = Ending.FAILED
        self._cancel("stalled", "idle", "kill")
        if self._relay is not None and not self._channel.is_closing():
            self._relay.read_rest()
        if self._relay is not None:
            self._relay.close()
        self._give_back()
        if not self._channel.is_closing():
            self._tell_and_exit(self._ending.sentence, code if code >= 0 else 128 - code)

    def _give_back(self) -> None:
        """Give the place back, once."""
        if not self._is_over:
            self._is_over = True
            self._login.session_ended(self, held_place=self._has_place)

    def _tell_and_exit(self, sentence: str, code: int) -> None:
        if sentence:
            self._channel.write(f"{sentence}\r\n".encode())
        self._channel.exit(code)
        self._after("abort", _KILL_SECONDS, self._channel.abort)

    def _kill(self) -> None:
        self._door.signal(self._number, signal.SIGKILL)

    def _stalled(self) -> None:
        self.end(Ending.STALLED)
        self._channel.abort()

    # Idle visitors

    def _watch_idle(self) -> None:
        """Warn an idle visitor, and later end the session."""
        limits = self._door.settings
        left = self._last_input + limits.idle_seconds - self._loop.time()
        warned = self._door.last_seconds
        if left <= 0:
            self.end(Ending.IDLE)
        elif left <= warned:
            self._door.signal(self._number, self._door.idle_signal)
            self._after("idle", left, self._watch_idle)
        else:
            self._after("idle", left - warned, self._watch_idle)

    def _after(self, name: str, seconds: float, do: Any) -> None:  # noqa: ANN401 - any callback
        self._cancel(name)
        self._timers[name] = self._loop.call_later(seconds, do)

    def _cancel(self, *names: str) -> None:
        for name in names:
            if (timer := self._timers.pop(name, None)) is not None:
                timer.cancel()


def _refuse(_packet: object) -> bool:
    return False
