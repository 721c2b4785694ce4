"""A client's copy of its lobby, kept current: lobby, followed tables, keys, attendance, talk."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from attrs import evolve

from client.background_sync import BackgroundSync
from client.changes import (
    AttendanceChanged,
    Changes,
    DrawWarning,
    LobbyChanged,
    SentAwayFrom,
    Status,
    StatusChanged,
    TableChanged,
    TalkChanged,
)
from client.delivery import HELD_BACK, LOBBY, Deliveries
from client.draws.pledges import PledgeBook
from client.draws.shares import Shares
from client.errors import MisplacedError, StaleError, tell_reason
from client.links.lobby_links import LobbyLinks
from client.links.server_link import Receiver, ServerLink
from client.states import LobbyWatch, TableWatch
from protocol.commands import Command, Look, TakeSeat
from protocol.envelope import Envelope
from protocol.keys import SecretKey
from protocol.limits import KEPT_TALK
from protocol.links import Link
from protocol.messages import SentAway, Talk, TalkLine
from protocol.private import open_summaries
from protocol.states import Attendance, LobbyState, TableState
from protocol.topics import Topics
from texts import tell


@dataclass(frozen=True, slots=True)
class Companion:
    """A person at a table.

    Attributes:
        player: their fingerprint.
        name: their name.
        away: seconds they have been away by now; None while they are there.
    """

    player: str
    name: str
    away: float | None = None


class TableAttendance:
    """Who is at each followed table; times of absence grow with the clock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._reported: dict[str, tuple[Attendance, float]] = {}

    def update(self, attendance: Attendance) -> None:
        """Replace what is known of a table."""
        self._reported[attendance.table] = (attendance, self._clock())

    def forget(self, table: str) -> None:
        """Forget a table that is no longer followed."""
        self._reported.pop(table, None)

    def people_at(self, table: str) -> tuple[Companion, ...]:
        """Return who is at a table, or has a seat there and is away; no bots."""
        if table not in self._reported:
            return ()
        attendance, reported_at = self._reported[table]
        passed = self._clock() - reported_at
        return tuple(
            Companion(each.player, each.name, None if each.away is None else each.away + passed)
            for each in attendance.people
        )


class Talks:
    """The latest lines of each table's talk.

    Attributes:
        muted: fingerprints of players whose lines are not shown; only this client knows.
    """

    def __init__(self) -> None:
        self.muted: set[str] = set()
        self._lines: dict[str, dict[int, TalkLine]] = {}

    def add_lines(self, talk: Talk) -> bool:
        """Add lines, in any order and possibly again; True if one of them is new."""
        known = self._lines.setdefault(talk.table, {})
        news = [line for line in talk.lines if line.number not in known]
        known |= {line.number: line for line in news}
        for number in sorted(known)[:-KEPT_TALK]:
            del known[number]
        return bool(news)

    def forget(self, table: str) -> None:
        """Forget a table that is no longer followed."""
        self._lines.pop(table, None)

    def lines_at(self, table: str) -> tuple[TalkLine, ...]:
        """Return the lines of a table, oldest first, without those of muted players."""
        lines = self._lines.get(table, {})
        return tuple(
            lines[number] for number in sorted(lines) if lines[number].player not in self.muted
        )


class TableKeys:
    """Keys by table.

    Attributes:
        by_topic: the keys, by the topics of their tables.
    """

    def __init__(self, topics: Topics) -> None:
        self.by_topic: dict[str, bytes] = {}
        self._topics = topics

    def keep_key(self, table: str, key: bytes) -> None:
        """Keep a table's key."""
        self.by_topic[self._topics.table(table)] = key

    def key_of(self, table: str) -> bytes:
        """Return the key to a table; empty for none."""
        return self.by_topic.get(self._topics.table(table), b"")

    def add_key(self, command: Command) -> Command:
        """Return a command with the key that a private table requires."""
        if isinstance(command, TakeSeat | Look) and not command.key:
            return evolve(command, key=self.key_of(command.table))
        return command

    def add_private_tables(self, state: LobbyState | None) -> LobbyState | None:
        """Return the lobby with the private tables that these keys open added to the others."""
        if state is None or not state.sealed:
            return state
        private = open_summaries(state.sealed, self.by_topic.values())
        return evolve(state, tables=(*state.tables, *private))


class LobbyMirror:
    """Receives what the server sends, keeps the newest genuine state, and publishes each change.

    Attributes:
        link: the connection to the lobby, and its servers.
        topics: the lobby's topics.
        keys: the keys of private tables the player has.
        changes: publishes the changes.
        watch: the lobby.
        tables: the followed tables, by id.
        joined: ids of the tables where this client took a seat.
        attendance: who is at the followed tables.
        talks: what was said at the followed tables.
        shares: the player's part in the draws of setups.
        deliveries: compares what the broker delivers with what the server answers.
        sync: asks the server for what may have been missed.
    """

    def __init__(
        self,
        link: Link,
        key: SecretKey,
        name: str,
        password: str | None,
        pledges: PledgeBook | None,
    ) -> None:
        """Prepare; the arguments are those of `client.Client`."""
        self.topics = Topics(link.lobby)
        self.keys = TableKeys(self.topics)
        self.changes = Changes()
        self.watch = LobbyWatch()
        self.tables: dict[str, TableWatch] = {}
        self.joined: set[str] = set()
        self.attendance = TableAttendance()
        self.talks = Talks()
        self.shares = Shares(
            link.server,
            key.public,
            pledges,
            lambda *warning: self.changes.publish(DrawWarning(*warning)),
        )
        self.deliveries = Deliveries(self._publish_status)
        receiver = Receiver(
            self._update_status,
            lambda _: None,
            self._start_boot,
            self._receive_public,
            self._receive_private,
            self._receive_doubtful,
            self.keys.by_topic,
        )
        self.link = LobbyLinks(link, key, name, password, receiver)
        self.sync = BackgroundSync(
            self.link, self.complete, self.tables, self.changes, self._confirm_lobby
        )
        self._published_status: StatusChanged | None = None

    @property
    def warning(self) -> str:
        """A sentence for the person who is online while the broker withholds; else empty."""
        held_back = self.link.status is Status.ONLINE and self.deliveries.held_back
        return tell("client/held-back", n=round(HELD_BACK)) if held_back else ""

    @property
    def lobby(self) -> LobbyState | None:
        """The lobby, with the private tables the player has keys to; None while it is not known."""
        return self.keys.add_private_tables(self.watch.shown)

    def complete(self, command: Command) -> Command:
        """Add a private table's key, and the commitment the player is bound to there."""
        return self.shares.add_commitment(self.keys.add_key(command))

    def refusal(self, state: TableState) -> str:
        """Return why the player signs no move of a table's game; empty if they do."""
        watch = self.tables.get(state.table)
        return self.shares.refusal(state) or (watch.take_backs.refusal(state) if watch else "")

    def publish_lobby(self) -> None:
        """Publish that the lobby changed; wait for the server to come back if it said farewell."""
        state = self.lobby
        assert state is not None
        self.changes.publish(LobbyChanged(state))
        if not state.serving:
            self.link.note_farewell(tell("client/farewell"))

    async def keep_current(self) -> None:
        """Ask the server from time to time what is new, even if the broker delivers."""
        while True:
            await self.deliveries.wait_for_next_check()
            if self.link.status is Status.ONLINE:
                self._request_everything()
                if self.deliveries.held_back:
                    self.sync.request_all_talk()

    # ------------------------------------------------------------ the link's status

    def _update_status(self, link: ServerLink) -> None:
        if link.status is not Status.ONLINE:
            self.deliveries.restart()
            if link is self.link.main:
                self.watch.doubt()
            for watch in self._tables_of(link):
                watch.doubt()
        self._publish_status()

    def _tables_of(self, link: ServerLink) -> list[TableWatch]:
        """Return the followed tables that a server has."""
        return [watch for watch in self.tables.values() if self.link.link_for(watch.table) is link]

    def _publish_status(self) -> None:
        change = StatusChanged(self.link.status, self.link.trouble, self.warning)
        if change != self._published_status:
            self._published_status = change
            self.changes.publish(change)

    def _start_boot(self, link: ServerLink, new_boot: bool) -> None:
        tables = self._tables_of(link)
        if new_boot:
            self.deliveries.restart()
            for watch in tables:
                watch.new_boot()
        if link is self.link.main:
            if new_boot:
                self.watch.start_boot(link.boot)
            self.link.start(self.sync.request_lobby(lambda: self.watch.known))
        for watch in tables:
            self.link.start(self.sync.request_table_and_talk(watch.table))

    def _request_everything(self) -> None:
        self.link.start(self.sync.request_lobby(lambda: self.watch.known))
        self.sync.request_all_tables(also_background=self.deliveries.held_back)

    def _confirm_lobby(self, answer: LobbyState | int) -> None:
        """Take the present state of the lobby, or which of those that arrived it is."""
        if isinstance(answer, LobbyState):
            self.deliveries.note_answered(LOBBY, answer.revision)
            is_news = self.watch.confirm(answer)
        else:
            is_news = self.watch.confirm_known(answer)
        if is_news:
            self.publish_lobby()

    # ------------------------------------------------------------ messages

    def _receive_public(self, envelope: Envelope) -> None:
        message = envelope.message
        if isinstance(message, LobbyState) and envelope.topic == self.topics.lobby_state():
            self.deliveries.note_delivered(LOBBY, message.revision)
            if self.watch.offer(message):
                self.publish_lobby()
        elif isinstance(message, TableState) and envelope.topic == self.topics.table(message.table):
            self.deliveries.note_delivered(message.table, message.revision)
            self._update_public_table(message)
        else:
            raise MisplacedError("a message that does not belong on this topic")

    def _update_public_table(self, state: TableState) -> None:
        watch = self.tables.get(state.table)
        if watch is not None and watch.offer_public(state):
            self.changes.publish(TableChanged(state))
        elif watch is not None and watch.behind:
            self.link.start(self.sync.request_table_if_behind(watch))

    def _receive_private(
        self, message: TableState | Attendance | Talk | SentAway, is_answer: bool
    ) -> None:
        if isinstance(message, TableState):
            note = self.deliveries.note_answered if is_answer else self.deliveries.note_delivered
            note(message.table, message.revision)
            self._answer_draw(message)
            self._update_table(message)
        elif message.table in self.tables:
            self._update_table_people(message)

    def _answer_draw(self, state: TableState) -> None:
        """Take part in a draw, but only where the player went: a server could ask without end."""
        table = state.table
        went = table in self.tables or table in self.joined
        mine = state.draw is not None and (went or self.shares.latest(table) is not None)
        if mine and (answer := self.shares.answer_draw(state)) is not None:
            self.link.start(self.sync.try_to_send(answer))

    def _update_table(self, state: TableState) -> None:
        watch = self.tables.get(state.table)
        if watch is None:
            return
        if watch.offer_private(state):
            self.changes.publish(TableChanged(state))
            if state.status == "over":  # what was kept back during a team game
                self.link.start(self.sync.request_talk(state.table))
        if (early := watch.take_early()) is not None:
            try:
                self._update_public_table(early)
            except StaleError as error:  # older than the answer: the broker had kept it
                self.link.refused[type(error).__name__] += 1

    def _update_table_people(self, message: Attendance | Talk | SentAway) -> None:
        match message:
            case SentAway(table, sentence, reason):
                self.changes.publish(SentAwayFrom(table, tell_reason(sentence, reason)))
            case Attendance(table):
                self.attendance.update(message)
                self.changes.publish(AttendanceChanged(table))
            case Talk(table) if self.talks.add_lines(message):
                self.changes.publish(TalkChanged(table))

    def _receive_doubtful(self, envelope: Envelope) -> None:
        message = envelope.message
        if isinstance(message, LobbyState) and envelope.topic == self.topics.lobby_state():
            self.watch.set_aside(envelope.session, message)
