"""What the page draws of Reino de Ámbar: Problems, areas, the Barbarians and the seats. Pure."""

from __future__ import annotations

from typing import Final

from games.amber.constants import AREA_LETTERS, PROBLEMS, SUITS, VALUES, Area
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.facts import AmberView, strengths
from siam_tui.games.amber.facts_text import tell_area, tell_problems
from siam_tui.games.amber.names import area_noun, card_noun, numbered, problem_noun
from siam_tui.games.page_drawing import CROWN, Card, PageDrawing, Sign, cards, chip, told_fact
from texts import Message, say, tell

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
            cards("problems", tell("amber/page/problems"), problems),
            cards("areas", tell("amber/overview/areas"), areas),
            (
                "signs",
                (
                    _fact(say("amber/page/power", n=position.power)),
                    _fact(say("amber/page/deck", n=position.deck_size)),
                    _fact(say("amber/page/discarded", n=len(position.discard))),
                ),
            ),
        ),
        tuple(_seat(view, seat) for seat in range(view.seat_count)),
        told,
    )


def _fact(told: Message) -> Sign:
    return told_fact(told.args["n"], tell(told))


def _chip(view: AmberView, seat: int, text: object = "") -> Sign:
    side = _DUMMY_SIDE if view.is_played_by_table(seat) else seat
    return chip(side, f"{marks_of(view).letters[seat]}{text}", view.name(seat))


def _suits(letters: str) -> tuple[Sign, ...]:
    return tuple(
        Sign(f"{_SUIT_SIGNS[suit]}{suit}", f"suit suit-{suit}", tell(card_noun(suit)))
        for suit in letters
    )


def _area(view: AmberView, place: int, area: Area) -> Card:
    position = view.begun_position
    markers = enumerate(position.markers_in(area))
    signs = [_chip(view, seat, count) for seat, count in markers if count]
    is_confidant = area == position.confidant
    if is_confidant:
        signs.append(Sign(tell("amber/page/confidant", crown=CROWN), "crown"))
    return Card(
        (
            (Sign(str(place), "number"), *_suits(AREA_LETTERS[area])),
            (Sign(tell(area_noun(area), form="bare"), "strong"),),
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
        (Sign(tell("amber/page/rank", n=VALUES[problem]), "rank"), *_suits(PROBLEMS[problem][1:])),
        (Sign(tell(problem_noun(problem)), "strong"),),
        tuple(_chip(view, seat, number) for seat, number in enumerate(sums)),
    ]
    if winner is not None:
        lines.append((_chip(view, winner, f" {tell('amber/page/solves')}"),))
    elif claims:
        letters = tuple(marks_of(view).letters[seat] for seat in claims)
        lines.append((Sign(tell("amber/page/tried", letters=letters), "faint"),))
    return Card(tuple(lines), "problem" if winner is None else "problem now", sentence)


def _seat(view: AmberView, seat: int) -> tuple[Sign, ...]:
    position = view.begun_position
    shown = position.seats[seat]
    signs = [
        _chip(view, seat),
        _fact(say("amber/page/gold", n=shown.gold)),
        _fact(say("amber/page/influence", n=shown.influence)),
        _fact(say("amber/page/reserve", n=position.reserve(seat))),
        _fact(say("amber/page/wall", n=position.wall(seat))),
        _fact(say("amber/page/kept", n=shown.problems)),
        _fact(say("amber/page/cards", n=shown.cards)),
    ]
    if shown.last:
        card = tell(card_noun(shown.last))
        signs.append(told_fact(card, tell("amber/page/played", card=card)))
    return (*signs, *(Sign(tell(numbered(problem)), "faint") for problem in shown.kept or ()))
