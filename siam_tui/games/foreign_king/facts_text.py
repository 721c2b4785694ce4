"""What can be asked at a table of The Foreign King, as sentences: one fact each. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import PROVINCES, Colour
from siam_tui.games.foreign_king.ending.results import tell_scoring
from siam_tui.games.foreign_king.facts import (
    ForeignKingView,
    all_holdings,
    end_facts,
    holdings,
    province_facts,
    space_facts,
)
from siam_tui.games.foreign_king.forecast import describe_lead, explain_first_points, forecast
from siam_tui.games.foreign_king.names import (
    count_factories,
    name_place,
    name_places,
    name_space,
    tell_stock,
    who_has,
)
from siam_tui.games.game_texts import FactCommand
from siam_tui.games.map_board.place_names import province_named
from texts import Message, Noun, say, tell


def tell_board(view: ForeignKingView, name: str = "") -> Iterator[str]:
    """Tell every province, or one with its neighbours.

    Raises:
        UserError: no province, or more than one, is called so.
    """
    position = view.begun_position
    if not name:
        return (tell_province(view, position, province) for province in range(PROVINCES))
    board = view.game.map
    here = province_named(board, name, name_places(board, "full")[:-1])
    sentences = [
        tell_province(view, position, each) for each in (here, *view.game.map.borders[here])
    ]
    return iter([sentences[0], *_tell_surroundings(view, here), *sentences[1:]])


def tell_province(view: ForeignKingView, position: Position, province: int) -> str:
    """Return how a province stands: citizens, leader, factories, and what it would score."""
    facts, place = province_facts(position, province), name_place(position.map, province)
    king, sentences = facts.has_king, []
    if each := _counts(view, dict(enumerate(facts.citizens))):
        sentences.append(tell("foreign_king/province-with", place=place, king=king, each=each))
    else:
        sentences.append(tell("foreign_king/province-empty", place=place, king=king))
    metal, spent_metal, textile, spent_textile = facts.factories
    active = count_factories(metal, textile, "active")
    inactive = count_factories(spent_metal, spent_textile, "inactive")
    if active or inactive:
        groups = tuple(group for group in (active, inactive) if group)
        sentences.append(tell("foreign_king/factories-there", each=groups))
    if facts.leader is not None:
        who = who_has(view, facts.leader)
        sentences.append(tell("foreign_king/leads", who=who, points=facts.points))
    elif facts.is_tie:
        sentences.append(tell("foreign_king/nobody-leads"))
    return " ".join(sentences)


def _counts(view: ForeignKingView, numbers: Mapping[Colour, int]) -> tuple[Message, ...]:
    """Return how many citizens each colour has, the most first; without those who have none."""
    present = [(colour, n) for colour, n in numbers.items() if n]
    present.sort(key=lambda each: -each[1])
    return tuple(say("foreign_king/count", n=n, who=who_has(view, colour)) for colour, n in present)


def _tell_surroundings(view: ForeignKingView, province: int) -> Iterator[str]:
    board = view.game.map
    yield tell("foreign_king/notation-name", id=board.ids[province])
    near = tuple(name_place(board, other) for other in board.borders[province])
    yield tell("foreign_king/borders", each=near)


def tell_king(position: Position) -> str:
    """Return where the King and his marker are."""
    if position.king is None:
        return tell("foreign_king/king/portrait")
    where = name_place(position.map, position.king)
    return tell("foreign_king/king/place", place=where, marker=position.marker)


def tell_end(view: ForeignKingView, position: Position) -> str:
    """Return how far the King's marker is from the second-highest score."""
    end = end_facts(position)
    holders = tuple(who_has(view, each) for each in end.holders)
    return tell("foreign_king/king/end", second=end.second, holders=holders, left=end.to_go)


def tell_order(view: ForeignKingView, position: Position) -> str:
    """Return the turn order of this round."""
    return tell("foreign_king/order/now", seats=tuple(map(view.who, position.order)))


def tell_congress(view: ForeignKingView, position: Position) -> str:
    """Return who has how many citizens in the Congress."""
    each = _counts(view, {seat: position.congressmen[seat] for seat in position.order})
    return (
        tell("foreign_king/congress/each", each=each)
        if each
        else tell("foreign_king/congress/none")
    )


def _tell_king(view: ForeignKingView, _: str) -> Iterator[str]:
    position = view.begun_position
    yield tell_king(position)
    yield tell_end(view, position)
    yield tell_congress(view, position)


def tell_spaces(view: ForeignKingView, _: str = "") -> Iterator[str]:
    """Tell which spaces are free, and whose pawns stand where."""
    for each in space_facts(view.begun_position):
        space = name_space(each.space)
        if each.pawn is None:
            yield tell("foreign_king/space-is/free", space=space)
        else:
            yield tell("foreign_king/space-is/taken", space=space, who=view.who(each.pawn))


def _tell_turns(view: ForeignKingView, _: str) -> Iterator[str]:
    position = view.begun_position
    yield tell_order(view, position)
    for seat in position.changes:
        yield tell("foreign_king/order/change", who=view.who(seat))


def _tell_supply(view: ForeignKingView, _: str) -> Iterator[str]:
    position = view.begun_position
    for own in all_holdings(position):
        yield tell("foreign_king/seat/supply", who=who_has(view, own.colour), n=own.supply)
    yield tell_stock(position)


def tell_forecast(view: ForeignKingView, _: str = "") -> Iterator[str]:
    """Tell the final points if the game ended now, and who leads; once it is over, the result."""
    position = view.begun_position
    if position.asks == "over":
        yield from tell_scoring(view)
        return
    found = forecast(position)
    each = tuple(
        say("foreign_king/forecast/point", who=who_has(view, colour), points=found.points[colour])
        for colour in found.order
    )
    yield tell("foreign_king/forecast/points", each=each)
    yield tell("foreign_king/forecast/lead", lead=describe_lead(view, found))
    yield from explain_first_points(position)[:1]


def tell_seat(view: ForeignKingView, seat: int) -> str:
    """Return what a player has: score, francs, medals, loans, citizens and the pawn."""
    position = view.begun_position
    own = holdings(position, seat)
    return tell(
        "foreign_king/seat/all",
        score=own.score,
        over=position.asks == "over",
        francs=own.francs,
        medals=own.medals,
        loans=own.loans,
        supply=own.supply,
        congress=own.congressmen,
        pawn=None if own.pawn is None else name_space(own.pawn),
    )


FACTS: Final = (
    FactCommand(
        "board",
        Noun("foreign_king/fact", "board-form"),
        Noun("foreign_king/fact", "board"),
        tell_board,
        ("look", "map"),
    ),
    FactCommand("spaces", "", Noun("foreign_king/fact", "spaces"), tell_spaces),
    FactCommand("marker", "", Noun("foreign_king/fact", "marker"), _tell_king),
    FactCommand("turns", "", Noun("foreign_king/fact", "turns"), _tell_turns),
    FactCommand("supply", "", Noun("foreign_king/fact", "supply"), _tell_supply),
    FactCommand("score", "", Noun("foreign_king/fact", "score"), tell_forecast, ("forecast",)),
)
"""The questions about The Foreign King."""
