"""The front's side of sessions: limits them, has them started, and learns of their end."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from signal import Signals
from typing import Final

from siam_tui.doors.ssh.session_order import (
    ENDED,
    MOST_BYTES,
    READY,
    SIGNAL,
    START,
    SessionOrder,
)
from texts import Message, say
from transport.allowances import Allowances

_RETRY_SECONDS: Final = 0.1


class Sessions:
    """All running sessions.

    Attributes:
        ready: set once the fork server has loaded the app.
        lost: set when the fork server has ended, so that no session can start.
    """

    def __init__(self, fork_server: socket.socket) -> None:
        """Begin to listen to the fork server.

        Args:
            fork_server: the connection to it.
        """
        self.ready = asyncio.Event()
        self.lost = asyncio.Event()
        self._socket = fork_server
        self._numbers = count(1)
        self._ended: dict[int, Callable[[int], None]] = {}
        self._none_left = asyncio.Event()
        self._none_left.set()
        fork_server.setblocking(False)
        asyncio.get_running_loop().add_reader(fork_server, self._read)

    def next_number(self) -> int:
        """Return the number of a new session."""
        return next(self._numbers)

    def start(self, order: SessionOrder, terminal: int, ended: Callable[[int], None]) -> None:
        """Start a session.

        Args:
            order: what to start.
            terminal: the descriptor of its terminal; it can be closed afterwards.
            ended: called with the exit code when its process has ended.

        Raises:
            OSError: the fork server does not answer.
        """
        socket.send_fds(self._socket, [START + order.to_line().encode()], [terminal])
        self._ended[order.number] = ended
        self._none_left.clear()

    def signal(self, number: int, which: Signals) -> None:
        """Signal a session, if it still runs."""
        if number in self._ended:
            try:
                self._socket.send(SIGNAL + json.dumps([number, which]).encode())
            except BlockingIOError:  # it has much to do
                loop = asyncio.get_running_loop()
                loop.call_later(_RETRY_SECONDS, self.signal, number, which)
            except OSError:
                self._note_lost()

    def signal_all(self, which: Signals) -> None:
        """Signal all sessions."""
        for number in tuple(self._ended):
            self.signal(number, which)

    async def until_none(self) -> None:
        """Return once no session runs."""
        await self._none_left.wait()

    def close(self) -> None:
        """End the connection; the fork server then ends the sessions that are left."""
        asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()

    def _read(self) -> None:
        try:
            message = self._socket.recv(MOST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            message = b""
        match message[:1]:
            case b"":
                self._note_lost()
            case kind if kind == READY:
                self.ready.set()
            case kind if kind == ENDED:
                number, code = json.loads(message[1:])
                self._end(number, code)

    def _end(self, number: int, code: int) -> None:
        ended = self._ended.pop(number, None)
        if not self._ended:
            self._none_left.set()
        if ended is not None:
            ended(code)

    def _note_lost(self) -> None:
        asyncio.get_running_loop().remove_reader(self._socket)
        self.lost.set()
        for number in tuple(self._ended):
            self._end(number, 1)


NEW_AT_ONCE: Final = 60
NEW_PER_SECOND: Final = 3.0
"""New connections of one address: so many at once, and then so many a second."""
STARTS_AT_ONCE: Final = 8
STARTS_PER_SECOND: Final = 0.2
"""New sessions of one address: so many at once, and then so many a second."""

FULL: Final = say("doors/ssh/full")
FULL_FOR_ADDRESS: Final = say("doors/ssh/full-for-address")
TOO_FAST: Final = say("doors/ssh/too-fast")


@dataclass(slots=True)
class SessionLimits:
    """Counts connections and sessions.

    Attributes:
        most: sessions at a time.
        of_address: sessions at a time from one address.
    """

    most: int
    of_address: int
    _sessions: Counter[str] = field(default_factory=Counter)
    _new: Allowances = field(default_factory=lambda: Allowances(NEW_AT_ONCE, NEW_PER_SECOND))
    _starts: Allowances = field(
        default_factory=lambda: Allowances(STARTS_AT_ONCE, STARTS_PER_SECOND)
    )

    def may_come(self, network: str, now: float) -> bool:
        """Count a new connection of an address; return False if they come too fast."""
        return self._new.of(network, now).spend(1, now)

    def take_session(self, network: str, now: float) -> Message | None:
        """Count a new session; return why there can be none, or None."""
        if self._sessions.total() >= self.most:
            return FULL
        if self._sessions[network] >= self.of_address:
            return FULL_FOR_ADDRESS
        if not self._starts.of(network, now).spend(1, now):
            return TOO_FAST
        self._sessions[network] += 1
        return None

    def give_session_back(self, network: str) -> None:
        """Count no longer a session that has ended."""
        self._sessions[network] -= 1
        if self._sessions[network] <= 0:
            del self._sessions[network]
