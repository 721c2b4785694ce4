"""What can be asked at a table, as sentences to be heard: one fact a line. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.siam import BRITISH, CARDS, Position
from games.siam.constants import HANDS
from games.siam.scoring import majority
from siam_tui.games.siam.card_text import card_text
from siam_tui.games.siam.forecast import forecast as foreseen
from siam_tui.games.siam.names import TEAMS, card_name
from siam_tui.games.siam.plain_moves import counted, time_told
from siam_tui.games.siam.result_explanation import explain_result
from siam_tui.games.siam.seen import SiamView
from siam_tui.ui.text import listed


def board(sight: SiamView, position: Position) -> Iterator[str]:
    """Tell every province, in the order of the queue."""
    for province in position.queue:
        yield _province(sight, position, province)


def _province(sight: SiamView, position: Position, province: int) -> str:
    name = sight.game.map.provinces[province].name
    control = position.control(province)
    if control is not None:
        return f"{name}: controlled by the {sight.game.map.control_name(control)}."
    place = position.queue.index(province)
    when = "contested now" if place == position.resolved else f"struggle {place + 1}"
    marked = ", with a King marker" if province in position.markers else ""
    standing = counted(sight.game.map, position.followers(province))
    taker = majority(position.followers(province))
    tie = "A tie: the" if taker == BRITISH and any(position.followers(province)) else "The"
    taking = f"{tie} {sight.game.map.control_name(taker)} would take it."
    return f"{name}, {when}{marked}: {standing}. {taking}"


def province(sight: SiamView, position: Position, index: int) -> Iterator[str]:
    """Tell one province, its home and its neighbours."""
    map_ = sight.game.map
    here = map_.provinces[index]
    yield _province(sight, position, index)
    if here.home is not None:
        yield f"It is the home of the {map_.faction_names[here.home]}."
    yield f"In the notation it is {here.id}."
    yield f"It borders on {listed([map_.provinces[other].name for other in map_.borders[index]])}."
    for other in map_.borders[index]:
        yield _province(sight, position, other)


def queue(sight: SiamView, position: Position) -> Iterator[str]:
    """Tell the order of the struggles."""
    for place, index in enumerate(position.queue):
        name = sight.game.map.provinces[index].name
        control = position.control(index)
        if control is not None:
            told = f"won by the {sight.game.map.control_name(control)}"
        else:
            told = "contested now" if place == position.resolved else "to come"
        marked = ", with a King marker" if index in position.markers else ""
        yield f"Struggle {place + 1}: {name}, {told}{marked}."


def hand(sight: SiamView, position: Position) -> Iterator[str]:
    """Tell the cards one has left."""
    held = None if sight.seat is None else position.seats[sight.seat].hand
    if held is None:
        yield "You have no hand here: you are watching."
    elif not held:
        yield "You have played all your cards."
    else:
        yield f"You have {len(held)} card{'s' * (len(held) > 1)} left."
        now = position._replace(turn=sight.seat or 0)
        for card in CARDS:
            if card in held:
                twice = ", twice" * (held.count(card) > 1)
                does = card_text(position, card, sight.game.actions(now, card))
                yield f"{card}, {card_name(sight.game.map, card)}{twice}: {does}."


def seats(sight: SiamView, left: Mapping[int, float] | None = None) -> Iterator[str]:
    """Tell who sits where, what lies before them, and how many seconds their clocks have left."""
    for number, seat in enumerate(sight.state.seats):
        clock = f" Clock: {time_told(left[number])}." if left and number in left else ""
        yield f"{_holder(sight, number)}{_before(sight, number)}{clock}"
        if seat.holder == "stand_in":
            yield f"A bot plays for {sight.name(number)} meanwhile."


def _holder(sight: SiamView, number: int) -> str:
    seat = sight.state.seats[number]
    if seat.holder == "free":
        return f"Seat {number + 1}: free."
    told = [f"Seat {number + 1}: {seat.name}"]
    if number == sight.seat:
        told.append("you")
    if seat.holder == "bot":
        told.append(f"a {seat.level} bot")
    if seat.player and seat.player == sight.state.host:
        told.append("the host")
    if len(sight.state.seats) == 2 * len(TEAMS):
        told.append(f"team {TEAMS[number % 2]}")
    return ", ".join(told) + "."


def _before(sight: SiamView, number: int) -> str:
    if sight.position is None:
        return ""
    seat = sight.position.seats[number]
    cards = "1 card left" if seat.cards == 1 else f"{seat.cards} cards left"
    top = f", {card_name(sight.game.map, seat.top)} on top" if seat.top else ", none played"
    told = f" {cards}{top}. Followers: {counted(sight.game.map, seat.followers)}."
    if seat.hand and number != sight.seat:
        twice = {card: " twice" * (seat.hand.count(card) > 1) for card in HANDS[seat.hand]}
        held = listed([f"{card_name(sight.game.map, card)}{twice[card]}" for card in twice])
        told += f" In hand: {held}."
    return told


def supply(sight: SiamView, position: Position) -> Iterator[str]:
    """Tell what is left in the supply."""
    yield f"Supply: {counted(sight.game.map, position.supply)}."


def forecast(sight: SiamView, position: Position) -> Iterator[str]:
    """Tell how the game would end if everybody passed from now on."""
    found = foreseen(sight.game, position, sight.seat)
    if found is None:
        yield from standings(sight)
        return
    name, outcome = sight.game.map.control_name, found.outcome
    held = [f"{name(who)} {count}" for who, count in enumerate(found.held)]
    yield f"If everybody passed from now on, the provinces would be: {listed(held)}."
    if outcome.faction is None:
        yield "Siam would be a British colony."
    else:
        yield f"The {name(outcome.faction)} would reign."
    winners = listed([_subject(sight, seat) for seat in outcome.winners])
    yield f"{winners} would win: {outcome.reason}."


def _subject(sight: SiamView, seat: int) -> str:
    return "You" if seat == sight.seat else sight.name(seat)


def standings(sight: SiamView) -> Iterator[str]:
    """Tell how a game ended: what led to the result, and what everybody has."""
    yield from explain_result(sight)
    if sight.position is None:
        return
    for number, seat in enumerate(sight.position.seats):
        has = "have" if number == sight.seat else "has"
        yield f"{_subject(sight, number)} {has} {counted(sight.game.map, seat.followers)}."


def turn(sight: SiamView) -> str:
    """Say whose turn it is, or why it is nobody's."""
    if sight.turn is None:
        return _no_turn(sight)
    if sight.my_turn:
        return "It is your turn."
    if sight.turn == sight.seat:
        return "It is your turn, and a bot plays for you. Type take to come back."
    return f"It is {sight.name(sight.turn)}'s turn."


def _no_turn(sight: SiamView) -> str:
    match sight.state.status, len(sight.free_seats):
        case "open", 0 if sight.state.draw is not None:
            return "All seats are taken. The setup is drawn."
        case "open", 0:
            who = "You start" if sight.host else f"{sight.state.host_name} starts"
            return f"All seats are taken. {who} the game."
        case "open", free:
            return f"The game has not begun: {free} seat{' is' if free == 1 else 's are'} free."
        case "over", _ if sight.seated:
            return "The game is over. Type again for another one, or leave."
        case "over", _:
            return "The game is over."
    return "The table is closed."
