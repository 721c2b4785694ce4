"""What a move changes, in one sentence: for the provinces, and for the end of the game. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from games.siam import Position, Siam
from siam_tui.games.map_board.place_names import full_names, short_names
from siam_tui.games.siam.facts import province_facts
from siam_tui.ui.text import capitalized, listed

MOST: Final = 3
"""How many provinces are named at most."""
_TAKEN: Final = "{provinces} would go to the {side}"
_TAKEN_NEXT: Final = "{provinces} to the {side}"
_MANY: Final = "{count} provinces would change sides"
_CONTESTED: Final = "{province} would be contested now"
_CONTESTED_AND_TAKEN: Final = "{province} would be contested now and would go to the {side}"
_SWAPPED: Final = "{first} would be decided before {second}"
_LIKE: Final = "{change}, like {provinces}"
_NOTHING: Final = "No province changes sides"
_OUTCOMES: Final = {
    (False, True): "{change}, and {you} would lead if everyone passed.",
    (True, False): "{change}, and {you} would no longer lead if everyone passed.",
    (True, True): "{change}; {you} would still lead if everyone passed.",
    (False, False): "{change}; {you} would still trail if everyone passed.",
}
_BRIEF_OUTCOMES: Final = {
    (False, True): "{change}, and {you} would lead.",
    (True, False): "{change}, and {you} would no longer lead.",
    (True, True): "{change}; {you} would still lead.",
    (False, False): "{change}; {you} would still trail.",
}
_NOW_LEADS: Final = "{you} would lead if everyone passed."
_STILL_LEADS: Final = "{you} would still lead if everyone passed."
"""What speaks for a move that changes no province."""


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
    wins = leads(game, before, seat), leads(game, after, seat)
    you = _you(game, before)
    full, short = full_names(after.map), short_names(after.map)
    forms = ((full, MOST, _OUTCOMES), (short, MOST, _OUTCOMES), (short, MOST, _BRIEF_OUTCOMES))
    return tuple(
        outcomes[wins].format(change=_tell_change(before, after, names, most), you=you)
        for names, most, outcomes in (*forms, (short, 1, _BRIEF_OUTCOMES))
    )


def tell_advantage(game: Siam, before: Position, after: Position, seat: int) -> str:
    """Return what speaks for a move: provinces that change sides, and a lead won or kept.

    It is empty if nothing of that does. The arguments are those of `tell_consequences`.
    """
    led, will_lead = leads(game, before, seat), leads(game, after, seat)
    you, change = _you(game, before), _tell_change(before, after, short_names(after.map), MOST)
    if change == _NOTHING:
        form = (_STILL_LEADS if led else _NOW_LEADS) if will_lead else ""
        return form.format(you=capitalized(you))
    return (_OUTCOMES[led, True] if will_lead else "{change}.").format(change=change, you=you)


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
    """Return what changes: which province is contested, and who would win which."""
    found = changed_takers(before, after)
    contested = None if after.contested == before.contested else after.contested
    taken = {} if len(found) > most else _taken(after, found)
    if contested is not None and contested in found and taken:
        side = province_facts(after, contested).taker
        others = [names[each] for each in taken.pop(side) if each != contested]
        both = _CONTESTED_AND_TAKEN.format(
            province=names[contested], side=after.map.control_name(side)
        )
        first = _LIKE.format(change=both, provinces=listed(others)) if others else both
        rest = _takings(after, taken, names)
        return f"{first}, and {listed(rest)}" if rest else first
    changes: list[str] = []
    if contested is not None:
        changes.append(_CONTESTED.format(province=names[contested]))
    elif swapped := _swapped(before, after):
        first, second = (names[each] for each in swapped)
        changes.append(_SWAPPED.format(first=first, second=second))
    changes += _takings(after, taken, names)
    if len(found) > most:
        changes.append(_MANY.format(count=len(found)))
    return listed(changes) if changes else _NOTHING


def _swapped(before: Position, after: Position) -> tuple[int, ...]:
    """Return the two provinces that changed places in the queue, the first one first; or none."""
    moved = [now for was, now in zip(before.queue, after.queue, strict=False) if was != now]
    return tuple(moved) if len(moved) == 2 and {*moved} <= {*before.queue} else ()


def _taken(after: Position, found: Collection[int]) -> dict[int, list[int]]:
    """Return which of some provinces each side would win, in the order of the queue."""
    by_side: dict[int, list[int]] = {}
    for province in after.queue:
        if province in found:
            by_side.setdefault(province_facts(after, province).taker, []).append(province)
    return by_side


def _takings(
    after: Position, taken: Mapping[int, Sequence[int]], names: Sequence[str]
) -> list[str]:
    """Return who would win which provinces; the verb is said once."""
    forms = (_TAKEN, *(_TAKEN_NEXT for _ in taken))
    return [
        form.format(
            provinces=listed([names[each] for each in provinces]),
            side=after.map.control_name(side),
        )
        for form, (side, provinces) in zip(forms, taken.items(), strict=False)
    ]


def _you(game: Siam, position: Position) -> str:
    return "your team" if game.teams(len(position.seats)) else "you"


def leads(game: Siam, position: Position, seat: int) -> bool:
    """Return whether a seat or its team would win if everyone passed from now on."""
    outcome = game.outcome(position if position.over else game.if_all_pass(position))
    return outcome is not None and seat in outcome.winners
