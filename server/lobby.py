"""The lobby: all tables, and every command a player may give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from protocol.keys import SecretKey
from protocol.messages import (
    MAX_NAME,
    MAX_TABLES,
    Agree,
    AskHistory,
    Command,
    Done,
    FreeSeat,
    LeaveTable,
    LobbyState,
    Look,
    OpenTable,
    PlayMove,
    Reply,
    SeatBot,
    StartGame,
    TableSummary,
    TakeSeat,
)
from server import play, seating
from server.listing import fit
from server.opening import OpenGame, open_game
from server.refusals import RefusedError
from server.table import FREE, Player, Seat, Table
from server.views import history, summary, table_state

MAX_HOSTED = 5
"""Tables one player may be the host of at a time."""
STAND_IN_LEVEL = "greedy"
"""The level of the bot that takes over when a person leaves a running game."""


class BotSeat(NamedTuple):
    """A seat a bot is to play for.

    Attributes:
        key: the bot's own identity.
        level: how it plays.
        name: what it is called.
    """

    key: SecretKey
    level: str
    name: str


@dataclass(frozen=True, slots=True)
class Rules:
    """What a lobby is run by.

    Attributes:
        app: the server's release.
        levels: the levels of bots, weakest first.
        seed: draws the seed of a setup.
        table_id: draws the id of a table.
        open_game: finds a game by its name.
        max_tables: how many tables there may be at a time.
        max_bots: how many bots may be seated at a time; each is a process.
    """

    app: str
    levels: tuple[str, ...]
    seed: Callable[[], int]
    table_id: Callable[[], str]
    open_game: OpenGame = open_game
    max_tables: int = MAX_TABLES
    max_bots: int = 24


class Checkpoint(NamedTuple):
    """A lobby's tables and its bots' keys at one moment."""

    tables: dict[str, Table]
    keys: dict[str, SecretKey]


@dataclass(slots=True)
class Lobby:
    """The tables by id, oldest first, and what has changed since it was last asked.

    Attributes:
        rules: what it is run by.
        tables: the tables there are.
    """

    rules: Rules
    tables: dict[str, Table] = field(default_factory=dict)
    _keys: dict[str, SecretKey] = field(default_factory=dict)
    _fresh: SecretKey | None = None
    _changed: dict[str, Table] = field(default_factory=dict)
    _ended: list[Table] = field(default_factory=list)
    _summaries: dict[str, TableSummary] = field(default_factory=dict)
    _listed: tuple[TableSummary, ...] = ()
    _state: LobbyState = field(init=False)

    def __post_init__(self) -> None:
        self._state = LobbyState(0, self.rules.app, self.rules.levels, ())

    def restore(self, tables: Iterable[Table], keys: Mapping[str, SecretKey]) -> None:
        """Go on with tables that were kept, and their bots' keys."""
        self.roll_back(Checkpoint({table.id: table for table in tables}, dict(keys)))

    def carry_out(self, player: Player, command: Command) -> Reply:
        """Carry out a command of a player.

        Raises:
            RefusedError: nothing has changed; code and sentence say why.
        """
        match command:
            case OpenTable():
                return self._open(player, command)
            case Look():
                table = self._table(command.table)
                return table_state(table, table.viewer(player.id))
            case AskHistory():
                table = self._table(command.table)
                return history(table, command.game_number, command.first)
            case _:
                return self._change(player, command)

    def state(self) -> LobbyState:
        """Return the lobby as everybody sees it; its revision counts up when that changes."""
        listed = tuple(self._summaries[table] for table in self.tables)
        if listed != self._listed:
            self._listed = listed
            revision = self._state.revision + 1
            self._state = fit(LobbyState(revision, self.rules.app, self.rules.levels, listed))
        return self._state

    def farewell(self) -> LobbyState:
        """Return the lobby of a server that is ending."""
        return LobbyState(self._state.revision + 1, self.rules.app, self.rules.levels, (), False)

    def take_changed(self) -> tuple[Table, ...]:
        """Return the tables that have changed since the last call, closed ones too."""
        changed = tuple(self._changed.values())
        self._changed.clear()
        return changed

    def take_ended(self) -> tuple[Table, ...]:
        """Return the tables, as they were then, whose games have ended since the last call."""
        ended = tuple(self._ended)
        self._ended.clear()
        return ended

    def checkpoint(self) -> Checkpoint:
        """Return what `roll_back` goes back to."""
        return Checkpoint(dict(self.tables), dict(self._keys))

    def roll_back(self, checkpoint: Checkpoint) -> None:
        """Forget every change since a checkpoint."""
        self.tables = dict(checkpoint.tables)
        self._keys = dict(checkpoint.keys)
        self._summaries = {table.id: summary(table) for table in self.tables.values()}
        self._changed.clear()
        self._ended.clear()

    def close(self, table: str) -> None:
        """Close a table, whatever happens there."""
        self._keep(self.tables[table].changed(status="closed"))

    def keys(self) -> dict[str, SecretKey]:
        """Return the bots' keys by fingerprint."""
        return dict(self._keys)

    def bots(self) -> dict[tuple[str, int], BotSeat]:
        """Return the seats bots are to play for now, by table and seat."""
        return {
            (table.id, number): BotSeat(self._keys[seat.actor], seat.level, seat.name)
            for table in self.tables.values()
            for number, seat in enumerate(table.seats)
            if seat.actor in self._keys
        }

    def is_bot(self, player: str) -> bool:
        """Tell whether a fingerprint is that of a bot of this lobby."""
        return player in self._keys

    def players(self) -> frozenset[str]:
        """Return the hosts, the people who have seats, and the bots."""
        tables = self.tables.values()
        seats = (seat for table in tables for seat in table.seats)
        return frozenset(table.host for table in tables).union(
            key for seat in seats for key in (seat.player, seat.actor)
        )

    def rename(self, player: Player) -> None:
        """Call a player by their present name at every table."""
        for table in list(self.tables.values()):
            self._keep(seating.rename(table, player))

    def _open(self, player: Player, command: OpenTable) -> Done:
        hosted = sum(table.host == player.id for table in self.tables.values())
        if hosted >= MAX_HOSTED:
            raise RefusedError(
                "too_many_tables", f"You are the host of {hosted} tables: leave one of them first."
            )
        if len(self.tables) >= self.rules.max_tables:
            raise RefusedError(
                "too_many_tables", "The lobby is full: join a table, or come back later."
            )
        opened = self.rules.open_game(command.game, command.map, command.options)
        seats = opened.game.seats
        if command.players not in seats:
            raise RefusedError(
                "bad_players", f"{opened.game.title} is for {seats[0]} to {seats[-1]} players."
            )
        table = Table(
            id=self.rules.table_id(),
            game=opened.game,
            map=opened.map,
            map_title=opened.map_title,
            options=tuple(sorted(set(command.options))),
            host=player.id,
            host_name=player.name,
            seats=(FREE,) * command.players,
        )
        if command.seat is not None:
            table = seating.take_seat(table, player, command.seat)
        self._keep(table)
        return Done(table.id, table.revision)

    def _change(self, player: Player, command: Command) -> Done:
        table = self._next(player, command)
        if play.all_want_again(table):
            table = play.start_again(table, self.rules.seed())
        self._keep(table)
        return Done(table.id, table.revision)

    def _next(self, player: Player, command: Command) -> Table:  # noqa: PLR0911 - one a command
        match command:
            case TakeSeat(table, seat):
                return seating.take_seat(self._table(table), player, seat)
            case LeaveTable(table):
                stand_in = Seat("stand_in", level=STAND_IN_LEVEL, actor=self._new_key())
                return seating.leave(self._table(table), player, stand_in)
            case SeatBot(table, seat, level):
                return self._seat_bot(self._table(table), player, seat, level)
            case FreeSeat(table, seat):
                return seating.free_seat(self._table(table), player, seat)
            case StartGame(table):
                return play.start(self._table(table), player, self.rules.seed())
            case PlayMove(table, game_number, ply, move):
                return play.play(self._table(table), player.id, game_number, ply, move)
            case Agree(table, game_number, proposal, yes):
                here = self._table(table)
                return play.agree(here, player.id, game_number, proposal, yes=yes)
            case _:
                raise RefusedError("unknown_command", "This server does not know that command.")

    def _seat_bot(self, table: Table, player: Player, seat: int, level: str) -> Table:
        if level not in self.rules.levels:
            raise RefusedError(
                "unknown_level", f"There is no bot {level!r}; there is {self._level_names()}."
            )
        if len(self._keys) >= self.rules.max_bots:
            raise RefusedError(
                "too_many_bots", "This server runs as many bots as it can: wait for a game to end."
            )
        key = self._new_key()
        bot = Seat("bot", key, _bot_name(table, level), level, key)
        return seating.seat_bot(table, player, seat, bot)

    def _level_names(self) -> str:
        return ", ".join(self.rules.levels)

    def _table(self, table: str) -> Table:
        try:
            return self.tables[table]
        except KeyError:
            raise RefusedError(
                "unknown_table", "There is no such table here: it may have been closed."
            ) from None

    def _new_key(self) -> str:
        """Return the fingerprint of a new bot's key; it is kept if a seat is kept that names it."""
        self._fresh = SecretKey.generate()
        return self._fresh.public.fingerprint

    def _keep(self, table: Table) -> None:
        before = self.tables.get(table.id)
        if before is table:
            return
        self._changed[table.id] = table
        if before is not None and before.status == "running" != table.status:
            self._ended.append(table)
        if table.status == "closed":
            del self.tables[table.id], self._summaries[table.id]
        else:
            self.tables[table.id] = table
            self._summaries[table.id] = summary(table)
        if self._fresh:
            self._keys[self._fresh.public.fingerprint] = self._fresh
            self._fresh = None
        actors = {seat.actor for each in self.tables.values() for seat in each.seats}
        self._keys = {name: key for name, key in self._keys.items() if name in actors}


def _bot_name(table: Table, level: str) -> str:
    taken = {seat.name for seat in table.seats}
    names = (f"{level[: MAX_NAME - 6]} bot {number}".removesuffix(" 1") for number in range(1, 99))
    return next(name for name in names if name not in taken)
