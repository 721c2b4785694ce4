"""A hint as a value: its form on the line between two processes, and its reasons in words."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

_WINS = "It wins for certain, whatever the others do."
_LOSES = "It is lost for certain, if the others play their best."
_GIVES_AWAY = "It wins for certain. Your best other move gives the win away: {other}."
_AS_GOOD = "It wins for certain. Your best other move wins as well: {other}."
_WON_BETTER = "It wins for certain. You win {otherwise} with your best other move: {other}."
_CHANCES = "You win {after} of games with it."
_BETTER = "You win {after} with it, {otherwise} with your best other move: {other}."
_ABOUT_EQUAL = "You win {after} with it, and as much with your best other move: {other}."
OTHER_EFFECT = "The other move: {effect}"
"""Says which of the two moves the last sentence is about."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move to play, and why; chances are those of the side to move, from 0 to 1.

    Attributes:
        move: what to play, in the notation.
        before: the chance to win in the position.
        solved: whether it is certain that the position is worth this.
        after: the chance after the move.
        other: the best other move, in the notation; empty if there is none.
        otherwise: the chance after the other move.
        other_solved: whether that is certain.
        then: the moves with which this seat goes on after it, before anybody else moves.
        complete: whether no better advice follows; only then all attributes hold.
        other_name: the other move in words, which are the game's.
        other_effect: what the other move would change, if that is known and differs.
    """

    move: str
    before: float
    solved: bool
    after: float = 0.0
    other: str = ""
    otherwise: float = 0.0
    other_solved: bool = False
    then: tuple[str, ...] = ()
    complete: bool = False
    other_name: str = ""
    other_effect: str = ""

    def to_line(self) -> str:
        """Return it as a line."""
        return json.dumps(asdict(self))

    @staticmethod
    def of_line(line: str) -> Advice:
        """Read such a line."""
        told = json.loads(line)
        return Advice(**{**told, "then": tuple(told.get("then", ()))})

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves to play, one after the other."""
        return (self.move, *self.then)

    @property
    def why(self) -> str:
        """What the move is worth, and the best other move, in words.

        The positions after the two moves are thought about apart. So where the other move seems
        better, they are about equal.
        """
        return self._template().format(
            after=_per_cent(self.after),
            otherwise=_per_cent(self.otherwise),
            other=self.other_name or self.other,
        )

    def _template(self) -> str:
        if self.solved and self.before == 0:
            return _LOSES
        if self.solved and self.before == 1:
            if not self.other:
                return _WINS
            if not self.other_solved:
                return _WON_BETTER
            return _AS_GOOD if self.otherwise == 1 else _GIVES_AWAY
        if not self.other:
            return _CHANCES
        seems_equal = _per_cent(self.otherwise) == _per_cent(self.after)
        return _ABOUT_EQUAL if seems_equal or self.otherwise > self.after else _BETTER


def _per_cent(chance: float) -> str:
    """Return a chance in words; one that is not certain is never 0 or 100 %."""
    rounded = round(100 * chance)
    return {0: "under 1 %", 100: "over 99 %"}.get(rounded, f"about {rounded} %")
