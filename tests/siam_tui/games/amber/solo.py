"""A table for one person and the dummy, on a stage: the rules play the dummy at once."""

from __future__ import annotations

from random import Random

from games.amber import Amber
from protocol.commands import PlayMove
from tests.siam_tui.table.stage import Stage, person


class SoloStage(Stage):
    """Ann alone; the table plays the dummy, as the server would, in the same state."""

    async def request(self, command):
        if not isinstance(command, PlayMove):
            return await super().request(command)
        played = len(self.texts)
        self.play(command.move)
        self.play_dummy()
        self.tell(len(self.texts) - played)
        return None

    def play_dummy(self):
        """Play the dummy's moves until Ann is asked."""
        while not self.is_over and self.position.turn == 1:
            self.play(self.game.format_move(self.game.forced(self.position)))


def solo(seed=3, moves=0, options=()):
    """Return a game alone in which Ann has made so many random moves."""
    game, random = Amber(frozenset(options)), Random(seed)
    stage = SoloStage(game, [game.new(1, seed)], [], (person(0),))
    stage.play_dummy()
    for _ in range(moves):
        if not stage.is_over:
            move = game.random_move(stage.position, random)
            stage.play(game.format_move(move))
            stage.play_dummy()
    return stage
