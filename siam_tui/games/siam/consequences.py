"""What a move changes, in one sentence: for the provinces, and for the end of the game. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.siam import Position, Siam
from siam_tui.games.siam.facts import province_facts
from siam_tui.games.siam.move_text import full_names, short_names
from siam_tui.ui.text import listed

MOST: Final = 3
"""How many provinces are named at most."""
_TAKEN: Final = "{provinces} would go to the {side}"
_TAKEN_NEXT: Final = "{provinces} to the {side}"
_MANY: Final = "{count} provinces would change sides"
_CONTESTED: Final = "{province} would be contested now"
_NOTHING: Final = "No province changes sides"
_OUTCOMES: Final = {
    (False, True): "{change}, and {you} would win if all passed.",
    (True, False): "{change}, and {you} would no longer win if all passed.",
    (True, True): "{change}; {you} would still win if all passed.",
    (False, False): "{change}; {you} would still lose if all passed.",
}
_BRIEF_OUTCOMES: Final = {
    (False, True): "{change}, and {you} would win.",
    (True, False): "{change}, and {you} would no longer win.",
    (True, True): "{change}; {you} would still win.",
    (False, False): "{change}; {you} would still lose.",
}


def tell_consequences(game: Siam, before: Position, after: Position, seat: int) -> tuple[str, ...]:
    """Return what differs between two positions, in a sentence of fewer and fewer words.

    There is none if the positions are the same.

    Args:
        game: the rules.
        before: the position in which a seat moves.
        after: the position after its move, or after the part of it that is chosen.
        seat: the seat.
    """
    if before == after:
        return ()
    wins = _wins(game, before, seat), _wins(game, after, seat)
    you = "your team" if game.teams(len(before.seats)) else "you"
    full, short = full_names(after.map), short_names(after.map)
    forms = ((full, MOST, _OUTCOMES), (short, MOST, _OUTCOMES), (short, MOST, _BRIEF_OUTCOMES))
    return tuple(
        outcomes[wins].format(change=_tell_change(before, after, names, most), you=you)
        for names, most, outcomes in (*forms, (short, 1, _BRIEF_OUTCOMES))
    )


def tell_changes(before: Position, after: Position) -> tuple[str, ...]:
    """Return the same without what it means for the end of the game."""
    if before == after:
        return ()
    forms = ((full_names(after.map), MOST), (short_names(after.map), 1))
    return tuple(f"{_tell_change(before, after, names, most)}." for names, most in forms)


def changed_takers(before: Position, after: Position) -> frozenset[int]:
    """Return the provinces nobody holds that another side would win now."""
    return frozenset(
        province
        for province in range(len(after.map.provinces))
        if before.control(province) is None
        and province_facts(before, province).taker != province_facts(after, province).taker
    )


def _tell_change(before: Position, after: Position, names: Sequence[str], most: int) -> str:
    changes = list(_changes(before, after, names, most))
    return listed(changes) if changes else _NOTHING


def _changes(before: Position, after: Position, names: Sequence[str], most: int) -> Iterator[str]:
    """Iterate over what changes: which province is contested, and who would win which."""
    contested = after.contested
    if contested is not None and contested != before.contested:
        yield _CONTESTED.format(province=names[contested])
    found = changed_takers(before, after)
    if len(found) > most:
        yield _MANY.format(count=len(found))
        return
    by_side: dict[int, list[str]] = {}
    for province in after.queue:
        if province in found:
            by_side.setdefault(province_facts(after, province).taker, []).append(names[province])
    template = _TAKEN
    for side, provinces in by_side.items():
        yield template.format(provinces=listed(provinces), side=after.map.control_name(side))
        template = _TAKEN_NEXT


def _wins(game: Siam, position: Position, seat: int) -> bool:
    outcome = game.outcome(position if position.over else game.if_all_pass(position))
    return outcome is not None and seat in outcome.winners
