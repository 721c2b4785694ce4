"""Ratings in a record: what a rated game changed, as one tag that the server signs with the rest.

The tag has the version of the formula, then one word for each player's seat, such as
``12:1500.0000~350.0000>1512.3104~341.2000``: the player's running number of rated games, then
rating and uncertainty before and after the game. ``-`` is a player who was not rated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from games.contract import InvalidRecordError
from games.quoting import quote

LEAST_RATED: Final = 2
"""Players of a rated game."""
_NUMBER: Final = r"(-?(?:0|[1-9][0-9]{0,5})\.[0-9]{4})"
_FORMULA: Final = re.compile(r"[1-9][0-9]{0,3}")
_PLAYER: Final = re.compile(rf"([1-9][0-9]{{0,8}}):{_NUMBER}~{_NUMBER}>{_NUMBER}~{_NUMBER}")


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is believed to be.

    Attributes:
        value: the rating; four decimals of it are kept.
        uncertainty: its standard deviation, 0 or more; four decimals of it are kept.
    """

    value: float
    uncertainty: float

    def __str__(self) -> str:
        return f"{self.value:.4f}~{self.uncertainty:.4f}"


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game changed for one player.

    Attributes:
        number: which of the player's rated games this was, from 1.
        before: their rating before the game.
        after: their rating after it.
    """

    number: int
    before: Rating
    after: Rating

    def __str__(self) -> str:
        return f"{self.number}:{self.before}>{self.after}"


@dataclass(frozen=True, slots=True)
class Ratings:
    """What a rated game changed.

    Attributes:
        formula: version of the formula.
        changes: one for each player's seat; None for a player who was not rated.
    """

    formula: int
    changes: tuple[RatingChange | None, ...]

    def __str__(self) -> str:
        return " ".join((str(self.formula), *(str(each or "-") for each in self.changes)))


def parse_ratings(text: str, seats: int) -> Ratings:
    """Read the tag of a game with so many seats.

    Raises:
        InvalidRecordError: saying what is wrong.
    """
    formula, *words = text.split(" ")
    if not _FORMULA.fullmatch(formula):
        raise InvalidRecordError(
            f"the tag Ratings starts with the version of its formula, not {quote(formula)}"
        )
    if len(words) > seats:
        raise InvalidRecordError(
            f"the tag Ratings has {len(words)} players, but the game {seats} seats"
        )
    changes = tuple(_parse_change(word) for word in words)
    if sum(each is not None for each in changes) < LEAST_RATED:
        raise InvalidRecordError(f"the tag Ratings names fewer than {LEAST_RATED} rated players")
    return Ratings(int(formula), changes)


def _parse_change(word: str) -> RatingChange | None:
    if word == "-":
        return None
    found = _PLAYER.fullmatch(word)
    if found is None:
        raise InvalidRecordError(
            f"cannot read {quote(word)} in the tag Ratings: a player is such as "
            "12:1500.0000~350.0000>1512.3104~341.2000, or -"
        )
    value, spread, new_value, new_spread = map(float, found.groups()[1:])
    change = RatingChange(int(found[1]), Rating(value, spread), Rating(new_value, new_spread))
    if str(change) != word or min(spread, new_spread) < 0 or "-0.0000" in word:
        raise InvalidRecordError(f"a number in {quote(word)} in the tag Ratings cannot be")
    return change
