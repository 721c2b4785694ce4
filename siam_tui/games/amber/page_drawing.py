"""What the page draws of Reino de Ámbar: Problems, areas, the Barbarians and the seats. Pure."""

from __future__ import annotations

from typing import Final

from games.amber.constants import AREA_LETTERS, PROBLEMS, SUITS, VALUES, Area
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.facts import AmberView, strengths
from siam_tui.games.amber.facts_text import tell_area, tell_problems
from siam_tui.games.amber.names import (
    BARE_AREA_NAMES,
    CARD_NAMES,
    PROBLEM_NAMES,
    SUIT_NAMES,
    numbered,
)
from siam_tui.games.page_drawing import CROWN, Card, PageDrawing, Sign, cards, chip, counted, fact

_SUIT_SIGNS: Final = dict(zip(SUITS, "☽☀≈♣§✤", strict=True))
_DUMMY_SIDE: Final = 3


def draw_page(view: AmberView) -> PageDrawing:
    """Return a position as the page draws it."""
    position = view.begun_position
    told = tuple(tell_problems(view, position))
    problems = [_problem(view, place, sentence) for place, sentence in enumerate(told)]
    areas = [_area(view, place, area) for place, area in enumerate(position.places, start=1)]
    return PageDrawing(
        (
            cards("problems", "Problems of this round", problems),
            cards("areas", "Areas", areas),
            (
                "signs",
                (
                    fact(position.power, "{} power of the Barbarians"),
                    fact(position.deck_size, "{} Problems in the deck"),
                    fact(len(position.discard), "{} discarded"),
                ),
            ),
        ),
        tuple(_seat(view, seat) for seat in range(view.seat_count)),
        told,
    )


def _chip(view: AmberView, seat: int, text: object = "") -> Sign:
    side = _DUMMY_SIDE if view.is_played_by_table(seat) else seat
    return chip(side, f"{marks_of(view).letters[seat]}{text}", view.name(seat))


def _suits(letters: str) -> tuple[Sign, ...]:
    return tuple(
        Sign(f"{_SUIT_SIGNS[suit]}{suit}", f"suit suit-{suit}", SUIT_NAMES[suit])
        for suit in letters
    )


def _area(view: AmberView, place: int, area: Area) -> Card:
    position = view.begun_position
    markers = enumerate(position.markers_in(area))
    signs = [_chip(view, seat, count) for seat, count in markers if count]
    is_confidant = area == position.confidant
    if is_confidant:
        signs.append(Sign(f"{CROWN} Confidant", "crown"))
    return Card(
        (
            (Sign(str(place), "number"), *_suits(AREA_LETTERS[area])),
            (Sign(BARE_AREA_NAMES[area], "strong"),),
            tuple(signs),
        ),
        "area confidant" if is_confidant else "area",
        tell_area(view, position, area),
    )


def _problem(view: AmberView, place: int, sentence: str) -> Card:
    position = view.begun_position
    problem, claims, winner = position.row[place]
    sums = strengths(position, problem)
    lines = [
        (Sign(str(VALUES[problem] or "Crown"), "rank"), *_suits(PROBLEMS[problem][1:])),
        (Sign(PROBLEM_NAMES[problem], "strong"),),
        tuple(_chip(view, seat, number) for seat, number in enumerate(sums)),
    ]
    if winner is not None:
        lines.append((_chip(view, winner, " solves"),))
    elif claims:
        letters = ", ".join(marks_of(view).letters[seat] for seat in claims)
        lines.append((Sign(f"tried by {letters}", "faint"),))
    return Card(tuple(lines), "problem" if winner is None else "problem now", sentence)


def _seat(view: AmberView, seat: int) -> tuple[Sign, ...]:
    position = view.begun_position
    shown = position.seats[seat]
    signs = [
        _chip(view, seat),
        fact(shown.gold, "{} gold"),
        fact(shown.influence, "{} influence"),
        fact(position.reserve(seat), "{} in reserve"),
        fact(position.wall(seat), "{} wall"),
        fact(shown.problems, "{} kept"),
        counted(shown.cards, "card"),
    ]
    if shown.last:
        signs.append(fact(CARD_NAMES[shown.last], "played {}"))
    return (*signs, *(Sign(numbered(problem), "faint") for problem in shown.kept or ()))
