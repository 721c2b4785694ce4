"""One spectator: a WebSocket on which the frames of one topic go out."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Final

from aiohttp import WSCloseCode, WSMsgType, web

MOST_WAITING: Final = 256 * 1024
"""Bytes that wait for a spectator who reads slowly; of more, only the newest frame is kept."""
CLEARED: Final = b"\0"
"""What is sent for a topic that was cleared; no frame begins so."""


class FrameQueue:
    """Frames that wait to be sent; a slow reader loses all but the newest."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._more = asyncio.Event()

    def offer(self, frame: bytes) -> None:
        """Add a frame; drop what waits where there is too much."""
        frame = frame or CLEARED
        if self._frames and self._bytes + len(frame) > MOST_WAITING:
            self._frames.clear()
            self._bytes = 0
        self._frames.append(frame)
        self._bytes += len(frame)
        self._more.set()

    async def next(self) -> bytes:
        """Return the next frame, once there is one."""
        while not self._frames:
            self._more.clear()
            await self._more.wait()
        frame = self._frames.popleft()
        self._bytes -= len(frame)
        return frame


async def send_frames(socket: web.WebSocketResponse, queue: FrameQueue, stalled: float) -> None:
    """Send what comes until the socket closes, or its reader stalls.

    Args:
        socket: the spectator's.
        queue: the frames.
        stalled: the most seconds that one frame may take.
    """
    with contextlib.suppress(ConnectionError, RuntimeError):  # it closed meanwhile
        while not socket.closed:
            frame = await queue.next()
            async with asyncio.timeout(stalled):
                await socket.send_bytes(frame)


async def until_closed(socket: web.WebSocketResponse) -> None:
    """Return when the spectator has left; a spectator who sends anything is sent away."""
    async for message in socket:
        if message.type in {WSMsgType.TEXT, WSMsgType.BINARY}:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
