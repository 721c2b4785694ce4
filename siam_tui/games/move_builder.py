"""How a move is built at a table, choice by choice: what every game's builder answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from texts import tell


class Choice(NamedTuple):
    """One choice of a player who builds a move.

    Attributes:
        kind: what is chosen, such as a card or a province; each game has an enumeration of them.
        value: which one, as the game numbers them.
    """

    kind: Enum
    value: int


Path: TypeAlias = tuple[Choice, ...]
"""Choices, one after the other."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices made so far: an immutable value. A game may keep more in its own."""

    choices: Path = ()


EMPTY: Final = Draft()


@dataclass(frozen=True, slots=True)
class MoveOption:
    """A choice that may be made now, as people see it.

    Attributes:
        choice: the choice.
        key: the key that makes it, as it is shown.
        label: what it is called; may be empty where the key says it.
        word: what is typed for it where moves are asked for step by step: a short form.
        name: what else may be typed for it: the full name, of which the beginning is enough.
        colour: the number of the palette's chip that the key is shown in, or None.
        explanation: what it does, for where there is room to say so.
        sends: whether the move it completes is sent at once, as an answer to a yes-or-no question.
        in_bar: whether the bar offers it; else its key and a click make it all the same.
        brief: the label where there is less room; may be empty.
        full: the label where there is most room; may be empty.
        is_instead: whether it changes a choice that was made, and does not answer the question.
        other_key: another key that makes it and is not shown; may be empty.
        english: its English name, where it is typed by a reader of another language.
    """

    choice: Choice
    key: str
    label: str
    _: KW_ONLY
    word: str = ""
    name: str = ""
    colour: int | None = None
    explanation: str = ""
    sends: bool = False
    in_bar: bool = True
    brief: str = ""
    full: str = ""
    is_instead: bool = False
    other_key: str = ""
    english: str = ""


@dataclass(frozen=True, slots=True)
class MovePrompt:
    """What a player reads while building a move.

    Attributes:
        move: the move so far in words; empty before the first choice.
        longer: the same where there is more room; may be empty.
        shorter: the same where there is less.
        question: what is asked next, or what the finished move waits for.
        change: what the choices so far change, in a sentence of fewer and fewer words, if known.
        change_on_board: the same without what it means for the end of the game, for lessons before
            that is explained; empty if `change` says nothing of it.
        filled_keys: the keys of the choices that were made by themselves, in their order.
    """

    move: str
    longer: str
    shorter: str
    question: str
    change: tuple[str, ...] = ()
    change_on_board: tuple[str, ...] = ()
    filled_keys: tuple[str, ...] = ()


class SomeDraft(Protocol):
    """The draft of any builder."""

    @property
    def choices(self) -> Path:
        """All choices so far, in their order."""


P = TypeVar("P")
M = TypeVar("M")
D = TypeVar("D", bound=SomeDraft)


class MoveBuilder(ABC, Generic[P, M, D]):
    """The choices of the seat that decides, in one position.

    Every legal move can be built and no other. Nothing that it answers lists all moves. ``P`` is
    the game's position, ``M`` its move, ``D`` the draft of the builder.

    Attributes:
        position: the view of the seat that decides.
        empty: the draft without any choice.
    """

    empty: D

    def __init__(self, position: P) -> None:
        """Prepare for a position in which all that its seat may know is known."""
        self.position = position
        self._previews: dict[D, P] = {}

    # What may be chosen

    @abstractmethod
    def options(self, draft: D) -> tuple[MoveOption, ...]:
        """Return the choices a draft may be continued with.

        A complete draft may have some too, such as one citizen more.
        """

    @abstractmethod
    def choices(self, draft: D) -> Path:
        """Return the legal next choices, in the order in which they are offered."""

    @abstractmethod
    def with_choice(self, draft: D, choice: Choice) -> D:
        """Return the draft with one more choice."""

    @abstractmethod
    def without_last(self, draft: D) -> D:
        """Return the draft without its last choice."""

    def choose(self, draft: D, choice: Choice) -> D:
        """Return the draft with one more choice, and with those that then have no alternative.

        Raises:
            ValueError: the choice is not among the options.
        """
        if choice not in self.choices(draft):
            raise ValueError(choice)
        return self._filled(self.with_choice(draft, choice))

    def only_choice(self, draft: D) -> Choice | None:
        """Return the choice that has no alternative; None if there are several, or none is due."""
        choices = self.choices(draft) if self.move(draft) is None else ()
        return choices[0] if len(choices) == 1 else None

    def _filled(self, draft: D) -> D:
        """Return a draft with the choices added that have no alternative."""
        while (choice := self.only_choice(draft)) is not None:
            draft = self.with_choice(draft, choice)
        return draft

    def step_back(self, draft: D) -> D:
        """Return the draft before the last choice that had an alternative."""
        draft = self.without_last(draft)
        while draft.choices and self.only_choice(draft) is not None:
            draft = self.without_last(draft)
        return draft

    @abstractmethod
    def choices_of(self, moves: Sequence[M]) -> Path:
        """Return what to choose, one after the other, to build moves from the empty draft.

        What a choice leaves no alternative for is made with it, and left out here.

        Args:
            moves: a legal move, and those of the same turn that are to be played after it. The
                choices come to as many of them as one draft can stand for.
        """

    # What it comes to

    @abstractmethod
    def move(self, draft: D) -> M | None:
        """Return the move a complete draft stands for, or None if something is left to choose."""

    def following(self, _draft: D) -> tuple[M, ...]:
        """Return the moves that are to be played after `move`, as soon as that was accepted.

        Such as further steps of the same decision; most games have none.
        """
        return ()

    def preview(self, draft: D) -> P:
        """Return the position as the draft leaves it so far, still on one's own turn."""
        if draft not in self._previews:
            self._previews[draft] = self.draw_preview(draft)
        return self._previews[draft]

    def draw_preview(self, _draft: D) -> P:
        """Work out what `preview` returns; by default nothing changes before a move is sent."""
        return self.position

    @abstractmethod
    def prompt(self, draft: D, filled: Path = ()) -> MovePrompt:
        """Return what the player reads.

        Args:
            draft: the choices made.
            filled: those of them that were made by themselves, for want of another choice.
        """

    def explain_key(self, _draft: D, _key: str) -> str:
        """Return why a printable key makes no choice now, and what to press in its place."""
        return ""

    @abstractmethod
    def explain_choice(self, draft: D, choice: Choice) -> str:
        """Return why a choice that was pointed at cannot be made now."""


class PathBuilder(MoveBuilder[P, M, Draft]):
    """A builder whose draft is its choices and no more."""

    empty = EMPTY

    def with_choice(self, draft: Draft, choice: Choice) -> Draft:
        """Return the draft with one more choice."""
        return Draft((*draft.choices, choice))

    def without_last(self, draft: Draft) -> Draft:
        """Return the draft without its last choice."""
        return Draft(draft.choices[:-1])


ENTER = "enter"


def move_keys(
    builder: MoveBuilder[Any, Any, Any],
    *moves: Any,  # noqa: ANN401 - any game's
) -> Iterator[str]:
    """Iterate over the keys that build and send moves; where one choice is left, none is needed.

    Args:
        builder: the choices of the position.
        moves: the move, and those that are built with it.
    """
    draft = builder.empty
    for choice in builder.choices_of(moves):
        option = next(each for each in builder.options(draft) if each.choice == choice)
        yield option.key.lower()
        if option.sends:
            return
        draft = builder.choose(draft, choice)
    if builder.move(draft) is not None:
        yield ENTER


def name_keys(builder: MoveBuilder[Any, Any, Any], move: Any) -> str:  # noqa: ANN401
    """Return the keys that build and send a move, as they are shown."""
    keys = move_keys(builder, move)
    return " ".join(tell("games/key-name/enter") if key == ENTER else key.upper() for key in keys)
