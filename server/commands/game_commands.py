"""Commands about the game at a table, from the draw of its setup to its end."""

from __future__ import annotations

from protocol.commands import Agree, Contribute, PlayMove, Pledge, StartGame, TakeBack
from server.commands.table_access import (
    changeable_table,
    draw_setup,
    finish_change,
)
from server.lobby.lobby import Lobby, Step
from server.tables import drawing, play, takeback
from server.tables.table import Player


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
