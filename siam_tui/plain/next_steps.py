"""What a person may want to type next, at home and at a table, as sentences. Pure."""

from __future__ import annotations

from typing import Final, NamedTuple

from siam_tui.model.door_visit import DoorVisit
from siam_tui.model.table_view import TableView
from siam_tui.plain.seats_and_turns import speech_of, tell_turn


class HomeSteps(NamedTuple):
    """What is told at home.

    Attributes:
        left: to who has just come there.
        nowhere: where the person is.
        now: what to type, with a place for the title of a game.
    """

    left: str
    nowhere: str
    now: str


_HOME: Final = HomeSteps(
    "You have left. Type bots, host, join, watch, tutorial, practice or quit.",
    "You are in no lobby. Type bots, waiting, host, lobbies, join, watch, tutorial or practice.",
    "Type bots to play against a bot, or tutorial to learn {game}. Type waiting for the games that "
    "wait for you, and lobbies to see who plays on this network. If you have an invite link, type "
    "join and the link.",
)
_HOME_OF_VISITOR: Final = HomeSteps(
    "You have left. Type join, bots, tutorial, practice or quit.",
    "You are in no lobby. Type join, bots, tutorial or practice.",
    "Type join to go back to the lobby, bots to play against a bot, or tutorial.",
)
_HOST: Final = "Type bot to seat a bot, and link to invite somebody."
_START: Final = "Type start to begin."
_TAKE: Final = "Type take to take a free seat."
_WAIT: Final = "Type look for the board, and status for where the game stands."


def home_steps(visit: DoorVisit | None) -> HomeSteps:
    """Return what is told at home, which offers less to a visitor."""
    return _HOME if visit is None else _HOME_OF_VISITOR


def tell_next_steps(view: TableView) -> list[str]:
    """Return what the person may want to do now; on their turn what they are asked."""
    if view.my_turn:
        return list(speech_of(view).tell_own_turn(view))[-1:]
    match view.state.status:
        case "open" if view.free_seats:
            more = [_HOST] if view.host else [] if view.seated else [_TAKE]
        case "open":
            more = [_START] if view.host else []
        case "running":
            more = [_WAIT]
        case _:
            more = []
    return [tell_turn(view), *more]
