"""Signs a player's moves."""

from __future__ import annotations

from attrs import evolve

from client.setup import setup_chain
from client.table_rules import rules_of_table
from games.contract import GameError
from protocol.commands import PlayMove
from protocol.fairness import BINDS_TAKE_BACKS, GameId
from protocol.keys import SecretKey
from protocol.signing import SignedMove
from protocol.states import TableState


def sign_move(key: SecretKey, lobby: str, command: PlayMove, state: TableState | None) -> PlayMove:
    """Return the move with its signature; unsigned if the table has moved on meanwhile.

    What is signed is the move's canonical text, however it was typed.

    Args:
        key: the player's.
        lobby: fingerprint of the server's key.
        command: the move.
        state: the table whose position it answers.
    """
    asked = (command.game_number, command.ply)
    if state is None or state.viewer is None or asked != (state.game_number, state.ply):
        return command
    try:
        game = rules_of_table(state)
        text = game.format_move(game.parse_move(command.move))
    except GameError:
        return command  # the server says what is wrong with it
    game_id, setup = GameId(lobby, command.table, command.game_number), setup_chain(state, lobby)
    binds = state.draw is not None and state.draw.format >= BINDS_TAKE_BACKS
    takes = state.takes if binds else None
    move = SignedMove(game_id, command.ply, state.viewer, "player", state.chain, text, setup, takes)
    return evolve(command, move=text, signature=key.sign(move.stated()))
