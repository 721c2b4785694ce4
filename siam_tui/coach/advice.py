"""What the coach says: a value, its form on the line between the processes, and in words."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why; chances are those of the side to move, from 0 to 1.

    Attributes:
        move: what to play, in the notation.
        before: its chance to win in the position.
        solved: whether it is certain that this is what the position is worth.
        after: the same after the move.
        other: the move it is compared with; empty where that would say nothing.
        otherwise: the chance after that.
        complete: whether this is the last word; until then only the first three are told.
    """

    move: str
    before: float
    solved: bool
    after: float = 0.0
    other: str = ""
    otherwise: float = 0.0
    complete: bool = False

    def to_line(self) -> str:
        """Return it as a line."""
        return json.dumps(asdict(self))

    @staticmethod
    def of_line(line: str) -> Advice:
        """Read such a line."""
        return Advice(**json.loads(line))

    @property
    def why(self) -> str:
        """What speaks for the move, in words.

        What comes after each of two moves is thought out apart, so where the other one seems
        better, they are about the same.
        """
        if self.solved and self.before == 1:
            return "It wins for certain, whatever the others do."
        if self.solved and self.before == 0:
            return "It is lost for certain, if the others play their best."
        chances = f"Your chances: {_per_cent(self.before)} now, {_per_cent(self.after)} after it"
        if not self.other:
            return f"{chances}."
        other = "a pass" if self.other == "pass" else f"the best card ({self.other})"
        if self.otherwise >= self.after:
            return f"{chances}, and about the same after {other}."
        return f"{chances}, {_per_cent(self.otherwise)} after {other}."


def _per_cent(chance: float) -> str:
    return f"{round(100 * chance)} %"
