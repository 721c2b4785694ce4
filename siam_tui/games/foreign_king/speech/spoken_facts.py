"""What can be asked at a table of The Foreign King, as sentences: one fact each. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import PROVINCES
from games.plural import count_of
from games.quoting import quote
from siam_tui.games.foreign_king.ending.results import explain_result
from siam_tui.games.foreign_king.facts import (
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
    count_congressmen,
    count_factories,
    has,
    subject,
    tell_stock,
)
from siam_tui.games.foreign_king.seen import ForeignKingView
from siam_tui.games.speech import FactCommand
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import did_you_mean, fold, listed


def position_of(view: ForeignKingView) -> Position:
    """Return the position of a table whose game has begun."""
    assert view.position is not None
    return view.position


def tell_board(view: ForeignKingView, name: str = "") -> Iterator[str]:
    """Tell every province, or one with its neighbours.

    Raises:
        UserError: no province, or more than one, is called so.
    """
    position = position_of(view)
    if not name:
        return (tell_province(view, position, province) for province in range(PROVINCES))
    here = _province_named(view, name)
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
        sentences.append(f"{who} lead{'s' * (who != 'You')} and would score {points}.")
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
    told = listed(parts)
    return f"{told[0].upper()}{told[1:]}."


def _tell_surroundings(view: ForeignKingView, province: int) -> Iterator[str]:
    board = view.game.map
    yield f"In the notation it is {board.ids[province]}."
    neighbours = [board.provinces[other].name for other in board.borders[province]]
    yield f"It borders on {listed(neighbours)}."


def _province_named(view: ForeignKingView, text: str) -> int:
    provinces, wanted = view.game.map.provinces, fold(text)
    exact = [i for i, each in enumerate(provinces) if wanted == each.id.lower()]
    begun = (i for i, each in enumerate(provinces) if fold(each.name).startswith(wanted))
    found = exact or list(begun)
    if len(found) == 1:
        return found[0]
    names = [each.name for each in provinces]
    meant = did_you_mean(text, names)
    raise UserError(f"There is no province {quote(text)}.{meant} There are: {', '.join(names)}.")


def tell_king(position: Position) -> str:
    """Return where the King and his marker are."""
    if position.king is None:
        return "The King is on his portrait, his marker at 30."
    where = position.map.provinces[position.king].name
    return f"The King is in {where}, his marker at {position.marker}."


def tell_end(view: ForeignKingView, position: Position) -> str:
    """Return how far the King's marker is from the second-highest score."""
    end = end_facts(position)
    holders = listed(
        ["you" if each == view.seat else colour_name(view, each) for each in end.holders]
    )
    left = count_of(end.to_go, "point")
    return (
        f"The second-highest score is {end.second}, of {holders}. "
        f"The game ends when the marker has come down to it: {left} to go."
    )


def tell_order(view: ForeignKingView, position: Position) -> str:
    """Return the turn order of this round."""
    names = ["you" if seat == view.seat else view.name(seat) for seat in position.order]
    return f"The turn order is {', '.join(names)}."


def tell_congress(view: ForeignKingView, position: Position) -> str:
    """Return who has how many citizens in the Congress."""
    present = [seat for seat in position.order if position.congressmen[seat]]
    present.sort(key=lambda seat: -position.congressmen[seat])
    if not present:
        return "Nobody has a citizen in the Congress."
    each = listed([f"{position.congressmen[seat]} of {_owner(view, seat)}" for seat in present])
    return f"In the Congress: {each}."


def _tell_king(view: ForeignKingView, _: str) -> Iterator[str]:
    position = position_of(view)
    yield tell_king(position)
    yield tell_end(view, position)
    yield tell_congress(view, position)


def _tell_spaces(view: ForeignKingView, _: str) -> Iterator[str]:
    for each in space_facts(position_of(view)):
        if each.pawn is None:
            yield f"{each.space}: free."
        elif each.pawn == view.seat:
            yield f"{each.space}: your pawn."
        else:
            yield f"{each.space}: the pawn of {view.name(each.pawn)}."


def _tell_turns(view: ForeignKingView, _: str) -> Iterator[str]:
    position = position_of(view)
    yield tell_order(view, position)
    for seat in position.changes:
        who = subject(view, seat)
        yield f"{who} {'choose' if who == 'You' else 'chooses'} a new place after this round."


def _tell_supply(view: ForeignKingView, _: str) -> Iterator[str]:
    position = position_of(view)
    for own in all_holdings(position):
        who = subject(view, own.colour)
        yield f"{who} {has(who)} {count_of(own.supply, 'citizen')} in the supply."
    yield tell_stock(position)


def tell_forecast(view: ForeignKingView, _: str = "") -> Iterator[str]:
    """Tell the final points if the game ended now, and who leads; once it is over, the result."""
    position = position_of(view)
    if position.asks == "over":
        yield from tell_result(view)
        return
    found = forecast(position)
    names = [colour_name(view, colour) for colour in range(len(found.points))]
    shown = {colour: "you" if colour == view.seat else names[colour] for colour in found.order}
    each = listed([f"{shown[colour]} {found.points[colour]}" for colour in found.order])
    yield f"If the game ended now, the final points would be: {each}."
    told = describe_lead(found, names, view.seat)
    yield f"{told[0].upper()}{told[1:]}."
    yield from explain_first_points(position)[:1]


def tell_seat(view: ForeignKingView, seat: int) -> str:
    """Return what a player has: score, francs, medals, loans, citizens and the pawn."""
    position = position_of(view)
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


def tell_result(view: ForeignKingView) -> Iterator[str]:
    """Tell how a game ended, point by point."""
    yield from explain_result(view)


facts: Final = (
    FactCommand(
        "board",
        "[PROVINCE]",
        "Tell the provinces, or one with its neighbours.",
        tell_board,
        ("look", "map"),
    ),
    FactCommand(
        "spaces", "", "Tell which spaces are free, and whose pawns stand where.", _tell_spaces
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
