"""People who play The Foreign King at tables: by keys in the app, or without a screen."""

from __future__ import annotations

from collections import Counter
from random import Random

from games.foreign_king import ForeignKing
from games.registry import spec_of
from protocol.commands import PlayMove
from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder
from siam_tui.games.move_builder import move_keys
from siam_tui.table.bar.move_bar import MoveBar
from tests.e2e.guests import is_over
from tests.siam_tui.table.player import Player

GAME = ForeignKing()


def choose_greedily(position, random):
    """Return the move that looks best at once."""
    return spec_of("foreign-king").greedy(GAME, position, random)


class ForeignKingPlayer(Player):
    """A person who looks one move ahead; counts the keys of each turn.

    Attributes:
        presses: for each turn the keys pressed in it, closing and answers included.
        asked: how often each kind of decision was asked for.
        last_bar: the bar when it was enough.
    """

    def __init__(self, pilot, client, seed=0):
        super().__init__(pilot, client, seed)
        self.presses: list[int] = []
        self.asked: Counter[str] = Counter()
        self.last_bar = ""

    @property
    def view(self):
        return self.screen.controller.view

    async def move(self) -> None:
        """Choose a move and press its keys; what follows it at once is planned with it."""
        position = self.view.position
        self.asked[position.asks] += 1
        if position.asks == "act":
            self.presses.append(0)
        keys = []
        for _ in range(position.steps or 1):
            builder = ForeignKingMoveBuilder(GAME, position)
            moves = [choose_greedily(position, self.random)]
            position = GAME.play(position, moves[0])
            if builder.position.asks == "act" and position.asks == "loans":
                self.asked["loans"] += 1
                moves.append(choose_greedily(position, self.random))
            keys = [key for key in keys if key != "enter"]
            keys += move_keys(builder, *moves)
        for key in keys:
            await self.pilot.press(key)
        self.presses[-1] += len(keys)

    async def play(self, enough=is_over) -> None:
        """Play until it is enough."""
        while True:
            await self.until(
                lambda: (
                    enough(self.state)
                    or (self.screen.controller.draft.builder and not self.screen.controller.sending)
                )
            )
            if enough(self.state):
                self.last_bar = self.text(MoveBar)
                return
            ahead = self.state.ply + (self.view.position.steps or 1)
            await self.move()
            await self.until(lambda ahead=ahead: self.state.ply >= ahead)


async def play_greedily(guest, table, seed=0, enough=is_over):
    """Play at a client without a screen, looking one move ahead."""
    random = Random(seed)
    while True:
        state = await guest.until(
            table,
            lambda state: (
                enough(state)
                or (
                    state.status == "running"
                    and GAME.turn(GAME.parse(state.position)) == state.viewer
                )
            ),
        )
        if enough(state):
            return
        move = GAME.format_move(choose_greedily(GAME.parse(state.position), random))
        played = await guest.done(PlayMove(table, state.game_number, state.ply, move))
        await guest.until(table, lambda state, at=played.revision: state.revision >= at)
