"""Why the dummy does what it does (A14 to A20), from what everybody sees. Pure functions."""

from __future__ import annotations

from typing import Final

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
from siam_tui.games.amber.names import area_name
from siam_tui.ui.text import listed

_ALWAYS: Final = "Waves, Leaves and Wyrms always go there"
_PAWN: Final = "a pawn always goes there"
_CROWNS: Final = "Crowns of Waves, Leaves and Wyrms go there"
_STUCK: Final = "no marker of its own can come there"
_ALL_HELP: Final = "{areas} would both help; chance chose {area}"
_NONE_HELPS: Final = "neither {none} would help; chance chose {area}"
_MOST: Final = "its supply is empty, so a marker comes from where it has most"


def reason_of_dummy(here: MutablePosition, move: Move) -> str:  # noqa: PLR0911 - one each
    """Return why the dummy makes a move; empty where nothing needs a reason.

    Args:
        here: the position, or a view of it, in which the dummy is on turn.
        move: its move.
    """
    match move:
        case PlayCard(_, None):
            return _STUCK
        case PlayCard(card, area, origin) if area is not None:
            why = _reason_of_area(here, card, area)
            return why if origin is None else f"{why}; {_MOST}"
        case Attempt(problem):
            return _reason_of_attempt(here, problem)
        case Pass():
            return "it leads on no Problem" if here.gold[here.turn] else "it has no gold"
        case SolveBySuit(_, _, origin):
            return _CROWNS if origin is None else f"{_CROWNS}; {_MOST}"
        case SolveByCrown(problem, area):
            goals = AREAS_WITH[PROBLEM_SUITS[problem]]
            areas = [each for each in goals if each not in (BOR, here.confidant)]
            return _reason_of_choice(here, areas, area, is_confidant=True)
        case MoveMarkers():
            return "from where it has most to the Borderland"
        case Decline():
            return "all its markers are in the Borderland"
        case RemoveMarker():
            return "where the player has most"
    return ""


def _reason_of_area(here: MutablePosition, card: str, area: Area) -> str:
    if CARD_SUITS[card] & OF_BORDERLAND:
        return _PAWN if card in PAWNS else _ALWAYS
    areas = [each for each in AREAS_WITH[CARD_SUITS[card]] if can_act(here, each)]
    return _reason_of_choice(here, areas, area, is_confidant=False)


def _reason_of_choice(
    here: MutablePosition, areas: list[Area], area: Area, *, is_confidant: bool
) -> str:
    """Return why one of some areas was chosen (A16)."""
    if len(areas) == 1:
        return "it can act nowhere else"
    useful = [each for each in areas if is_useful(here, each, is_confidant=is_confidant)]
    if len(useful) == 1:
        return "only that helps it"
    names = [area_name(each) for each in sorted(areas, key=here.places.index)]
    template = _ALL_HELP if useful else _NONE_HELPS
    return template.format(areas=listed(names), none=" nor ".join(names), area=area_name(area))


def _reason_of_attempt(here: MutablePosition, problem: int) -> str:
    own, other = (here.strength(seat, problem) for seat in (here.turn, 1 - here.turn))
    kind = "the highest number" if VALUES[problem] else "the first Crown"
    return f"{own} to {other}: {kind} it leads"
