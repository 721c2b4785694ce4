"""What a server says, to whom, and when: not before what it is about is on the disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic

from attrs import evolve

from protocol.errors import OversizedError
from protocol.keys import PublicKey, SecretKey
from protocol.messages import Done, LobbyState, Message, Reply
from server.messaging.publisher import Publisher, Send
from server.tables.table import Table

logger = logging.getLogger(__name__)

LONG_LIST = 20
"""Tables in a list that is not told of at once whenever it changes."""
LONG_LIST_SECONDS = 0.5
"""How long it waits at least; the check of the clocks calls again by then."""
HEAD_START = 0.001
"""Seconds after the answers in which nothing else is done: they are what somebody waits for."""

KeyOf = Callable[[str], PublicKey | None]
"""Returns the key of a player who is known, by their fingerprint."""


class Outbox:
    """Keeps what is to be said until it may be said, or is not true any more.

    Whoever asked is answered first. What the others are to know is put into envelopes after that,
    and goes out in the order in which it came about.

    Attributes:
        publisher: puts it into envelopes.
        shown: the lobby everybody was told of last; None before, and when it was taken back.
    """

    def __init__(
        self,
        key: SecretKey,
        boot: bytes,
        send: Send,
        key_of: KeyOf,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin with nothing to say.

        Args:
            key: the server's.
            boot: the session of its envelopes.
            send: publishes a payload.
            key_of: knows the players' keys.
            failed: called when something could not be said because of a bug.
        """
        self.publisher = Publisher(key, boot, self._say)
        self.shown: LobbyState | None = None
        self._lobby_told = monotonic()
        self._send = send
        self._key_of = key_of
        self._failed = failed
        self._unsaid: list[tuple[str, bytes, bool]] = []
        self._news: list[Callable[[], object]] = []

    def _say(self, topic: str, payload: bytes, retain: bool) -> None:
        self._unsaid.append((topic, payload, retain))

    def send_answers(self) -> bool:
        """Send the answers that wait; False if there were none."""
        spoken = bool(self._unsaid)
        for each in self._unsaid:
            self._send(*each)
        self._unsaid.clear()
        return spoken

    async def send_news(self) -> None:
        """Tell the news, one after the other."""
        news, self._news = self._news, []
        for tell in news:
            try:
                tell()
            except Exception:  # the others are told all the same
                logger.exception("something was not published because of a bug")
                self._failed()
            self.send_answers()
            await asyncio.sleep(0)  # others' turn

    def discard(self) -> None:
        """Forget what waits to be said: it has not come true."""
        self._unsaid.clear()
        self._news.clear()
        self.shown = None

    # ------------------------------------------------------------ answers

    def queue_answer(
        self, player: PublicKey, command: bytes, reply: Reply, *, at_once: bool = True
    ) -> None:
        """Answer a command; not at once if there are news that its player is to hear before."""
        if at_once:
            self._reply(player, command, reply)
        else:
            self._news.append(partial(self._reply, player, command, reply))

    def _reply(self, player: PublicKey, command: bytes, reply: Reply) -> None:
        try:
            self.publisher.publish_answer(player, command, reply)
        except OversizedError:  # of a table that cannot be told of at all, which the log will say
            if isinstance(reply, Done) and reply.state is not None:
                self.publisher.publish_answer(player, command, evolve(reply, state=None))
            else:
                raise

    # ------------------------------------------------------------ news

    def queue_lobby(self, state: LobbyState) -> None:
        """Tell of the lobby, if it is another one than was told of last.

        A long list that was told a moment ago waits for the next call: everybody reads all of it.
        """
        if state == self.shown:
            return
        now = monotonic()
        is_long = len(state.tables) + len(state.sealed) > LONG_LIST
        if self.shown is None or not is_long or now - self._lobby_told >= LONG_LIST_SECONDS:
            self.shown, self._lobby_told = state, now
            self._news.append(partial(self.publisher.publish_lobby, state))

    def queue_table(self, table: Table, but: str = "") -> None:
        """Tell of a table: everybody, and each seat; but not the player who has seen it."""
        self._news.append(partial(self._tell_of, table, self._actors(table, but)))

    def queue_message(self, players: Iterable[str], message: Message) -> None:
        """Tell some players something, each for their eyes only."""
        for player in sorted(players):
            if (key := self._key_of(player)) is not None:
                self._news.append(partial(self.publisher.publish_private, key, message))

    def _tell_of(self, table: Table, actors: dict[int, list[PublicKey]]) -> None:
        self.publisher.publish_table(table, actors)

    def _actors(self, table: Table, but: str) -> dict[int, list[PublicKey]]:
        return {
            number: [
                key
                for player in sorted({seat.player, seat.actor} - {but})
                if (key := self._key_of(player)) is not None
            ]
            for number, seat in enumerate(table.seats)
        }
