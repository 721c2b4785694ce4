"""What a move changes, in one sentence: for the provinces, and for the end of the game. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from games.siam import Position, Siam
from siam_tui.games.siam.facts import province_facts
from siam_tui.games.siam.names import Places, places
from texts import Argument, Message, say, tell

MOST: Final = 3
"""How many provinces are named at most."""
_NOTHING: Final = say("siam/change/none")
_NEXT: Final = {(False, True): "wins", (True, False): "loses", (True, True): "keeps"}
"""What becomes of a lead, by whether there is one before and after; without any, it is none."""


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
    team = bool(game.teams(len(before.seats)))
    lead = _NEXT.get((leads(game, before, seat), leads(game, after, seat)))
    full, short = places(after.map, "full"), places(after.map, "short")
    forms = ((full, MOST, False), (short, MOST, False), (short, MOST, True), (short, 1, True))
    changes = ((_tell_change(before, after, names, most), brief) for names, most, brief in forms)
    return tuple(
        tell("siam/lead/brief", change=change, lead=lead, team=team)
        if brief
        else tell("siam/lead/full", change=change, lead=lead, team=team)
        for change, brief in changes
    )


def tell_advantage(game: Siam, before: Position, after: Position, seat: int) -> str:
    """Return what speaks for a move: provinces that change sides, and a lead won or kept.

    It is empty if nothing of that does. The arguments are those of `tell_consequences`.
    """
    led, will_lead = leads(game, before, seat), leads(game, after, seat)
    change = _tell_change(before, after, places(after.map, "short"), MOST)
    team = bool(game.teams(len(before.seats)))
    if change == _NOTHING:
        return tell("siam/lead/alone", led=led, team=team) if will_lead else ""
    if not will_lead:
        return tell("siam/change/alone", change=change)
    return tell("siam/lead/full", change=change, lead=_NEXT[led, True], team=team)


def tell_changes(before: Position, after: Position) -> tuple[str, ...]:
    """Return the same without what it means for the end of the game."""
    if before == after:
        return ()
    forms = ((places(after.map, "full"), MOST), (places(after.map, "short"), 1))
    return tuple(
        tell("siam/change/alone", change=_tell_change(before, after, names, most))
        for names, most in forms
    )


def changed_takers(before: Position, after: Position) -> frozenset[int]:
    """Return the provinces nobody holds that another side would win now."""
    return frozenset(
        province
        for province in range(len(after.map.provinces))
        if before.control(province) is None
        and province_facts(before, province).taker != province_facts(after, province).taker
    )


def _tell_change(before: Position, after: Position, names: Places, most: int) -> Argument:
    """Return what changes: which province is contested, and who would win which."""
    found = changed_takers(before, after)
    contested = None if after.contested == before.contested else after.contested
    taken = {} if len(found) > most else _taken(after, found)
    if contested is not None and contested in found and taken:
        control = province_facts(after, contested).taker
        place, side = names[contested], after.map.side(control)
        others = tuple(names[each] for each in taken.pop(control) if each != contested)
        both = say("siam/change/contested-and-taken", place=place, side=side, others=others)
        rest = _takings(after, taken, names)
        return say("siam/change/both", first=both, rest=rest) if rest else both
    changes: tuple[Message, ...] = ()
    if contested is not None:
        changes = (say("siam/change/contested", place=names[contested]),)
    elif swapped := _swapped(before, after):
        first, second = (names[each] for each in swapped)
        changes = (say("siam/change/swapped", first=first, second=second),)
    changes += _takings(after, taken, names)
    if len(found) > most:
        changes += (say("siam/change/many", n=len(found)),)
    return changes or _NOTHING


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
    after: Position, taken: Mapping[int, Sequence[int]], names: Places
) -> tuple[Message, ...]:
    """Return who would win which provinces; the verb is said once."""
    return tuple(
        say(
            "siam/change/taken-next" if number else "siam/change/taken",
            places=tuple(names[each] for each in provinces),
            side=after.map.side(control),
        )
        for number, (control, provinces) in enumerate(taken.items())
    )


def leads(game: Siam, position: Position, seat: int) -> bool:
    """Return whether a seat or its team would win if everyone passed from now on."""
    outcome = game.outcome(position if position.over else game.if_all_pass(position))
    return outcome is not None and seat in outcome.winners
