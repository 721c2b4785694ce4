"""A hint as a value: its form on the line between two processes, and its reasons in words."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

_WINS = "It wins for certain, whatever the others do."
_LOSES = "It is lost for certain, if the others play their best."
_CHANCES = "You win about {after} of games with it."
_BETTER = "You win about {after} of games with it, about {otherwise} with {other}."
_ABOUT_EQUAL = "You win about {after} of games with it, and about as many with {other}."


@dataclass(frozen=True, slots=True)
class Advice:
    """A move to play, and why; chances are those of the side to move, from 0 to 1.

    Attributes:
        move: what to play, in the notation.
        before: the chance to win in the position.
        solved: whether it is certain that the position is worth this.
        after: the chance after the move.
        other: the move it is compared with, in the notation; empty if that would say nothing.
        otherwise: the chance after the other move.
        complete: whether no better advice follows; only then all attributes hold.
        other_name: the other move in words, which are the game's.
    """

    move: str
    before: float
    solved: bool
    after: float = 0.0
    other: str = ""
    otherwise: float = 0.0
    complete: bool = False
    other_name: str = ""

    def to_line(self) -> str:
        """Return it as a line."""
        return json.dumps(asdict(self))

    @staticmethod
    def of_line(line: str) -> Advice:
        """Read such a line."""
        return Advice(**json.loads(line))

    @property
    def why(self) -> str:
        """The reasons for the move, in words.

        The positions after the two moves are thought about apart. So where the other move seems
        better, they are about equal.
        """
        if self.solved and self.before in (0, 1):
            return _WINS if self.before else _LOSES
        template = _CHANCES
        if self.other:
            template = _ABOUT_EQUAL if self.otherwise >= self.after else _BETTER
        return template.format(
            after=_per_cent(self.after),
            otherwise=_per_cent(self.otherwise),
            other=self.other_name or self.other,
        )


def _per_cent(chance: float) -> str:
    return f"{round(100 * chance)} %"
