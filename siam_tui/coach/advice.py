"""A hint as a value: its form on the line between two processes, and its reasons in words."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

_WINS = "This move wins, whatever the others do."
_WINS_FROM_BEHIND = "{deficit}, but this move wins, whatever the others do."
_LOSES = "Every move loses if the others play their best."
_GIVES_AWAY = "Your best other move gives the win away: {other}."
_AS_GOOD = "Your best other move wins as well: {other}."
_WON_BETTER = (
    "Against strong play, you win {otherwise} of games with your best other move: {other}."
)
_CHANCES = "Against strong play, you win {after} of games with it."
_BETTER = (
    "Against strong play, you win {after} of games with it, {otherwise} with your best other move."
)
_NO_BETTER = "Against strong play, you win {after} of games with it. No other move is better."
_BETTER_THAN = (
    "Against strong play, you win {after} of games with it, {otherwise} with your best other "
    "move: {other}."
)
_NO_BETTER_THAN = (
    "Against strong play, you win {after} of games with it, and as many with your best other "
    "move: {other}."
)


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
        advantage: what else speaks for the move, in a sentence of the game; may be empty.
        deficit: that the player trails now, as the beginning of a sentence; may be empty.
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
    advantage: str = ""
    deficit: str = ""

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
    def reasons(self) -> tuple[str, ...]:
        """Why to play it, in fewer and fewer words; the last form is one reason alone."""
        if self.solved and self.before == 0:
            return (_LOSES,)
        if self.solved and self.before == 1:
            wins = self._fill(_WINS_FROM_BEHIND if self.deficit else _WINS)
            return (f"{wins} {self._fill(self._other_of_win())}", wins) if self.other else (wins,)
        whole, brief = (self._fill(form) for form in self._chances())
        if not self.advantage:
            return whole, brief
        return f"{self.advantage} {whole}", f"{self.advantage} {brief}", self.advantage

    def _other_of_win(self) -> str:
        if not self.other_solved:
            return _WON_BETTER
        return _AS_GOOD if self.otherwise == 1 else _GIVES_AWAY

    def _chances(self) -> tuple[str, str]:
        """Return what compares the move with the best other one, and the same without its name.

        The positions after the two moves are thought about apart. So where the other move seems
        better, they are about equal.
        """
        if not self.other:
            return _CHANCES, _CHANCES
        seems_equal = _per_cent(self.otherwise) == _per_cent(self.after)
        if seems_equal or self.otherwise > self.after:
            return _NO_BETTER_THAN, _NO_BETTER
        return _BETTER_THAN, _BETTER

    def _fill(self, template: str) -> str:
        return template.format(
            after=_per_cent(self.after),
            otherwise=_per_cent(self.otherwise),
            other=self.other_name or self.other,
            deficit=self.deficit,
        )


def _per_cent(chance: float) -> str:
    """Return a chance in words; one that is not certain is never 0 or 100 %."""
    rounded = round(100 * chance)
    return {0: "under 1 %", 100: "over 99 %"}.get(rounded, f"about {rounded} %")
