"""One spectator: a WebSocket on which what is shown goes out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from aiohttp import WSCloseCode, WSMsgType, web

_FIRST_SECONDS: Final = 10.0
"""How long the first message may take to arrive."""


class NewestMessage:
    """The message that waits to be sent: each is whole, so a newer one replaces it."""

    def __init__(self) -> None:
        self._message = b""
        self._more = asyncio.Event()

    def offer(self, message: bytes) -> None:
        """Put a message in place of the one that waits."""
        self._message = message
        self._more.set()

    async def next(self) -> bytes:
        """Return the message, once there is one."""
        await self._more.wait()
        self._more.clear()
        return self._message


async def first_message(socket: web.WebSocketResponse) -> str:
    """Return the first text that a spectator sends; empty if none comes in time."""
    try:
        async with asyncio.timeout(_FIRST_SECONDS):
            message = await socket.receive()
    except TimeoutError:
        return ""
    return str(message.data) if message.type is WSMsgType.TEXT else ""


async def send_messages(
    socket: web.WebSocketResponse, newest: NewestMessage, stalled: float
) -> None:
    """Send what comes until the socket closes, or its reader stalls.

    Args:
        socket: the spectator's.
        newest: the messages.
        stalled: the most seconds that one message may take.
    """
    with contextlib.suppress(ConnectionError, RuntimeError):  # it closed meanwhile
        while not socket.closed:
            message = await newest.next()
            async with asyncio.timeout(stalled):
                await socket.send_frame(message, WSMsgType.TEXT)


async def until_closed(socket: web.WebSocketResponse) -> None:
    """Return when the spectator has left; a spectator who sends more is sent away."""
    async for message in socket:
        if message.type in {WSMsgType.TEXT, WSMsgType.BINARY}:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
