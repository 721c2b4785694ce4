"""Signs a player's moves, as they follow from the setup that a table shows."""

from __future__ import annotations

from attrs import evolve

from client.table_rules import rules_of_table
from games.contract import GameError
from protocol.commands import PlayMove
from protocol.fairness import BINDS_TAKE_BACKS, GameId, digest
from protocol.keys import SecretKey
from protocol.signing import Setup, SignedMove
from protocol.states import TableState


def setup_chain(state: TableState, lobby: str) -> bytes:
    """Return the first link of the chain of the game a table shows.

    Args:
        state: the table.
        lobby: fingerprint of the server's key.

    Returns:
        The link; empty where no game was dealt, or one of protocol 1.
    """
    draw = state.draw
    if draw is None or draw.stage != "dealt":
        return b""
    committed = draw.committed(lobby, state.table)
    if committed is None or len(draw.keys) != len(draw.pledges):
        return b""
    setup = Setup(
        game=GameId(lobby, state.table, draw.number),
        rules=state.game,
        map=state.map,
        options=state.options,
        commitment=draw.commitment,
        keys=draw.keys,
        pledges=draw.pledges,
        draw=digest(committed.stated(lobby, state.table)),
    )
    return setup.chain()


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
