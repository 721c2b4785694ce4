"""``python -m siam_tui.coach``: thinks about one position, and tells what it would play.

Standard input is a JSON object: ``map``, the map's TOML text; ``position``, what the seat to move
knows, in the notation; ``seconds``, how long to think about a position. Each line of the answer is
an `Advice`, better and better thought through.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from games.search import Limits, Values, think, thoughts
from games.siam import PASS, Move, Position, Siam, parse_map
from games.siam.bots.search_adapter import ThinkingSiam
from siam_tui.coach.advice import Advice

_THINKING: Final = ThinkingSiam()
_WIDTH: Final = 40
"""How broadly to look for the card that looks best."""


def advise(siam: Siam, view: Position, seconds: float) -> Iterator[Advice]:
    """Iterate over what to play from a view, better and better thought through.

    The last one is complete: the position after the move, and that after another one, have been
    thought about as long as the one before. The other one is a pass, or if that is what to play,
    the card that looks best.
    """
    random = Random(0)  # noqa: S311 - any seed
    side, limits = _THINKING.side(view), Limits(seconds=seconds)

    def chance(position: Position) -> float:
        certain: Values | None = None
        if _THINKING.known(position) or position.over:
            certain = _THINKING.certain(position)
        values = certain or think(_THINKING, position, limits, random).values
        return values[side]

    for thought in thoughts(_THINKING, view, limits, random):
        before = thought.values[side]
        found = Advice(siam.format_move(thought.move), before, thought.solved)
        yield found
    other = None if thought.solved else _other(view, thought.move, random)
    if other is None:
        yield replace(found, after=found.before, complete=True)
        return
    yield replace(
        found,
        after=chance(_THINKING.play(view, thought.move)),
        other=siam.format_move(other),
        otherwise=chance(_THINKING.play(view, other)),
        complete=True,
    )


def _other(view: Position, move: Move, random: Random) -> Move | None:
    """Return what the move is compared with, if there is anything else."""
    if move != PASS:
        return PASS
    position = view if _THINKING.known(view) else _THINKING.guess(view, random)
    choices = _THINKING.choices(position, _WIDTH).best_first
    return next((choice.move for choice in choices if choice.move != PASS), None)


def main() -> None:
    """Answer the one order on standard input."""
    order = json.load(sys.stdin)
    siam = Siam(parse_map(order["map"]))
    for advice in advise(siam, siam.parse(order["position"]), order["seconds"]):
        sys.stdout.write(f"{advice.to_line()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
