"""What the server says of the lobby and its tables."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen, validators

from protocol.draws import MAX_GIVEN_UP, DrawHistory, GivenUp, SignedCommitment
from protocol.fields import (
    COUNT,
    ID,
    MAYBE_HASH,
    MAYBE_SEAT,
    MAYBE_SIGNATURE,
    MOVE,
    OPTIONS,
    POSITION,
    SEAT,
    SEATS,
    SHORT,
    line,
    lines,
)
from protocol.limits import (
    MAX_ENTRIES,
    MAX_MAP,
    MAX_RECORD,
    MAX_SEATS,
    MAX_SPECTATORS,
    MAX_TABLES,
    MAX_TAKEN,
)
from protocol.terms import Terms

SeatHolder: TypeAlias = Literal["free", "person", "bot", "stand_in"]
"""Who acts for a seat. A stand-in is a bot that plays until the person comes back."""


@frozen
class SeatState:
    """A seat as everybody sees it.

    Attributes:
        holder: who acts for the seat.
        player: fingerprint of the person whose seat it is, else empty.
        name: the person's or the bot's name, empty when free.
        level: the bot's or stand-in's level, else empty.
    """

    holder: SeatHolder
    player: str = field(default="", validator=validators.max_len(40))
    name: str = field(default="", converter=line, validator=SHORT)
    level: str = field(default="", converter=line, validator=SHORT)


@frozen
class Entry:
    """One move of the log.

    Attributes:
        seat: who moved.
        move: the move in the game's notation.
        by: who decided it: the seat's person or bot, its stand-in, the table (forced), or
            the clock (out of time).
        position: a spectator's view of the position after it.
        signature: by the seat's key if the player decided it, else by the server's, over
            `protocol.signing.SignedMove`.
    """

    seat: int = field(validator=SEAT)
    move: str = field(converter=line, validator=MOVE)
    by: Literal["player", "stand_in", "table", "clock"]
    position: str = field(validator=POSITION)
    signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)


DrawStage: TypeAlias = Literal["pledging", "contributing", "dealt", "given_up"]
"""What a draw waits for: everybody's pledge, then their contribution; then it is dealt from. One
that was given up is never dealt from; the next one has another number."""


@frozen
class DrawState:
    """How the seed of a setup is drawn; see `protocol.fairness`.

    The secret and the contributions themselves are in the game's record, once the game is over.

    Attributes:
        number: the game it is for.
        stage: what it waits for.
        commitment: what binds the server to its secret; empty where no draw had begun.
        keys: the public key of whoever has each seat.
        pledges: what binds each seat to its contribution; empty while, or because, there is none.
        given: the seats whose contributions have come.
        dealt: number of the last game dealt at the table before this draw; 0 for none.
        base: the first link of that game's chain, or that of a new table.
        given_up: the draws given up since that game; if this one is, it is the last of them.
        signature: the server's over the `SignedCommitment`; empty for a game of protocol 1.
    """

    number: int = field(validator=COUNT)
    stage: DrawStage
    commitment: bytes = field(validator=MAYBE_HASH)
    keys: tuple[bytes, ...] = field(
        validator=validators.and_(SEATS, validators.deep_iterable(MAYBE_HASH))
    )
    pledges: tuple[bytes, ...] = field(
        validator=validators.and_(SEATS, validators.deep_iterable(MAYBE_HASH))
    )
    given: tuple[int, ...] = field(default=(), validator=SEATS)
    dealt: int = field(default=0, validator=COUNT)
    base: bytes = field(default=b"", validator=MAYBE_HASH)
    given_up: tuple[GivenUp, ...] = field(default=(), validator=validators.max_len(MAX_GIVEN_UP))
    signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)

    @property
    def before(self) -> DrawHistory:
        """What came before this draw at its table."""
        earlier = self.given_up[:-1] if self.stage == "given_up" else self.given_up
        return DrawHistory(self.dealt, self.base, earlier)

    def committed(self, lobby: str, table: str) -> SignedCommitment | None:
        """Return the server's signed commitment; None where it has signed none."""
        if not self.signature or not self.commitment or not self.base:
            return None
        link = self.before.link(lobby, table)
        return SignedCommitment(self.number, self.dealt, link, self.commitment, self.signature)


@frozen
class ClockState:
    """The clocks of a table's seats, when the state was made.

    Attributes:
        left: milliseconds each seat has left.
        running: the seat whose clock runs, or None.
    """

    left: tuple[int, ...] = field(validator=SEATS)
    running: int | None = field(default=None, validator=MAYBE_SEAT)


@frozen
class TakenBack:
    """A move that was taken back; it is in no log and no record.

    Attributes:
        ply: how many moves are before it.
        seat: whose it was.
        move: the move.
    """

    ply: int = field(validator=COUNT)
    seat: int = field(validator=SEAT)
    move: str = field(converter=line, validator=MOVE)


TableStatus: TypeAlias = Literal["open", "running", "over", "closed"]


@frozen
class TableState:
    """A table, whole: as everybody sees it, or as the person on one seat does.

    Attributes:
        table: the table's id.
        revision: counts up with every change of anything here; a later one replaces an earlier one.
        game: name of the game.
        map: the TOML text of the map, or empty where a game has none.
        options: the table's options.
        status: open (waiting for players), running, over, or closed (gone for good).
        host: fingerprint of the host.
        host_name: the host's name.
        seats: one a seat.
        viewer: the seat whose view `position` is, or None for a spectator's.
        game_number: which game at this table, from 1.
        ply: number of moves played in it.
        position: the viewer's view of the position; empty before the start.
        news: the moves that led here from the revision before, if a move did.
        result: the result of a finished game; ``*`` for one ended early; else empty.
        end: the seats that want to end the game early.
        again: the seats that want to play again.
        terms: what is played by, whatever the game.
        undoable: the seat whose move was the last, if it may be taken back (see `TakeBack`).
        clock: how much time the seats have left, where clocks are played with.
        back: the seats that want it taken back; its player's is among them, once they have asked.
        back_refused: whether somebody has said no to that.
        takes: how many moves have been taken back in this game: the moves after may be others.
        taken: the latest of those moves, as far as the log is open.
        draw: how the setup of this game, or of the next one, is or was drawn.
        chain: the hash the next move is signed with; empty before the start.
        shared: whether several people have ever had seats here; so it is taken to be where that is
            not told.
    """

    table: str = field(validator=ID)
    revision: int = field(validator=COUNT)
    game: str = field(converter=line, validator=ID)
    map: str = field(validator=validators.max_len(MAX_MAP))
    options: tuple[str, ...] = field(converter=lines, validator=OPTIONS)
    status: TableStatus
    host: str = field(validator=validators.max_len(40))
    host_name: str = field(converter=line, validator=SHORT)
    seats: tuple[SeatState, ...] = field(validator=SEATS)
    viewer: int | None = field(default=None, validator=MAYBE_SEAT)
    game_number: int = field(default=1, validator=COUNT)
    ply: int = field(default=0, validator=COUNT)
    position: str = field(default="", validator=POSITION)
    news: tuple[Entry, ...] = field(default=(), validator=validators.max_len(MAX_ENTRIES))
    result: str = field(default="", converter=line, validator=validators.max_len(100))
    end: tuple[int, ...] = field(default=(), validator=SEATS)
    again: tuple[int, ...] = field(default=(), validator=SEATS)
    terms: Terms = field(factory=Terms)
    undoable: int | None = field(default=None, validator=MAYBE_SEAT)
    clock: ClockState | None = None
    back: tuple[int, ...] = field(default=(), validator=SEATS)
    back_refused: bool = False
    takes: int = field(default=0, validator=COUNT)
    taken: tuple[TakenBack, ...] = field(default=(), validator=validators.max_len(MAX_TAKEN))
    draw: DrawState | None = None
    chain: bytes = field(default=b"", validator=MAYBE_HASH)
    shared: bool = True

    @property
    def branch(self) -> tuple[int, int]:
        """What tells moves of one ply apart: a move taken back may be followed by another."""
        return self.game_number, self.takes


@frozen
class Attendee:
    """Somebody who is at a table, or has a seat there.

    Attributes:
        player: their fingerprint.
        name: what they are called.
        away: for how many seconds they have been away; None while they are there.
    """

    player: str = field(validator=ID)
    name: str = field(converter=line, validator=SHORT)
    away: int | None = field(default=None, validator=validators.optional(COUNT))


@frozen
class Attendance:
    """Who is at a table now; sealed for each of those who are.

    Attributes:
        table: the table's id.
        people: who has a seat, present or away, and the spectators who are there; no bots.
    """

    table: str = field(validator=ID)
    people: tuple[Attendee, ...] = field(validator=validators.max_len(MAX_SEATS + MAX_SPECTATORS))


@frozen
class TableSummary:
    """A table as the lobby lists it."""

    table: str = field(validator=ID)
    game: str = field(converter=line, validator=ID)
    map_title: str = field(converter=line, validator=validators.max_len(40))
    options: tuple[str, ...] = field(converter=lines, validator=OPTIONS)
    status: TableStatus
    host_name: str = field(converter=line, validator=SHORT)
    seats: tuple[SeatState, ...] = field(validator=SEATS)


@frozen
class LobbyState:
    """Who serves, and which tables there are.

    Attributes:
        revision: counts up with every change.
        app: the release of the server's program, for people to read.
        bots: the levels of bots that can be seated, weakest first.
        tables: oldest first.
        serving: False is the server's farewell.
        sealed: the private tables' summaries, each sealed with its table's key, in no order.
    """

    revision: int = field(validator=COUNT)
    app: str = field(converter=line, validator=SHORT)
    bots: tuple[str, ...] = field(converter=lines, validator=OPTIONS)
    tables: tuple[TableSummary, ...] = field(validator=validators.max_len(MAX_TABLES))
    serving: bool = True
    sealed: tuple[bytes, ...] = field(default=(), validator=validators.max_len(MAX_TABLES))


@frozen
class History:
    """A stretch of a table's log, as far as it is open now.

    Attributes:
        start: a spectator's view of the position before entry number `first`.
        first: number of the first entry; numbers count from 0, so entry n is the move of ply n.
        entries: at most `MAX_ENTRIES`.
        total: number of moves played, so that ``first + len(entries) < total`` asks for more.
    """

    table: str = field(validator=ID)
    game_number: int = field(validator=COUNT)
    start: str = field(validator=POSITION)
    first: int = field(validator=COUNT)
    entries: tuple[Entry, ...] = field(validator=validators.max_len(MAX_ENTRIES))
    total: int = field(validator=COUNT)


@frozen
class RecordText:
    """The record of a game that is over, with its proof.

    Attributes:
        text: the record; empty where the game keeps none.
    """

    table: str = field(validator=ID)
    game_number: int = field(validator=COUNT)
    text: str = field(validator=validators.max_len(MAX_RECORD))
