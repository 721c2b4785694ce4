"""What a game brings for those who learn it: chapters of rules, lessons and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic, Protocol, TypeVar

from textual.widget import Widget

from games.contract import Game
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.appearance.style import Look
from siam_tui.ui.text import Text, told
from texts import Person

E = TypeVar("E")
P_contra = TypeVar("P_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
M = TypeVar("M")

LEARNER: Final = 0
"""The seat of the person who takes a lesson."""


@dataclass(frozen=True, slots=True)
class RulesChapter(Generic[E]):
    """A chapter of the rules.

    Attributes:
        id: its name in the program.
        title: what it is about.
        parts: its text as Markdown, with worked examples in between; an example is no string.
    """

    id: str
    title: str
    parts: tuple[str | E, ...]


class RulesGuide(Generic[E]):
    """The rules of a game for its players. ``E`` is the game's kind of worked example.

    Keys and signs may name words of `reference_words` in braces.

    Attributes:
        table_keys: the keys that only this game has at a table: items of a Markdown list.
        table_signs: what the signs on a table of this game mean, as Markdown.
        reference: what each card or action does, with its name; with the signs they fit one screen.
        reference_signs: the signs on a table that are hardest to guess, and what each means. A sign
            names its characters in the style of `str.format`, such as ``{signs.flag}A``.
        summary: the id of the chapter that has all the rules in short.
    """

    table_keys: Text = ""
    table_signs: Text = ""
    reference: tuple[tuple[Text, Text], ...] = ()
    reference_signs: tuple[tuple[Text, Text], ...] = ()
    summary: str = "all"

    def reference_words(self, game: Game[Any, Any]) -> Mapping[str, str]:
        """Return what keys and signs name of a game, such as letters of its map."""
        return {}

    def tell_reference(self) -> list[tuple[str, str]]:
        """Return what each card or action does, in the reader's language."""
        return [(told(name), told(about)) for name, about in self.reference]

    def chapters(self) -> tuple[RulesChapter[E], ...]:
        """Return the chapters in their order."""
        raise NotImplementedError

    def example_widget(self, example: E, look: Look) -> Widget:
        """Return a widget that steps through a worked example."""
        raise NotImplementedError

    def example_lines(self, example: E, width: int, glyphs: Glyphs | None) -> Iterator[str]:
        """Iterate over the lines of a worked example as plain text.

        Args:
            example: the example.
            width: characters a line may have.
            glyphs: the signs to draw boards with; None describes them in words.
        """
        raise NotImplementedError


class MoveGoal(Protocol[M_contra, P_contra]):
    """What a step of a lesson wants of a move."""

    def lacks(self, move: M_contra, after: P_contra) -> Iterator[str]:
        """Iterate over sentences on what a legal move lacks; none if it is as wanted.

        Args:
            move: the move.
            after: the position it leads to.
        """


@dataclass(frozen=True, slots=True)
class LessonAnswer:
    """The answer to a legal move that is not the wanted one.

    Attributes:
        to: the moves it is an answer to.
        says: the answer.
    """

    to: MoveGoal[Any, Any]
    says: str


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson.

    Attributes:
        says: what the person reads everywhere.
        on_screen: sentences that follow it in the app, on its keys and where things are shown.
        in_text: sentences that follow it in text mode, on what to type.
        position: the position to set up, in the notation; empty to go on from the one before.
        moves: what is played first.
        want: what is wanted of the person's move; None where there is only something to read.
        solution: a move that is as wanted, for the hint.
        answers: the answers to other moves; the first that fits counts.
    """

    says: str
    position: str = ""
    moves: tuple[str, ...] = ()
    want: MoveGoal[Any, Any] | None = None
    solution: str = ""
    answers: tuple[LessonAnswer, ...] = ()
    on_screen: str = ""
    in_text: str = ""

    @property
    def shown(self) -> str:
        """What the person reads in the app, as markup."""
        return f"{self.says} {self.on_screen}".rstrip()

    @property
    def told(self) -> str:
        """What the person reads in text mode, as markup."""
        return f"{self.says} {self.in_text}".rstrip()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a row of steps, played by the game's rules on its usual map, without options.

    Attributes:
        id: its name in the file of finished lessons.
        title: what it is called.
        about: what it teaches.
        steps: its steps; the first one sets up a position.
        has_forecast: whether the forecast is shown: not before a lesson has explained its words.
    """

    id: str
    title: str
    about: str
    steps: tuple[LessonStep, ...]
    has_forecast: bool = True


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one turn wins, whatever the others do.

    Attributes:
        number: its number for people, from 1.
        id: its name in the file of solved puzzles: the same as long as the position is.
        level: how hard it is: a key of `PuzzleSet.levels`.
        game: the rules, on the puzzle's map.
        text: the position in the notation, with nothing hidden from the seat to move.
        solution: the turn that wins, in the notation.
        players: how many play.
    """

    number: int
    id: str
    level: str
    game: Game[Any, Any] = field(compare=False)
    text: str
    solution: str
    players: int

    @cached_property
    def position(self) -> Any:  # noqa: ANN401 - any game's
        """The position."""
        return self.game.parse(self.text)

    @cached_property
    def winning_move(self) -> Any:  # noqa: ANN401 - any game's
        """The turn that wins."""
        return self.game.parse_move(self.solution)


class PuzzleSet(Protocol[M]):
    """The puzzles of a game; `Searchable.choices` lists all moves of their positions."""

    @property
    def progress_file(self) -> str:
        """The name of the file in a profile that keeps which puzzles are solved."""

    @property
    def levels(self) -> Mapping[str, str]:
        """The levels of difficulty, the easiest first, each with a few words on what it means."""

    @property
    def assumption(self) -> str:
        """A sentence on what the person knows in a puzzle, such as that all hands are open."""

    def puzzles(self) -> tuple[Puzzle, ...]:
        """Return all puzzles."""

    def hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return hints at the turn that wins, each telling more; it may take a second."""

    def describe_line(
        self, line: Sequence[tuple[Person, M]], describe: Callable[[M, Person], str]
    ) -> Iterator[str]:
        """Iterate over sentences on a line of moves, from a try to the end of the game.

        Args:
            line: who moves, and the move.
            describe: returns a sentence on one move by somebody.
        """
