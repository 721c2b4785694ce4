"""The messages: what a player may ask, and what the server says."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import field, frozen, validators

MAX_NAME = 24
"""Characters in the name of a person."""
MAX_MOVE = 64
"""Characters in the text of a move."""
MAX_POSITION = 512
"""Characters in the text of a position."""
MAX_MAP = 32 * 1024
"""Characters in the text of a map."""
MAX_SEATS = 8
"""Seats at a table, whatever the game."""
MAX_TABLES = 200
"""Tables in one lobby."""
MAX_ENTRIES = 100
"""Log entries in one answer; more are asked for in further requests."""
SESSION_BYTES = 16
"""Bytes of a session, a boot, a nonce and a command id."""

# Any: the stubs of attrs type a validator by the one type of field it may stand at.
_short: Any = validators.max_len(MAX_NAME)
_id: Any = validators.and_(validators.min_len(1), validators.max_len(40))
_sentence: Any = validators.max_len(400)
_code: Any = validators.max_len(40)
_count: Any = validators.and_(validators.ge(0), validators.lt(2**31))
_seat: Any = validators.and_(validators.ge(0), validators.lt(MAX_SEATS))
_maybe_seat: Any = validators.optional(_seat)
_token: Any = validators.and_(validators.min_len(SESSION_BYTES), validators.max_len(SESSION_BYTES))
_seats: Any = validators.max_len(MAX_SEATS)
_move: Any = validators.and_(validators.min_len(1), validators.max_len(MAX_MOVE))
_position: Any = validators.max_len(MAX_POSITION)
_options: Any = validators.and_(
    validators.max_len(8), validators.deep_iterable(validators.max_len(MAX_NAME))
)

# ---------------------------------------------------------------- what a player may ask


@frozen
class Hello:
    """Begin a session; the answer is `Welcome`.

    Attributes:
        name: how the player wants to be called.
        app: the release of the player's program, for people to read.
        nonce: random bytes the `Welcome` must repeat, so that an old one cannot pass for it.
    """

    name: str = field(validator=[validators.min_len(1), _short])
    app: str = field(validator=_short)
    nonce: bytes = field(validator=_token)


@frozen
class OpenTable:
    """Open a table and become its host.

    Attributes:
        game: name of the game, as ``siam``.
        players: number of seats.
        options: the table's options by name, as ``open_discards``.
        map: name of a built-in map, or the TOML text of one's own; empty for the game's usual map.
        seat: the seat the host takes at once, or None to stay beside the table.
    """

    game: str = field(validator=_id)
    players: int = field(validator=_count)
    options: tuple[str, ...] = field(default=(), validator=_options)
    map: str = field(default="", validator=validators.max_len(MAX_MAP))
    seat: int | None = field(default=0, validator=_maybe_seat)


@frozen
class TakeSeat:
    """Sit down on a free seat, or come back to one's own that a stand-in holds."""

    table: str = field(validator=_id)
    seat: int = field(validator=_seat)


@frozen
class LeaveTable:
    """Get up. Before the start the seat becomes free; in a running game a bot stands in."""

    table: str = field(validator=_id)


@frozen
class SeatBot:
    """Put a bot on a free seat (the host only)."""

    table: str = field(validator=_id)
    seat: int = field(validator=_seat)
    level: str = field(validator=_id)


@frozen
class FreeSeat:
    """Take a bot from its seat before the start (the host only)."""

    table: str = field(validator=_id)
    seat: int = field(validator=_seat)


@frozen
class StartGame:
    """Deal and begin (the host only, every seat taken)."""

    table: str = field(validator=_id)


@frozen
class PlayMove:
    """Play a move in the position one has seen.

    Attributes:
        game_number: which game at this table, from 1.
        ply: number of moves played before this one; a command for another ply is refused.
        move: the move in the game's notation.
    """

    table: str = field(validator=_id)
    game_number: int = field(validator=_count)
    ply: int = field(validator=_count)
    move: str = field(validator=_move)


Proposal: TypeAlias = Literal["end", "again"]
"""What all seated people may agree on: to end the game early, or to play again as seated."""


@frozen
class Agree:
    """Say yes (or no longer yes) to ending the game early, or to playing again."""

    table: str = field(validator=_id)
    game_number: int = field(validator=_count)
    proposal: Proposal
    yes: bool


@frozen
class Look:
    """Ask for the table as it is now; the answer is the `TableState` this player may see."""

    table: str = field(validator=_id)


@frozen
class AskHistory:
    """Ask for log entries from number `first` on; the answer is a `History`."""

    table: str = field(validator=_id)
    game_number: int = field(validator=_count)
    first: int = field(default=0, validator=_count)


Command: TypeAlias = (
    Hello
    | OpenTable
    | TakeSeat
    | LeaveTable
    | SeatBot
    | FreeSeat
    | StartGame
    | PlayMove
    | Agree
    | Look
    | AskHistory
)

# ---------------------------------------------------------------- what the server says


@frozen
class Welcome:
    """The answer to `Hello`.

    Attributes:
        session: the session every later command must carry.
        nonce: the one of the `Hello`.
        boot: the session of the server's own envelopes; everything it signs carries this one until
            it is started anew.
        name: the name the player goes by, which the server may have made distinct.
        app: the release of the server's program, for people to read.
    """

    session: bytes = field(validator=_token)
    nonce: bytes = field(validator=_token)
    boot: bytes = field(validator=_token)
    name: str = field(validator=_short)
    app: str = field(validator=_short)


@frozen
class Done:
    """The command was carried out.

    Attributes:
        table: the table it was about, or the one it opened; empty for none.
        revision: the table's revision that shows its effect.
    """

    table: str = field(default="", validator=validators.max_len(40))
    revision: int = field(default=0, validator=_count)


@frozen
class Refused:
    """The command was not carried out, and nothing changed.

    Attributes:
        code: a reason for programs, as ``not_your_turn``.
        sentence: the reason for people, and what to do.
    """

    code: str = field(validator=_code)
    sentence: str = field(validator=_sentence)


@frozen
class Superseded:
    """Another connection with the same key has the seat now; this session has ended."""


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
    name: str = field(default="", validator=validators.max_len(MAX_NAME))
    level: str = field(default="", validator=validators.max_len(MAX_NAME))


@frozen
class Entry:
    """One move of the log.

    Attributes:
        seat: who moved.
        move: the move in the game's notation.
        by: who decided it: the seat's person or bot, its stand-in, or the table (forced).
        position: a spectator's view of the position after it.
    """

    seat: int = field(validator=_seat)
    move: str = field(validator=_move)
    by: Literal["player", "stand_in", "table"]
    position: str = field(validator=_position)


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
    """

    table: str = field(validator=_id)
    revision: int = field(validator=_count)
    game: str = field(validator=_id)
    map: str = field(validator=validators.max_len(MAX_MAP))
    options: tuple[str, ...] = field(validator=_options)
    status: TableStatus
    host: str = field(validator=validators.max_len(40))
    host_name: str = field(validator=_short)
    seats: tuple[SeatState, ...] = field(validator=_seats)
    viewer: int | None = field(default=None, validator=_maybe_seat)
    game_number: int = field(default=1, validator=_count)
    ply: int = field(default=0, validator=_count)
    position: str = field(default="", validator=_position)
    news: tuple[Entry, ...] = field(default=(), validator=validators.max_len(MAX_ENTRIES))
    result: str = field(default="", validator=validators.max_len(100))
    end: tuple[int, ...] = field(default=(), validator=_seats)
    again: tuple[int, ...] = field(default=(), validator=_seats)


@frozen
class TableSummary:
    """A table as the lobby lists it."""

    table: str = field(validator=_id)
    game: str = field(validator=_id)
    map_title: str = field(validator=validators.max_len(40))
    options: tuple[str, ...] = field(validator=_options)
    status: TableStatus
    host_name: str = field(validator=_short)
    seats: tuple[SeatState, ...] = field(validator=_seats)


@frozen
class LobbyState:
    """Who serves, and which tables there are.

    Attributes:
        revision: counts up with every change.
        app: the release of the server's program, for people to read.
        bots: the levels of bots that can be seated, weakest first.
        tables: oldest first.
        serving: False is the server's farewell.
    """

    revision: int = field(validator=_count)
    app: str = field(validator=_short)
    bots: tuple[str, ...] = field(validator=_options)
    tables: tuple[TableSummary, ...] = field(validator=validators.max_len(MAX_TABLES))
    serving: bool = True


@frozen
class History:
    """A stretch of a table's log, as far as S23 opens it now.

    Attributes:
        start: a spectator's view of the position before entry number `first`.
        first: number of the first entry; numbers count from 0, so entry n is the move of ply n.
        entries: at most `MAX_ENTRIES`.
        total: number of moves played, so that ``first + len(entries) < total`` asks for more.
    """

    table: str = field(validator=_id)
    game_number: int = field(validator=_count)
    start: str = field(validator=_position)
    first: int = field(validator=_count)
    entries: tuple[Entry, ...] = field(validator=validators.max_len(MAX_ENTRIES))
    total: int = field(validator=_count)


Reply: TypeAlias = Welcome | Done | Refused | TableState | History
"""What answers a command, in an envelope that carries the command's id."""

Message: TypeAlias = Command | Reply | Superseded | LobbyState
