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
from siam_tui.appearance.cells import text_width
from siam_tui.games.amber.building.move_builder import Builder, others_in
from siam_tui.games.amber.choice_kinds import AREA_KINDS, CROWN, Kind
from siam_tui.games.amber.effect_words import effect_forms
from siam_tui.games.amber.facts import Way, effect_at, strengths, strongest
from siam_tui.games.amber.forecast import forecast
from siam_tui.games.amber.names import OPPONENTS, area_noun, card_noun, problem_noun
from siam_tui.games.move_builder import Choice, Draft, Path
from texts import Message, Noun, Person, say, tell

_LONGEST_NAME: Final = 11
"""Characters of a name that has room in the line of a card."""


def card_label(position: Position, card: Card, other: Person | None) -> str:
    """Return what a card can do, such as ``2 Castle +1 infl, 5 Penitent 1g: solve``.

    Of a pawn, which acts almost anywhere, only in which areas: the board tells what they bring.
    """
    seat = position.turn
    assert seat is not None
    if other is not None and text_width(other.name) > _LONGEST_NAME:
        other = None
    areas = sorted(AREAS_WITH[CARD_SUITS[card]], key=position.place_of)
    if card in PAWNS:
        return tell("amber/option/pawn", places=tuple(map(position.place_of, areas)))
    each = tuple(
        say(
            "amber/option/acts",
            place=position.place_of(area),
            area=area_noun(area),
            effect=effect_forms(effect_at(position, seat, area), position, seat, other)[-1],
        )
        for area in areas
    )
    return tell("amber/option/card", each=each)


def area_label(builder: Builder, draft: Draft, choice: Choice) -> str:
    """Return an area with what choosing it would bring."""
    progress, area = builder.progress(draft), area_noun(choice.value)
    here = progress.here
    if choice.kind is Kind.ORIGIN:
        wall = here.freeze().wall(here.turn)
        falls = choice.value == BOR and here.step[-3:] != "CHA"
        markers = here.on_area(here.turn, choice.value)
        return tell(
            "amber/option/origin", area=area, n=markers, falls=falls, was=wall, now=wall - 1
        )
    if choice.kind is Kind.RAID:
        whom = builder.name_seat(others_in(here, choice.value)[0])
        who = Person(whom) if here.count > OPPONENTS else None
        return tell("amber/option/raid", area=area, who=who, changes=_raid(here, choice.value))
    before = here.freeze()
    effect = effect_at(before, here.turn, choice.value, _way(builder, draft, choice))
    brings = effect_forms(effect, before, here.turn)[0]
    if effect.asks == "CAV":
        brings = say("amber/option/cave", other=builder.other_player)
    return tell("amber/option/area", area=area, effect=brings)


def solution_label(problem: Problem) -> str:
    """Return a Problem that can be solved at once, with what it is worth."""
    return tell("amber/option/solution", problem=problem_noun(problem), n=VALUES[problem])


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


def _raid(here: MutablePosition, area: Area) -> tuple[Message, ...]:
    """Return what removing a marker from an area changes: a wall, and sums of Problems."""
    seat = others_in(here, area)[0]
    before = here.freeze()
    after_here = MutablePosition(before, here.options)
    make_move(after_here, RemoveMarker(seat, area))
    after = after_here.freeze()
    told = []
    if area == BOR:
        told.append(say("amber/effect/wall", was=before.wall(seat), now=after.wall(seat)))
    for each in before.row:
        was, now = (strengths(at, each.problem) for at in (before, after))
        if was != now:
            problem, own, other = problem_noun(each.problem), now[here.turn], now[seat]
            told.append(say("amber/option/sums", problem=problem, own=own, other=other))
    return tuple(told)


def keep_label(builder: Builder, draft: Draft) -> str:
    """Return what taking a Problem for its number is worth, and whether it would hold now."""
    progress = builder.progress(draft)
    here = progress.here
    problem = here.row[here.awarded_to(here.turn)] if here.step == "solve" else progress.rest[0][1]
    value, wall = VALUES[problem], here.freeze().wall(here.turn)
    if value >= wall:
        return tell("amber/option/keep-lost", n=value, wall=wall)
    later = wall_ahead(here.freeze(), builder.game.chosen)
    if value >= later:
        return tell("amber/option/keep-lost-later", n=value, wall=later)
    return tell("amber/option/keep", n=value)


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
    verdict = _verdict(builder, sums, claims, winner, seat)
    value, wall = VALUES[problem], position.wall(seat)
    if winner == seat and value >= wall:
        return tell("amber/attempt/but-lost", verdict=verdict, value=value, wall=wall)
    return tell(verdict)


def _verdict(
    builder: Builder, sums: tuple[int, ...], claims: tuple[int, ...], winner: int | None, seat: int
) -> Message:
    if not claims:
        return _unclaimed(builder, sums, seat)
    best = max(claims, key=lambda other: sums[other])
    if winner == seat:
        other = Person(builder.name_seat(best))
        return say("amber/attempt/yours", own=sums[seat], best=sums[best], who=other)
    assert winner is not None
    who = Person(builder.name_seat(winner))
    if sums[winner] == sums[seat]:
        return say("amber/attempt/lost-tie", who=who, best=sums[winner])
    return say("amber/attempt/lost", who=who, best=sums[winner], own=sums[seat])


def _unclaimed(builder: Builder, sums: tuple[int, ...], seat: int) -> Message:
    """Return how an attempt stands that nobody else has declared."""
    order = builder.position.turn_order()
    later = order[order.index(seat) + 1 :]
    if not later:
        return say("amber/attempt/nobody-else")
    best = max(later, key=lambda each: sums[each])
    if sums[seat] == sums[best] and not builder.game.chosen.dummy_wins_ties:
        return say("amber/attempt/tie", own=sums[seat], best=sums[best])
    who = Person(builder.name_seat(best))
    return say("amber/attempt/untried", own=sums[seat], best=sums[best], who=who)


def question(builder: Builder, draft: Draft) -> str:  # noqa: PLR0911 - a line for each question
    """Return the question for the next choice; empty for a finished move."""
    progress = builder.progress(draft)
    if progress.is_done:
        return ""
    position, rest, step = progress.here.freeze(), progress.rest, progress.here.step
    if step == "act":
        return tell("amber/asks/origin") if len(rest) > 1 else _card_question(position, rest)
    if step == "declare":
        return _attempt_question(position)
    if step.endswith("CAV"):
        return tell("amber/asks/raid", other=builder.other_player)
    if step.endswith("CHA"):
        return _moving_question(position, rest)
    if step.endswith("PEN"):
        if not rest:
            return tell("amber/asks/penitent")
        rest = rest[1:]
    return _solving_question(position, rest)


def _card_question(position: Position, rest: Path) -> str:
    if rest:
        card = CARDS[rest[0].value]
        return tell("amber/asks/area", card=card_noun(card), is_pawn=card in PAWNS)
    supply = position.seats[position.turn or 0].influence
    return tell("amber/asks/card", supply=bool(supply))


def _attempt_question(position: Position) -> str:
    seat = position.turn
    assert seat is not None
    is_last = position.turn_order()[-1] == seat
    return tell("amber/asks/attempt", gold=position.seats[seat].gold, is_last=is_last)


def _moving_question(position: Position, rest: Path) -> str:
    if not rest:
        return tell("amber/asks/meeting")
    count = min(2, position.markers_of(position.turn or 0)[rest[0].value])
    return tell("amber/asks/goal", n=count)


def _solving_question(position: Position, rest: Path) -> str:
    if rest:
        return tell("amber/asks/confidant" if rest[0] == CROWN else "amber/asks/origin")
    return tell("amber/asks/solve", supply=bool(position.seats[position.turn or 0].influence))


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


def _area_word(kind: Kind, area: Noun) -> str:
    leads = {
        Kind.ORIGIN: say("amber/so-far/origin", area=area),
        Kind.GOAL: say("amber/so-far/goal", area=area),
        Kind.CONFIDANT: say("amber/so-far/confidant", area=area),
        Kind.RAID: say("amber/so-far/raid", area=area),
    }
    return tell(leads[kind]) if kind in leads else tell(area, form="short")


def _word(builder: Builder, choice: Choice) -> str:  # noqa: PLR0911 - a line for each kind
    value = choice.value
    if choice.kind in AREA_KINDS:
        return _area_word(Kind(choice.kind), area_noun(value))
    match choice.kind:
        case Kind.CARD:
            return tell(card_noun(CARDS[value]))
        case Kind.PROBLEM:
            return tell(problem_noun(value))
        case Kind.SEAT:
            return builder.name_seat(value)
        case Kind.PASS:
            is_attempt = builder.position.step == "declare"
            return tell("amber/so-far/pass" if is_attempt else "amber/so-far/no-marker")
        case Kind.COUNT:
            return tell("amber/so-far/count", n=value)
    return tell("amber/so-far/take" if choice.kind is Kind.TAKE else "amber/so-far/crown")
