"""The question for each step of building a move, and the move so far in words. Pure."""

from __future__ import annotations

from typing import Final

from games.amber import Position
from games.amber.constants import CARDS, PAWNS
from siam_tui.appearance.cells import text_width
from siam_tui.games.amber.building.move_builder import Builder
from siam_tui.games.amber.choice_kinds import AREA_KINDS, CROWN, Kind
from siam_tui.games.amber.names import CARD_NAMES, PROBLEM_NAMES, area_name
from siam_tui.games.move_builder import Choice, Draft, Path

_ORIGIN: Final = "Your supply is empty. Which area does your marker come from?"
_LEADS: Final = {
    Kind.AREA: "",
    Kind.ORIGIN: "from ",
    Kind.GOAL: "to ",
    Kind.CONFIDANT: "Confidant to ",
    Kind.RAID: "one back from ",
}
_WORDS: Final = {
    Kind.TAKE: "take it",
    Kind.CROWN: "crown",
    Kind.PASS: "pass",
    Kind.COUNT: "{} of them",
}
_LAST: Final = " You speak last."
_RAID: Final = "The Cave: in which area does {other} lose a marker?"
_MOVING: Final = "The Chance Meeting: which area do you move 1 or 2 markers from?"
_GOAL: Final = "Which area {does} {markers} go to?"


def question(builder: Builder, draft: Draft) -> str:  # noqa: PLR0911 - a line for each question
    """Return the question for the next choice; empty for a finished move."""
    progress = builder.progress(draft)
    if progress.is_done:
        return ""
    position, rest, step = progress.here.freeze(), progress.rest, progress.here.step
    if step == "act":
        return _ORIGIN if len(rest) > 1 else _card_question(position, rest)
    if step == "declare":
        return _attempt_question(position)
    if step.endswith("CAV"):
        return _RAID.format(other=builder.other_player)
    if step.endswith("CHA"):
        return _moving_question(position, rest)
    if step.endswith("PEN"):
        if not rest:
            return "The Penitent: which Problem do you solve, for 1 gold?"
        rest = rest[1:]
    return _solving_question(position, rest)


def _card_question(position: Position, rest: Path) -> str:
    if rest:
        card = CARDS[rest[0].value]
        does = "does the" if card in PAWNS else "do"
        return f"In which area {does} {CARD_NAMES[card]} act?"
    supply = position.seats[position.turn or 0].influence
    empty = "" if supply else " Your supply is empty: a marker comes from another area."
    return f"Which card do you play? It acts in one area of its suit.{empty}"


def _attempt_question(position: Position) -> str:
    seat = position.turn
    assert seat is not None
    gold = position.seats[seat].gold
    last = _LAST if position.turn_order()[-1] == seat else ""
    paid = "your only gold" if gold == 1 else f"1 of your {gold} gold"
    return f"Which Problem do you attempt, for {paid}?{last}"


def _moving_question(position: Position, rest: Path) -> str:
    if not rest:
        return _MOVING
    count = min(2, position.markers_of(position.turn or 0)[rest[0].value])
    does, markers = ("do", "the 2 markers") if count > 1 else ("does", "the marker")
    return _GOAL.format(does=does, markers=markers)


def _solving_question(position: Position, rest: Path) -> str:
    if rest and rest[0] == CROWN:
        return "Which area does the Confidant go to? You get its effect."
    if rest:
        return _ORIGIN
    empty = "" if position.seats[position.turn or 0].influence else " Your supply is empty."
    return f"How do you solve it?{empty}"


# The move so far

_TAIL: Final = 60
"""Characters of the last choices, where a small screen has no room for all."""
_LEFT_OUT: Final = "..."
_THEN: Final = " > "


def words_so_far(builder: Builder, choices: Path) -> str:
    """Return some choices in a few words."""
    return _THEN.join(_word(builder, choice) for choice in choices)


def last_words(told: str) -> str:
    """Return a move so far in so few characters that the last choices are always shown.

    >>> last_words("Moons > Chance Mtg > from Chance Mtg > to Castle > from Castle > to Cave")
    '... > from Chance Mtg > to Castle > from Castle > to Cave'
    """
    words = told.split(_THEN)
    for left_out in range(len(words)):
        kept = _THEN.join((*[_LEFT_OUT] * bool(left_out), *words[left_out:]))
        if text_width(kept) <= _TAIL:
            return kept
    return words[-1]


def _word(builder: Builder, choice: Choice) -> str:
    value = choice.value
    if choice.kind in AREA_KINDS:
        return f"{_LEADS[Kind(choice.kind)]}{area_name(value, 'short')}"
    match choice.kind:
        case Kind.CARD:
            return CARD_NAMES[CARDS[value]]
        case Kind.PROBLEM:
            return PROBLEM_NAMES[value]
        case Kind.SEAT:
            return builder.name_seat(value)
        case Kind.PASS if builder.position.step != "declare":
            return "no marker"
    return _WORDS[Kind(choice.kind)].format(value)
