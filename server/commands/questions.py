"""Questions: commands that change nothing that must be kept."""

from __future__ import annotations

from protocol.commands import AskHistory, AskLobby, AskRecord, Look, LookAway
from protocol.messages import Done
from server.lobby.effects import Answered, AttendanceTold, Effect, Effects, PlayerLeft, PlayerSeen
from server.lobby.lobby import Lobby, Step
from server.tables import clocks, drawing, seating
from server.tables.table import Player
from server.tables.views import history, record_text, table_state


def look_at_table(lobby: Lobby, player: Player, command: Look) -> Step:
    """Show a table to a player, and note that they are there; a bot does not count as present."""
    rules = lobby.context.rules
    table = lobby.tables[command.table]
    effects: Effects = ()
    if command.draw is not None:
        past = drawing.go_past(table, command.draw, rules.key, rules.token)
        lobby, effects = lobby.with_table(past)
        table = lobby.tables[table.id]
    if not lobby.is_bot(player.id):
        lobby, changed = lobby.with_table(seating.come_back(table, player))
        table = lobby.tables[table.id]
        effects += (*changed, PlayerSeen(table, player))
    table = clocks.wind(table, lobby.context.clock())
    state = table_state(table, table.viewer(player.id))
    return lobby, (*effects, Answered(state), AttendanceTold(table.id, player.id))


def look_away(lobby: Lobby, player: Player, command: LookAway) -> Step:
    """Note that a player no longer looks at a table."""
    answered: Effect = Answered(Done(command.table))
    left = PlayerLeft(command.table, player.id)
    return lobby, (left, answered, AttendanceTold(command.table, player.id))


def ask_history(lobby: Lobby, player: Player, command: AskHistory) -> Step:
    """Answer with a stretch of a game's log, as far as the player may see it."""
    table = lobby.tables[command.table]
    return lobby, (Answered(history(table, command.game_number, command.first, player.id)),)


def ask_record(lobby: Lobby, _: Player, command: AskRecord) -> Step:
    """Answer with the record of a game that is over."""
    table = lobby.tables[command.table]
    return lobby, (Answered(record_text(table, command.game_number)),)


def ask_lobby(lobby: Lobby, _: Player, command: AskLobby) -> Step:
    """Answer with the list of tables as it was published, or briefly if the player has that."""
    state = lobby.context.published() or lobby.listing.state
    if 0 < command.known == state.revision or lobby.context.is_recent(command.known):
        return lobby, (Answered(Done(revision=command.known)),)
    return lobby, (Answered(state),)
