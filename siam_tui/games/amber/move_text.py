"""Moves in words. Pure functions.

The words are a predicate: with ``s`` as in *Ann keeps*, without it as in *You keep*, or as the
name of a move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.amber.constants import Area
from games.amber.moves import (
    Attempt,
    Decline,
    Keep,
    Move,
    MoveMarkers,
    Pass,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from games.plural import count_of
from siam_tui.games.amber.names import CARD_NAMES, PROBLEM_NAMES, area_name
from siam_tui.games.game_texts import Length

NameSeat = Callable[[int], str]
"""Returns what a seat is called, as in *a marker of Ben*."""

_LONG: Final = {
    "play": "play{s} {card} in {where}",
    "play from": "play{s} {card} in {where}, with a marker from {origin}",
    "play idle": "play{s} {card} without an action",
    "try": "attempt{s} {problem}",
    "pass": "pass{es}",
    "keep": "keep{s} {problem}",
    "suit": "solve{s} {problem} in {where}",
    "suit from": "solve{s} {problem} in {where}, with a marker from {origin}",
    "crown": "solve{s} {problem}: the Confidant goes to {where}",
    "remove": "put{s} a marker of {whom} back from {where}",
    "move": "move{s} {markers} from {origin} to {where}",
    "decline": "move{s} no marker",
}
_SHORT: Final = _LONG | {
    "play": "play{s} {card}, {where}",
    "play from": "play{s} {card}, {where} from {origin}",
    "play idle": "play{s} {card}, no action",
    "suit": "solve{s} {problem}, {where}",
    "suit from": "solve{s} {problem}, {where} from {origin}",
    "crown": "solve{s} {problem}, Confidant to {where}",
    "remove": "remove{s} {whom}'s marker, {where}",
    "move": "move{s} {count} from {origin} to {where}",
}


def seat_number(seat: int) -> str:
    """Return what a seat is called where no names are known."""
    return f"seat {seat + 1}"


def move_words(
    move: Move, length: Length, *, s: str = "", name_seat: NameSeat = seat_number
) -> str:
    """Return a move in words.

    >>> move_words(PlayCard("S", 4), "full", s="s"), move_words(PlayCard("S", 4), "shortest")
    ('plays Suns in the Castle', 'play Suns, Castle')
    """
    templates = _LONG if length == "full" else _SHORT
    template, parts = _parts(move, lambda area: area_name(area, length), name_seat)
    return templates[template].format(s=s, es="es" if s else "", **parts)


def _parts(  # noqa: PLR0911 - a line for each kind of move
    move: Move, where: Callable[[Area], str], name_seat: NameSeat
) -> tuple[str, dict[str, object]]:
    """Return which template a move has, and what is put into it."""
    match move:
        case PlayCard(card, area, origin):
            return _way("play", {"card": CARD_NAMES[card]}, area, origin, where)
        case SolveBySuit(problem, area, origin):
            return _way("suit", {"problem": PROBLEM_NAMES[problem]}, area, origin, where)
        case SolveByCrown(problem, area):
            return "crown", {"problem": PROBLEM_NAMES[problem], "where": where(area)}
        case RemoveMarker(seat, area):
            return "remove", {"whom": name_seat(seat), "where": where(area)}
        case MoveMarkers(count, origin, goal):
            markers = {"count": count, "markers": count_of(count, "marker")}
            return "move", {**markers, "origin": where(origin), "where": where(goal)}
        case Attempt(problem):
            return "try", {"problem": PROBLEM_NAMES[problem]}
        case Keep(problem):
            return "keep", {"problem": PROBLEM_NAMES[problem]}
        case Pass():
            return "pass", {}
        case Decline():
            return "decline", {}


def _way(
    template: str,
    parts: dict[str, object],
    area: Area | None,
    origin: Area | None,
    where: Callable[[Area], str],
) -> tuple[str, dict[str, object]]:
    if area is None:
        return f"{template} idle", parts
    if origin is None:
        return template, {**parts, "where": where(area)}
    return f"{template} from", {**parts, "where": where(area), "origin": where(origin)}
