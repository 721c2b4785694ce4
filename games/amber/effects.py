"""Plays moves on a `MutablePosition`, without asking whether they are legal (A5 to A9, A12)."""

from __future__ import annotations

from bisect import insort
from typing import Final

from games.amber.constants import (
    CARDS,
    CAS,
    CAV,
    CHA,
    DUMMY,
    FEWEST_REVEALED,
    FULL_HAND,
    LUN,
    MAR,
    MOST_GOLD,
    PEN,
    ROUNDS,
    Area,
    Problem,
    Step,
)
from games.amber.moves import (
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
from games.contract import GameError
from texts import Seat, say

_STEPS: Final[dict[str, tuple[Step, Step]]] = {
    "PEN": ("solve+PEN", "act+PEN"),
    "CAV": ("solve+CAV", "act+CAV"),
    "CHA": ("solve+CHA", "act+CHA"),
}
"""The step that decides an effect, in the second phase and in the first."""


def play_move(here: MutablePosition, move: Move) -> None:
    """Play a legal move, and all that follows without a decision.

    Raises:
        GameError: what follows is hidden in this view.
    """
    acting = here.step.startswith("act")
    if make_move(here, move):
        return
    if acting:
        _next_to_act(here)
    elif here.step == "declare":
        _next_to_declare(here)
    else:
        _next_to_solve(here)


def make_move(here: MutablePosition, move: Move) -> bool:
    """Make a legal move of the seat on turn, without what follows for others or for the round.

    Returns:
        Whether the same seat is to decide an effect next.
    """
    effect = _carry_out_move(here, move)
    if effect:
        here.step = _STEPS[effect][here.step.startswith("act")]
    return bool(effect)


def _carry_out_move(here: MutablePosition, move: Move) -> str:
    """Carry out a move; return the area whose effect is then to be decided, or nothing."""
    seat = here.turn
    effect = ""
    if isinstance(move, PlayCard):
        effect = _play_card(here, seat, move)
    elif isinstance(move, Attempt):
        here.gold[seat] -= 1
        index = here.row.index(move.problem)
        here.claims[index] = (*here.claims[index], seat)
    elif isinstance(move, Keep):
        _keep_problem(here, seat, move.problem)
    elif isinstance(move, SolveBySuit):
        _discard_problem(here, seat, move.problem)
        effect = _act(here, seat, move.area, move.origin)
    elif isinstance(move, SolveByCrown):
        _discard_problem(here, seat, move.problem)
        here.confidant = move.area
        effect = carry_out(here, seat, move.area)
    elif isinstance(move, RemoveMarker):
        here.markers[move.area * here.count + move.seat] -= 1
    elif isinstance(move, MoveMarkers):
        here.markers[move.origin * here.count + seat] -= move.count
        here.markers[move.goal * here.count + seat] += move.count
        effect = carry_out(here, seat, move.goal)
    return effect


# Parts of moves


def _play_card(here: MutablePosition, seat: int, move: PlayCard) -> str:
    hand = here.hands[seat]
    if hand is not None:
        here.hands[seat] = hand.replace(move.card, "")
    here.cards[seat] -= 1
    here.lasts[seat] = move.card
    return "" if move.area is None else _act(here, seat, move.area, move.origin)


def _act(here: MutablePosition, seat: int, area: Area, origin: Area | None) -> str:
    """Put a marker on an area and carry out its effect; return what is to be decided of it."""
    here.put_marker(seat, area, NONE if origin is None else origin)
    return carry_out(here, seat, area)


def carry_out(here: MutablePosition, seat: int, area: Area) -> str:
    """Carry out the effect of an area as far as possible (A6).

    Returns:
        The area whose effect is to be decided: ``PEN``, ``CAV``, ``CHA``, or nothing.
    """
    if area == LUN:
        if here.gold[seat] < MOST_GOLD:
            here.gold[seat] += 1
        here.influence[seat] += here.influence_within_limits(seat, 1)
    elif area in (MAR, CAS):
        count = here.on_area(seat, area) + (here.confidant == area)
        if area == MAR:
            here.gold[seat] += here.gold_of_market(seat, count)
        else:
            here.influence[seat] += here.influence_within_limits(seat, count)
    elif area == PEN:
        if here.gold[seat] and here.has_open_problem():
            return "PEN"
    elif area == CAV:
        if here.opponents_on_areas(seat):
            return "CAV"
    elif area == CHA and here.on_areas(seat):
        return "CHA"
    return ""


def _with_problem(problems: tuple[Problem, ...], problem: Problem) -> tuple[Problem, ...]:
    found = list(problems)
    insort(found, problem)
    return tuple(found)


def _take_problem(here: MutablePosition, seat: int, problem: Problem) -> None:
    """Take a Problem out of the row as solved; through the Penitent it costs a gold."""
    if here.step != "solve":
        here.gold[seat] -= 1
    index = here.row.index(problem)
    del here.row[index]
    del here.claims[index]
    del here.winners[index]
    here.solver = seat


def _keep_problem(here: MutablePosition, seat: int, problem: Problem) -> None:
    _take_problem(here, seat, problem)
    kept = here.kept[seat]
    if kept is not None:
        here.kept[seat] = _with_problem(kept, problem)
    here.problems[seat] += 1


def _discard_problem(here: MutablePosition, seat: int, problem: Problem) -> None:
    _take_problem(here, seat, problem)
    here.discard = _with_problem(here.discard, problem)


# What follows


def _next_to_act(here: MutablePosition) -> None:
    here.turn = (here.turn + 1) % here.count
    here.step = "declare" if here.turn == here.first else "act"


def _next_to_declare(here: MutablePosition) -> None:
    here.turn = (here.turn + 1) % here.count
    if here.turn == here.first:
        for index in range(len(here.row)):
            here.winners[index] = _winner(here, index)
            here.claims[index] = ()
        _next_to_solve(here)


def _winner(here: MutablePosition, index: int) -> int:
    """Return the seat that a claimed Problem is awarded to, or `NONE` (A8)."""
    best, most = NONE, NONE
    for seat in here.claims[index]:  # in the order they spoke, which decides ties
        strength = here.strength(seat, here.row[index])
        tied = strength == most and seat == here.dummy and here.options.dummy_wins_ties
        if strength > most or tied:
            best, most = seat, strength
    return best


def _next_to_solve(here: MutablePosition) -> None:
    """Ask the next seat that has a Problem to solve; without one, end the round."""
    for number in range(here.count):
        seat = (here.first + number) % here.count
        if here.awarded_to(seat) >= 0:
            here.turn = seat
            here.step = "solve"
            return
    _end_round(here)


def _end_round(here: MutablePosition) -> None:
    """Discard the row, and go on to the next round, period or the end (A5, A12)."""
    for problem in here.row:
        here.discard = _with_problem(here.discard, problem)
    here.power = min(here.options.most_power, here.power + len(here.row))
    here.first = (here.first + 1) % here.count
    here.row, here.claims, here.winners = [], [], []
    if here.round == ROUNDS and here.later is not None:
        _begin_second_period(here)
    elif here.round == ROUNDS or here.deck_size() < FEWEST_REVEALED:
        here.step = "over"
        here.turn = NONE
    else:
        here.round += 1
        _reveal(here)


def _begin_second_period(here: MutablePosition) -> None:
    later = here.later
    assert later is not None
    if later.order is None:
        raise GameError(say("amber/hidden/second-deck"))
    kept: set[Problem] = set()
    for seat in range(here.count):
        own = here.kept[seat]
        if own is None:
            raise GameError(say("amber/hidden/kept", seat=Seat(seat)))
        kept.update(own)
        here.lasts[seat] = None
        here.cards[seat] = FULL_HAND
        pawn = here.pawns[seat]
        if here.hands[seat] is not None and pawn is not None:
            here.hands[seat] = full_hand(pawn)
    if here.dummy >= 0:
        here.hands[DUMMY] = later.pile
    here.deck = tuple([problem for problem in later.order if problem not in kept])
    here.unseen = None
    here.discard = ()
    here.coins = later.coins
    here.later = None
    here.period = 2
    here.round = 1
    if here.solver >= 0:
        here.first = here.solver
    _reveal(here)


def full_hand(pawn: str) -> str:
    """Return the seven cards of a player with a pawn, in their order.

    >>> full_hand("T")
    'MSWVYKT'
    """
    return CARDS[: FULL_HAND - 1] + pawn


def _reveal(here: MutablePosition) -> None:
    """Reveal as many Problems as there are seats, or all if there are fewer, and begin a round."""
    count = min(here.count, here.deck_size())
    if len(here.deck) < count:
        raise GameError(say("amber/hidden/revealed"))
    here.row = list(here.deck[:count])
    here.deck = here.deck[count:]
    here.claims = [()] * count
    here.winners = [NONE] * count
    here.turn = here.first
    here.step = "act"
