"""What can be asked at a table of King of Siam, and what happens there, as sentences. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from games.siam import CARDS, Map, Position
from games.siam.constants import HANDS
from siam_tui.games.game_texts import FactCommand
from siam_tui.games.map_board.place_names import province_named
from siam_tui.games.siam import results
from siam_tui.games.siam.facts import (
    ProvinceFacts,
    SiamView,
    ended_struggles,
    province_facts,
    queue_facts,
)
from siam_tui.games.siam.forecast import describe_forecast, forecast
from siam_tui.games.siam.move_options import card_effect
from siam_tui.games.siam.move_text import count_followers, follower_counts
from siam_tui.games.siam.names import card_noun, typed_card
from texts import Message, say, tell


def tell_board(view: SiamView, name: str = "") -> Iterator[str]:
    """Tell every province in the order of the queue, or one with its neighbours.

    Raises:
        UserError: no province, or more than one, is called so.
    """
    board, position = view.game.map, view.begun_position
    if not name:
        return (_tell_province(board, found) for found in queue_facts(position))
    here = province_named(board, name, [*map(board.place, range(len(board.provinces)))])
    found = (province_facts(position, each) for each in (here, *board.borders[here]))
    sentences = [_tell_province(board, each) for each in found]
    return iter([sentences[0], *_tell_surroundings(board, here), *sentences[1:]])


def _tell_province(board: Map, facts: ProvinceFacts) -> str:
    place = board.place(facts.province)
    if facts.control is not None:
        return tell("siam/facts/controlled", place=place, side=board.side(facts.control))
    return tell(
        "siam/facts/province",
        place=place,
        n=facts.place + 1,
        contested=facts.is_contested,
        king=facts.has_marker,
        taker=tell_taker(board, facts),
    )


def tell_taker(board: Map, facts: ProvinceFacts) -> Message:
    """Return which followers are in a province, and who would take it."""
    followers = follower_counts(board, facts.followers) or say("siam/no-followers-here")
    side = board.side(facts.taker)
    return say("siam/facts/taker", followers=followers, tie=facts.is_tie, side=side)


def _tell_surroundings(board: Map, index: int) -> Iterator[str]:
    """Iterate over a province's home, id and neighbours."""
    province = board.provinces[index]
    if province.home is not None:
        yield tell("siam/facts/home", side=board.side(province.home))
    yield tell("siam/facts/notation", id=province.id)
    yield tell("games/borders-on", places=tuple(map(board.place, board.borders[index])))


def _tell_queue(view: SiamView, _: str) -> Iterator[str]:
    board = view.game.map
    for found in queue_facts(view.begun_position):
        n, place, king = found.place + 1, board.place(found.province), found.has_marker
        if found.control is not None:
            side = board.side(found.control)
            yield tell("siam/facts/struggle-won", n=n, place=place, side=side, king=king)
        else:
            now = found.is_contested
            yield tell("siam/facts/struggle", n=n, place=place, contested=now, king=king)


def _tell_hand(view: SiamView, _: str) -> Iterator[str]:
    position, game = view.begun_position, view.game
    hand = None if view.seat is None else position.seats[view.seat].hand
    if hand is None:
        yield tell("siam/facts/no-hand")
    elif not hand:
        yield tell("siam/facts/empty-hand")
    else:
        yield tell("siam/facts/hand", n=len(hand))  # type: ignore[characters]
        on_turn = position._replace(turn=view.seat or 0)
        for card in CARDS:
            if card in hand:
                yield tell(
                    "siam/facts/card",
                    letter=typed_card(game.map, card),
                    card=card_noun(game.map, card),
                    twice=hand.count(card) > 1,
                    effect=card_effect(position, card, game.actions(on_turn, card)),
                )


def _tell_supply(view: SiamView, _: str) -> Iterator[str]:
    followers = count_followers(view.game.map, view.begun_position.supply)
    yield tell("siam/facts/supply", followers=followers)


def tell_forecast(view: SiamView, _: str = "") -> Iterator[str]:
    """Tell who would reign, and who would win, if everybody passed now; at the end, the result."""
    expected = forecast(view.game, view.begun_position, view.seat)
    if expected is None:
        return chain(results.tell_scoring(view), tell_standings(view))
    return iter(next(describe_forecast(expected, view.game.map, view.seat_names, view.seat)))


def tell_seat(view: SiamView, seat: int) -> str:
    """Return what lies before a player: cards left, the top card, followers, an open hand."""
    board, shown = view.game.map, view.begun_position.seats[seat]
    hand = shown.hand if seat != view.seat and shown.hand else ""
    held = tuple(
        say("siam/facts/twice", card=card_noun(board, card))
        if hand.count(card) > 1
        else card_noun(board, card)
        for card in HANDS[hand]
    )
    return tell(
        "siam/facts/seat",
        n=shown.cards,
        top=card_noun(board, shown.top) if shown.top else None,
        followers=count_followers(board, shown.followers),
        held=held,
    )


def tell_standings(view: SiamView) -> Iterator[str]:
    """Iterate over the followers that everybody has."""
    for number, seat in enumerate(view.begun_position.seats):
        followers = count_followers(view.game.map, seat.followers)
        yield tell("siam/facts/has", who=view.who(number), followers=followers)


# What happens: the start, struggles and turns


def tell_start(view: SiamView) -> Iterator[str]:
    """Iterate over the followers everybody begins with; the standing tells of the struggle."""
    if not view.my_turn:
        yield from _tell_struggle(view, view.begun_position)
    yield from tell_standings(view)


def tell_progress(view: SiamView, before: Position, after: Position) -> Iterator[str]:
    """Iterate over the struggles that a move ended, and the one that begins."""
    board = view.game.map
    for facts in ended_struggles(before, after):
        place, side = board.place(facts.province), board.side(facts.taker)
        yield tell("siam/event/struggle-over", place=place, side=side)
    if after.resolved > before.resolved and not after.over:
        yield from _tell_struggle(view, after)


def tell_situation(view: SiamView) -> Iterator[str]:
    """Iterate over which struggle goes on, and who would take it."""
    if view.position is not None and view.position.contested is not None:
        yield from _tell_struggle(view, view.position)


def tell_standing(view: SiamView) -> Iterator[str]:
    """Iterate over the running struggle, and over who would reign and win."""
    yield from tell_situation(view)
    yield from tell_forecast(view)
    yield tell("siam/event/ask")


def tell_own_turn(view: SiamView) -> Iterator[str]:
    """Iterate over what the person is asked."""
    position, board = view.begun_position, view.game.map
    cards = dict.fromkeys(view.game.cards(position))
    named = tuple(
        say("siam/event/card", letter=typed_card(board, card), card=card_noun(board, card))
        for card in cards
    )
    if named:
        yield tell("siam/event/play", cards=named)
    else:
        yield tell("siam/event/last-card" if position.hand else "siam/event/no-card")


def _tell_struggle(view: SiamView, position: Position) -> Iterator[str]:
    number = position.resolved
    province = position.queue[number]
    place, count = position.map.place(province), len(position.queue)
    yield tell("siam/event/struggle", n=number + 1, count=count, place=place)
    taker = tell_taker(view.game.map, province_facts(position, province))
    yield tell("siam/event/taker", taker=taker)


FACTS: Final = (
    FactCommand(
        "board",
        say("siam/ask-about/board-form"),
        say("siam/ask-about/board"),
        tell_board,
        ("look", "map"),
    ),
    FactCommand("queue", "", say("siam/ask-about/queue"), _tell_queue),
    FactCommand("hand", "", say("siam/ask-about/hand"), _tell_hand),
    FactCommand("supply", "", say("siam/ask-about/supply"), _tell_supply),
    FactCommand("score", "", say("siam/ask-about/score"), tell_forecast, ("forecast",)),
)
"""The questions about King of Siam."""
