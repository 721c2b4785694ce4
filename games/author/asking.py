"""Steps: a game asks for a move one question after the other.

``steps(position, ask)`` is run again with longer and longer scripts of answers; where the script
ends, the question that is asked next becomes known. So one function of the author checks moves,
lists them, draws one at random, and leads a player through the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from games.contract import GameError, IllegalMoveError

T = TypeVar("T")
M = TypeVar("M")

KIND: Final = "kind"
"""The question which kind of move it is; each other question has the name of a field."""
Script: TypeAlias = tuple[Any, ...]
"""The answers so far."""
Steps: TypeAlias = Callable[["Ask"], M]
"""The steps of a position."""
Refusal: TypeAlias = Callable[[str, Any, Sequence[Any]], str]
"""Returns why an answer to a question is none of the options."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked next.

    Attributes:
        name: `KIND` or a field of the move.
        options: the answers.
        why: what is said of any other answer; empty for the usual sentence.
    """

    name: str
    options: tuple[Any, ...]
    why: str


class _Asked(BaseException):
    """Ends the steps at a question, and passes through whatever an author catches."""

    def __init__(self, question: Question) -> None:
        self.question = question


class Ask:
    """Asks the player to choose."""

    def __init__(self, script: Script) -> None:
        """Answer from a script first."""
        self._answers = iter(script)

    def __call__(self, name: str, options: Iterable[T], why: str = "") -> T:
        """Return which of the options is chosen.

        Args:
            name: ``kind``, or the field of the move that the answer becomes.
            options: the answers; in a view, None stands for any hidden one.
            why: what a player is told who chooses something else.
        """
        for answer in self._answers:
            chosen: T = answer
            return chosen
        raise _Asked(Question(name, tuple(options), why))


class _AskMove(Ask):
    """Answers as one move does, and refuses at the first question where that is no option."""

    def __init__(self, move: object, refusal: Refusal) -> None:
        super().__init__(())
        self._move = move
        self._refusal = refusal
        self.answers: list[Any] = []

    def __call__(self, name: str, options: Iterable[T], why: str = "") -> T:
        possible = tuple(options)
        wanted: Any = type(self._move) if name == KIND else getattr(self._move, name, None)
        any_hidden = name != KIND and wanted is not None and None in possible
        if wanted not in possible and not any_hidden:
            raise IllegalMoveError(why or self._refusal(name, wanted, possible))
        self.answers.append(wanted)
        answer: T = wanted
        return answer


def ask_on(steps: Steps[M], script: Script) -> Question | M:
    """Return the question after a script of answers, or the move if none is left."""
    try:
        return steps(Ask(script))
    except _Asked as asked:
        return asked.question


def walk(steps: Steps[M], script: Script = ()) -> Iterator[M]:
    """Iterate over all moves whose answers begin with a script."""
    found = ask_on(steps, script)
    if not isinstance(found, Question):
        yield found
        return
    for option in _open(found):
        yield from walk(steps, (*script, option))


def draw(steps: Steps[M], random: Random) -> M:
    """Return a move with an answer drawn at each question.

    Raises:
        GameError: an option is hidden.
    """
    script: Script = ()
    while isinstance(found := ask_on(steps, script), Question):
        script = (*script, random.choice(_open(found)))
    return found


def answers_of(steps: Steps[M], move: M, refusal: Refusal) -> Script:
    """Return the answers that lead to a move.

    Raises:
        IllegalMoveError: they do not; says why.
    """
    ask = _AskMove(move, refusal)
    if steps(ask) != move:
        raise IllegalMoveError("This move cannot be played now.")
    return tuple(ask.answers)


def _open(question: Question) -> tuple[Any, ...]:
    if None in question.options and question.name != KIND:
        raise GameError("the moves of this seat are hidden in this view")
    return question.options
