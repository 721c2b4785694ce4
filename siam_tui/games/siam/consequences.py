"""What a move changes, in one sentence: for the provinces, and for the end of the game. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.siam import Position, Siam
from siam_tui.games.siam.facts import province_facts
from siam_tui.ui.text import listed

MOST: Final = 3
"""How many provinces are named at most."""
_FIRST: Final = "{province} would go to the {side}"
_NEXT: Final = "{province} to the {side}"
_MANY: Final = "{count} provinces would change sides"
_CONTESTED: Final = "{province} would be contested now"
_NOTHING: Final = "No province changes sides"
_OUTCOMES: Final = {
    (False, True): "{change}, and {you} would win if all passed.",
    (True, False): "{change}, and {you} would no longer win if all passed.",
    (True, True): "{change}; {you} would still win if all passed.",
    (False, False): "{change}; {you} would still lose if all passed.",
}


def tell_consequences(game: Siam, before: Position, after: Position, seat: int) -> str:
    """Return what differs between two positions; empty if they are the same.

    Args:
        game: the rules.
        before: the position in which a seat moves.
        after: the position after its move, or after the part of it that is chosen.
        seat: the seat.
    """
    if before == after:
        return ""
    changes = list(_changes(before, after))
    change = listed(changes) if changes else _NOTHING
    wins = _wins(game, before, seat), _wins(game, after, seat)
    you = "your team" if game.teams(len(before.seats)) else "you"
    return _OUTCOMES[wins].format(change=change, you=you)


def changed_takers(before: Position, after: Position) -> frozenset[int]:
    """Return the provinces nobody holds that another side would win now."""
    return frozenset(
        province
        for province in range(len(after.map.provinces))
        if before.control(province) is None
        and province_facts(before, province).taker != province_facts(after, province).taker
    )


def _changes(before: Position, after: Position) -> Iterator[str]:
    board, contested = after.map, after.contested
    if contested is not None and contested != before.contested:
        yield _CONTESTED.format(province=board.provinces[contested].name)
    found = changed_takers(before, after)
    in_order = [province for province in after.queue if province in found]
    if len(in_order) > MOST:
        yield _MANY.format(count=len(in_order))
        return
    template = _FIRST
    for province in in_order:
        side = board.control_name(province_facts(after, province).taker)
        yield template.format(province=board.provinces[province].name, side=side)
        template = _NEXT


def _wins(game: Siam, position: Position, seat: int) -> bool:
    outcome = game.outcome(position if position.over else game.if_all_pass(position))
    return outcome is not None and seat in outcome.winners
