"""``python -m siam_tui.coach``: thinks about one position and prints the move it would play.

Standard input is a JSON object:

- ``game``: the game's short name
- ``map``: the text of its map; empty for a game without maps
- ``options``: the table's options
- ``position``: what the seat to move knows, in the notation
- ``seconds``: how long to think about a position

Each line of the answer is an `Advice`, each better thought through than the one before.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from games.contract import Game
from games.registry import game_of, spec_of
from games.search import Limits, Values, think, thoughts
from games.search.contract import Searchable
from siam_tui.coach.advice import Advice
from siam_tui.model.playing_on import play_on

_WIDTH: Final = 40
"""How broadly to look for the move that looks best."""


def advise(
    game: Game[Any, Any],
    view: Any,  # noqa: ANN401 - any game's
    seconds: float,
) -> Iterator[Advice]:
    """Iterate over what to play from a view, better and better thought through.

    The last one is complete: the position after the move, and that after another move, have been
    thought about as long as the one before. The other one is the move the table plays when time
    runs out, or if that is what to play, the move that looks best apart from it.
    """
    search, random = spec_of(game.name).searchable(game), Random(0)  # noqa: S311 - any seed
    side, limits = search.side(view), Limits(seconds=seconds)

    def chance(position: Any) -> float:  # noqa: ANN401 - any game's
        certain: Values | None = None
        if search.known(position) or game.turn(position) is None:
            certain = search.certain(position)
        values = certain or think(search, position, limits, random).values
        return values[side]

    for thought in thoughts(search, view, limits, random):
        found = Advice(game.format_move(thought.move), thought.values[side], thought.solved)
        yield found
    other = None if thought.solved else _alternative(game, search, view, thought.move, random)
    if other is None:
        yield replace(found, after=found.before, complete=True)
        return
    yield replace(
        found,
        after=chance(play_on(game, search, view, thought.move)),
        other=game.format_move(other),
        otherwise=chance(play_on(game, search, view, other)),
        complete=True,
    )


def _alternative(
    game: Game[Any, Any],
    search: Searchable[Any, Any],
    view: Any,  # noqa: ANN401 - any game's
    move: Any,  # noqa: ANN401
    random: Random,
) -> Any:  # noqa: ANN401
    """Return the move that a move is compared with, or None if there is no other."""
    idle = game.idle(view)
    if move != idle:
        return idle
    position = view if search.known(view) else search.guess(view, random)
    choices = search.choices(position, _WIDTH).best_first
    return next((choice.move for choice in choices if choice.move != idle), None)


def main() -> None:
    """Answer the one order on standard input."""
    order = json.load(sys.stdin)
    options = frozenset(order["options"])
    game = game_of(order["game"], map_text=order["map"] or None, options=options)
    for advice in advise(game, game.parse(order["position"]), order["seconds"]):
        sys.stdout.write(f"{advice.to_line()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
