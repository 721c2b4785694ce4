"""A table as the server knows it: an immutable value; `seating` and `play` make the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from games.contract import Game
from protocol.keys import PublicKey
from protocol.messages import TalkLine
from protocol.signing import Fork, SignedMove, fork_at, takes_at
from protocol.states import Entry, SeatHolder, TableStatus, TakenBack, Terms
from server.tables.draw import Draw

AnyGame: TypeAlias = Game[Any, Any]
"""Any game; only the game itself looks into its positions and moves."""


class Player(NamedTuple):
    """A player who gives a command: their key, and their name."""

    key: PublicKey
    name: str

    @property
    def id(self) -> str:
        """The fingerprint of their key."""
        return self.key.fingerprint


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a table.

    Attributes:
        holder: who acts for it.
        player: fingerprint of the person or bot whose seat it is; empty if it is free.
        name: their name; of a free seat the name of who played the game that is over, if any.
        level: level of the bot or stand-in; else empty.
        actor: fingerprint of the key whose moves count for it: the player's own, or the stand-in's.
        absent: whether a stand-in plays only until the absent person is back.
        key: the public key of the person or bot whose seat it is, 32 bytes.
    """

    holder: SeatHolder = "free"
    player: str = ""
    name: str = ""
    level: str = ""
    actor: str = ""
    absent: bool = False
    key: bytes = b""


FREE = Seat()


class Said(NamedTuple):
    """A line of talk, and the number of the team game whose seats may not read it, or 0."""

    line: TalkLine
    during: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of a table.

    Attributes:
        left: seconds that each seat has left; for the clock that runs, at `since`.
        seat: the seat whose clock runs, or None.
        since: the reading of the server's clock then, or when the clock was stopped for an answer
            about taking a move back; None if it has not started.
        moment: names the turn: game number, moves taken back, moves played.
    """

    left: tuple[float, ...]
    seat: int | None
    since: float | None
    moment: tuple[int, int, int]


class Logged(NamedTuple):
    """A move of the log.

    Attributes:
        entry: the move as clients see it.
        chapter: the chapter of the position it was played in.
        chain: the hash the move after it is signed with.
    """

    entry: Entry
    chapter: int
    chain: bytes


@dataclass(frozen=True, kw_only=True)
class Run:
    """What changes with each move of a game at a table.

    Attributes:
        status: open, running, over or closed.
        revision: counts the changes that clients can see.
        game_number: which game at this table, from 1.
        position: the whole position now; None before the first start.
        news: the moves of the latest change.
        result: how the game ended; ``*`` by agreement, empty while it runs.
        end: seats that want to end the game early.
        again: seats that want to play again.
        back: seats that want the last move taken back.
        back_refused: whether somebody has refused that.
        taken: the latest of the moves that were taken back.
        clock: the clocks of a running game that has them.
        final: whether hidden information was revealed since the last move that could be taken back,
            which so stays.
        takes: how many moves were taken back in this game.
        forks: where the log goes on anew after a take-back; none in games until format 2.
    """

    status: TableStatus = "open"
    revision: int = 1
    game_number: int = 1
    position: Any = None
    news: tuple[Entry, ...] = ()
    result: str = ""
    end: frozenset[int] = frozenset()
    again: frozenset[int] = frozenset()
    back: frozenset[int] = frozenset()
    back_refused: bool = False
    taken: tuple[TakenBack, ...] = ()
    clock: Clock | None = None
    final: bool = False
    takes: int = 0
    forks: tuple[Fork, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What changes less often at a table.

    Attributes:
        host: fingerprint of the host; empty once nobody is left who could be.
        host_name: the name of the host.
        seats: one a seat, clockwise.
        start: the whole position at the start of the game; None before the first.
        terms: clocks and the like, which any game may have.
        banned: fingerprints of banned players.
        draw: the draw of the setup of this game or the next one.
        record: the record of the game that is over; else empty.
        key: the key of a private table; else empty.
        only: fingerprint of the one person who has had a seat here; empty while nobody has.
        shared: whether several people have had seats here.
    """

    host: str
    host_name: str
    seats: tuple[Seat, ...]
    start: Any = None
    terms: Terms = field(default_factory=Terms)
    banned: tuple[str, ...] = ()
    draw: Draw | None = None
    record: str = ""
    key: bytes = field(default=b"", repr=False)
    only: str = ""
    shared: bool = False


@dataclass(frozen=True, kw_only=True)
class Table(Run, Setting):
    """A table between two commands; the store writes its run and its setting by their fields.

    Attributes:
        id: names it in commands and topics.
        game: the rules, bound to the map and the options.
        map: the TOML text of the map, empty where the game has none.
        map_title: the name of the map for people.
        options: the options of the game.
        log: every move of the game.
        talk: the latest lines of talk; a new line is no new revision.
        opened: when it was opened, by the server's clock in seconds; None if before its start.
    """

    id: str
    game: AnyGame
    map: str
    map_title: str
    options: tuple[str, ...]
    log: tuple[Logged, ...] = ()
    talk: tuple[Said, ...] = ()
    opened: float | None = None

    def changed(self, **fields: object) -> Table:
        """Return the table with these fields instead, as its next revision, without news."""
        return replace(self, **{"revision": self.revision + 1, "news": (), **fields})  # type: ignore[arg-type]

    def begun(self, game_number: int, position: object) -> Table:
        """Return the table with a new game that begins with a position, as its next revision."""
        clock, revision = self.clock, self.revision + 1
        run = Run(
            status="running",
            revision=revision,
            game_number=game_number,
            position=position,
            clock=clock,
        )
        return replace(self, start=position, record="", log=(), **vars(run))

    def with_seat(self, number: int, seat: Seat) -> Table:
        """Return the table with one seat replaced, as its next revision."""
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return self.changed(seats=seats)

    @property
    def drawing(self) -> bool:
        """Whether a setup is being drawn; nobody takes or leaves a seat meanwhile."""
        stage = "" if self.draw is None else self.draw.stage
        return stage in ("pledging", "contributing") and self.status != "closed"

    @property
    def chain(self) -> bytes:
        """The hash the next move is signed with; empty before the first start."""
        draw = self.draw
        setup = draw.chain if draw is not None and draw.stage == "dealt" else b""
        kept = self.log[-1].chain if self.log else setup
        fork = fork_at(self.forks, len(self.log))
        return kept if draw is None or fork is None else fork.next_chain(draw.game, setup, kept)

    def next_move(self, seat: int, by: str, move: str) -> SignedMove:
        """Return the next move in the form in which it is signed."""
        assert self.draw is not None, "a running game was dealt"
        setup, ply = self.draw.chain if self.draw.signature else b"", len(self.log)
        takes = takes_at(self.forks, ply) if self.draw.binds_take_backs else None
        return SignedMove(self.draw.game, ply, seat, by, self.chain, move, setup, takes)

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a player, also while a stand-in plays for them."""
        return self._first(seat.player == player for seat in self.seats)

    def acting_for(self, key: str) -> int | None:
        """Return the seat for which moves of this key count."""
        return self._first(seat.actor == key for seat in self.seats)

    def viewer(self, key: str) -> int | None:
        """Return the seat whose view a key may see; None for a spectator."""
        own = self.seat_of(key)
        return self.acting_for(key) if own is None else own

    @property
    def has_begun(self) -> bool:
        """Whether a game has begun here, or is being dealt."""
        return self.start is not None or self.drawing

    @property
    def is_lone(self) -> bool:
        """Whether nobody but the host has ever sat here; bots do not count."""
        return not self.shared and self.only in ("", self.host)

    def is_named(self, player: str) -> bool:
        """Return whether a player, by fingerprint, is the host or has a seat here."""
        return self.host == player or any(seat.player == player for seat in self.seats)

    def members(self) -> frozenset[str]:
        """Return the fingerprints of the host and of all players with seats, bots too."""
        return frozenset(seat.player for seat in self.seats).union((self.host,)) - {""}

    def people(self) -> frozenset[int]:
        """Return the seats where people play themselves."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.holder == "person")

    @property
    def alone(self) -> int | None:
        """The seat of who plays against bots alone, where nobody else ever sat; else None."""
        people = () if self.shared else self.people()
        return next(iter(people), None)

    def bots(self) -> frozenset[int]:
        """Return the seats that bots play for, stand-ins too."""
        return frozenset(
            n for n, seat in enumerate(self.seats) if seat.holder in ("bot", "stand_in")
        )

    @staticmethod
    def _first(found: Iterator[bool]) -> int | None:
        return next((number for number, yes in enumerate(found) if yes), None)
