"""Moves in words. Pure functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from games.amber.constants import Area
from games.amber.moves import (
    Attempt,
    Keep,
    Move,
    MoveMarkers,
    Pass,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from siam_tui.games.amber.names import area_noun, card_noun, problem_noun
from siam_tui.games.game_texts import Length
from texts import Message, Noun, say

NameSeat: TypeAlias = Callable[[int], str | Message]
"""Returns what a seat is called, as in *a marker of Ben*."""
By: TypeAlias = Literal["name", "you", "they"]
"""How a move is told: as its name, or to stand behind *You* or behind a player's name."""


def seat_number(seat: int) -> Message:
    """Return what a seat is called where no names are known."""
    return say("amber/seat", n=seat + 1)


def move_words(
    move: Move, length: Length, *, by: By = "name", name_seat: NameSeat = seat_number
) -> Message:
    """Return a move in words.

    >>> str(move_words(PlayCard("S", 4), "full", by="they"))
    'plays Suns in the Castle'
    >>> str(move_words(PlayCard("S", 4), "shortest"))
    'play Suns, Castle'
    """
    long = length == "full"
    match move:
        case PlayCard(card, area, origin):
            text = say(
                "amber/move/play" if long else "amber/move/play-short",
                by=by,
                card=card_noun(card),
                area=_area_or_none(area),
                origin=_area_or_none(origin),
            )
        case SolveBySuit(problem, area, origin):
            text = say(
                "amber/move/suit" if long else "amber/move/suit-short",
                by=by,
                problem=problem_noun(problem),
                area=area_noun(area),
                origin=_area_or_none(origin),
            )
        case SolveByCrown(problem, area):
            text = say(
                "amber/move/crown" if long else "amber/move/crown-short",
                by=by,
                problem=problem_noun(problem),
                area=area_noun(area),
            )
        case RemoveMarker(seat, area):
            text = say(
                "amber/move/remove" if long else "amber/move/remove-short",
                by=by,
                whom=name_seat(seat),
                area=area_noun(area),
            )
        case MoveMarkers(count, origin, goal):
            text = say(
                "amber/move/move" if long else "amber/move/move-short",
                by=by,
                n=count,
                origin=area_noun(origin),
                area=area_noun(goal),
            )
        case Attempt(problem):
            text = say("amber/move/try", by=by, problem=problem_noun(problem))
        case Keep(problem):
            text = say("amber/move/keep", by=by, problem=problem_noun(problem))
        case _:
            text = say("amber/move/pass" if isinstance(move, Pass) else "amber/move/decline", by=by)
    return text


def _area_or_none(area: Area | None) -> Noun | None:
    return None if area is None else area_noun(area)
