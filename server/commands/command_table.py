"""The table of commands: which function carries out which.

Each handler takes the lobby, the player and their command, and returns the next lobby and the
effects, among them the answer. It raises `RefusedError` if the command changes nothing. `Hello` is
not here: it comes before there is a session, and `Sessions.hello` answers it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from protocol import commands, messages, owner
from protocol.commands import Command
from protocol.fields import TableMessage
from protocol.reminders import reminder_messages
from server.commands import (
    game_commands,
    owner_commands,
    reminder_commands,
    seat_commands,
)
from server.commands.table_access import refuse_unless_visible
from server.lobby import upkeep
from server.lobby.effects import Answered
from server.lobby.lobby import Lobby, Step
from server.refusals import RefusedError
from server.tables.table import Player
from texts import say

Handler: TypeAlias = Callable[[Lobby, Player, Any], Step]
"""Carries out the commands of one class."""

CHANGES: Mapping[type[Command], Handler] = {
    commands.OpenTable: seat_commands.open_table,
    commands.TakeSeat: seat_commands.take_seat,
    commands.LeaveTable: seat_commands.leave_table,
    commands.SeatBot: seat_commands.seat_bot,
    commands.FreeSeat: seat_commands.free_seat,
    commands.SendAway: seat_commands.send_away,
    commands.StartGame: game_commands.start_game,
    commands.Pledge: game_commands.pledge_share,
    commands.Contribute: game_commands.contribute_share,
    commands.PlayMove: game_commands.play_move,
    commands.TakeBack: game_commands.take_back_move,
    commands.Agree: game_commands.agree_to_proposal,
    commands.Say: game_commands.say_line,
    reminder_messages.SetReminder: reminder_commands.set_reminder,
    reminder_messages.ConfirmReminder: reminder_commands.confirm_reminder,
    reminder_messages.TryReminder: reminder_commands.try_reminder,
    reminder_messages.StopReminders: reminder_commands.stop_reminders,
}
"""Commands that change what is kept: a repeated one gets its first answer again."""

QUESTIONS: Mapping[type[Command], Handler] = {
    commands.Look: game_commands.look_at_table,
    commands.LookAway: game_commands.look_away,
    commands.AskHistory: game_commands.ask_history,
    commands.AskRecord: game_commands.ask_record,
    commands.AskTalk: game_commands.ask_talk,
    commands.AskLobby: game_commands.ask_lobby,
    reminder_messages.AskReminders: reminder_commands.ask_reminders,
}
"""Commands that ask, or change nothing that must be kept: a repeated one is carried out again."""

OWNER_CHANGES: Mapping[type[Command], Handler] = {
    owner.CloseTable: owner_commands.close_table_for_owner,
    owner.BanPlayer: owner_commands.ban_player,
    owner.UnbanPlayer: owner_commands.unban_player,
}
"""The same as `CHANGES`, for the owner of the lobby only."""

OWNER_QUESTIONS: Mapping[type[Command], Handler] = {
    commands.AskCounts: owner_commands.ask_counts,
    owner.AskTables: owner_commands.ask_tables,
    owner.AskPlayers: owner_commands.ask_players,
    owner.AskBans: owner_commands.ask_bans,
}
"""The same as `QUESTIONS`, for the owner of the lobby only."""

_OWNERS = {**OWNER_CHANGES, **OWNER_QUESTIONS}
HANDLERS: Mapping[type[Command], Handler] = {**CHANGES, **QUESTIONS, **_OWNERS}
"""All commands of a session."""


def is_question(command: Command) -> bool:
    """Return whether a repeated command is carried out again."""
    return type(command) in QUESTIONS or type(command) in OWNER_QUESTIONS


def prepare(lobby: Lobby, player: Player, command: Command) -> Step:
    """Return what a command changes even if it is refused: a player's name, and a key shown.

    Raises:
        RefusedError: banned_from_lobby: nothing changes.
    """
    owner_commands.refuse_if_banned(lobby, player)
    step = (lobby, ()) if lobby.is_bot(player.id) else upkeep.rename_player(lobby, player)
    lobby, effects = step
    if isinstance(command, commands.Look | commands.TakeSeat) and command.table in lobby.tables:
        table = lobby.tables[command.table]
        guests = lobby.guests.with_key_shown(player.id, table, command.key)
        if guests is not lobby.guests:
            lobby = replace(lobby, guests=guests)
    return lobby, effects


def carry_out(lobby: Lobby, player: Player, command: Command) -> Step:
    """Return the next lobby and the effects of a command.

    Raises:
        RefusedError: nothing changes; code and sentence say why.
    """
    kind = type(command)
    if kind not in HANDLERS:
        raise RefusedError("unknown_command", say("server/unknown-command"))
    if kind in _OWNERS:
        owner_commands.refuse_unless_owner(lobby, player)
    elif isinstance(command, TableMessage):
        try:
            refuse_unless_visible(lobby, player, command.table)
        except RefusedError:
            if kind is not commands.LookAway:
                raise
            return lobby, (Answered(messages.Done(command.table)),)  # also sent of a closed table
    return HANDLERS[kind](lobby, player, command)
