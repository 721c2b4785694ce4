"""How many keys a turn takes: those that build the moves of bots, and the Enter that sends them.

    python -m bench.keys [games of each, 20 by default] [level, greedy by default]

Two bots play seeded games of each game. Each turn of theirs that has an alternative is built as a
person builds it at a table, by the keys of the choices that the bar offers. What needs no choice
costs no key. Enter sends the move, unless its last choice does.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from client.bots.levels import LEVELS
from games.contract import Game
from games.registry import game_of
from siam_tui.games.move_builder import MoveBuilder, move_keys
from siam_tui.games.registry import shown_games, title_of, ui_of

PLAYERS = 2


def turns(game: Game[Any, Any], level: str, seed: int) -> Iterator[int]:
    """Play one game, and iterate over the number of keys of each turn that has an alternative."""
    position, random = game.new(PLAYERS, seed), Random(seed)
    while (seat := game.turn(position)) is not None:
        if (forced := game.forced(position)) is not None:
            position = game.play(position, forced)
            continue
        builder = ui_of(game.name).move_builder(game, game.view(position, seat))
        moves: list[Any] = []
        while not moves or not is_complete(builder, moves):
            move = game.forced(position)
            if move is None:
                move = LEVELS[level](game, game.view(position, seat), random, lambda: False)
                moves.append(move)
            position = game.play(position, move)
        yield sum(1 for _ in move_keys(builder, *moves))


def is_complete(builder: MoveBuilder[Any, Any, Any], moves: list[Any]) -> bool:
    """Return whether moves are all that the draft for them sends."""
    draft = builder.empty
    for choice in builder.choices_of(moves):
        draft = builder.choose(draft, choice)
    return builder.move(draft) is not None and len(builder.following(draft)) < len(moves)


def main(games: int, level: str) -> None:
    """Print the figures of each game."""
    for name in shown_games():
        game = game_of(name)
        found = Counter(keys for seed in range(1, games + 1) for keys in turns(game, level, seed))
        mean = sum(keys * times for keys, times in found.items()) / found.total()
        spread = ", ".join(f"{keys} in {times}" for keys, times in sorted(found.items()))
        print(f"{title_of(name)}: {mean:.1f} keys a turn; {spread}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 20,
        sys.argv[2] if len(sys.argv) > 2 else "greedy",
    )
