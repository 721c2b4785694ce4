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
    PAWNS,
    PROBLEMS,
    WALL,
    Area,
    Card,
    Problem,
)
from siam_tui.games.amber.effect_words import effect_sentence
from siam_tui.games.amber.facts import AmberView, effect_at, wall_facts
from siam_tui.games.amber.forecast import ProblemForecast, describe_forecast, forecast
from siam_tui.games.amber.names import (
    area_noun,
    card_noun,
    card_suits,
    numbered,
    other_player,
    problem_suits,
    suit_nouns,
)
from siam_tui.games.game_texts import FactCommand
from siam_tui.games.map_board.place_names import place_named
from texts import Message, Noun, Person, say, tell

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
    counts = enumerate(position.markers_in(area))
    return tell(
        "amber/fact/area",
        place=position.place_of(area),
        area=area_noun(area),
        suits=suit_nouns(AREA_LETTERS[area]),
        markers=tuple(_count_of_player(view.who(seat), count) for seat, count in counts if count),
        confidant=area == position.confidant,
    )


def _count_of_player(who: Person, count: int) -> Message:
    return say("amber/fact/count", who=who, n=count)


def _area_named(position: Position, text: str) -> Area:
    wanted = text.strip()
    if wanted.isdecimal() and 1 <= int(wanted) <= len(position.places):
        return position.places[int(wanted) - 1]
    return place_named(text, "area", [*map(area_noun, range(len(AREAS)))], AREAS, "bare")


def tell_barbarians(position: Position) -> str:
    """Return how strong the Barbarians are."""
    return tell("amber/fact/barbarians", power=position.power)


# Problems


def tell_problems(view: AmberView, position: Position) -> Iterator[str]:
    """Tell the Problems of the row: everybody's strength, who tries it, who was awarded it."""
    for place, each in enumerate(forecast(position, view.game.chosen).problems, start=1):
        yield _tell_problem(view, place, each, settled=position.step.startswith("solve"))


def _tell_problem(view: AmberView, place: int, each: ProblemForecast, *, settled: bool) -> str:
    winner = None if each.winner is None or not settled else view.who(each.winner)
    return tell(
        "amber/fact/problem",
        place=place,
        problem=numbered(each.problem),
        suits=suit_nouns(problem_suits(each.problem)),
        sums=tuple(_count_of_player(view.who(seat), sum_) for seat, sum_ in enumerate(each.sums)),
        winner=winner,
        claims=() if winner else tuple(map(view.who, each.claims)),
    )


def tell_forecast(view: AmberView, position: Position) -> str:
    """Return what would happen to the Problems as things stand."""
    told = describe_forecast(forecast(position, view.game.chosen), view.seat_names, view.seat)
    return tell("amber/fact/forecast", told=told) if told else tell("amber/fact/no-forecast")


# What players have


def tell_hand(view: AmberView, position: Position) -> Iterator[str]:
    """Tell the own cards, and what each would bring in which area."""
    seat = view.seat
    if seat is None or (hand := position.seats[seat].hand) is None:
        yield tell("amber/fact/not-seated")
        return
    other = other_player(view.seat_names, seat)
    yield tell("amber/fact/cards", n=len(hand))  # type: ignore[characters]
    for card in hand:
        areas = sorted(AREAS_WITH[CARD_SUITS[card]], key=position.place_of)
        ways = tuple(
            say(
                "amber/fact/way",
                is_first=area == areas[0],
                place=position.place_of(area),
                area=area_noun(area),
                effect=effect_sentence(effect_at(position, seat, area), position, seat, other),
            )
            for area in areas
        )
        yield tell("amber/fact/card", card=card_noun(card), suits=_suits_of_pawn(card), ways=ways)


def _suits_of_pawn(card: Card) -> tuple[Noun, ...]:
    """Return the suits of a pawn; none of an ace, which is called so."""
    return suit_nouns(card_suits(card)) if card in PAWNS else ()


def tell_hand_names(position: Position, seat: int) -> Iterator[str]:
    """Tell the names of a player's cards, with the suits of those that have several."""
    if hand := position.seats[seat].hand:
        cards = tuple(
            say("amber/fact/card-name", card=card_noun(card), suits=_suits_of_pawn(card))
            for card in hand
        )
        yield tell("amber/fact/hand", cards=cards)


def tell_kept(view: AmberView, position: Position) -> Iterator[str]:
    """Tell the own kept Problems, and which would be lost now."""
    facts = None if view.seat is None else wall_facts(position, view.seat)
    if facts is None or facts.final is None:
        yield tell("amber/fact/not-seated")
        return
    final = facts.final
    held, lost = (tuple(map(numbered, each)) for each in (final.held, final.lost))
    yield tell("amber/fact/kept", problems=(*held, *lost), wall=facts.wall)
    if lost:
        yield tell("amber/fact/lost", problems=lost, n=final.points)
        yield tell("amber/fact/missing", n=facts.missing)
    elif held:
        yield tell("amber/fact/holds", problems=held, n=final.points)


def tell_seat(view: AmberView, seat: int) -> str:
    """Return what a player has, as far as this person may see it."""
    position = view.begun_position
    shown = position.seats[seat]
    return tell(
        "amber/fact/seat",
        influence=shown.influence,
        reserve=position.reserve(seat),
        gold=shown.gold,
        cards=shown.cards,
        kept=shown.problems,
        wall=position.wall(seat),
        last=card_noun(shown.last) if shown.last else None,
        first=seat == position.first and not position.over,
    )


def tell_means(view: AmberView, position: Position) -> str:
    """Return what the person has to act with."""
    assert view.seat is not None
    own, reserve = position.seats[view.seat], position.reserve(view.seat)
    return tell("amber/fact/means", influence=own.influence, reserve=reserve, gold=own.gold)


def tell_wall(view: AmberView, position: Position) -> Iterator[str]:
    """Tell how each wall is made up, and which numbers would fall."""
    yield tell_barbarians(position)
    for seat in range(len(position.seats)):
        facts, who = wall_facts(position, seat), view.who(seat)
        yield tell(
            "amber/fact/wall",
            who=who,
            wall=facts.wall,
            base=WALL,
            power=position.power,
            n=facts.defenders,
        )
        if facts.falling and facts.cards:
            yield tell("amber/fact/falling", who=who, n=facts.cards, numbers=facts.falling)


def _tell_discard(view: AmberView, position: Position) -> Iterator[str]:
    yield tell("amber/fact/discarded", problems=tuple(map(numbered, position.discard)))
    yield tell("amber/fact/not-seen", problems=tuple(map(numbered, _not_seen(view, position))))
    yield tell("amber/fact/deck", n=position.deck_size)


def _not_seen(view: AmberView, position: Position) -> list[Problem]:
    """Return the Problems that are in the deck or kept by others, as this person sees it."""
    own = () if view.seat is None else position.seats[view.seat].kept or ()
    seen = {*position.discard, *own, *(each.problem for each in position.row)}
    return [problem for problem in range(len(PROBLEMS)) if problem not in seen]


def _fact(
    name: str, about: Message, answer: Callable[[AmberView, Position], Iterator[str]]
) -> FactCommand:
    """Return a question that nothing follows."""
    return FactCommand(name, "", about, lambda view, _: answer(view, view.begun_position))


FACTS: Final = (
    FactCommand("board", say("amber/ask/form"), say("amber/ask/board"), tell_board, ("look",)),
    _fact("problems", say("amber/ask/problems"), tell_problems),
    _fact("hand", say("amber/ask/hand"), tell_hand),
    _fact("kept", say("amber/ask/kept"), tell_kept),
    _fact("discard", say("amber/ask/discard"), _tell_discard),
    _fact("wall", say("amber/ask/wall"), tell_wall),
    _fact("forecast", say("amber/ask/forecast"), lambda *at: iter([tell_forecast(*at)])),
)
"""The questions about Reino de Ámbar."""
