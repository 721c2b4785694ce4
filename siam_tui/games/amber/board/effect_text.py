"""The effects of areas in very few words: in general, and what one would bring now. Pure."""

from __future__ import annotations

from typing import Final

from games.amber import Position
from games.amber.constants import BOR, CAS, CAV, CHA, LUN, MAR, MOST_GOLD, PEN, Area
from siam_tui.games.amber.facts import AreaEffect

GENERAL: Final[dict[Area, tuple[str, ...]]] = {
    LUN: ("+1 gold +1 infl", "+1g +1i"),
    PEN: ("1 gold: solve", "1g: solve"),
    MAR: ("gold = markers", "gold"),
    CHA: ("move 1-2, act", "move 1-2"),
    CAS: ("infl = markers", "influence"),
    CAV: ("{other} loses 1", "{other} -1"),
    BOR: ("wall +1 each", "wall"),
}
"""What each area does, in long and in short; ``{other}`` is who may lose a marker."""
OTHER: Final = "other"
"""In very few characters: any other player."""
_ANOTHER: Final = {OTHER: "another"}
"""The same where there is room for a sentence."""


def general_forms(area: Area, other: str) -> tuple[str, ...]:
    """Return what an area does, in long and in short."""
    long, short = GENERAL[area]
    return long.format(other=_ANOTHER.get(other, other)), short.format(other=other)


def effect_forms(
    effect: AreaEffect, position: Position, seat: int, other: str = OTHER
) -> tuple[str, ...]:
    """Return what an area would bring to a seat, in fewer and fewer characters.

    Args:
        effect: what it would bring.
        position: the position.
        seat: the seat.
        other: who may lose a marker.
    """
    gold, influence, (wall, new) = effect.gold, effect.influence, effect.wall
    walls = (f"wall {wall} > {new}", f"wall {wall}>{new}") if wall != new else ()
    if effect.asks:
        return general_forms(effect.area, other)
    if gold and influence:
        return f"+{gold} gold +{influence} infl", f"+{gold}g +{influence}i"
    if gold:
        return (f"+{gold} gold",)
    if influence:
        return (f"+{influence} infl",)
    return walls or (_why_nothing(effect, position, seat), "nothing")


def _why_nothing(effect: AreaEffect, position: Position, seat: int) -> str:
    """Return why an area would bring nothing."""
    area, has_gold = effect.area, position.seats[seat].gold
    if area == PEN:
        return "no Problem left" if has_gold else "no gold"
    if area == CAV:
        return "no marker"
    if area == MAR and has_gold >= MOST_GOLD:
        return f"has {MOST_GOLD} gold"
    if area == CAS:
        return "no reserve"
    return "no effect"
