"""The players' sessions, their counters, and the answers to their commands."""

from __future__ import annotations

import enum
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from protocol.commands import Hello
from protocol.envelope import Envelope
from protocol.keys import PublicKey
from protocol.messages import Reply, Welcome
from server.players.names import clean_name, distinct_name, kept_name, look_alike_keys

MAX_PLAYERS = 1000
"""Players remembered; those heard longest ago are forgotten first, and must say Hello again."""
REGULAR_SECONDS = 24 * 3600
"""Minimum age of a regular player's first game; so nobody becomes one quickly."""
MAX_ANSWERS = 64
"""Answers remembered for each player, so that a repeated command has no second effect."""
MAX_ALL_ANSWERS = 10_000
"""Answers remembered for all players together, a quarter of a KB each. Players answered longest ago
lose theirs first. Clients repeat commands within seconds."""
MAX_SESSIONS = 8
"""Sessions remembered of those offered to a player, and of those that ended."""


@dataclass(slots=True)
class Known:
    """A player as the server remembers them.

    Attributes:
        public: their key.
        name: the name they go by.
        session: the session whose commands are accepted; empty before the first.
        counter: the counter of the last command in it.
        offered: sessions named in a `Welcome` but not used yet, with the player's name there.
        ended: earlier sessions.
        answers: the answers by the commands' ids.
        played: when they first played a game here to its end, in seconds since 1970; 0 if never.
        heard: when they last gave a sign of life; None if not since the server was started.
        visited: whether they have ever begun a session. Who only looks for lobbies asks each one
            whether it is open, and does not enter.
        is_bot: whether a bot of this lobby has used this key since the server was started.
    """

    public: PublicKey
    name: str
    session: bytes = b""
    counter: int = -1
    offered: OrderedDict[bytes, str] = field(default_factory=OrderedDict)
    ended: tuple[bytes, ...] = ()
    answers: OrderedDict[bytes, Reply] = field(default_factory=OrderedDict)
    played: int = 0
    heard: float | None = None
    visited: bool = False
    is_bot: bool = False

    def offer(self, session: bytes, name: str) -> None:
        """Remember a session that a `Welcome` names."""
        self.offered[session] = name
        if len(self.offered) > MAX_SESSIONS:
            self.offered.popitem(last=False)


class Standing(enum.Enum):
    """How a command relates to its player's session."""

    NEXT = enum.auto()
    """It is the next one of the session."""
    REPEATED = enum.auto()
    """It was answered before, and gets the same answer again."""
    REPLAYED = enum.auto()
    """Its counter was used before: an old frame is replayed."""
    NO_SESSION = enum.auto()
    """It names no session of this player, who must say Hello."""
    SUPERSEDED = enum.auto()
    """Its session was replaced by a newer one."""


@dataclass(frozen=True, slots=True)
class Admission:
    """The result of `Sessions.admit`.

    Attributes:
        standing: how the command relates to the session.
        superseded: the session that this command ended, as the first one of a newer session.
    """

    standing: Standing
    superseded: bytes = b""


@dataclass(slots=True, kw_only=True)
class Sessions:
    """All players the server knows, a bounded number of them.

    Attributes:
        boot: the session of the server's own envelopes.
        app: the server's release.
        token: draws the id of a session.
        keep: returns the players who sit at tables, and are not forgotten.
        limit: how many players are remembered.
        all_answers: how many answers are remembered for all of them.
        now: the time that players are told.
        clock: a clock that never goes back, in seconds.
        origin: returns the address a player connects from; empty where it is not known.
        names_are_distinct: whether somebody else sees to it that no two names look alike.
    """

    boot: bytes
    app: str
    token: Callable[[], bytes]
    keep: Callable[[], Container[str]] = frozenset
    limit: int = MAX_PLAYERS
    all_answers: int = MAX_ALL_ANSWERS
    now: Callable[[], float] = time.time
    clock: Callable[[], float] = time.monotonic
    origin: Callable[[str], str] = field(default=lambda _: "")
    names_are_distinct: bool = False
    _answers: int = 0
    _answered: OrderedDict[str, Known] = field(default_factory=OrderedDict)
    _known: OrderedDict[str, Known] = field(default_factory=OrderedDict)
    _names: dict[str, str] = field(default_factory=dict)
    _forgotten: list[str] = field(default_factory=list)

    def restore(
        self, public: PublicKey, name: str, answers: Mapping[bytes, Reply], played: int = 0
    ) -> str:
        """Remember a player whom an earlier start of the server knew; they must say Hello again.

        If they repeat a command of that time, they get its answer again.

        Returns:
            Their name, changed if an earlier release accepted what this one does not.
        """
        known = self._meet(public)
        known.played, known.visited = played, True
        self._rename(known, self._free_name(known, kept_name(name)))
        for command, reply in answers.items():
            self.remember_answer(known, command, reply)
        return known.name

    def remember_answer(self, known: Known, command: bytes, reply: Reply) -> None:
        """Remember an answer, in case its command is repeated."""
        if command not in known.answers:
            self._answers += 1
        known.answers[command] = reply
        self._answered[known.public.fingerprint] = known
        self._answered.move_to_end(known.public.fingerprint)
        if len(known.answers) > MAX_ANSWERS:
            known.answers.popitem(last=False)
            self._answers -= 1
        while self._answers > self.all_answers and len(self._answered) > 1:
            self._forget_answers(next(iter(self._answered)))

    def forget_answer(self, known: Known, command: bytes) -> None:
        """Forget an answer, so that a repeated command is carried out."""
        if known.answers.pop(command, None) is not None:
            self._answers -= 1

    def _forget_answers(self, player: str) -> None:
        known = self._answered.pop(player, None)
        if known is not None:
            self._answers -= len(known.answers)
            known.answers.clear()

    def take_forgotten(self) -> tuple[str, ...]:
        """Return the fingerprints of the players forgotten since the last call."""
        forgotten = tuple(self._forgotten)
        self._forgotten.clear()
        return forgotten

    def get(self, player: str) -> Known | None:
        """Return what is remembered of a player, named by fingerprint."""
        return self._known.get(player)

    def heard(self, player: str) -> float | None:
        """Return when a player last gave a sign of life since this start, by the server's clock."""
        known = self._known.get(player)
        return None if known is None else known.heard

    def all_heard(self) -> dict[str, float | None]:
        """Return when each visitor who is remembered last gave a sign of life; no bots."""
        return {
            player: known.heard
            for player, known in self._known.items()
            if known.visited and not known.is_bot
        }

    def name_of(self, player: str) -> str:
        """Return the name a player goes by; empty if they are not remembered."""
        known = self._known.get(player)
        return "" if known is None else known.name

    def is_regular(self, player: str) -> bool:
        """Return whether a player played a game here to its end, a day ago or earlier."""
        known = self._known.get(player)
        if known is None or not known.played:
            return False
        return self.now() - known.played >= REGULAR_SECONDS

    def hello(self, sender: PublicKey, command: bytes, hello: Hello) -> Welcome:
        """Offer a session, which becomes the current one with its first command.

        So an old Hello that a stranger replays changes nothing.

        Raises:
            RefusedError: bad_name.
        """
        known = self._known.get(sender.fingerprint)
        wish = clean_name(hello.name or (known.name if known else ""))
        if known is None:
            known = self._meet(sender)
        elif isinstance(before := known.answers.get(command), Welcome):
            return before
        self._known.move_to_end(sender.fingerprint)
        known.heard = self.clock()
        name = self._free_name(known, wish)
        if not known.session:
            self._rename(known, name)
        welcome = Welcome(self.token(), hello.nonce, self.boot, name, self.app, int(self.now()))
        known.offer(welcome.session, name)
        self.remember_answer(known, command, welcome)
        return welcome

    def admit(self, envelope: Envelope) -> Admission:
        """Compare a command with its sender's session."""
        known = self._known.get(envelope.sender.fingerprint)
        if known is None:
            return Admission(Standing.NO_SESSION)
        superseded = b""
        if envelope.session in known.offered:
            superseded = known.session
            self._begin_session(known, envelope.session)
        elif envelope.session in known.ended:
            return Admission(Standing.SUPERSEDED)
        elif envelope.session != known.session:
            return Admission(Standing.NO_SESSION)
        self._known.move_to_end(envelope.sender.fingerprint)
        known.heard = self.clock()
        fresh = envelope.counter > known.counter
        known.counter = max(known.counter, envelope.counter)
        if envelope.command in known.answers:
            return Admission(Standing.REPEATED, superseded)
        return Admission(Standing.NEXT if fresh else Standing.REPLAYED, superseded)

    def _begin_session(self, known: Known, session: bytes) -> None:
        if known.session:
            known.ended = (*known.ended, known.session)[-MAX_SESSIONS:]
        self._rename(known, self._free_name(known, known.offered.pop(session)))
        known.session, known.visited = session, True
        known.counter = -1

    def _meet(self, sender: PublicKey) -> Known:
        known = Known(sender, "")
        self._known[sender.fingerprint] = known
        if len(self._known) > self.limit:
            self._forget()
        return known

    def _forget(self) -> None:
        """Forget the player heard longest ago who sits at no table, but never the newest.

        Players who never finished a game here are forgotten first.
        """
        *others, _ = self._known
        kept = self.keep()
        may_go = [player for player in others if player not in kept]
        strangers = (player for player in may_go if not self._known[player].played)
        oldest = next(strangers, next(iter(may_go), None))
        if oldest is not None:
            self._forget_answers(oldest)
            self._forget_name(self._known.pop(oldest))
            self._forgotten.append(oldest)

    def _free_name(self, known: Known, wish: str) -> str:
        if self.names_are_distinct:
            return wish
        own = known.public.fingerprint
        return distinct_name(wish, lambda key: self._names.get(key, own) != own)

    def _rename(self, known: Known, name: str) -> None:
        self._forget_name(known)
        known.name = name
        self._names |= dict.fromkeys(look_alike_keys(name), known.public.fingerprint)

    def _forget_name(self, known: Known) -> None:
        for key in look_alike_keys(known.name):
            if self._names.get(key) == known.public.fingerprint:
                del self._names[key]
