"""The socket of a connection that a thread is making."""

from __future__ import annotations

import socket
from contextlib import suppress

from paho.mqtt import client as paho


class OpeningSocket:
    """Makes the socket of an MQTT client, and ends it while a thread still waits for it.

    The thread reads the handshakes of TLS and WebSocket. A broker that sends a byte now and then
    could hold it for ever.

    Attributes:
        has_ended: whether `end` was called.
    """

    def __init__(self, client: paho.Client, opened: socket.socket | None) -> None:
        """Prepare.

        Args:
            client: it opens its sockets here from now on.
            opened: the connected socket that it is to use; None to make one.
        """
        self.has_ended = False
        self._opened = opened
        self._made: socket.socket | None = None
        self._twin: socket.socket | None = None
        self._connect = client._create_socket_connection  # noqa: SLF001
        client._create_socket_connection = self._open  # type: ignore[method-assign] # noqa: SLF001

    def _open(self) -> socket.socket:
        self._made = made = self._opened or self._connect()
        self._twin = made.dup()  # TLS takes the socket itself
        if self.has_ended:  # meanwhile
            self.end()
        return made

    def end(self) -> None:
        """End the connection; a thread that reads it is told so."""
        self.has_ended = True
        if self._twin is not None:
            with suppress(OSError):
                self._twin.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection, when no thread uses it any more."""
        if self._made is not None:
            self._made.close()
        self.release()

    def release(self) -> None:
        """Leave the connection to the client, which has made it."""
        self._made = None
        if self._twin is not None:
            self._twin.close()
            self._twin = None
