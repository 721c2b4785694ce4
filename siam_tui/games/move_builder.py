"""How a move is built at a table, choice by choice: what every game's builder answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeVar


class Choice(NamedTuple):
    """One choice of a player who builds a move.

    Attributes:
        kind: what is chosen, such as a card or a province; each game has an enumeration of them.
        value: which one, as the game numbers them.
    """

    kind: Enum
    value: int


class Draft(Protocol):
    """The choices made so far: an immutable value."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All choices so far, in their order."""


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
    """

    choice: Choice
    key: str
    label: str
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


P_co = TypeVar("P_co", covariant=True)
M = TypeVar("M")
D = TypeVar("D", bound=Draft)


class MoveBuilder(Protocol[P_co, M, D]):
    """The choices of the seat that decides, in one position.

    Every legal move can be built and no other. Nothing that it answers lists all moves. ``P_co`` is
    the game's position, ``M`` its move, ``D`` the draft of the builder.
    """

    @property
    def position(self) -> P_co:
        """The view of the seat that decides."""

    @property
    def empty(self) -> D:
        """The draft without any choice."""

    def options(self, draft: D) -> tuple[MoveOption, ...]:
        """Return the choices a draft may be continued with.

        A complete draft may have some too, such as one citizen more.
        """

    def choose(self, draft: D, choice: Choice) -> D:
        """Return the draft with one more choice, and with those that then have no alternative.

        Raises:
            ValueError: the choice is not among the options.
        """

    def choices_of(self, moves: Sequence[M]) -> tuple[Choice, ...]:
        """Return what to choose, one after the other, to build moves from the empty draft.

        What a choice leaves no alternative for is made with it, and left out here.

        Args:
            moves: a legal move, and those of the same turn that are to be played after it. The
                choices come to as many of them as one draft can stand for.
        """

    def step_back(self, draft: D) -> D:
        """Return the draft before the last choice that had an alternative."""

    def move(self, draft: D) -> M | None:
        """Return the move a complete draft stands for, or None if something is left to choose."""

    def following(self, draft: D) -> tuple[M, ...]:
        """Return the moves that are to be played after `move`, as soon as that was accepted.

        Such as further steps of the same decision; most games have none.
        """

    def preview(self, draft: D) -> P_co:
        """Return the position as the draft leaves it so far, still on one's own turn."""

    def prompt(self, draft: D, filled: tuple[Choice, ...]) -> MovePrompt:
        """Return what the player reads.

        Args:
            draft: the choices made.
            filled: those of them that were made by themselves, for want of another choice.
        """

    def explain_key(self, draft: D, key: str) -> str:
        """Return why a printable key makes no choice now, and what to press in its place."""

    def explain_choice(self, draft: D, choice: Choice) -> str:
        """Return why a choice that was pointed at cannot be made now."""


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
    return " ".join("Enter" if key == ENTER else key.upper() for key in keys)
