"""Carries bytes between a program and a channel, and never keeps many of them.

The program has a terminal, or a socket for a client that has none.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
import struct
import termios
from collections.abc import Callable
from typing import Final

from siam_tui.doors.ssh.visitor_request import clamp_size

_CHUNK: Final = 16 * 1024
_MOST_INPUT: Final = 64 * 1024
"""Bytes that may wait for a program that does not read; then the client must wait."""
_END_OF_INPUT: Final = b"\x04"
_RESIZE_SECONDS: Final = 0.05
"""A window is resized at most this often: each time the whole screen is drawn anew."""


class PtyRelay:
    """The door's end of a terminal, or of a socket.

    Attributes:
        terminal: descriptor of the program's end, until `hand_over`.
    """

    def __init__(
        self,
        output: Callable[[bytes], None],
        wait: Callable[[bool], None],
        *,
        is_terminal: bool,
    ) -> None:
        """Make both ends.

        Args:
            output: called with what the program writes.
            wait: called with whether the client must wait before it sends more.
            is_terminal: whether the program has a terminal.
        """
        self._is_terminal = is_terminal
        if is_terminal:
            self._own, self.terminal = os.openpty()
        else:
            self._own, self.terminal = (each.detach() for each in socket.socketpair())
        os.set_blocking(self._own, False)
        self._ends_input = False
        self._output, self._wait = output, wait
        self._loop = asyncio.get_running_loop()
        self._input = bytearray()
        self._size = (0, 0)
        self._resizing: asyncio.TimerHandle | None = None
        self._reading = False

    def hand_over(self) -> None:
        """Close the program's end here, once the program has it, and begin to carry."""
        os.close(self.terminal)
        self.terminal = -1
        self.resume()

    def resume(self) -> None:
        """Carry what the program writes."""
        if not self._reading and self._own >= 0 and self.terminal < 0:
            self._reading = True
            self._loop.add_reader(self._own, self._read)

    def pause(self) -> None:
        """Carry no more of it: the client does not read, and the program has to wait."""
        if self._reading:
            self._reading = False
            self._loop.remove_reader(self._own)

    def feed(self, data: bytes) -> None:
        """Give the program what the client typed."""
        if self._own < 0:
            return
        if not self._input:
            self._loop.add_writer(self._own, self._write_to_visitor)
        self._input += data
        if len(self._input) > _MOST_INPUT:
            self._wait(True)
        self._write_to_visitor()

    def end_input(self) -> None:
        """Tell the program that the client types nothing more."""
        if self._is_terminal:
            self.feed(_END_OF_INPUT)
        elif self._own >= 0:
            self._ends_input = True
            self._write_to_visitor()

    def resize(self, columns: int, lines: int) -> None:
        """Tell the program the size of the window, soon."""
        self._size = clamp_size(columns, lines)
        if self._resizing is None:
            self._resizing = self._loop.call_later(_RESIZE_SECONDS, self.resize_now)

    def resize_now(self) -> None:
        """Tell the program the size of the window."""
        self._resizing = None
        if self._own >= 0 and self._is_terminal:
            columns, lines = self._size
            size = struct.pack("HHHH", lines, columns, 0, 0)
            fcntl.ioctl(self._own, termios.TIOCSWINSZ, size)

    def read_rest(self) -> None:
        """Carry what a program that has ended wrote last."""
        self.pause()
        for _ in range(4):
            if not self._read():
                return

    def close(self) -> None:
        """Hang up: the program gets a SIGHUP."""
        self.pause()
        if self._resizing is not None:
            self._resizing.cancel()
        if self.terminal >= 0:
            os.close(self.terminal)
        if self._own >= 0:
            self._loop.remove_writer(self._own)
            os.close(self._own)
        self._own = self.terminal = -1

    def _read(self) -> bool:
        """Carry some output; return False if there is none."""
        try:
            data = os.read(self._own, _CHUNK)
        except BlockingIOError:
            return False
        except OSError:  # the program has ended
            data = b""
        if data:
            self._output(data)
        else:
            self.pause()
        return bool(data)

    def _write_to_visitor(self) -> None:
        was_full = len(self._input) > _MOST_INPUT
        try:
            written = os.write(self._own, self._input) if self._input else 0
        except BlockingIOError:
            return
        except OSError:  # the program has ended
            written = len(self._input)
        del self._input[:written]
        if not self._input:
            self._loop.remove_writer(self._own)
            if self._ends_input:
                with socket.socket(fileno=os.dup(self._own)) as end:
                    end.shutdown(socket.SHUT_WR)
        if was_full and len(self._input) <= _MOST_INPUT:
            self._wait(False)
