"""Forecasts the final points if the game ended now. Pure functions.

Everything is open in this game, so a forecast is worth the same to whoever looks. It is no promise:
the Congress, the closing and the turns to come are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import Colour
from games.foreign_king.effects import score_province
from games.foreign_king.mutable_position import NOBODY, MutablePosition
from games.foreign_king.scoring import final_points, winners
from siam_tui.ui.text import listed

_PRIZES: Final = {
    "francs": "most francs",
    "medals": "most medals",
    "congress": "most congressmen",
    "provinces": "most provinces and factories",
}
"""What each prize of the final points is for."""
_NO_SCORES: Final = (
    "Nobody has scored yet. The points are prizes at the end, for {reasons}.",
    "Nobody has scored yet: the points are for {reasons}.",
    "The points are for {reasons}.",
    "The points are prizes at the end.",
)
"""Why there are points all the same, in fewer and fewer words."""
_NO_POINTS: Final = ("Nobody has any points yet.",)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The end of the game if it came now.

    Attributes:
        points: the final points of each colour.
        winners: the colours that would win; several share the win.
    """

    points: tuple[int, ...]
    winners: tuple[Colour, ...]

    @property
    def order(self) -> list[Colour]:
        """The colours, the best first."""
        return sorted(
            range(len(self.points)), key=lambda each: (each not in self.winners, -self.points[each])
        )

    def lead(self, colour: Colour) -> int:
        """Return by how many points a colour is ahead of the best other; less than 0 if behind."""
        others = [points for each, points in enumerate(self.points) if each != colour]
        return self.points[colour] - max(others)


def forecast(position: Position) -> Forecast:
    """Return the end of the game if it came now."""
    points = tuple(each.total for each in final_points(position))
    return Forecast(points, winners(points, position.medals))


def score_king(position: Position, joining: int | None = None) -> Position:
    """Return the position after the King's province has scored (F11).

    What follows is left out: the steps of the virtual player, and a factory made inactive.

    Args:
        position: with the King where he has arrived.
        joining: the seat whose congressmen move there; None if all stay.
    """
    here = MutablePosition(position)
    if here.king is None or here.is_empty(here.king):
        return position
    if joining is not None:
        here.citizens[here.colours * here.king + joining] += here.congressmen[joining]
        here.congressmen[joining] = 0
    leader = here.leader(here.king)
    if leader != NOBODY:
        here.scores[leader] += score_province(here, here.king, leader)
    return here.freeze()


def asked_after_arrival(position: Position) -> tuple[int, ...]:
    """Return the seats that are asked about their congressmen where the King has arrived."""
    here = MutablePosition(position)
    if here.king is None or here.is_empty(here.king):
        return ()
    return tuple(here.congress_queue())


def explain_first_points(position: Position) -> tuple[str, ...]:
    """Return why colours would have points although nobody has scored, in fewer and fewer words.

    There is nothing to explain once somebody has scored, or has a loan to lose points for.
    """
    if any(position.scores) or any(position.loans):
        return ()
    found = final_points(position)
    reasons = [words for name, words in _PRIZES.items() if any(getattr(p, name) for p in found)]
    if any(each.led for each in found):
        reasons.append("provinces that the virtual player leads")
    if not reasons:
        return _NO_POINTS
    return tuple(each.format(reasons=listed(reasons)) for each in _NO_SCORES)


def describe_lead(
    found: Forecast, names: Sequence[str], seat: int | None, *, brief: bool = False
) -> str:
    """Return how a forecast looks for a seat, such as ``you trail by 6``.

    Args:
        found: the forecast.
        names: what the colours are called.
        seat: the person's own, or None for a spectator.
        brief: whether to shorten it, such as to ``you -6``.
    """
    won = listed([names[each] for each in found.winners])
    if seat is None:
        return f"{won} win{'s' * (len(found.winners) == 1)}"
    lead = found.lead(seat)
    if lead and brief:
        return f"you {lead:+}"
    if lead:
        return f"you {'lead' if lead > 0 else 'trail'} by {abs(lead)}"
    if seat not in found.winners:
        return f"level, {won} win{'s' * (len(found.winners) == 1)} by medals"
    return "you win by medals" if len(found.winners) == 1 else "you share the win"
