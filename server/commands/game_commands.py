"""Commands at a table: the draw of a setup, moves, the end of a game, talk, and questions."""

from __future__ import annotations

from protocol.commands import (
    Agree,
    AskHistory,
    AskLobby,
    AskRecord,
    AskTalk,
    Contribute,
    Look,
    LookAway,
    PlayMove,
    Pledge,
    Say,
    StartGame,
    TakeBack,
)
from protocol.messages import Done
from server.commands.table_access import (
    changeable_table,
    draw_setup,
    finish_change,
    refuse_unless_present,
)
from server.lobby.effects import Answered, AttendanceTold, Effect, Effects, PlayerLeft, PlayerSeen
from server.lobby.lobby import Lobby, Step
from server.tables import clocks, drawing, play, seating, table_talk, takeback
from server.tables.table import Player
from server.tables.views import history, record_text, table_state


def start_game(lobby: Lobby, player: Player, command: StartGame) -> Step:
    """Begin the draw of the first game's setup."""
    table = changeable_table(lobby, command.table)
    play.check_start(table, player)
    return finish_change(lobby, draw_setup(lobby, table))


def pledge_share(lobby: Lobby, player: Player, command: Pledge) -> Step:
    """Bind a player to their contribution to a setup."""
    table = lobby.tables[command.table]
    server = lobby.context.rules.key
    return finish_change(lobby, drawing.pledge(table, player, command, server))


def contribute_share(lobby: Lobby, player: Player, command: Contribute) -> Step:
    """Add a player's contribution to a setup; the last one deals the game."""
    table = lobby.tables[command.table]
    server = lobby.context.rules.key
    return finish_change(lobby, drawing.contribute(table, player, command, server))


def play_move(lobby: Lobby, player: Player, command: PlayMove) -> Step:
    """Play a move, and the forced moves after it."""
    table = lobby.tables[command.table]
    return finish_change(lobby, play.play(table, player, command, lobby.context.rules.key))


def take_back_move(lobby: Lobby, player: Player, command: TakeBack) -> Step:
    """Ask to take a move back, agree to it, or refuse it."""
    table = changeable_table(lobby, command.table)
    return finish_change(lobby, takeback.take_back(table, player.id, command))


def agree_to_proposal(lobby: Lobby, player: Player, command: Agree) -> Step:
    """Agree to end the game early or to play again, or withdraw that."""
    table = changeable_table(lobby, command.table)
    return finish_change(
        lobby,
        play.agree(table, player.id, command.game_number, command.proposal, yes=command.yes),
    )


def say_line(lobby: Lobby, player: Player, command: Say) -> Step:
    """Add a line to a table's talk.

    Raises:
        RefusedError: not_here, talk_closed, nothing_said, too_fast.
    """
    table = lobby.tables[command.table]
    refuse_unless_present(lobby, player, command.table)
    said = table_talk.add_line(table, player, command.text, int(lobby.context.rules.date()))
    lobby.context.talk_limit.refuse_if_too_fast(player.id)
    lobby, effects = lobby.with_table(said)
    return lobby, (*effects, Answered(Done(said.id, said.revision)))


def ask_talk(lobby: Lobby, player: Player, command: AskTalk) -> Step:
    """Answer with the lines of talk that a player may hear.

    Raises:
        RefusedError: not_here.
    """
    table = lobby.tables[command.table]
    refuse_unless_present(lobby, player, command.table)
    return lobby, (Answered(table_talk.talk(table, player.id, command.after)),)


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
