"""The table of commands: which function carries out which.

Each handler takes the lobby, the player and their command, and returns the next lobby and the
effects, among them the answer. It raises `RefusedError` if the command changes nothing. `Hello` is
not here: it comes before there is a session, and `Sessions.hello` answers it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from protocol import messages
from protocol.fields import TableMessage
from protocol.messages import Command
from server.commands import (
    game_commands,
    owner_commands,
    questions,
    reminder_commands,
    seat_commands,
    talk_commands,
)
from server.commands.table_access import refuse_unless_visible
from server.lobby import upkeep
from server.lobby.effects import Answered
from server.lobby.lobby import Lobby, Step
from server.refusals import RefusedError
from server.tables.table import Player

Handler: TypeAlias = Callable[[Lobby, Player, Any], Step]
"""Carries out the commands of one class."""

CHANGES: Mapping[type[Command], Handler] = {
    messages.OpenTable: seat_commands.open_table,
    messages.TakeSeat: seat_commands.take_seat,
    messages.LeaveTable: seat_commands.leave_table,
    messages.SeatBot: seat_commands.seat_bot,
    messages.FreeSeat: seat_commands.free_seat,
    messages.SendAway: seat_commands.send_away,
    messages.StartGame: game_commands.start_game,
    messages.Pledge: game_commands.pledge_share,
    messages.Contribute: game_commands.contribute_share,
    messages.PlayMove: game_commands.play_move,
    messages.TakeBack: game_commands.take_back_move,
    messages.Agree: game_commands.agree_to_proposal,
    messages.Say: talk_commands.say_line,
    messages.SetReminder: reminder_commands.set_reminder,
    messages.ConfirmReminder: reminder_commands.confirm_reminder,
    messages.TryReminder: reminder_commands.try_reminder,
    messages.StopReminders: reminder_commands.stop_reminders,
}
"""Commands that change what is kept: a repeated one gets its first answer again."""

QUESTIONS: Mapping[type[Command], Handler] = {
    messages.Look: questions.look_at_table,
    messages.LookAway: questions.look_away,
    messages.AskHistory: questions.ask_history,
    messages.AskRecord: questions.ask_record,
    messages.AskTalk: talk_commands.ask_talk,
    messages.AskLobby: questions.ask_lobby,
    messages.AskReminders: reminder_commands.ask_reminders,
}
"""Commands that ask, or change nothing that must be kept: a repeated one is carried out again."""

OWNER_CHANGES: Mapping[type[Command], Handler] = {
    messages.CloseTable: owner_commands.close_table_for_owner,
    messages.BanPlayer: owner_commands.ban_player,
    messages.UnbanPlayer: owner_commands.unban_player,
}
"""The same as `CHANGES`, for the owner of the lobby only."""

OWNER_QUESTIONS: Mapping[type[Command], Handler] = {
    messages.AskCounts: owner_commands.ask_counts,
    messages.AskTables: owner_commands.ask_tables,
    messages.AskPlayers: owner_commands.ask_players,
    messages.AskBans: owner_commands.ask_bans,
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
    if isinstance(command, messages.Look | messages.TakeSeat) and command.table in lobby.tables:
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
        raise RefusedError("unknown_command", "This server does not know that command.")
    if kind in _OWNERS:
        owner_commands.refuse_unless_owner(lobby, player)
    elif isinstance(command, TableMessage):
        try:
            refuse_unless_visible(lobby, player, command.table)
        except RefusedError:
            if kind is not messages.LookAway:
                raise
            return lobby, (Answered(messages.Done(command.table)),)  # also sent of a closed table
    return HANDLERS[kind](lobby, player, command)
