"""Carries out the effects of commands: saves tables, publishes, and notes who is present."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from attrs import evolve

from protocol.messages import Done, Reply, Talk
from server.archive import archived
from server.commits import Asked, Batch
from server.lobby.effects import (
    Answered,
    AttendanceTold,
    Effect,
    Effects,
    GameEnded,
    LineSaid,
    PlayersTold,
    RemindersChanged,
    TableChanged,
    TableKept,
)
from server.lobby.lobby import Lobby, Step
from server.lobby.upkeep import file_record
from server.messaging.inbox import Inbox
from server.messaging.outbox import Outbox
from server.players.presence import Presence
from server.players.sessions import Sessions
from server.store.saved import ListAsked
from server.tables.table import Table
from server.tables.table_talk import may_hear
from server.tables.views import table_state

logger = logging.getLogger(__name__)


def send_last_line(outbox: Outbox, presence: Presence, table: Table) -> None:
    """Send the last line of a table's talk to those there who may hear it."""
    said = table.talk[-1]
    hearers = [player for player in presence.players_at(table.id) if may_hear(table, player, said)]
    outbox.queue_message(hearers, Talk(table.id, (said.line,)))


def send_attendance(outbox: Outbox, presence: Presence, table: Table, asker: str = "") -> None:
    """Tell those at a table who is there, if that has changed; the asker is told anyway."""
    here = presence.players_at(table.id)
    told = here if presence.take_attendance_change(table) else here & {asker}
    if told:
        outbox.queue_message(told, presence.attendance(table))


@dataclass(slots=True)
class EffectRunner:
    """Carries out effects; what is published waits in the outbox until the commit.

    Attributes:
        sessions: the players.
        inbox: counts what fails because of a bug.
        outbox: takes what is to be published.
        now: returns the time by which archived games are dated.
        ask_store: answers a question of the owner later, from the store of a cluster.
    """

    sessions: Sessions
    inbox: Inbox
    outbox: Outbox
    now: Callable[[], datetime]
    ask_store: Callable[[Asked, ListAsked], None] = lambda _, __: None

    def run(self, batch: Batch, step: Step, asked: Asked | None = None) -> None:
        """Make a step's lobby the batch's, and carry out the step's effects.

        Args:
            batch: takes what is to be committed.
            step: the next lobby and its effects.
            asked: the command, if there is one. Its sender gets no update of the tables that it
                changed: the answer contains them.
        """
        _, effects = step
        changed_before, bans = batch.changed_tables(), batch.lobby.bans
        tables = self.save(batch, step)
        lobby = batch.lobby
        for effect in effects:
            lobby.context.note_effect(effect)
        changed = {each.table.id: each.table for each in effects if isinstance(each, TableChanged)}
        for table in changed.values():  # of each table only the last revision
            self.outbox.queue_table(table, except_for=asked.player if asked else "")
        self.outbox.queue_lobby(lobby.listing)
        is_kept = bool(tables) or lobby.bans is not bans or _changes_book(effects)
        for effect in effects:
            if isinstance(effect, Answered) and asked:
                # Another player's change of this table in the same batch is told first.
                at_once = getattr(effect.reply, "table", "") not in changed_before
                if is_kept:
                    batch.save_answer(asked, effect.reply)
                self._answer_command(asked, effect.reply, tables, at_once=at_once)
            elif isinstance(effect, ListAsked) and asked:
                self.ask_store(asked, effect)
            else:
                self._send_effect(lobby, effect)

    def save(self, batch: Batch, step: Step) -> list[Table]:
        """Make a step's lobby the batch's; return the tables it changed, which the batch saves."""
        batch.lobby, effects = step
        effects += self._archive_games(batch, effects)
        tables = [each.table for each in effects if isinstance(each, TableChanged | TableKept)]
        batch.save_tables(tables)
        return tables

    def _answer_command(
        self, asked: Asked, reply: Reply, tables: list[Table], *, at_once: bool
    ) -> None:
        shown = _with_state(asked.player, reply, tables)
        self.outbox.queue_answer(asked.known.public, asked.command, shown, at_once=at_once)

    def _send_effect(self, lobby: Lobby, effect: Effect) -> None:
        presence = lobby.context.presence
        match effect:
            case PlayersTold(players, message):
                self.outbox.queue_message(players, message)
            case LineSaid(table):
                send_last_line(self.outbox, presence, table)
            case AttendanceTold(name, asker) if name in lobby.tables:
                send_attendance(self.outbox, presence, lobby.tables[name], asker)

    def _archive_games(self, batch: Batch, effects: Effects) -> Effects:
        """Save the records of games that have ended; return the effects of filing them."""
        filed: Effects = ()
        for effect in effects:
            if isinstance(effect, GameEnded):
                try:
                    filed += self._archive_game(batch, effect.table)
                except Exception:  # the game goes on all the same
                    logger.exception("table %s: a bug lost the record", effect.table.id)
                    self.inbox.count("internal")
        return filed

    def _archive_game(self, batch: Batch, table: Table) -> Effects:
        record = archived(table, self.now(), batch.lobby.context.rules.key)
        batch.save_record(record)
        if record.result != "*":
            self._note_played(batch, table)
        batch.lobby, filed = file_record(batch.lobby, table.id, record.text)
        return filed

    def _note_played(self, batch: Batch, table: Table) -> None:
        """Note that people have played a game to its end."""
        for seat in table.people():
            known = self.sessions.get(table.seats[seat].player)
            if known is not None and not known.played:
                known.played = int(self.now().timestamp())
                batch.save_player(known)


def _changes_book(effects: Effects) -> bool:
    return any(isinstance(effect, RemindersChanged) for effect in effects)


def answer_of(effects: Effects) -> Reply:
    """Return the answer among the effects of a command; every handler gives one."""
    return next(effect.reply for effect in effects if isinstance(effect, Answered))


def _with_state(player: str, reply: Reply, changed: list[Table]) -> Reply:
    """Return an answer that shows the changed table to its player, if they have a seat there."""
    if isinstance(reply, Done):
        for table in reversed(changed):  # it may have been renamed and then changed
            seat = table.viewer(player)
            if table.id == reply.table and seat is not None:
                return evolve(reply, state=table_state(table, seat))
    return reply
