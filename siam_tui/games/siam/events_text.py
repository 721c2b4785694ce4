"""What happens in a game of King of Siam, as sentences: its start, struggles and turns. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.siam import Position
from siam_tui.games.siam.facts import SiamView, ended_struggles, province_facts
from siam_tui.games.siam.facts_text import tell_forecast, tell_standings, tell_taker
from siam_tui.games.siam.names import card_noun, typed_card
from texts import say, tell


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
    yield tell(tell_taker(view.game.map, province_facts(position, province)))
