"""One session of a visitor, as SSH sees it: a terminal, and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import TYPE_CHECKING, Any, Final

import asyncssh

from siam_tui.doors.named_proxies import Origin
from siam_tui.doors.ssh.pty_relay import PtyRelay
from siam_tui.doors.ssh.session_order import BUG, Ending
from siam_tui.doors.ssh.visitor_request import ClientLocale, read_kind
from texts import Message, say, speaking, tell

if TYPE_CHECKING:
    from asyncssh.packet import SSHPacket

    from siam_tui.doors.ssh.door import Door
    from siam_tui.doors.ssh.visitor_login import VisitorLogin

UNUSED_SECONDS: Final = 20.0
"""How long a connection or a channel may be there without a session."""
_CLOGGED_SECONDS: Final = 0.1
_KILL_SECONDS: Final = 5.0
_START_SECONDS: Final = 5.0
"""How long a session may start before the next one does."""


class VisitorChannel(asyncssh.SSHServerSession[bytes]):
    """Connects a channel with a session of the fork server.

    Attributes:
        locale: what the client says of its language.
    """

    def __init__(self, door: Door, login: VisitorLogin) -> None:
        """Prepare.

        Args:
            door: the door.
            login: who has logged in.
        """
        self._door, self._login = door, login
        self.has_place = False
        self._is_over = False
        self._has_shown = asyncio.Event()
        self._starting: asyncio.Task[None] | None = None
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._relay: PtyRelay | None = None
        self._terminal = read_kind("")
        self.locale = ClientLocale()
        self._has_terminal = False
        self._refusal: Message | None = None
        self._language = ""
        self._size = (0, 0)
        self._holds: set[str] = set()
        self._number = 0
        self._ending = Ending.BY_ITSELF
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._loop = asyncio.get_running_loop()
        self._last_input = self._loop.time()

    # What SSH asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take no variables but the locale: asyncssh would keep all that a client sends."""
        self._channel = chan
        self._call_later("unused", UNUSED_SECONDS, chan.abort)
        chan._process_env_request = self._take_variable  # type: ignore[method-assign]  # noqa: SLF001

    def _take_variable(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        return self.locale.take(name, value)

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        _modes: Any,  # noqa: ANN401
    ) -> bool:
        """Note the kind and size of the client's terminal."""
        self._has_terminal = True
        self._terminal, self._size = read_kind(term_type), term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """Allow a session: the app or the text mode, and without a terminal the text mode."""
        return True

    def exec_requested(self, _command: str) -> bool:
        """Run no command, but tell what to do."""
        self._refusal = self._door.refuse_commands()
        return True

    def subsystem_requested(self, _subsystem: str) -> bool:
        """Start no subsystem, such as SFTP, but tell what to do."""
        return self.exec_requested("")

    def session_started(self) -> None:
        """Start the session, or tell why there is none."""
        self._cancel("unused")
        refusal = self._refusal or self._login.take_place()
        self.has_place = not refusal
        if refusal:
            self._tell_refusal(refusal)
            return
        relay = PtyRelay(self._show, self._make_client_wait, is_terminal=self._has_terminal)
        self._relay = relay
        relay.resize(*self._size)
        relay.resize_now()
        self._starting = asyncio.create_task(self._start_program(relay))

    async def _start_program(self, relay: PtyRelay) -> None:
        """Start the program in its turn, which lasts until it shows something."""
        async with self._door.starts.turn(Origin(self._login.network)):
            try:
                terminal = self._terminal, relay.terminal
                self._number = self._door.start(self, self._login, terminal, self._ended)
            except OSError:
                self._tell_refusal(say("doors/ssh/not-started"))
                return
            relay.hand_over()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._has_shown.wait(), _START_SECONDS)

    def _tell_refusal(self, sentence: Message) -> None:
        """Tell why there is no session."""
        if not self._channel.is_closing():
            end = "\r\n" if self._has_terminal else "\n"
            self._channel.write_stderr(f"{self._told(sentence)}{end}".encode())
        self._exit(1)

    def _told(self, sentence: Message) -> str:
        """Return a sentence in the language of the visitor; a script reads English."""
        spoken = (self._language or self.locale.language) if self._has_terminal else ""
        with speaking(spoken or "en"):
            return tell(sentence)

    # Input and output

    def _show(self, data: bytes) -> None:
        """Send what the program writes; from its first words on, the visitor can type."""
        if self._channel.is_closing():
            return
        self._channel.write(data)
        if self._login.is_clogged:
            self._hold("clogged")
            self._call_later("clogged", _CLOGGED_SECONDS, self._check_clogged)
        if not self._has_shown.is_set():
            self._has_shown.set()
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
            self._relay.end_input()
        return True

    def terminal_size_changed(
        self, width: int, height: int, _pixwidth: int, _pixheight: int
    ) -> None:
        """Resize the terminal."""
        if self._relay is not None:
            self._relay.resize(width, height)

    def pause_writing(self) -> None:
        """Have the program wait for a client whose window is full."""
        self._hold("window")

    def resume_writing(self) -> None:
        """Go on."""
        self._release("window")

    def _check_clogged(self) -> None:
        """Go on once the connection carries more, whatever the client says of its window."""
        if self._login.is_clogged:
            self._call_later("clogged", _CLOGGED_SECONDS, self._check_clogged)
        else:
            self._release("clogged")

    def _hold(self, reason: str) -> None:
        """Have the program wait for a client that does not read, and end it after a while."""
        if self._relay is not None:
            self._relay.pause()
        if not self._holds:
            self._call_later("stalled", self._door.settings.stalled_seconds, self._stalled)
        self._holds.add(reason)

    def _release(self, reason: str) -> None:
        self._holds.discard(reason)
        if not self._holds:
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
            self._call_later("kill", _KILL_SECONDS, self._kill)

    def connection_lost(self, _exc: Exception | None) -> None:
        """Hang up: the program ends, and its seats in the lobby are kept."""
        self._cancel("stalled", "clogged", "idle", "abort", "unused")
        if self._starting is not None:
            self._starting.cancel()
        if self._relay is not None:
            self._relay.close()
        if self._number:
            self._door.signal(self._number, signal.SIGHUP)
            self._call_later("kill", _KILL_SECONDS, self._kill)
        else:
            self._give_back()

    def _ended(self, code: int, language: str) -> None:
        """Tell the visitor how the program has ended, in the language they chose in it."""
        self._number, self._language = 0, language
        self._has_shown.set()
        if self._ending is Ending.BY_ITSELF and (code < 0 or code == BUG):
            self._ending = Ending.FAILED
        self._cancel("stalled", "clogged", "idle", "kill")
        if self._relay is not None and not self._channel.is_closing():
            self._relay.read_rest()
        if self._relay is not None:
            self._relay.close()
        self._give_back()
        if not self._channel.is_closing():
            if sentence := self._ending.value:
                self._channel.write(f"{self._told(sentence)}\r\n".encode())
            self._exit(code if code >= 0 else 128 - code)

    def _give_back(self) -> None:
        """Give the place back, once."""
        if not self._is_over:
            self._is_over = True
            self._login.session_ended(self, held_place=self.has_place)

    def _exit(self, code: int) -> None:
        self._channel.exit(code)
        self._call_later("abort", _KILL_SECONDS, self._channel.abort)

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
            self._call_later("idle", left, self._watch_idle)
        else:
            self._call_later("idle", left - warned, self._watch_idle)

    def _call_later(self, name: str, seconds: float, do: Any) -> None:  # noqa: ANN401 - any callback
        self._cancel(name)
        self._timers[name] = self._loop.call_later(seconds, do)

    def _cancel(self, *names: str) -> None:
        for name in names:
            if (timer := self._timers.pop(name, None)) is not None:
                timer.cancel()
