"""What can be asked at a table of Reino de Ámbar, as sentences: one fact each. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from games.amber import Position
from games.amber.constants import (
    AREA_LETTERS,
    AREAS,
    AREAS_WITH,
    CARD_SUITS,
    PROBLEMS,
    WALL,
    Area,
    Problem,
)
from games.plural import count_of
from siam_tui.games.amber.effect_words import effect_sentence
from siam_tui.games.amber.facts import AmberView, effect_at, wall_facts
from siam_tui.games.amber.forecast import ProblemForecast, describe_forecast, forecast
from siam_tui.games.amber.names import (
    BARE_AREA_NAMES,
    CARD_NAMES,
    PAWN_NAMES,
    SUIT_NAMES,
    area_name,
    numbered,
    other_player,
    suits_of_card,
    suits_of_problem,
)
from siam_tui.games.game_texts import FactCommand
from siam_tui.games.map_board.place_names import place_named
from siam_tui.ui.text import capitalized, listed, tell_of

NOT_SEATED: Final = "You have no seat here, so you have no cards."


# Areas


def tell_board(view: AmberView, name: str = "") -> Iterator[str]:
    """Tell every area, or one.

    Raises:
        UserError: no area, or more than one, is called so.
    """
    position = view.begun_position
    if name:
        yield tell_area(view, position, _area_named(position, name))
        return
    for area in position.places:
        yield tell_area(view, position, area)
    yield tell_barbarians(position)


def tell_area(view: AmberView, position: Position, area: Area) -> str:
    """Return how an area stands: place, suits, and whose markers are there."""
    suits = listed([SUIT_NAMES[letter] for letter in AREA_LETTERS[area]])
    markers = [
        f"{view.name_or_you(seat)}: {count}"
        for seat, count in enumerate(position.markers_in(area))
        if count
    ]
    there = ", ".join(markers) or "no markers"
    confidant = " The Confidant is here." if area == position.confidant else ""
    place = f"Place {position.place_of(area)}"
    return f"{place}, {area_name(area)}, {suits}. {capitalized(there)}.{confidant}"


def _area_named(position: Position, text: str) -> Area:
    wanted = text.strip()
    if wanted.isdecimal() and 1 <= int(wanted) <= len(position.places):
        return position.places[int(wanted) - 1]
    return place_named(text, "area", BARE_AREA_NAMES, AREAS)


def tell_barbarians(position: Position) -> str:
    """Return how strong the Barbarians are."""
    return f"The Barbarians have power {position.power}."


# Problems


def tell_problems(view: AmberView, position: Position) -> Iterator[str]:
    """Tell the Problems of the row: everybody's strength, who tries it, who was awarded it."""
    for place, each in enumerate(forecast(position, view.game.chosen).problems, start=1):
        yield _tell_problem(view, place, each, settled=position.step.startswith("solve"))


def _tell_problem(view: AmberView, place: int, each: ProblemForecast, *, settled: bool) -> str:
    sums = ", ".join(f"{view.name_or_you(seat)}: {number}" for seat, number in enumerate(each.sums))
    named = f"{numbered(each.problem)}, {suits_of_problem(each.problem)}"
    told = f"Problem {place}: {named}. {capitalized(sums)}."
    if settled and each.winner is not None:
        return f"{told} It was awarded to {view.name_or_you(each.winner)}."
    if each.claims:
        names = listed([view.name_or_you(seat) for seat in each.claims])
        tries = "try" if each.claims == (view.seat,) or len(each.claims) > 1 else "tries"
        return f"{told} {capitalized(names)} {tries} it."
    return told


def tell_forecast(view: AmberView, position: Position) -> str:
    """Return what would happen to the Problems as things stand."""
    told = describe_forecast(forecast(position, view.game.chosen), view.seat_names, view.seat)
    return f"As it stands, {told}" if told else "No Problem is left in the row."


# What players have


def tell_hand(view: AmberView, position: Position) -> Iterator[str]:
    """Tell the own cards, and what each would bring in which area."""
    seat = view.seat
    if seat is None or (hand := position.seats[seat].hand) is None:
        yield NOT_SEATED
        return
    other = other_player(view.seat_names, seat)
    yield f"You have {count_of(len(hand), 'card')}."  # type: ignore[characters]
    for card in hand:
        suits = f", {suits_of_card(card)}" if card in PAWN_NAMES else ""
        areas = sorted(AREAS_WITH[CARD_SUITS[card]], key=position.place_of)
        told = "; or ".join(
            f"place {position.place_of(area)}, {area_name(area)}, "
            f"{effect_sentence(effect_at(position, seat, area), position, seat, other)}"
            for area in areas
        )
        yield f"{CARD_NAMES[card]}{suits}: {told}."


def tell_hand_names(position: Position, seat: int) -> Iterator[str]:
    """Tell the names of a player's cards, with the suits of those that have several."""
    hand = position.seats[seat].hand or ()
    named = [
        f"{CARD_NAMES[card]} ({suits_of_card(card)})" if card in PAWN_NAMES else CARD_NAMES[card]
        for card in hand
    ]
    if named:
        yield f"Your cards: {listed(named)}."


def tell_kept(view: AmberView, position: Position) -> Iterator[str]:
    """Tell the own kept Problems, and which would be lost now."""
    facts = None if view.seat is None else wall_facts(position, view.seat)
    if facts is None or facts.final is None:
        yield NOT_SEATED
        return
    final = facts.final
    if not facts.cards:
        yield f"You have kept no Problem. Your wall is {facts.wall}."
        return
    named = listed([numbered(problem) for problem in (*final.held, *final.lost)])
    yield f"You have kept {named}. Your wall is {facts.wall}."
    if not final.lost:
        verb = "holds" if facts.cards == 1 else "hold"
        yield f"{'It' if facts.cards == 1 else 'All'} {verb}: {count_of(final.points, 'point')}."
        return
    lost = listed([numbered(problem) for problem in final.lost])
    yield f"Now {lost} would be lost: {count_of(final.points, 'point')} would be left."
    yield f"{count_of(facts.missing, 'more marker')} in the Borderland would hold all."


def tell_seat(view: AmberView, seat: int) -> str:
    """Return what a player has, as far as this person may see it."""
    position = view.begun_position
    shown = position.seats[seat]
    parts = [
        f"{shown.influence} influence",
        f"{position.reserve(seat)} in reserve",
        f"{shown.gold} gold",
        count_of(shown.cards, "card"),
        count_of(shown.problems, "kept Problem"),
        f"wall {position.wall(seat)}",
    ]
    last = f" Last card: {CARD_NAMES[shown.last]}." if shown.last else ""
    first = " First player." if seat == position.first and not position.over else ""
    return f"{listed(parts)}.{last}{first}"


def tell_means(view: AmberView, position: Position) -> str:
    """Return what the person has to act with."""
    assert view.seat is not None
    own = position.seats[view.seat]
    reserve = position.reserve(view.seat)
    return f"You have {own.influence} influence, {reserve} more in reserve, and {own.gold} gold."


def tell_wall(view: AmberView, position: Position) -> Iterator[str]:
    """Tell how each wall is made up, and which numbers would fall."""
    yield tell_barbarians(position)
    for seat in range(len(position.seats)):
        facts = wall_facts(position, seat)
        who = view.subject(seat)
        yield (
            f"{who}: wall {facts.wall}, that is {WALL}, less {position.power}, "
            f"and {count_of(facts.defenders, 'marker')} in the Borderland."
        )
        if facts.falling and facts.cards:
            numbers = listed(list(map(str, facts.falling)), "or")
            cards = count_of(facts.cards, "kept Problem")
            template = "{who} {have} {cards}: a number {numbers} would be lost."
            yield tell_of(who, template, cards=cards, numbers=numbers)


def _tell_discard(view: AmberView, position: Position) -> Iterator[str]:
    named = [numbered(problem) for problem in position.discard]
    yield f"Discarded: {listed(named)}." if named else "No Problem is discarded."
    unseen = [numbered(problem) for problem in _not_seen(view, position)]
    yield f"Not seen yet: {listed(unseen)}." if unseen else "All Problems have been seen."
    yield f"{count_of(position.deck_size, 'Problem')} in the deck."


def _not_seen(view: AmberView, position: Position) -> list[Problem]:
    """Return the Problems that are in the deck or kept by others, as this person sees it."""
    own = () if view.seat is None else position.seats[view.seat].kept or ()
    seen = {*position.discard, *own, *(each.problem for each in position.row)}
    return [problem for problem in range(len(PROBLEMS)) if problem not in seen]


def _forecast(view: AmberView, position: Position) -> Iterator[str]:
    yield tell_forecast(view, position)


def _with_position(
    tell: Callable[[AmberView, Position], Iterator[str]],
) -> Callable[[AmberView, str], Iterator[str]]:
    """Return the answer to a question that nothing follows."""
    return lambda view, _: tell(view, view.begun_position)


FACTS: Final = (
    FactCommand(
        "board",
        "[AREA]",
        "Tell the areas in the order of their places, or one.",
        tell_board,
        ("look",),
    ),
    FactCommand(
        "problems",
        "",
        "Tell the Problems, everybody's strength, and who tries them.",
        _with_position(tell_problems),
    ),
    FactCommand("hand", "", "Tell your cards and what each can do.", _with_position(tell_hand)),
    FactCommand(
        "kept", "", "Tell the Problems you have kept, and which hold.", _with_position(tell_kept)
    ),
    FactCommand(
        "discard",
        "",
        "Tell the discarded Problems, and those not seen yet.",
        _with_position(_tell_discard),
    ),
    FactCommand(
        "wall",
        "",
        "Tell the Barbarians' power and how each wall is made up.",
        _with_position(tell_wall),
    ),
    FactCommand(
        "forecast",
        "",
        "Tell what would become of the Problems as things stand.",
        _with_position(_forecast),
    ),
)
"""The questions about Reino de Ámbar."""
