"""States of the lobby and its tables, as the server publishes them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import field, frozen, validators

from protocol.draws import DRAW_FORMAT, MAX_GIVEN_UP, DrawHistory, GivenUp, SignedCommitment
from protocol.fields import (
    COUNT,
    HASH,
    ID,
    MAYBE_HASH,
    MAYBE_SEAT,
    MAYBE_SIGNATURE,
    MOVE,
    OPTIONS,
    PACKAGE,
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
    MAX_PARTS,
    MAX_SEATS,
    MAX_SPECTATORS,
    MAX_TABLES,
    MAX_TAKEN,
)

AWAY_LIMIT = 300
"""Default of seconds a person may be away before a bot may replace them."""
MAX_AWAY_LIMIT = 7 * 86400

MAX_PACE = 60
"""The largest pace of a table's bots, in seconds for a move."""

_pace: Any = validators.and_(validators.ge(0), validators.le(MAX_PACE))
_time: Any = validators.and_(validators.ge(5), validators.le(MAX_AWAY_LIMIT * 4))
_seconds: Any = validators.and_(validators.ge(0), validators.le(MAX_AWAY_LIMIT))


LEAST_SECONDS = 5
"""The least seconds for each turn, even if less is left on the clock."""


@frozen
class ClockTerms:
    """Time of the players; if it runs out, the table plays a move by the game's rules.

    Attributes:
        seconds: for each move, or in the bank for the whole game.
        increment: seconds added to the bank at the start of each turn.
        per_move: whether the seconds are for each move.
    """

    seconds: int = field(validator=_time)
    increment: int = field(default=LEAST_SECONDS, validator=_time)
    per_move: bool = True


@frozen
class Terms:
    """A table's terms, chosen when it is opened.

    Attributes:
        away_limit: seconds a person may be away from a running game before the host may let a bot
            replace them until they return; 0 for never.
        open_talk: whether those seated may talk, and hear spectators, while a team game runs.
        pace: the least seconds a bot takes for a move, so that people can follow; 0 for as fast
            as it can.
        clock: the clocks, or None.
        open_analysis: whether spectators may see the chances of all seats while the game runs.
    """

    away_limit: int = field(default=AWAY_LIMIT, validator=_seconds)
    open_talk: bool = False
    pace: int = field(default=0, validator=_pace)
    clock: ClockTerms | None = None
    open_analysis: bool = False


SeatHolder: TypeAlias = Literal["free", "person", "bot", "stand_in"]
"""Who acts for a seat. A stand-in is a bot that plays until the person comes back."""


@frozen
class SeatState:
    """A seat as everybody sees it.

    Attributes:
        holder: who acts for the seat.
        player: fingerprint of the person who owns the seat, else empty.
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
"""Stage of a draw: it waits for all pledges, then for all contributions; then the game is dealt. A
draw that was given up is never dealt; the next one has another number."""


@frozen
class DrawState:
    """State of the draw of a setup's seed; see `protocol.fairness`.

    The game's record reveals the secret and the contributions when the game is over.

    Attributes:
        number: the game it is for.
        stage: what it waits for.
        commitment: binds the server to its secret; empty before a draw.
        keys: the public key of each seat's player.
        pledges: each binds a seat to its contribution; empty if there is none.
        given: the seats whose contributions have arrived.
        dealt: number of the last game dealt at the table before this draw; 0 for none.
        base: the first link of that game's chain, or of a new table's.
        given_up: the draws given up since that game; if this one is, it is the last of them.
        signature: the server's over the `SignedCommitment`; empty for a game of protocol 1.
        format: format of the game's signed statements and record.
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
    format: int = field(default=2, validator=DRAW_FORMAT)

    @property
    def before(self) -> DrawHistory:
        """The history of draws at the table before this one."""
        earlier = self.given_up[:-1] if self.stage == "given_up" else self.given_up
        return DrawHistory(self.dealt, self.base, earlier)

    def committed(self, lobby: str, table: str) -> SignedCommitment | None:
        """Return the server's signed commitment; None if it signed none."""
        if not self.signature or not self.commitment or not self.base:
            return None
        link = self.before.link(lobby, table)
        return SignedCommitment(
            self.number, self.dealt, link, self.commitment, self.signature, self.format
        )


@frozen
class ClockState:
    """The clocks of a table's seats at the time of the state.

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
        seat: whose move it was.
        move: the move.
    """

    ply: int = field(validator=COUNT)
    seat: int = field(validator=SEAT)
    move: str = field(converter=line, validator=MOVE)


TableStatus: TypeAlias = Literal["open", "running", "over", "closed"]


@frozen
class TableState:
    """The whole state of a table, as everybody sees it or as one seat's player does.

    Attributes:
        table: the table's id.
        revision: grows with every change; a later state replaces an earlier one.
        game: name of the game.
        map: the TOML text of the map, or empty where a game has none.
        options: the table's options.
        status: open (waiting for players), running, over, or closed (gone for good).
        host: fingerprint of the host.
        host_name: the host's name.
        seats: the seats.
        viewer: the seat whose view `position` shows, or None for a spectator's.
        game_number: which game at this table, from 1.
        ply: number of moves played in it.
        position: the viewer's view of the position; empty before the start.
        news: the moves since the previous revision, if any.
        result: the result of a finished game; ``*`` for one ended early; else empty.
        end: the seats that want to end the game early.
        again: the seats that want to play again.
        terms: the table's terms, independent of the game.
        undoable: the seat of the last move, if that may be taken back (see `TakeBack`).
        clock: the seats' remaining time, if the table has clocks.
        back: the seats that want it taken back, including the asking player's.
        back_refused: whether a player refused that.
        takes: how many moves have been taken back in this game.
        taken: the latest of those moves, as far as the log is open.
        draw: the draw of this game's setup, or of the next one's.
        chain: the hash the next move is signed with; empty before the start.
        shared: whether several people have ever had seats here; True if that is unknown.
        package: the package that the game comes with; empty for a game of siam itself.
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
    package: str = field(default="", converter=line, validator=PACKAGE)

    @property
    def branch(self) -> tuple[int, int]:
        """What tells moves of one ply apart: a move taken back may be followed by another."""
        return self.game_number, self.takes


@frozen
class Attendee:
    """A person who is at a table, or has a seat there.

    Attributes:
        player: their fingerprint.
        name: their name.
        away: seconds they have been away; None while they are there.
    """

    player: str = field(validator=ID)
    name: str = field(converter=line, validator=SHORT)
    away: int | None = field(default=None, validator=validators.optional(COUNT))


@frozen
class Attendance:
    """Who is at a table now; sealed for each person there.

    Attributes:
        table: the table's id.
        people: seated people, present or away, and present spectators; no bots.
    """

    table: str = field(validator=ID)
    people: tuple[Attendee, ...] = field(validator=validators.max_len(MAX_SEATS + MAX_SPECTATORS))


@frozen
class TableSummary:
    """A table in the lobby's list.

    Attributes:
        terms: the table's terms; None where a list of very many tables has no room for them.
        package: the package that the game comes with; empty for a game of siam itself.
    """

    table: str = field(validator=ID)
    game: str = field(converter=line, validator=ID)
    map_title: str = field(converter=line, validator=validators.max_len(40))
    options: tuple[str, ...] = field(converter=lines, validator=OPTIONS)
    status: TableStatus
    host_name: str = field(converter=line, validator=SHORT)
    seats: tuple[SeatState, ...] = field(validator=SEATS)
    terms: Terms | None = None
    package: str = field(default="", converter=line, validator=PACKAGE)


@frozen
class LobbyState:
    """The lobby and its tables.

    Attributes:
        revision: grows with every change.
        app: the release of the server's program, for people to read.
        bots: the levels of bots that can be seated, weakest first.
        tables: oldest first.
        serving: False when the server says farewell.
        sealed: the private tables' summaries, each sealed with its table's key, unordered.
        name: what the lobby is called; empty if its host gave it no name.
        parts: how many parts a cluster has; 0 if one server runs the whole lobby.
    """

    revision: int = field(validator=COUNT)
    app: str = field(converter=line, validator=SHORT)
    bots: tuple[str, ...] = field(converter=lines, validator=OPTIONS)
    tables: tuple[TableSummary, ...] = field(validator=validators.max_len(MAX_TABLES))
    serving: bool = True
    sealed: tuple[bytes, ...] = field(default=(), validator=validators.max_len(MAX_TABLES))
    name: str = field(default="", converter=line, validator=SHORT)
    parts: int = field(default=0, validator=validators.and_(COUNT, validators.le(MAX_PARTS)))


@frozen
class PartState:
    """Who runs a part of the lobby now, signed with the lobby's key.

    Attributes:
        part: the number of the part, from 1.
        epoch: grows with each new owner; a state of a lower epoch is over.
        key: the Ed25519 public key of this owner: it seals the answers and signs the tables.
    """

    part: int = field(validator=COUNT)
    epoch: int = field(validator=COUNT)
    key: bytes = field(validator=HASH)
