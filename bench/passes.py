"""How often a level of King of Siam passes, and in which struggle it plays its first card.

    python -m bench.passes [--players 2] [--games 40] [--seconds 0.1] [--seed 1] level other

The level sits on each side in turn, the other one on all others. A pass counts if cards were left.
`newcomer` is `greedy`, but three tenths of its moves are random.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.tournament import limited
from client.bots.levels import LEVELS, Level
from client.bots.offline_game import Board, Spent
from games.contract import Game
from games.registry import game_of, spec_of
from games.siam.constants import FULL_HAND, PROVINCES
from games.siam.moves import PASS

NEWCOMER = "newcomer"
RANDOM = 0.3
"""The part of a newcomer's moves that is random."""


def newcomer(
    game: Game[Any, Any],
    view: Any,  # noqa: ANN401 - any game's
    random: Random,
    stop: Callable[[], bool],
) -> Any:  # noqa: ANN401 - any game's
    """Choose a move as somebody might who has just learned the game."""
    name = "random" if random.random() < RANDOM else "greedy"
    return LEVELS[name](game, view, random, stop)


@dataclass
class Watched:
    """A level whose passes are counted.

    Attributes:
        level: chooses the moves.
        passes: how often it passed although it had cards.
        first: how often its first card was played in a struggle, by the struggle's number.
    """

    level: Level
    passes: int = 0
    first: Counter[int] = field(default_factory=Counter)

    def __call__(
        self,
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool],
    ) -> Any:  # noqa: ANN401 - any game's
        """Return what the level plays, and count it."""
        move = self.level(game, view, random, stop)
        if move == PASS:
            self.passes += 1
        elif view.seats[view.turn].cards == len(FULL_HAND):
            self.first[PROVINCES + 1 - view.controls.count(None)] += 1
        return move


def count(told: argparse.Namespace) -> None:
    """Play the games and print what was counted."""
    spec = spec_of("siam")
    game = game_of("siam")
    board = Board(game, spec.searchable(game), told.players, 0)
    one, other = [
        newcomer if name == NEWCOMER else limited(name, board, told.seconds, None)
        for name in (told.level, told.other)
    ]
    watched = Watched(one)
    hands, won = 0, 0.0
    for number in range(told.games):
        setup, turn = divmod(number, len(board.sides))
        side = board.sides[turn]
        seats = ["one" if seat in side else "other" for seat in range(told.players)]
        levels: dict[str, Level] = {"one": watched, "other": other}
        won += board.play(levels, seats, told.seed + setup, defaultdict(Spent))[turn]
        hands += len(side)
    begun = ", ".join(f"{watched.first[each]}" for each in range(1, PROVINCES + 1))
    print(f"{told.players} players: {told.level} wins {won:.4g} of {told.games} games")
    print(f"passes with cards left: {watched.passes / hands:.1f} a game, of {hands} hands")
    print(
        f"first card in struggle 1 to {PROVINCES}: {begun}; never: {hands - watched.first.total()}"
    )


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line."""
    levels = (*LEVELS, NEWCOMER)
    parser = argparse.ArgumentParser(description="Count the passes of a level.")
    parser.add_argument("level", choices=levels)
    parser.add_argument("other", choices=levels)
    parser.add_argument("--players", type=int, choices=spec_of("siam").players, default=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1, help="for each move of regent")
    parser.add_argument("--seed", type=int, default=1)
    count(parser.parse_args(words))


if __name__ == "__main__":
    main()
