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
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, Final

from games.contract import Game, GameError
from games.registry import game_of, spec_of
from games.search import Limits, Values, think, thoughts
from games.search.contract import Searchable
from siam_tui.coach.advice import Advice
from siam_tui.model.playing_on import play_on

_MOST_STEPS: Final = 8
"""So many moves of the same turn are told after the first one."""
_STEP: Final = 0.2
"""The part of the time in which each of them is thought about."""
_WIDTH: Final = 40
"""How broadly to look for other moves."""
_GLANCE: Final = 0.05
"""The part of the time in which the rest of a turn is looked for as long as better moves come."""
_OTHERS: Final = 4
"""So many other moves, those that look best, are thought about."""


def advise(
    game: Game[Any, Any],
    view: Any,  # noqa: ANN401 - any game's
    seconds: float,
) -> Iterator[Advice]:
    """Iterate over what to play from a view, better and better thought through.

    Each is a whole turn, so that a person who stops the coach is not asked for the rest of it. The
    last one is complete: the position after the move, and that after the best other move, have
    been thought about as long as the one before.
    """
    search, random = spec_of(game.name).searchable(game), Random(0)  # noqa: S311 - any seed
    limits = Limits(seconds=seconds)
    glance = Limits(seconds=seconds * _GLANCE)
    rest: dict[str, tuple[str, ...]] = {}
    for thought in thoughts(search, view, limits, random):
        move = game.format_move(thought.move)
        if move not in rest:
            rest[move] = tuple(_rest_of_turn(game, search, view, thought.move, glance))
        value = thought.values[search.side(view)]
        found = Advice(move, value, thought.solved, then=rest[move])
        yield found
    chances = _Chances(game, search, view, random)
    then = tuple(_rest_of_turn(game, search, view, thought.move, limits))
    found = replace(found, after=found.before, then=then, complete=True)
    if thought.solved and not found.before:
        yield found
        return
    other = chances.best_other(thought.move, limits)
    if not thought.solved:
        found = replace(found, after=chances.after(thought.move, limits)[0])
    if other is not None:
        otherwise, is_certain = chances.after(other, limits)
        found = replace(
            found, other=game.format_move(other), otherwise=otherwise, other_solved=is_certain
        )
    yield found


def _rest_of_turn(
    game: Game[Any, Any],
    search: Searchable[Any, Any],
    view: Any,  # noqa: ANN401 - any game's
    move: Any,  # noqa: ANN401
    limits: Limits,
) -> Iterator[str]:
    """Iterate over the moves with which a seat goes on after one, as long as nothing is revealed.

    The table makes those that have no alternative.
    """
    assert limits.seconds is not None
    short = replace(limits, seconds=limits.seconds * _STEP)
    position, turn = view, game.turn(view)
    for _ in range(_MOST_STEPS):
        try:
            position = game.play(position, move)
        except GameError:  # it shows what is hidden
            return
        if game.turn(position) != turn or game.chapter(position) != game.chapter(view):
            return
        forced = game.forced(position)
        move = forced if forced is not None else think(search, position, short, Random(0)).move  # noqa: S311
        if forced is None:
            yield game.format_move(move)


@dataclass(frozen=True)
class _Chances:
    """What the moves of a view are worth to the side to move."""

    game: Game[Any, Any]
    search: Searchable[Any, Any]
    view: Any
    random: Random

    def after(self, move: Any, limits: Limits) -> tuple[float, bool]:  # noqa: ANN401 - any game's
        """Return the chance after a move, and whether it is certain."""
        search, side = self.search, self.search.side(self.view)
        position = play_on(self.game, search, self.view, move)
        is_over, is_known = self.game.turn(position) is None, search.known(position)
        if is_over and not is_known:  # what decided the game may be hidden
            position = search.guess(position, self.random)
        if is_over or is_known:
            certain: Values | None = search.certain(position)
            if certain is not None:
                return certain[side], is_known
        thought = think(search, position, limits, self.random)
        return thought.values[side], thought.solved

    def best_other(self, move: Any, limits: Limits) -> Any:  # noqa: ANN401
        """Return the best move apart from one, or None if there is no other.

        Of those that look best and the move of a time-out, each is thought about for a part of the
        limits.
        """
        view, search = self.view, self.search
        position = view if search.known(view) else search.guess(view, self.random)
        likely = [choice.move for choice in search.choices(position, _WIDTH).best_first]
        likely = [self.game.idle(view), *likely]
        legal = (
            each
            for each in dict.fromkeys(likely)
            if each != move and _is_legal(self.game, position, each)
        )
        others = list(islice(legal, _OTHERS + 1))
        if not others:
            return None
        assert limits.seconds is not None
        short = replace(limits, seconds=limits.seconds / len(others))
        return max(others, key=lambda each: self.after(each, short)[0])


def _is_legal(game: Game[Any, Any], position: Any, move: Any) -> bool:  # noqa: ANN401
    """Return whether a move is legal: a search may consider the last card, which may be barred."""
    try:
        game.play(position, move)
    except GameError:
        return False
    return True


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
