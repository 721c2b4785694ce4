"""Positions and moves as an author writes them: immutable values with typed fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

from games.contract import GameError, Outcome
from games.seeded_chance import Chance

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
class Value:
    """A position, or a part of one: a subclass is a frozen dataclass of its annotated fields."""

    def __init_subclass__(cls, **rest: Any) -> None:  # noqa: ANN401
        super().__init_subclass__(**rest)
        dataclass(frozen=True)(cls)

    def but(self, **changes: Any) -> Self:  # noqa: ANN401 - values of whichever fields
        """Return the value with some fields changed."""
        changed: Self = replace(self, **changes)  # type: ignore[type-var]
        return changed


class Move(Value):
    """One kind of move.

    Attributes:
        text: its notation, such as ``"{card}>{to}"``; by default the name of the class and its
            fields.
        say: what is told of it, such as ``"{who: send, sends} a man to {to}"``.
    """

    text: ClassVar[str] = ""
    say: ClassVar[str] = ""

    def __init_subclass__(cls, text: str = "", say: str = "", **rest: Any) -> None:  # noqa: ANN401
        cls.text = text or cls.text
        cls.say = say or cls.say
        super().__init_subclass__(**rest)


class Dealer(Chance):
    """Chance from a seed, with what games ask of it most."""

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return items in an order drawn at random."""
        found = list(items)
        self.shuffle(found)
        return tuple(found)

    def several(self, count: int, low: int, high: int) -> tuple[int, ...]:
        """Draw so many numbers, each from `low` to `high`."""
        return tuple(low + self.below(high - low + 1) for _ in range(count))


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return items with another one at a place."""
    return (*items[:at], item, *items[at + 1 :])


def without(items: tuple[T | None, ...], item: T) -> tuple[T | None, ...]:
    """Return a hand without a card; where the hand is hidden, without one hidden card."""
    at = items.index(item) if item in items else items.index(None)
    return items[:at] + items[at + 1 :]


def known(item: T | None) -> T:
    """Return an item that must not be hidden here.

    Raises:
        GameError: it is hidden; a view that hides it cannot be played on.
    """
    if item is None:
        raise GameError("that is hidden in this view")
    return item


DRAW = Outcome((), "draw", is_draw=True)
"""Nobody wins and nobody loses."""
NOBODY_WINS = Outcome((), "nobody")
"""Everybody loses."""


def won(*seats: int) -> Outcome | None:
    """Return that these seats win; None, so that the game goes on, if there are none."""
    if not seats:
        return None
    winners = tuple(sorted(seats))
    return Outcome(winners, f"seats {','.join(map(str, winners))}")


def leaders(scores: Sequence[float], sides: Sequence[tuple[int, ...]] = ()) -> Outcome | None:
    """Return that those with the most points win, where sides add theirs up.

    Args:
        scores: the points of each seat.
        sides: the seats that play together; by default everybody plays alone.
    """
    together = sides or tuple((seat,) for seat in range(len(scores)))
    sums = [sum(scores[seat] for seat in side) for side in together]
    most = max(sums)
    return won(
        *(
            seat
            for side, points in zip(together, sums, strict=True)
            if points == most
            for seat in side
        )
    )
