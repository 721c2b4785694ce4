"""What can be asked at a table of King of Siam, as sentences: one fact each. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from games.plural import count_of
from games.siam import CARDS, Map
from games.siam.constants import HANDS
from siam_tui.games.game_texts import FactCommand
from siam_tui.games.map_board.place_names import province_named, tell_neighbours
from siam_tui.games.siam import results
from siam_tui.games.siam.facts import ProvinceFacts, SiamView, province_facts, queue_facts
from siam_tui.games.siam.forecast import describe_forecast, forecast
from siam_tui.games.siam.move_options import card_text
from siam_tui.games.siam.move_text import count_followers
from siam_tui.games.siam.names import card_name, typed_card
from siam_tui.ui.text import listed, tell_of


def tell_board(view: SiamView, name: str = "") -> Iterator[str]:
    """Tell every province in the order of the queue, or one with its neighbours.

    Raises:
        UserError: no province, or more than one, is called so.
    """
    board, position = view.game.map, view.begun_position
    if not name:
        return (_tell_province(board, found) for found in queue_facts(position))
    here = province_named(board, name)
    found = (province_facts(position, each) for each in (here, *board.borders[here]))
    sentences = [_tell_province(board, each) for each in found]
    return iter([sentences[0], *_tell_surroundings(board, here), *sentences[1:]])


def _tell_province(board: Map, facts: ProvinceFacts) -> str:
    name, taker = board.provinces[facts.province].name, board.control_name(facts.taker)
    if facts.control is not None:
        return f"{name}: controlled by the {taker}."
    when = f"struggle {facts.place + 1}{', contested now' * facts.is_contested}"
    return f"{name}, {when}{_marker(facts)}: {tell_taker(board, facts)}"


def tell_taker(board: Map, facts: ProvinceFacts) -> str:
    """Return which followers are in a province, and who would take it."""
    followers, taker = count_followers(board, facts.followers), board.control_name(facts.taker)
    result = f"{'A tie: it' if facts.is_tie else 'It'} would go to the {taker}."
    return f"{followers}. {result}"


def _tell_surroundings(board: Map, index: int) -> Iterator[str]:
    """Iterate over a province's home, id and neighbours."""
    province = board.provinces[index]
    if province.home is not None:
        yield f"It is the home of the {board.faction_names[province.home]}."
    yield f"In the notation it is {province.id}."
    yield tell_neighbours(board, index)


def _marker(facts: ProvinceFacts) -> str:
    return ", with a King marker" if facts.has_marker else ""


def _tell_queue(view: SiamView, _: str) -> Iterator[str]:
    board = view.game.map
    for found in queue_facts(view.begun_position):
        if found.control is not None:
            state = f"won by the {board.control_name(found.control)}"
        else:
            state = "contested now" if found.is_contested else "to come"
        name = board.provinces[found.province].name
        yield f"Struggle {found.place + 1}: {name}, {state}{_marker(found)}."


def _tell_hand(view: SiamView, _: str) -> Iterator[str]:
    position, game = view.begun_position, view.game
    hand = None if view.seat is None else position.seats[view.seat].hand
    if hand is None:
        yield "You have no hand here: you are watching."
    elif not hand:
        yield "You have played all your cards."
    else:
        yield f"You have {count_of(len(hand), 'card')} left."  # type: ignore[characters]
        on_turn = position._replace(turn=view.seat or 0)
        for card in CARDS:
            if card in hand:
                twice = ", twice" * (hand.count(card) > 1)
                effect = card_text(position, card, game.actions(on_turn, card))
                letter, name = typed_card(game.map, card), card_name(game.map, card)
                yield f"{letter}, {name}{twice}: {effect}."


def _tell_supply(view: SiamView, _: str) -> Iterator[str]:
    yield f"Supply: {count_followers(view.game.map, view.begun_position.supply)}."


def tell_forecast(view: SiamView, _: str = "") -> Iterator[str]:
    """Tell who would reign, and who would win, if everybody passed now; at the end, the result."""
    expected = forecast(view.game, view.begun_position, view.seat)
    if expected is None:
        return chain(results.tell_scoring(view), tell_standings(view))
    return iter(next(describe_forecast(expected, view.game.map, view.seat_names, view.seat)))


def tell_seat(view: SiamView, seat: int) -> str:
    """Return what lies before a player: cards left, the top card, followers, an open hand."""
    board, shown = view.game.map, view.begun_position.seats[seat]
    cards = f"{count_of(shown.cards, 'card')} left"
    top = f"{card_name(board, shown.top)} on top" if shown.top else "none played"
    sentence = f"{cards}, {top}. Followers: {count_followers(board, shown.followers)}."
    if not shown.hand or seat == view.seat:
        return sentence
    twice = {card: " twice" * (shown.hand.count(card) > 1) for card in HANDS[shown.hand]}
    held = listed([f"{card_name(board, card)}{twice[card]}" for card in twice])
    return f"{sentence} In hand: {held}."


def tell_standings(view: SiamView) -> Iterator[str]:
    """Iterate over the followers that everybody has."""
    for number, seat in enumerate(view.begun_position.seats):
        followers = count_followers(view.game.map, seat.followers)
        yield tell_of(view.subject(number), "{who} {have} {followers}.", followers=followers)


FACTS: Final = (
    FactCommand(
        "board",
        "[PROVINCE]",
        "Tell the provinces, or one with its neighbours.",
        tell_board,
        ("look", "map"),
    ),
    FactCommand("queue", "", "Tell the order of the struggles.", _tell_queue),
    FactCommand("hand", "", "Tell the cards you have left.", _tell_hand),
    FactCommand("supply", "", "Tell the followers left in the supply.", _tell_supply),
    FactCommand(
        "score",
        "",
        "Tell who would reign and win if everybody passed from now on.",
        tell_forecast,
        ("forecast",),
    ),
)
"""The questions about King of Siam."""
