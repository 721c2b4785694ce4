"""What can be asked at a table of The Foreign King, as sentences: one fact each. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import PROVINCES
from games.plural import count_of
from siam_tui.games.foreign_king.ending.results import tell_scoring
from siam_tui.games.foreign_king.facts import (
    ForeignKingView,
    ProvinceFacts,
    all_holdings,
    end_facts,
    holdings,
    province_facts,
    space_facts,
)
from siam_tui.games.foreign_king.forecast import (
    describe_lead,
    explain_first_points,
    forecast,
)
from siam_tui.games.foreign_king.names import (
    colour_name,
    colour_or_you,
    count_congressmen,
    count_factories,
    subject,
    tell_stock,
)
from siam_tui.games.game_texts import FactCommand
from siam_tui.games.map_board.place_names import province_named, tell_neighbours
from siam_tui.ui.text import capitalized, listed, tell_of


def tell_board(view: ForeignKingView, name: str = "") -> Iterator[str]:
    """Tell every province, or one with its neighbours.

    Raises:
        UserError: no province, or more than one, is called so.
    """
    position = view.begun_position
    if not name:
        return (tell_province(view, position, province) for province in range(PROVINCES))
    here = province_named(view.game.map, name)
    sentences = [
        tell_province(view, position, each) for each in (here, *view.game.map.borders[here])
    ]
    return iter([sentences[0], *_tell_surroundings(view, here), *sentences[1:]])


def tell_province(view: ForeignKingView, position: Position, province: int) -> str:
    """Return how a province stands: citizens, leader, factories, and what it would score."""
    facts = province_facts(position, province)
    name = view.game.map.provinces[province].name
    king = ", with the King" if facts.has_king else ""
    sentences = [f"{name}{king}: {_tell_citizens(view, facts)}."]
    if any(facts.factories):
        sentences.append(_tell_factories(facts))
    if facts.leader is not None:
        who = subject(view, facts.leader)
        points = count_of(facts.points, "point")
        sentences.append(tell_of(who, "{who} lead{s} and would score {points}.", points=points))
    elif facts.is_tie:
        sentences.append("Nobody leads.")
    return " ".join(sentences)


def _tell_citizens(view: ForeignKingView, facts: ProvinceFacts) -> str:
    present = [(colour, count) for colour, count in enumerate(facts.citizens) if count]
    present.sort(key=lambda each: -each[1])
    told = [f"{count} of {_owner(view, colour)}" for colour, count in present]
    return listed(told) if told else "no citizens"


def _owner(view: ForeignKingView, colour: int) -> str:
    return "yours" if colour == view.seat else colour_name(view, colour)


def _tell_factories(facts: ProvinceFacts) -> str:
    metal, spent_metal, textile, spent_textile = facts.factories
    parts = []
    if metal or textile:
        parts.append(count_factories(metal, textile, "active "))
    if spent_metal or spent_textile:
        parts.append(count_factories(spent_metal, spent_textile, "inactive "))
    return f"{capitalized(listed(parts))}."


def _tell_surroundings(view: ForeignKingView, province: int) -> Iterator[str]:
    yield f"In the notation it is {view.game.map.ids[province]}."
    yield tell_neighbours(view.game.map, province)


def tell_king(position: Position) -> str:
    """Return where the King and his marker are."""
    if position.king is None:
        return "The King is on his portrait, his marker at 30."
    where = position.map.provinces[position.king].name
    return f"The King is in {where}, his marker at {position.marker}."


def tell_end(view: ForeignKingView, position: Position) -> str:
    """Return how far the King's marker is from the second-highest score."""
    end = end_facts(position)
    holders = listed([colour_or_you(view, each) for each in end.holders])
    left = count_of(end.to_go, "point")
    return (
        f"The second-highest score is {end.second}, of {holders}. "
        f"The game ends when the marker has come down to it: {left} to go."
    )


def tell_order(view: ForeignKingView, position: Position) -> str:
    """Return the turn order of this round."""
    return f"The turn order is {', '.join(map(view.name_or_you, position.order))}."


def tell_congress(view: ForeignKingView, position: Position) -> str:
    """Return who has how many citizens in the Congress."""
    present = [seat for seat in position.order if position.congressmen[seat]]
    present.sort(key=lambda seat: -position.congressmen[seat])
    if not present:
        return "Nobody has a citizen in the Congress."
    each = listed([f"{position.congressmen[seat]} of {_owner(view, seat)}" for seat in present])
    return f"In the Congress: {each}."


def _tell_king(view: ForeignKingView, _: str) -> Iterator[str]:
    position = view.begun_position
    yield tell_king(position)
    yield tell_end(view, position)
    yield tell_congress(view, position)


def tell_spaces(view: ForeignKingView, _: str = "") -> Iterator[str]:
    """Tell which spaces are free, and whose pawns stand where."""
    for each in space_facts(view.begun_position):
        if each.pawn is None:
            yield f"{each.space}: free."
        elif each.pawn == view.seat:
            yield f"{each.space}: your pawn."
        else:
            yield f"{each.space}: the pawn of {view.name(each.pawn)}."


def _tell_turns(view: ForeignKingView, _: str) -> Iterator[str]:
    position = view.begun_position
    yield tell_order(view, position)
    for seat in position.changes:
        yield tell_of(subject(view, seat), "{who} choose{s} a new place after this round.")


def _tell_supply(view: ForeignKingView, _: str) -> Iterator[str]:
    position = view.begun_position
    for own in all_holdings(position):
        who, citizens = subject(view, own.colour), count_of(own.supply, "citizen")
        yield tell_of(who, "{who} {have} {citizens} in the supply.", citizens=citizens)
    yield tell_stock(position)


def tell_forecast(view: ForeignKingView, _: str = "") -> Iterator[str]:
    """Tell the final points if the game ended now, and who leads; once it is over, the result."""
    position = view.begun_position
    if position.asks == "over":
        yield from tell_scoring(view)
        return
    found = forecast(position)
    names = [colour_name(view, colour) for colour in range(len(found.points))]
    each = listed(
        [f"{colour_or_you(view, colour)} {found.points[colour]}" for colour in found.order]
    )
    yield f"If the game ended now, the final points would be: {each}."
    yield f"{capitalized(describe_lead(found, names, view.seat))}."
    yield from explain_first_points(position)[:1]


def tell_seat(view: ForeignKingView, seat: int) -> str:
    """Return what a player has: score, francs, medals, loans, citizens and the pawn."""
    position = view.begun_position
    own = holdings(position, seat)
    points = count_of(own.score, "point")
    parts = [
        f"{points} before the final scoring" if position.asks == "over" else points,
        count_of(own.francs, "franc"),
        count_of(own.medals, "medal"),
        count_of(own.loans, "loan"),
        f"{count_of(own.supply, 'citizen')} in the supply",
        count_congressmen(own.congressmen),
    ]
    pawn = f" Pawn on {own.pawn}." if own.pawn else ""
    return f"{listed(parts)}.{pawn}"


FACTS: Final = (
    FactCommand(
        "board",
        "[PROVINCE]",
        "Tell the provinces, or one with its neighbours.",
        tell_board,
        ("look", "map"),
    ),
    FactCommand(
        "spaces", "", "Tell which spaces are free, and whose pawns stand where.", tell_spaces
    ),
    FactCommand(
        "marker",
        "",
        "Tell where the King and his marker are, how far the end is, and who is in the Congress.",
        _tell_king,
    ),
    FactCommand("turns", "", "Tell the turn order, and who will change it.", _tell_turns),
    FactCommand(
        "supply", "", "Tell the citizens in the supplies and the factories in stock.", _tell_supply
    ),
    FactCommand(
        "score",
        "",
        "Tell the final points if the game ended now.",
        tell_forecast,
        ("forecast",),
    ),
)
"""The questions about The Foreign King."""
