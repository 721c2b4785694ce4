"""Forecasts the final points if the game ended now. Pure functions.

Everything is open in this game, so a forecast is worth the same to whoever looks. It is no promise:
the Congress, the closing and the turns to come are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import Colour
from games.foreign_king.effects import score_province
from games.foreign_king.mutable_position import NOBODY, MutablePosition
from games.foreign_king.scoring import final_points, winners
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.foreign_king.names import name_colour
from texts import Message, Noun, say, tell

_PRIZES: Final = ("francs", "medals", "congress", "provinces", "led")
"""What final points are for that nobody has scored."""


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
    reasons = tuple(
        Noun("foreign_king/prize", name)
        for name in _PRIZES
        if any(getattr(points, name) for points in found)
    )
    if not reasons:
        return (tell("foreign_king/no-points"),)
    return tuple(tell("foreign_king/first-points", form=form, reasons=reasons) for form in range(4))


def describe_lead(view: ForeignKingView, found: Forecast, *, brief: bool = False) -> Message:
    """Return how a forecast looks for the reader, such as ``you trail by 6``.

    Args:
        view: the table.
        found: the forecast.
        brief: whether to shorten it, such as to ``you -6``.
    """
    won = tuple(name_colour(view, each) for each in found.winners)
    if view.seat is None:
        return say("foreign_king/lead/win", who=won)
    lead = found.lead(view.seat)
    if lead and brief:
        return say("foreign_king/lead/brief", by=f"{lead:+}")
    if lead:
        return say(
            "foreign_king/lead/ahead" if lead > 0 else "foreign_king/lead/behind", n=abs(lead)
        )
    if view.seat not in found.winners:
        return say("foreign_king/lead/level", who=won)
    is_alone = len(found.winners) == 1
    return say("foreign_king/lead/medals" if is_alone else "foreign_king/lead/shared")
