"""The latest frames of a lobby's public topics, as the broker delivered them. Pure."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Final

from protocol.codec import MAX_BYTES
from protocol.limits import MAX_PARTS, MAX_TABLES

FRAMES_OF_TABLE: Final = 32
"""Frames of a table that are kept: who comes later reads the latest moves from them."""
BYTES_OF_TABLE: Final = 2 * MAX_BYTES
MOST_TOPICS: Final = 2 * MAX_TABLES + MAX_PARTS + 1
MOST_BYTES: Final = 32 * 1024 * 1024


class FrameStore:
    """Keeps the latest frames of each topic, within limits; it reads none of them."""

    def __init__(self) -> None:
        self._frames: OrderedDict[str, deque[bytes]] = OrderedDict()
        self._bytes = 0

    @property
    def size(self) -> int:
        """Bytes of all frames."""
        return self._bytes

    def keep(self, topic: str, frame: bytes, most: int = FRAMES_OF_TABLE) -> bool:
        """Keep a frame; False if it is the topic's latest one already.

        Args:
            topic: where it was published.
            frame: the frame; an empty one clears the topic, as in MQTT.
            most: frames of this topic that are kept.
        """
        if not frame:
            return self._forget(topic)
        kept = self._frames.setdefault(topic, deque())
        if kept and kept[-1] == frame:
            return False
        kept.append(frame)
        self._frames.move_to_end(topic)
        self._bytes += len(frame)
        while len(kept) > most or sum(map(len, kept)) > BYTES_OF_TABLE:
            self._bytes -= len(kept.popleft())
        while len(self._frames) > MOST_TOPICS or self._bytes > MOST_BYTES:
            self._forget(next(iter(self._frames)))
        return True

    def of(self, topic: str) -> tuple[bytes, ...]:
        """Return the frames of a topic, the oldest first."""
        return tuple(self._frames.get(topic, ()))

    def _forget(self, topic: str) -> bool:
        gone = self._frames.pop(topic, ())
        self._bytes -= sum(map(len, gone))
        return bool(gone)
