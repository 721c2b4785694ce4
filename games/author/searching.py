"""An authored game as the search needs it, and its greedy bot."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.author import hiding
from games.author.game import Game
from games.contract import Outcome
from games.search import Choice, Choices

LEVEL_NODES: Final = {"mandarin": 50, "minister": 300, "regent": 2000}
"""How many positions a bot level looks at for a move, whatever the number of seats."""


@dataclass(frozen=True, slots=True)
class AuthoredSearch:
    """Rules with a judgement, for `games.search`."""

    game: Game[Any, Any]

    def known(self, position: Any) -> bool:  # noqa: ANN401
        """Return whether nothing of the position is hidden."""
        return not hiding.hidden_places(self.game.shape().position, position)

    def guess(self, view: Any, random: Random) -> Any:  # noqa: ANN401
        """Return a position that fits a view."""
        return self.game.guess(view, random)

    def recall(self, view: Any, played: Iterable[tuple[int, Any]]) -> Any:  # noqa: ANN401
        """Return the view: what moves have shown is open in it."""
        del played
        return view

    def seen(self, position: Any) -> Hashable:  # noqa: ANN401
        """Return what the seat to move sees."""
        seen: Hashable = self.game.view(position, position.turn)
        return seen

    def side(self, position: Any) -> int:  # noqa: ANN401
        """Return the side of the seat to move."""
        sides = enumerate(self.game.sides(position))
        return next(number for number, seats in sides if position.turn in seats)

    def certain(self, position: Any) -> tuple[float, ...] | None:  # noqa: ANN401
        """Return the values of a finished game."""
        outcome = self.game.outcome(position)
        return None if outcome is None else values_of(outcome, self.game.sides(position))

    def judge(self, position: Any) -> tuple[float, ...]:  # noqa: ANN401
        """Return the estimated values."""
        return self.game.judge(position)

    def choices(self, position: Any, width: int | None) -> Choices[Any]:  # noqa: ANN401
        """Return all legal moves, those first that lead to the best position."""
        del width
        side = self.side(position)
        found = []
        for move in self.game.moves(position):
            after = self.game.play_unchecked(position, move)
            values = self.certain(after) or self.judge(after)
            found.append(Choice(values[side], move))
        return Choices(tuple(sorted(found, key=lambda choice: -choice.worth)), complete=True)

    def certain_move(self, position: Any) -> Any:  # noqa: ANN401
        """Return any move."""
        return next(self.game.moves(position))

    def play(self, position: Any, move: Any) -> Any:  # noqa: ANN401
        """Return the position after a legal move."""
        return self.game.play_unchecked(position, move)


def values_of(outcome: Outcome, sides: tuple[tuple[int, ...], ...]) -> tuple[float, ...]:
    """Return what an outcome is worth for each side: a draw is an equal share for all."""
    if outcome.is_draw:
        return (1 / len(sides),) * len(sides)
    won = [any(seat in outcome.winners for seat in side) for side in sides]
    return tuple(each / max(1, sum(won)) for each in won)


def choose_greedily(game: Game[Any, Any], view: Any, random: Random) -> Any:  # noqa: ANN401
    """Return a move that leads to the best position, seen one move ahead."""
    found = AuthoredSearch(game).choices(game.guess(view, random), None).best_first
    return random.choice([each.move for each in found if each.worth == found[0].worth])
