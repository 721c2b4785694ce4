"""What happens in a game of King of Siam, as sentences: its start, struggles and turns. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.siam import Position
from siam_tui.games.siam.facts import SiamView, ended_struggles, province_facts
from siam_tui.games.siam.facts_text import tell_forecast, tell_standings, tell_taker
from siam_tui.games.siam.names import card_name, typed_card
from siam_tui.ui.text import listed

_PLAY: Final = "Your turn. Type a card or pass: {cards}."
_NO_CARD: Final = "Your turn. You have no card left: pass."
_ASK: Final = "Type hand for what each card does, board for the provinces, or help."
_LAST_CARD: Final = "Your turn. You may play the last card of the game only to win: pass."


def tell_start(view: SiamView) -> Iterator[str]:
    """Iterate over the followers everybody begins with; the standing tells of the struggle."""
    if not view.my_turn:
        yield from _tell_struggle(view, view.begun_position)
    yield from tell_standings(view)


def tell_progress(view: SiamView, before: Position, after: Position) -> Iterator[str]:
    """Iterate over the struggles that a move ended, and the one that begins."""
    board = view.game.map
    for facts in ended_struggles(before, after):
        name, taker = board.provinces[facts.province].name, board.control_name(facts.taker)
        yield f"The struggle over {name} is over: the {taker} take it."
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
    yield _ASK


def tell_own_turn(view: SiamView) -> Iterator[str]:
    """Iterate over what the person is asked."""
    position, board = view.begun_position, view.game.map
    cards = dict.fromkeys(view.game.cards(position))
    named = [f"{typed_card(board, card)} ({card_name(board, card)})" for card in cards]
    if named:
        yield _PLAY.format(cards=listed(named, "or"))
    else:
        yield _LAST_CARD if position.hand else _NO_CARD


def _tell_struggle(view: SiamView, position: Position) -> Iterator[str]:
    number = position.resolved
    province = position.queue[number]
    name = position.map.provinces[province].name
    yield f"Struggle {number + 1} of {len(position.queue)}: {name}."
    yield tell_taker(view.game.map, province_facts(position, province))
