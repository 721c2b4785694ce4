"""The values that the bar of a table shows: title, question, and options with their keys."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from protocol.commands import Command
from siam_tui.games.move_builder import Choice
from texts import say


class Menu(Enum):
    """A question asked in between: two of the host's, early end, another's take-back."""

    SEAT_BOT = auto()
    FREE_SEAT = auto()
    END_EARLY = auto()
    TAKE_BACK = auto()


@dataclass(frozen=True, slots=True)
class MenuState:
    """An open menu, and the seat that was chosen in it, if any."""

    menu: Menu
    seat: int | None = None


class ScreenAction(NamedTuple):
    """An action of the screen, as a key binding names it.

    Attributes:
        name: such as ``send``.
        in_footer: whether the keys below the bar offer it as well, so that the bar need not.
    """

    name: str
    in_footer: bool = False


UiAction: TypeAlias = Choice | Command | MenuState | ScreenAction
"""What an option does: make a choice, send a command, open a menu or run a screen action."""

ANALYSE = ScreenAction("analyse")
SEND = ScreenAction("send")
BACK = ScreenAction("back")
CLOSE_REPORT = ScreenAction("close_report")
CHOOSE_HINT = ScreenAction("choose_hint")
COPY_LINK = ScreenAction("copy_link")

ENTER_DOES_NOT = say("table/bar/enter-does-not")
"""Said with a question that another player waits for: nobody agrees to it by accident."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer.

    Attributes:
        key: the key that gives it, as it is shown.
        label: what it is called; may be empty where the key says it.
        action: what it does.
        colour: the number of the palette's chip that its key is shown in, or None.
        explanation: what it does, for where there is room to say so.
        is_listed: whether the bar shows it; its key works all the same.
        brief: the label where there is less room; may be empty.
        full: the label where there is most room; may be empty.
        other_key: another key that gives it and is not shown; may be empty.
    """

    key: str
    label: str
    action: UiAction
    colour: int | None = None
    explanation: str = ""
    is_listed: bool = True
    brief: str = ""
    full: str = ""
    other_key: str = ""

    @property
    def in_footer(self) -> bool:
        """Whether the keys below the bar offer the same."""
        return isinstance(self.action, ScreenAction) and self.action.in_footer


@dataclass(frozen=True, slots=True)
class Bar:
    """The content of the bar.

    Attributes:
        title: whose turn it is, and the move built so far.
        question: one sentence, or a few for the result.
        options: the answers.
        own: whether something is asked of this person.
        notice: a refusal, or what else must be read before anything else.
        cursor: what the keyboard's cursor is on.
        longer: the title for where there is more room.
        shorter: the title for where there is less.
        change: what a move that is being built would change, in fewer and fewer words.
        lines: what else is to be read below the question, as far as there is room.
        rows: what stands in the place of question and lines where there is more room.
        briefer: the question in fewer and fewer words, for where it does not fit.
        fuller: the question in more words, for a wide bar with room for the options below; the
            fullest form comes first.
        whole: a text to copy, shown below the options in a line of its own if it fits into that.
        request: what another player asks and the keys that answer, in fewer and fewer words, for
            the line of the title.
    """

    title: str
    question: str
    options: tuple[Option, ...] = ()
    own: bool = False
    notice: str = ""
    cursor: UiAction | None = None
    longer: str = ""
    shorter: str = ""
    change: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    briefer: tuple[str, ...] = ()
    fuller: tuple[str, ...] = ()
    whole: str = ""
    request: tuple[str, ...] = ()
