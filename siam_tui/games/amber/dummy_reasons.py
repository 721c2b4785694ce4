"""Why the dummy does what it does (A14 to A20), from what everybody sees. Pure functions."""

from __future__ import annotations

from games.amber.constants import AREAS_WITH, BOR, CARD_SUITS, PAWNS, PROBLEM_SUITS, VALUES, Area
from games.amber.dummy import OF_BORDERLAND, can_act, is_useful
from games.amber.moves import (
    Attempt,
    Decline,
    Move,
    MoveMarkers,
    Pass,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from games.amber.mutable_position import MutablePosition
from siam_tui.games.amber.names import area_noun
from texts import Message, say, tell


def reason_of_dummy(here: MutablePosition, move: Move) -> str:
    """Return why the dummy makes a move; empty where nothing needs a reason.

    Args:
        here: the position, or a view of it, in which the dummy is on turn.
        move: its move.
    """
    reason = _reason(here, move)
    if reason and isinstance(move, PlayCard | SolveBySuit) and move.origin is not None:
        reason = say("amber/dummy/with-origin", why=reason)
    return "" if reason is None else tell(reason)


def _reason(here: MutablePosition, move: Move) -> Message | None:  # noqa: PLR0911 - a line for each
    match move:
        case PlayCard(_, None):
            return say("amber/dummy/stuck")
        case PlayCard(card, area, _) if area is not None:
            return _reason_of_area(here, card, area)
        case Attempt(problem):
            return _reason_of_attempt(here, problem)
        case Pass():
            has_gold = here.gold[here.turn]
            return say("amber/dummy/no-lead" if has_gold else "amber/dummy/no-gold")
        case SolveBySuit():
            return say("amber/dummy/crowns-go-there")
        case SolveByCrown(problem, area):
            goals = AREAS_WITH[PROBLEM_SUITS[problem]]
            areas = [each for each in goals if each not in (BOR, here.confidant)]
            return _reason_of_choice(here, areas, area, is_confidant=True)
        case MoveMarkers():
            return say("amber/dummy/to-borderland")
        case Decline():
            return say("amber/dummy/all-in-borderland")
        case RemoveMarker():
            return say("amber/dummy/where-most")
    return None


def _reason_of_area(here: MutablePosition, card: str, area: Area) -> Message:
    if CARD_SUITS[card] & OF_BORDERLAND:
        return say("amber/dummy/pawn-goes-there" if card in PAWNS else "amber/dummy/suits-go-there")
    areas = [each for each in AREAS_WITH[CARD_SUITS[card]] if can_act(here, each)]
    return _reason_of_choice(here, areas, area, is_confidant=False)


def _reason_of_choice(
    here: MutablePosition, areas: list[Area], area: Area, *, is_confidant: bool
) -> Message:
    """Return why one of some areas was chosen (A16)."""
    if len(areas) == 1:
        return say("amber/dummy/only-area")
    useful = [each for each in areas if is_useful(here, each, is_confidant=is_confidant)]
    if len(useful) == 1:
        return say("amber/dummy/only-help")
    one, other = map(area_noun, sorted(areas, key=here.places.index))
    return say(
        "amber/dummy/both-help" if useful else "amber/dummy/neither-helps",
        one=one,
        other=other,
        area=area_noun(area),
    )


def _reason_of_attempt(here: MutablePosition, problem: int) -> Message:
    own, other = (here.strength(seat, problem) for seat in (here.turn, 1 - here.turn))
    return say(
        "amber/dummy/highest-number" if VALUES[problem] else "amber/dummy/first-crown",
        own=own,
        other=other,
    )
