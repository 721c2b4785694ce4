"""What is asked while a move is built, the move so far, and what its options say. Pure."""

from __future__ import annotations

from typing import Final

from games.amber import Position
from games.amber.constants import (
    AREAS_WITH,
    BOR,
    CARD_SUITS,
    CARDS,
    PAWNS,
    VALUES,
    Area,
    Card,
    Problem,
)
from games.amber.effects import make_move
from games.amber.moves import RemoveMarker
from games.amber.mutable_position import MutablePosition
from games.amber.options import Options
from games.plural import count_of
from siam_tui.appearance.cells import text_width
from siam_tui.games.amber.board.effect_text import OTHER, effect_forms
from siam_tui.games.amber.building.move_builder import Builder, others_in
from siam_tui.games.amber.choice_kinds import AREA_KINDS, CROWN, Kind
from siam_tui.games.amber.facts import Way, effect_at, strengths, strongest
from siam_tui.games.amber.forecast import forecast
from siam_tui.games.amber.names import (
    BARE_AREA_NAMES,
    CARD_NAMES,
    OPPONENTS,
    PROBLEM_NAMES,
    SHORT_AREA_NAMES,
    area_name,
)
from siam_tui.games.move_builder import Choice, Draft, Path
from siam_tui.ui.text import listed

_LONGEST_NAME: Final = 11
"""Characters of a name that has room in the line of a card."""


def card_label(position: Position, card: Card, other: str) -> str:
    """Return what a card can do, such as ``2 Castle +1 infl, 5 Penitent 1g: solve``.

    Of a pawn, which acts almost anywhere, only in which areas: the board tells what they bring.
    """
    seat = position.turn
    assert seat is not None
    other = other if text_width(other) <= _LONGEST_NAME else OTHER
    areas = sorted(AREAS_WITH[CARD_SUITS[card]], key=position.place_of)
    if card in PAWNS:
        places = listed([str(position.place_of(area)) for area in areas], "or")
        return f"in area {places}; the board shows what each brings"
    return ", ".join(
        f"{position.place_of(area)} {SHORT_AREA_NAMES[area]} "
        f"{effect_forms(effect_at(position, seat, area), position, seat, other)[-1]}"
        for area in areas
    )


def area_label(builder: Builder, draft: Draft, choice: Choice) -> str:
    """Return an area with what choosing it would bring."""
    progress, area = builder.progress(draft), choice.value
    name, here = BARE_AREA_NAMES[area], progress.here
    if choice.kind is Kind.ORIGIN:
        return _origin_label(here, area, is_one=progress.here.step[-3:] != "CHA")
    if choice.kind is Kind.RAID:
        return f"{name}{_whose(builder, here, area)}: {_raid(here, area)}"
    before = here.freeze()
    effect = effect_at(before, here.turn, area, _way(builder, draft, choice))
    return f"{name}: {effect_forms(effect, before, here.turn, builder.other_player)[0]}"


def _origin_label(here: MutablePosition, area: Area, *, is_one: bool) -> str:
    """Return where a marker may come from; with the wall that is lost where one does."""
    told = f"{BARE_AREA_NAMES[area]}, {count_of(here.on_area(here.turn, area), 'marker')}"
    wall = here.freeze().wall(here.turn)
    return f"{told}, wall {wall} > {wall - 1}" if area == BOR and is_one else told


def solution_label(problem: Problem) -> str:
    """Return a Problem that can be solved at once, with what it is worth."""
    worth = count_of(VALUES[problem], "point") if VALUES[problem] else "a Crown"
    return f"{PROBLEM_NAMES[problem]}, {worth}"


def _way(builder: Builder, draft: Draft, choice: Choice) -> Way:
    """Return how an area that may be chosen next would be acted in."""
    progress = builder.progress(draft)
    here, rest = progress.here, progress.rest
    if choice.kind is Kind.GOAL:
        origin = rest[0].value
        return Way(origin=origin, count=min(2, here.on_area(here.turn, origin)))
    problem: Problem | None = None
    if here.step == "solve":
        problem = here.row[here.awarded_to(here.turn)]
    elif here.step.endswith("PEN"):
        problem = rest[0].value
    return Way(confidant=CROWN in rest, problem=problem)


def _whose(builder: Builder, here: MutablePosition, area: Area) -> str:
    """Return who loses a marker, where it may be one of several."""
    return f" ({builder.name_seat(others_in(here, area)[0])})" if here.count > OPPONENTS else ""


def _raid(here: MutablePosition, area: Area) -> str:
    """Return what removing a marker from an area changes: a wall, and sums of Problems."""
    seat = others_in(here, area)[0]
    before = here.freeze()
    after_here = MutablePosition(before, here.options)
    make_move(after_here, RemoveMarker(seat, area))
    after = after_here.freeze()
    told = []
    if area == BOR:
        told.append(f"wall {before.wall(seat)} > {after.wall(seat)}")
    for each in before.row:
        was, now = (strengths(at, each.problem) for at in (before, after))
        if was != now:
            told.append(f"{PROBLEM_NAMES[each.problem]} {now[here.turn]} to {now[seat]}")
    return ", ".join(told) or "no Problem changes"


def keep_label(builder: Builder, draft: Draft) -> str:
    """Return what taking a Problem for its number is worth, and whether it would hold now."""
    progress = builder.progress(draft)
    here = progress.here
    problem = here.row[here.awarded_to(here.turn)] if here.step == "solve" else progress.rest[0][1]
    value, wall = VALUES[problem], here.freeze().wall(here.turn)
    told = f"take it: {count_of(value, 'point')}"
    if value >= wall:
        return f"{told}, but lost while your wall is {wall}"
    later = wall_ahead(here.freeze(), builder.game.chosen)
    return told if value < later else f"{told}, but lost when your wall falls to {later}"


def wall_ahead(position: Position, options: Options) -> int:
    """Return the wall of the seat on turn after this round, if no more Problems are solved.

    Before all attempts are settled nothing is foretold: it is the wall of now.
    """
    seat = position.turn
    assert seat is not None
    wall = position.wall(seat)
    if not position.step.startswith("solve"):
        return wall
    now, later = forecast(position, options).power
    return wall - (later - now)


def attempt_label(builder: Builder, problem: Problem) -> str:
    """Return whether you would win a Problem by what has been declared so far."""
    position = builder.position
    seat = position.turn
    assert seat is not None
    claims = next(each.claims for each in position.row if each.problem == problem)
    ties = builder.game.chosen.dummy_wins_ties
    winner = strongest(position, problem, (*claims, seat), dummy_wins_ties=ties)
    sums = strengths(position, problem)
    told = _verdict(builder, sums, claims, winner, seat)
    value, wall = VALUES[problem], position.wall(seat)
    if winner == seat and value >= wall:
        return f"{told}; its {value} is lost at wall {wall}"
    return told


def _verdict(
    builder: Builder, sums: tuple[int, ...], claims: tuple[int, ...], winner: int | None, seat: int
) -> str:
    if not claims:
        return _unclaimed(builder, sums, seat)
    best = max(claims, key=lambda other: sums[other])
    if winner == seat:
        return f"yours, {sums[seat]} to {sums[best]} of {builder.name_seat(best)}"
    assert winner is not None
    name = builder.name_seat(winner)
    if sums[winner] == sums[seat]:
        return f"lost, {name} has {sums[winner]} too and spoke first"
    return f"lost, {name} has {sums[winner]}, you {sums[seat]}"


def _unclaimed(builder: Builder, sums: tuple[int, ...], seat: int) -> str:
    """Return how an attempt stands that nobody else has declared."""
    order = builder.position.turn_order()
    later = order[order.index(seat) + 1 :]
    if not later:
        return "yours, nobody tries it"
    other = max(later, key=lambda each: sums[each])
    if sums[seat] == sums[other] and not builder.game.chosen.dummy_wins_ties:
        return f"untried so far; {sums[seat]} to {sums[other]}, ties are yours"
    return f"untried so far; you {sums[seat]}, {builder.name_seat(other)} {sums[other]}"


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
