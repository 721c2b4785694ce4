"""A table as the server knows it: an immutable value; `seating` and `play` make the next of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from games.contract import Game
from protocol.keys import PublicKey
from protocol.messages import Entry, SeatHolder, TableStatus, TakenBack, TalkLine, Terms
from protocol.signing import SignedMove
from server.tables.draw import Draw

AnyGame: TypeAlias = Game[Any, Any]
"""Some game; only the game itself looks into its positions and moves."""


class Player(NamedTuple):
    """Who asks for something: their key, and the name they go by."""

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
        player: fingerprint of the person or bot whose seat it is, empty when free.
        name: what they are called.
        level: level of the bot or stand-in, else empty.
        actor: fingerprint of the key whose moves count for it: the player's own, or the stand-in's.
        absent: whether a stand-in plays only because the person was away, until they are back.
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
    """A line of talk, and the number of the game it may not reach the seats of (S24), or 0."""

    line: TalkLine
    during: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of a table.

    Attributes:
        left: seconds each seat has left; of the one that runs, had at `since`.
        seat: the seat whose clock runs, or None.
        since: the reading of the server's clock then; None when it is not yet started.
        moment: which turn it is: the game, the moves taken back and the moves played.
    """

    left: tuple[float, ...]
    seat: int | None
    since: float | None
    moment: tuple[int, int, int]


class Logged(NamedTuple):
    """A move of the log.

    Attributes:
        entry: what is told of it.
        chapter: the chapter of the position it was played in.
        chain: the hash the move after it is signed with.
    """

    entry: Entry
    chapter: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class Table:
    """A table between two commands.

    Attributes:
        id: names it in commands and topics.
        game: the rules, bound to the map and the options.
        map: the TOML text of the map, empty where the game has none.
        map_title: what people call the map.
        options: the options it was opened with.
        host: fingerprint of the host; empty once nobody is left who could be.
        host_name: what the host is called.
        seats: one a seat, clockwise.
        status: open, running, over or closed.
        revision: counts up with every change of anything here.
        game_number: which game at this table, from 1.
        start: the whole position the game began with, None before the first.
        position: the whole position, None before the first start.
        log: every move of the game.
        news: the moves the latest change consisted of.
        result: how the game ended, ``*`` when by agreement, empty while it runs.
        end: seats that want to end the game early.
        again: seats that want to play again.
        terms: what is played by, whatever the game.
        draw: how the setup of this game, or of the next one, is or was drawn.
        record: the record of the game that is over; empty before.
        key: the key of a private table; empty for one that everybody may see.
        back: seats that want the last move taken back.
        back_refused: whether somebody has said no to that.
        final: whether the last move somebody chose has shown what was hidden, and stays.
        taken: the moves that were taken back in this game.
        clock: the clocks of the game that runs, where it is played with them.
        banned: fingerprints of those who are kept away.
        talk: the latest lines of talk; they come without a new revision.
        only: fingerprint of the one person who has had a seat here; empty while nobody has.
        shared: whether several people have had seats here.
        opened: when it was opened, by the server's clock in seconds; None if before its start.
    """

    id: str
    game: AnyGame
    map: str
    map_title: str
    options: tuple[str, ...]
    host: str
    host_name: str
    seats: tuple[Seat, ...]
    status: TableStatus = "open"
    revision: int = 1
    game_number: int = 1
    start: Any = None
    position: Any = None
    log: tuple[Logged, ...] = ()
    news: tuple[Entry, ...] = ()
    result: str = ""
    end: frozenset[int] = frozenset()
    again: frozenset[int] = frozenset()
    terms: Terms = field(default_factory=Terms)
    draw: Draw | None = None
    record: str = ""
    key: bytes = field(default=b"", repr=False)
    back: frozenset[int] = frozenset()
    back_refused: bool = False
    final: bool = False
    taken: tuple[TakenBack, ...] = ()
    banned: tuple[str, ...] = ()
    clock: Clock | None = None
    talk: tuple[Said, ...] = ()
    only: str = ""
    shared: bool = False
    opened: float | None = None

    def changed(self, **fields: object) -> Table:
        """Return the table with these fields instead, as its next revision, without news."""
        return replace(self, **{"revision": self.revision + 1, "news": (), **fields})  # type: ignore[arg-type]

    def with_seat(self, number: int, seat: Seat) -> Table:
        """Return the table with another seat in one place, as its next revision."""
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return self.changed(seats=seats)

    @property
    def drawing(self) -> bool:
        """Whether a setup is being drawn; nobody comes or goes meanwhile."""
        stage = "" if self.draw is None else self.draw.stage
        return stage in ("pledging", "contributing") and self.status != "closed"

    @property
    def chain(self) -> bytes:
        """The hash the next move is signed with; empty before the first start."""
        if self.log:
            return self.log[-1].chain
        return self.draw.chain if self.draw is not None and self.draw.stage == "dealt" else b""

    def next_move(self, seat: int, by: str, move: str) -> SignedMove:
        """Return the next move as it is signed."""
        assert self.draw is not None, "a running game was dealt"
        setup = self.draw.chain if self.draw.signature else b""
        return SignedMove(self.draw.game, len(self.log), seat, by, self.chain, move, setup)

    def seat_of(self, player: str) -> int | None:
        """Return the seat that is a player's, also while a stand-in plays for it."""
        return self._first(seat.player == player for seat in self.seats)

    def acting_for(self, key: str) -> int | None:
        """Return the seat for which this key's moves count."""
        return self._first(seat.actor == key for seat in self.seats)

    def viewer(self, key: str) -> int | None:
        """Return the seat whose view a key may see, or None for a spectator's."""
        own = self.seat_of(key)
        return self.acting_for(key) if own is None else own

    @property
    def has_begun(self) -> bool:
        """Whether a game has begun here, or is being dealt."""
        return self.start is not None or self.drawing

    @property
    def is_lone(self) -> bool:
        """Whether nobody but the host has ever sat here; bots are nobody."""
        return not self.shared and self.only in ("", self.host)

    def is_named(self, player: str) -> bool:
        """Return whether a player, by fingerprint, is the host or has a seat here."""
        return self.host == player or any(seat.player == player for seat in self.seats)

    def company(self) -> frozenset[str]:
        """Return the fingerprints of the host and of everybody whose seat is here, bots too."""
        return frozenset(seat.player for seat in self.seats).union((self.host,)) - {""}

    def people(self) -> frozenset[int]:
        """Return the seats at which people sit themselves."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.holder == "person")

    def bots(self) -> frozenset[int]:
        """Return the seats that bots play for, stand-ins too."""
        return frozenset(
            n for n, seat in enumerate(self.seats) if seat.holder in ("bot", "stand_in")
        )

    @staticmethod
    def _first(found: Iterator[bool]) -> int | None:
        return next((number for number, yes in enumerate(found) if yes), None)
