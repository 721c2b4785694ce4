"""What a server says, to whom, and when: not before what it is about is on the disk."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from protocol.keys import PublicKey, SecretKey
from protocol.messages import LobbyState, Message
from server.publisher import Publisher, Send
from server.table import Table

logger = logging.getLogger(__name__)

KeyOf = Callable[[str], PublicKey | None]
"""Returns the key of a player who is known, by their fingerprint."""


class Voice:
    """Keeps what is to be said until it may be said, or is not true any more.

    Attributes:
        publisher: puts it into envelopes.
        shown: the lobby everybody was told of last; None before, and when it was taken back.
    """

    def __init__(self, key: SecretKey, boot: bytes, send: Send, key_of: KeyOf) -> None:
        self.publisher = Publisher(key, boot, self._say)
        self.shown: LobbyState | None = None
        self._send = send
        self._key_of = key_of
        self._unsaid: list[tuple[str, bytes, bool]] = []

    def _say(self, topic: str, payload: bytes, retain: bool) -> None:
        self._unsaid.append((topic, payload, retain))

    def speak(self) -> None:
        """Send what waits to be said."""
        for each in self._unsaid:
            self._send(*each)
        self._unsaid.clear()

    def take_back(self) -> None:
        """Forget what waits to be said: it has not come true."""
        self._unsaid.clear()
        self.shown = None

    def lobby(self, state: LobbyState) -> None:
        """Tell of the lobby, if it is another one than was told of last."""
        if state != self.shown:
            self.shown = state
            self.publisher.lobby(state)

    def table(self, table: Table) -> bool:
        """Tell of a table; False when that failed, which the log then explains."""
        try:
            self.publisher.table(table, self._actors(table))
        except Exception:  # the mover is answered all the same
            logger.exception("table %s was not published because of a bug", table.id)
            return False
        return True

    def tell(self, players: Iterable[str], message: Message) -> None:
        """Tell some players something, each for their eyes only."""
        for player in sorted(players):
            if (key := self._key_of(player)) is not None:
                self.publisher.tell(key, message)

    def _actors(self, table: Table) -> dict[int, list[PublicKey]]:
        return {
            number: [
                key
                for player in sorted({seat.player, seat.actor})
                if (key := self._key_of(player)) is not None
            ]
            for number, seat in enumerate(table.seats)
        }
