"""Signs a player's moves."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from client.setup import setup_chain
from games.contract import Game, GameError
from games.registry import game_of
from protocol.fairness import GameId
from protocol.keys import SecretKey
from protocol.messages import PlayMove, TableState
from protocol.signing import SignedMove


class MoveSigner:
    """Signs moves together with the position they answer."""

    def __init__(self, key: SecretKey, lobby: str) -> None:
        """Sign with a player's key.

        Args:
            key: the player's.
            lobby: fingerprint of the server's key.
        """
        self._key = key
        self._lobby = lobby
        self._games: dict[object, Game[Any, Any]] = {}

    def sign_move(self, command: PlayMove, state: TableState | None) -> PlayMove:
        """Return the move with its signature; unsigned if the table has moved on meanwhile.

        What is signed is the move's canonical text, however it was typed.
        """
        asked = (command.game_number, command.ply)
        if state is None or state.viewer is None or asked != (state.game_number, state.ply):
            return command
        try:
            game = self._game_of(state)
            text = game.format_move(game.parse_move(command.move))
        except GameError:
            return command  # the server says what is wrong with it
        game_id = GameId(self._lobby, command.table, command.game_number)
        setup = setup_chain(state, self._lobby)
        move = SignedMove(game_id, command.ply, state.viewer, "player", state.chain, text, setup)
        return evolve(command, move=text, signature=self._key.sign(move.stated()))

    def _game_of(self, state: TableState) -> Game[Any, Any]:
        bound = (state.game, state.map, state.options)
        if bound not in self._games:
            game = game_of(state.game, map_text=state.map or None, options=frozenset(state.options))
            self._games = {bound: game}  # a player usually plays one game at a time
        return self._games[bound]
