"""A hint as a value: its form on the line between two processes, and its reasons in words."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from texts import Message, say, tell
from texts.sentences import join_sentences


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
            return (tell("coach/loses"),)
        if self.solved and self.before == 1:
            wins = tell("coach/wins", deficit=self.deficit or None)
            if not self.other:
                return (wins,)
            return join_sentences(wins, tell(self._other_of_win())), wins
        whole, brief = map(tell, self._chances())
        if not self.advantage:
            return whole, brief
        told = (join_sentences(self.advantage, each) for each in (whole, brief))
        return *told, self.advantage

    @property
    def _other_words(self) -> str:
        return self.other_name or self.other

    def _other_of_win(self) -> Message:
        other = self._other_words
        if not self.other_solved:
            return say("coach/won-better", otherwise=_per_cent(self.otherwise), other=other)
        if self.otherwise == 1:
            return say("coach/as-good", other=other)
        return say("coach/gives-away", other=other)

    def _chances(self) -> tuple[Message, Message]:
        """Return what compares the move with the best other one, and the same without its name.

        The positions after the two moves are thought about apart. So where the other move seems
        better, they are about equal.
        """
        after, otherwise = _per_cent(self.after), _per_cent(self.otherwise)
        if not self.other:
            chances = say("coach/chances", after=after)
            return chances, chances
        if otherwise == after or self.otherwise > self.after:
            named = say("coach/no-better-than", after=after, other=self._other_words)
            return named, say("coach/no-better", after=after)
        named = say("coach/better-than", after=after, otherwise=otherwise, other=self._other_words)
        return named, say("coach/better", after=after, otherwise=otherwise)


def _per_cent(chance: float) -> Message:
    """Return a chance in words; one that is not certain is never 0 or 100 %."""
    rounded = round(100 * chance)
    if rounded in (0, 100):
        return say("coach/hardly") if rounded == 0 else say("coach/nearly")
    return say("coach/about", n=rounded)
