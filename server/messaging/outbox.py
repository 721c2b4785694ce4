"""Holds messages until what they are about is on the disk, then seals and sends them in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic

from attrs import evolve

from protocol.envelope import Envelope, lock, seal, sign
from protocol.errors import OversizedError
from protocol.keys import PublicKey, SecretKey
from protocol.messages import Done, Message, Reply
from protocol.states import LobbyState, PartState, TableState
from protocol.topics import Topics
from server.lobby.listing import Listing
from server.tables.table import Table
from server.tables.views import table_state

logger = logging.getLogger(__name__)

Send = Callable[[str, bytes, bool], None]
"""Publishes a payload on a topic, retained or not."""


class Publisher:
    """Publishes the messages of one start of the server.

    Attributes:
        boot: the session of its envelopes, 16 random bytes.
    """

    def __init__(
        self, secret: SecretKey, boot: bytes, send: Send, lobby: SecretKey | None = None
    ) -> None:
        """Begin to count.

        Args:
            secret: signs and seals.
            boot: the session of the envelopes.
            send: publishes a payload.
            lobby: signs the list of tables, if another key does.
        """
        self.boot = boot
        self._secret = secret
        self._lobby = lobby or secret
        self._send = send
        self._topics = Topics(self._lobby.public.fingerprint)
        self._counter = 0

    def publish_answer(self, player: PublicKey, command: bytes, message: Message) -> None:
        """Publish the answer to a command, sealed for its player."""
        self._seal(player, self.boot, command, message)

    def publish_private(self, player: PublicKey, message: Message) -> None:
        """Publish a message that answers no command, sealed for a player."""
        self._seal(player, self.boot, b"", message)

    def end_session(self, player: PublicKey, session: bytes, message: Message) -> None:
        """Publish a message to the one connection of a player that has this session."""
        self._seal(player, session, b"", message)

    def publish_lobby(self, state: LobbyState) -> bytes:
        """Publish the lobby, retained for clients that come later; return the frame."""
        return self._publish_signed(self._topics.lobby_state(), state, self._lobby, retain=True)

    def publish_part(self, state: PartState) -> bytes:
        """Publish who runs a part: at once, and retained for clients that come later.

        Returns:
            The frame.

        A broker of several nodes may pass a message on only after all of them have kept it.
        """
        topic = self._topics.part(state.part)
        frame = self._publish_signed(topic, state, self._lobby, retain=False)
        self._send(topic, frame, True)
        return frame

    def publish_table(self, table: Table, actors: dict[int, list[PublicKey]]) -> None:
        """Publish a table: each seat's view to those who may see it, and the public view.

        Args:
            table: the table.
            actors: for each seat, the keys of the person and the bot that may see its view.
        """
        for seat, keys in actors.items():
            if keys:
                state = table_state(table, seat)
                for key in keys:
                    self.publish_private(key, state)
        public = table_state(table, None)
        closed = table.status == "closed"
        topic = self._topics.table(table.id)
        self._publish_signed(topic, public, self._secret, retain=not closed, key=table.key)
        if closed:
            self.clear_table(table.id)

    def clear_table(self, table: str) -> None:
        """Take a table's retained state off the broker."""
        self._send(self._topics.table(table), b"", True)

    def _publish_signed(
        self,
        topic: str,
        message: LobbyState | PartState | TableState,
        secret: SecretKey,
        *,
        retain: bool,
        key: bytes = b"",
    ) -> bytes:
        self._counter += 1
        envelope = Envelope(secret.public, topic, self.boot, self._counter, b"", message)
        frame = lock(envelope, secret, key) if key else sign(envelope, secret)
        self._send(topic, frame, retain)
        return frame

    def _seal(self, player: PublicKey, session: bytes, command: bytes, message: Message) -> None:
        topic = self._topics.outbox(player.fingerprint)
        self._counter += 1
        sender = self._secret.public
        envelope = Envelope(sender, topic, session, self._counter, command, message)
        self._send(topic, seal(envelope, self._secret, player), False)


LONG_LIST = 20
"""Tables in a list that is too long to be sent at each change."""
LIST_SECONDS = 0.01
"""Minimum seconds between two of these, for each table. Players are as many as tables, and all of
them read all of it, so the list costs no more bandwidth where there are more tables."""
LONGEST_LIST_SECONDS = 30.0
RECENT_SECONDS = 10.0
"""Seconds after which a player who knows a long list no later than this gets the whole of it."""
HEAD_START = 0.001
"""Seconds after the answers in which the server does nothing else, since players wait for them."""

SLICE = 0.005
"""Seconds for which news are sent in one go."""

KeyOf = Callable[[str], PublicKey | None]
"""Returns the key of a player who is known, by their fingerprint."""


def list_seconds(tables: int) -> float:
    """Return how many seconds at least are between two lists of so many tables."""
    return min(LIST_SECONDS * tables, LONGEST_LIST_SECONDS) if tables > LONG_LIST else 0.0


class Outbox:
    """Queues messages until they may be sent, or are discarded.

    Answers are sent first. The news for everybody else are put into envelopes after that, and are
    sent in the order in which they were queued.

    Attributes:
        publisher: puts messages into envelopes.
        shown: the lobby that was queued last; None if there was none or it was discarded.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what it stands between
        self,
        key: SecretKey,
        boot: bytes,
        send: Send,
        key_of: KeyOf,
        failed: Callable[[], None] = lambda: None,
        lobby: SecretKey | None = None,
        *,
        has_list: bool = True,
    ) -> None:
        """Begin with an empty queue.

        Args:
            key: the server's.
            boot: the session of its envelopes.
            send: publishes a payload.
            key_of: returns the key of a player.
            failed: called when a bug keeps a message from being sent.
            lobby: signs the list of tables, if another key does.
            has_list: whether that list is published.
        """
        self.publisher = Publisher(key, boot, lambda *sent: self._answers.append(sent), lobby)
        self._has_list = has_list
        self.shown: LobbyState | None = None
        self._lobby_sent = monotonic()
        self._long_lists: dict[int, float] = {}
        self._send = send
        self._key_of = key_of
        self._failed = failed
        self._answers: list[tuple[str, bytes, bool]] = []
        self._news: list[Callable[[], object]] = []

    def send_answers(self) -> bool:
        """Send the queued answers; return whether there were any."""
        had_answers = bool(self._answers)
        for each in self._answers:
            self._send(*each)
        self._answers.clear()
        return had_answers

    @property
    def has_news(self) -> bool:
        """Whether news wait to be sent."""
        return bool(self._news)

    async def send_news(self) -> None:
        """Send the queued news in order; let other tasks run now and then."""
        news, self._news = self._news, []
        pause = monotonic() + SLICE
        for publish in news:
            try:
                publish()
            except Exception:  # the other news are sent all the same
                logger.exception("something was not published because of a bug")
                self._failed()
            self.send_answers()
            if monotonic() > pause:
                await asyncio.sleep(0)
                pause = monotonic() + SLICE

    def discard(self) -> None:
        """Drop everything that is queued: what it is about was not committed."""
        self._answers.clear()
        self._news.clear()
        self._long_lists.clear()
        self.shown = None

    # ------------------------------------------------------------ answers

    def queue_answer(
        self, player: PublicKey, command: bytes, reply: Reply, *, at_once: bool = True
    ) -> None:
        """Queue the answer to a command; not at once if news must reach its player before it."""
        if at_once:
            self._reply(player, command, reply)
        else:
            self._news.append(partial(self._reply, player, command, reply))

    def _reply(self, player: PublicKey, command: bytes, reply: Reply) -> None:
        try:
            self.publisher.publish_answer(player, command, reply)
        except OversizedError:  # the log will say that this table cannot be sent
            if isinstance(reply, Done) and reply.state is not None:
                self.publisher.publish_answer(player, command, evolve(reply, state=None))
            else:
                raise

    # ------------------------------------------------------------ news

    def queue_lobby(self, listing: Listing) -> None:
        """Queue the lobby if it has changed since it was queued last.

        A long list that was sent a moment ago waits for a later call; the check of the clocks calls
        twice a second.
        """
        shown, now = self.shown, monotonic()
        if not self._has_list or (shown is not None and shown.revision == listing.revision):
            return
        if shown is None or now - self._lobby_sent >= list_seconds(len(listing.tables)):
            self.shown, self._lobby_sent = listing.state, now
            if len(listing.tables) > LONG_LIST:
                self._long_lists = {
                    revision: at
                    for revision, at in self._long_lists.items()
                    if now - at < RECENT_SECONDS
                } | {listing.revision: now}
            self._news.append(partial(self.publisher.publish_lobby, self.shown))

    def is_recent(self, revision: int) -> bool:
        """Return whether this revision of a long list was published a moment ago.

        Who knows it gets the next ones like everybody. To send the whole list to each of many
        players who ask while it changes would keep a busy server from everything else.
        """
        at = self._long_lists.get(revision)
        return at is not None and monotonic() - at < RECENT_SECONDS

    def queue_table(self, table: Table, except_for: str = "") -> None:
        """Queue a table for everybody and each seat, but not for the player `except_for`."""
        actors = self._actors(table, except_for)
        self._news.append(partial(self.publisher.publish_table, table, actors))

    def queue_message(self, players: Iterable[str], message: Message) -> None:
        """Queue a message for players, named by fingerprint, sealed for each."""
        for player in sorted(players):
            if (key := self._key_of(player)) is not None:
                self._news.append(partial(self.publisher.publish_private, key, message))

    def _actors(self, table: Table, except_for: str) -> dict[int, list[PublicKey]]:
        return {
            number: [
                key
                for player in sorted({seat.player, seat.actor} - {except_for})
                if (key := self._key_of(player)) is not None
            ]
            for number, seat in enumerate(table.seats)
        }
