"""Lists the legal moves of a position."""

from __future__ import annotations

from random import Random

from games.amber.constants import (
    AREAS,
    CARD_SUITS,
    MOST_MOVED,
    PROBLEM_SUITS,
    VALUES,
    Card,
    Problem,
)
from games.amber.dummy import choose
from games.amber.effects import play_move
from games.amber.moves import (
    DECLINE,
    PASS,
    Attempt,
    Keep,
    Move,
    MoveMarkers,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from games.amber.mutable_position import NONE, MutablePosition
from games.amber.options import Options
from games.amber.position import Position
from games.contract import GameError
from texts import Seat, say


def list_moves(here: MutablePosition) -> list[Move]:  # noqa: PLR0911 - a line for each step
    """Return all legal moves, each once; none when the game is over.

    Raises:
        GameError: they depend on something hidden.
    """
    seat, step = here.turn, here.step
    if step == "over":
        return []
    if seat == here.dummy:
        return [choose(here)]
    if step == "act":
        return [move for card in hand_of(here) for move in list_plays(here, card)]
    if step == "declare":
        attempts: list[Move] = [PASS]
        if here.gold[seat]:
            attempts += [Attempt(problem) for problem in here.row]
        return attempts
    if step == "solve":
        return list_solutions(here, here.row[here.awarded_to(seat)])
    if step.endswith("PEN"):
        return [
            move
            for index, problem in enumerate(here.row)
            if here.is_open(index)
            for move in list_solutions(here, problem)
        ]
    return list_removals(here) if step.endswith("CAV") else list_movings(here)


def hand_of(here: MutablePosition) -> str:
    """Return the hand of the seat on turn.

    Raises:
        GameError: it is hidden.
    """
    hand = here.hands[here.turn]
    if hand is None:
        raise GameError(say("amber/hidden/hand", seat=Seat(here.turn)))
    return hand


def list_plays(here: MutablePosition, card: Card) -> list[Move]:
    """Return the legal moves with a card of the hand (A6)."""
    ways = here.ways(here.turn, CARD_SUITS[card])
    if not ways:
        return [PlayCard(card, None)]
    return [PlayCard(card, area, None if origin < 0 else origin) for area, origin in ways]


def list_solutions(here: MutablePosition, problem: Problem) -> list[Move]:
    """Return the legal ways to solve a Problem (A9)."""
    found: list[Move] = []
    if VALUES[problem]:
        found.append(Keep(problem))
    for area, origin in here.ways(here.turn, PROBLEM_SUITS[problem]):
        found.append(SolveBySuit(problem, area, None if origin < 0 else origin))
    if not VALUES[problem]:
        found += [
            SolveByCrown(problem, area) for area in range(len(AREAS)) if area != here.confidant
        ]
    return found


def list_removals(here: MutablePosition) -> list[Move]:
    """Return the markers that the Cave can remove (A6)."""
    found: list[Move] = []
    for index, markers in enumerate(here.markers):
        seat = index % here.count
        if markers and seat != here.turn:
            found.append(RemoveMarker(seat, index // here.count))
    return found


def list_movings(here: MutablePosition) -> list[Move]:
    """Return what the Chance Meeting can do: nothing, or move one or two markers (A6)."""
    found: list[Move] = [DECLINE]
    for origin in range(len(AREAS)):
        most = min(MOST_MOVED, here.on_area(here.turn, origin))
        for count in range(1, most + 1):
            found += [
                MoveMarkers(count, origin, goal) for goal in range(len(AREAS)) if goal != origin
            ]
    return found


def play_random_games(
    position: Position, options: Options, games: int, random: Random
) -> dict[str, int]:
    """Play random games from a position; each move is uniformly one of the legal ones.

    Returns:
        How many moves (``turns``) and cards were played.
    """
    turns = cards = 0
    for _ in range(games):
        here = MutablePosition(position, options)
        while here.turn != NONE:
            moves = list_moves(here)
            move = moves[int(random.random() * len(moves))]
            play_move(here, move)
            turns += 1
            cards += isinstance(move, PlayCard)
    return {"turns": turns, "cards": cards}
