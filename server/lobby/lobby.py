"""The lobby: all tables, and every command a player may give."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from protocol.keys import SecretKey
from protocol.messages import (
    AskCounts,
    AskHistory,
    AskLobby,
    AskRecord,
    AskTalk,
    Ban,
    Command,
    Done,
    Hello,
    LobbyState,
    Look,
    LookAway,
    OpenTable,
    OwnerCommand,
    Reply,
    Say,
    SendAway,
    SentAway,
    SignedCommitment,
    TableCommand,
    TableState,
    TableSummary,
    TakeSeat,
)
from protocol.private import seal_summary
from server.bots.bot_keys import BotKeys, BotSeat
from server.commands.table_commands import Commands
from server.limits.bot_quota import BotQuota
from server.limits.table_quota import PlayerFacts, TableQuota
from server.lobby.guests import Guests
from server.lobby.listing import fit
from server.lobby.lobby_rules import Rules
from server.players.presence import Presence
from server.refusals import RefusedError
from server.tables import clocks, dismissal, drawing, play, seating
from server.tables import table_talk as talk
from server.tables.table import Player, Table
from server.tables.views import history, record_text, summary, table_state

_GAVE_WAY = (
    "The lobby is full and nobody had joined you here, so this table was closed for another one. "
    "You may open it again."
)

Notice: TypeAlias = tuple[frozenset[str], SentAway]
"""Players, by fingerprint, and what they are to be told."""


class Checkpoint(NamedTuple):
    """A lobby's tables, its bots' keys and its bans at one moment."""

    tables: dict[str, Table]
    keys: dict[str, SecretKey]
    bans: Mapping[str, Ban] = {}


@dataclass(slots=True)
class Lobby:
    """The tables by id, oldest first, and what has changed since it was last asked.

    Attributes:
        rules: what it is run by.
        clock: a clock that never goes back, in seconds.
        tables: the tables there are.
        presence: who is at them.
        bans: the players whose commands are refused, by fingerprint; replaced, never changed.
    """

    rules: Rules
    clock: Callable[[], float] = time.monotonic
    tables: dict[str, Table] = field(default_factory=dict)
    bans: Mapping[str, Ban] = field(default_factory=dict)
    _bots: BotKeys = field(default_factory=BotKeys)
    _changed: dict[str, Table] = field(default_factory=dict)
    _quiet: set[str] = field(default_factory=set)
    _spoken: list[Table] = field(default_factory=list)
    _ended: list[Table] = field(default_factory=list)
    _guests: Guests = field(default_factory=Guests)
    _summaries: dict[str, TableSummary] = field(default_factory=dict)
    _listed: tuple[tuple[TableSummary, bytes], ...] = ()
    _notices: list[Notice] = field(default_factory=list)
    _state: LobbyState = field(init=False)
    _quota: TableQuota = field(init=False)
    _bot_quota: BotQuota = field(init=False)
    presence: Presence = field(init=False)
    _commands: Commands = field(init=False)
    _patience: talk.Patience = field(init=False)

    def __post_init__(self) -> None:
        self.presence = Presence(self.clock)
        self._quota = TableQuota(self.rules.max_tables, self.clock)
        self._patience = talk.Patience(self.clock)
        self._bot_quota = BotQuota(self.rules.max_bots, self.rules.max_hosted_bots, self.presence)
        self._commands = Commands(
            self.rules,
            self.presence,
            self._bots,
            self._bot_quota,
            lambda: self.tables.values(),  # noqa: PLW0108 - `roll_back` puts others in their place
        )
        self._state = LobbyState(0, self.rules.app, self.rules.levels, ())

    def know(self, facts: PlayerFacts) -> None:
        """Judge by these facts from now on who may open how much."""
        self._quota.facts = self._bot_quota.facts = facts

    def restore(
        self, tables: Iterable[Table], keys: Mapping[str, SecretKey], bans: Iterable[Ban] = ()
    ) -> None:
        """Go on with tables that were kept, their bots' keys, and bans."""
        wound = (clocks.wind(self._without_old_draw(table), self.clock()) for table in tables)
        banned = {ban.player: ban for ban in bans}
        self.roll_back(Checkpoint({table.id: table for table in wound}, dict(keys), banned))

    def _without_old_draw(self, table: Table) -> Table:
        """Give up a draw that an earlier release had begun: nobody can check it as those of now."""
        if table.drawing and table.draw is not None and not table.draw.signature:
            return drawing.give_up(table, "updated", self.rules.key)
        return table

    def carry_out(self, player: Player, command: Command) -> Reply:
        """Carry out a command of a player.

        Raises:
            RefusedError: nothing has changed; code and sentence say why.
        """
        match command:
            case OpenTable():
                return self._open(player, command)
            case Look() | LookAway() | AskHistory() | AskTalk() | AskRecord():
                return self._answer(player, command)
            case Say(table, text):
                return self._say(player, table, text)
            case Hello():
                raise RefusedError("unknown_command", "Say hello before, not after.")
            case AskLobby(known):
                state = self.state()
                return Done(revision=known) if 0 < known == state.revision else state
            case AskCounts():
                raise RefusedError("unknown_command", "A lobby counts nothing: ask its server.")
            case _ if isinstance(command, OwnerCommand):
                raise RefusedError("unknown_command", "Only its server carries that out.")
            case _:
                return self._change(player, command)

    def state(self) -> LobbyState:
        """Return the lobby as everybody sees it; its revision counts up when that changes."""
        listed = tuple((self._summaries[table.id], table.key) for table in self.tables.values())
        if listed != self._listed:
            self._listed = listed
            public = tuple(each for each, key in listed if not key)
            sealed = tuple(sorted(seal_summary(each, key) for each, key in listed if key))
            revision = self._state.revision + 1
            levels = self.rules.levels
            self._state = fit(LobbyState(revision, self.rules.app, levels, public, sealed=sealed))
        return self._state

    def farewell(self) -> LobbyState:
        """Return the lobby of a server that is ending."""
        return LobbyState(self._state.revision + 1, self.rules.app, self.rules.levels, (), False)

    def take_changed(self) -> tuple[Table, ...]:
        """Return the tables that have changed since the last call, closed ones too."""
        changed = tuple(self._changed.values())
        self._changed.clear()
        return changed

    def take_quiet(self) -> tuple[Table, ...]:
        """Return the tables that have changed since the last call in nothing they show."""
        quiet = tuple(self.tables[table] for table in self._quiet if table in self.tables)
        self._quiet.clear()
        return quiet

    def take_spoken(self) -> tuple[Table, ...]:
        """Return the tables, as they were then, whose last line was said since the last call."""
        spoken = tuple(self._spoken)
        self._spoken.clear()
        return spoken

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what players are to be told who were at tables closed since the last call."""
        notices = tuple(self._notices)
        self._notices.clear()
        return notices

    def take_ended(self) -> tuple[Table, ...]:
        """Return the tables, as they were then, whose games have ended since the last call."""
        ended = tuple(self._ended)
        self._ended.clear()
        return ended

    def checkpoint(self) -> Checkpoint:
        """Return what `roll_back` goes back to."""
        return Checkpoint(dict(self.tables), dict(self._bots.keys), self.bans)

    def roll_back(self, checkpoint: Checkpoint) -> None:
        """Forget every change since a checkpoint."""
        self.tables = dict(checkpoint.tables)
        self._bots.keys = dict(checkpoint.keys)
        self.bans = checkpoint.bans
        self._summaries = {table.id: summary(table) for table in self.tables.values()}
        self._changed.clear()
        self._quiet.clear()
        self._spoken.clear()
        self._ended.clear()
        self._notices.clear()

    def end_wait(self, table: str, *, at_last: bool = False) -> None:
        """Go on with a table's draw without those who have not answered in time.

        Args:
            table: the table's id.
            at_last: whether a draw that nobody answers is given up; else it waits on.
        """
        here = self.tables[table]
        if not drawing.is_unanswered(here):
            self._keep(drawing.advance(here, self.rules.key, waited=True))
        elif at_last:
            self._keep(drawing.give_up(here, "nobody", self.rules.key))

    def file_record(self, table: str, text: str) -> None:
        """Keep the record of the game that has ended at a table, for those who ask for it."""
        if table in self.tables:
            self._keep(replace(self.tables[table], record=text))

    def close(self, table: str, why: str = "") -> None:
        """Close a table, whatever happens there.

        Args:
            table: its id.
            why: a sentence that those at the table are told; none if empty.
        """
        closed = self.tables[table]
        if closed.drawing:
            closed = drawing.give_up(closed, "closed", self.rules.key)
        if why:
            there = self.presence.at(table) | closed.company()
            self._notices.append((there, SentAway(table, why)))
        self._keep(closed.changed(status="closed"))

    def expel(self, player: str, why: str) -> None:
        """Take a player from all tables, and tell them why in a sentence."""
        for table in list(self.tables.values()):
            if player in self.presence.at(table.id) | table.company():
                self._notices.append((frozenset((player,)), SentAway(table.id, why)))
                self._keep(self._commands.expel(table, player))
                self.presence.leave(table.id, player)
                self._guests.send_away(player, table.id)

    def games(self) -> int:
        """Return how many games run at which people sit."""
        tables = self.tables.values()
        return sum(table.status == "running" and bool(table.people()) for table in tables)

    def keys(self) -> dict[str, SecretKey]:
        """Return the bots' keys by fingerprint."""
        return dict(self._bots.keys)

    def bots(self) -> dict[tuple[str, int], BotSeat]:
        """Return the seats bots are to play for now, by table and seat."""
        return self._bots.seats(filter(self._bot_quota.runs, self.tables.values()))

    def is_bot(self, player: str) -> bool:
        """Tell whether a fingerprint is that of a bot of this lobby."""
        return player in self._bots

    def players(self) -> frozenset[str]:
        """Return the hosts, the people who have seats, and the bots."""
        tables = self.tables.values()
        seats = (seat for table in tables for seat in table.seats)
        return frozenset(table.host for table in tables).union(
            key for seat in seats for key in (seat.player, seat.actor)
        )

    def playing(self) -> frozenset[str]:
        """Return the people and bots who play in a game that runs or is being dealt."""
        running = (
            each for each in self.tables.values() if each.drawing or each.status == "running"
        )
        seats = (seat for table in running for seat in table.seats)
        return frozenset(key for seat in seats for key in (seat.player, seat.actor))

    def rename(self, player: Player) -> None:
        """Call a player by their present name at every table."""
        for table in list(self.tables.values()):
            if table.names(player.id):
                self._keep(seating.rename(table, player))

    def _open(self, player: Player, command: OpenTable) -> Done:
        in_the_way = self._quota.make_room(player, self.tables)
        table = self._commands.open(player, command)
        if in_the_way:
            self.close(in_the_way, _GAVE_WAY)
        self._keep(table)
        self._quota.note_opened(table.id, self.tables)
        return Done(table.id, table.revision)

    def _change(self, player: Player, command: TableCommand) -> Done:
        if isinstance(command, SendAway):
            self._refuse_unless_met(command)
        if isinstance(command, TakeSeat):
            self._show_key(player, command.table, command.key)
        table = self._commands.change(self._table(command.table, player), player, command)
        self._keep(table)
        if isinstance(command, SendAway):
            self.presence.leave(table.id, command.player)
            self._guests.send_away(command.player, table.id)
        return Done(table.id, table.revision)

    def _look(self, player: Player, name: str, known: SignedCommitment | None = None) -> TableState:
        """Show a table, and note that somebody is there; a bot is nobody."""
        table = self._table(name, player)
        if known is not None:
            table = drawing.go_past(table, known, self.rules.key, self.rules.token)
            self._keep(table)
        if not self.is_bot(player.id):
            table = seating.come_back(table, player)
            self._keep(table)
            self.presence.note(table, player)
        table = clocks.wind(table, self.clock())
        return table_state(table, table.viewer(player.id))

    def _answer(
        self, player: Player, question: Look | LookAway | AskHistory | AskTalk | AskRecord
    ) -> Reply:
        match question:
            case Look(table, key, known):
                self._show_key(player, table, key)
                return self._look(player, table, known)
            case LookAway(table):
                self.presence.leave(table, player.id)
                return Done(table)
            case AskHistory(table, game_number, first):
                return history(self._table(table, player), game_number, first, player.id)
            case AskRecord(table, game_number):
                return record_text(self._table(table, player), game_number)
            case AskTalk(table, after):
                here = self._table(table, player)
                self._refuse_unless_there(player, table)
                return talk.talk(here, player.id, after)

    def _refuse_unless_met(self, command: SendAway) -> None:
        """Refuse to send somebody away who has not come: the host could tell them anything."""
        table = self.tables.get(command.table)
        there = self.presence.at(command.table) | set(table.banned if table else ())
        if command.player not in there and (table is None or table.seat_of(command.player) is None):
            raise RefusedError("not_there", "They are not at this table.")

    def _refuse_unless_there(self, player: Player, table: str) -> None:
        if player.id not in self.presence.at(table):
            raise RefusedError("not_here", "You are not at that table: look at it first.")

    def _say(self, player: Player, name: str, text: str) -> Done:
        table = self._table(name, player)
        self._refuse_unless_there(player, name)
        spoken = talk.say(table, player, text, int(self.rules.date()))
        self._patience.spend(player.id)
        self._keep(spoken)
        return Done(name, spoken.revision)

    def _show_key(self, player: Player, name: str, key: bytes) -> None:
        if name in self.tables:
            self._guests.show(player.id, self.tables[name], key)

    def _table(self, name: str, player: Player) -> Table:
        """Return a table, if the player may know that it is there."""
        table = self.tables.get(name)
        if table is None or not self._guests.may_see(player.id, table):
            raise RefusedError(
                "unknown_table", "There is no such table here: it may have been closed."
            )
        dismissal.refuse_if_banned(table, player.id)
        return table

    def run_clocks(self) -> None:
        """Pass for the seats whose time has run out."""
        now = self.clock()
        for table in list(self.tables.values()):
            if clocks.expired(table, now):
                self._keep(play.time_out(table, self.rules.key))

    def stop_clocks(self) -> None:
        """Keep what is left on every clock, before the server goes."""
        for table in list(self.tables.values()):
            if table.clock is not None:
                self._keep(clocks.wind(table, self.clock()))

    def _keep(self, table: Table) -> None:
        before = self.tables.get(table.id)
        if before is table:
            return
        table = clocks.wind(table, self.clock())
        if before is not None and before.revision == table.revision:
            self._quiet.add(table.id)
            if table.talk != before.talk:
                self._spoken.append(table)
        else:
            self._changed[table.id] = table
        if before is not None and before.status == "running" != table.status:
            self._ended.append(table)
        if table.status == "closed":
            del self.tables[table.id], self._summaries[table.id]
            self._guests.forget(table.id)
        else:
            self.tables[table.id] = table
            self._summaries[table.id] = summary(table)
        self._bots.settle(self.tables)
