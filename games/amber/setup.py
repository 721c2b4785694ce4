"""The setup of a game from a seed, the same on every machine (A4, A21)."""

from __future__ import annotations

from collections.abc import Sequence

from games.amber.constants import (
    ACES,
    AREAS,
    BOR,
    CAS,
    CAV,
    CHA,
    COIN_CARDS,
    DUMMY,
    FIRST_GOLD,
    FIRST_INFLUENCE,
    FULL_HAND,
    LUN,
    MAR,
    NO_DOUBLES,
    PAWNS,
    PEN,
    PROBLEMS,
    TWO_PERIODS,
    Area,
    Problem,
)
from games.amber.effects import full_hand
from games.amber.position import Later, Position, RowProblem, Seat
from games.seeded_chance import Chance

_SHUFFLED_AREAS = (LUN, PEN, MAR, CHA, CAS, CAV)
_PLACES_OF_DIE = 6


def draw_position(players: int, chance: Chance, options: frozenset[str]) -> Position:
    """Return a fresh setup with its first row revealed."""
    alone = players == 1
    seats = 2 if alone else players
    areas: list[Area] = list(_SHUFFLED_AREAS)
    chance.shuffle(areas)
    pawns = list(PAWNS)
    chance.shuffle(pawns)
    markers = _roll_markers(chance, areas, seats, no_doubles=NO_DOUBLES in options)
    first = DUMMY if alone else chance.below(players)
    deck = _shuffled_problems(chance)
    pile, coins = _draw_dummy(chance, pawns[DUMMY]) if alone else ("", "")
    later = None
    if TWO_PERIODS in options:
        order = _shuffled_problems(chance)
        later_pile, later_coins = _draw_dummy(chance, pawns[DUMMY]) if alone else ("", "")
        later = Later(order, later_coins, later_pile)
    return Position(
        places=(*areas, BOR),
        markers=markers,
        confidant=None,
        seats=tuple(
            _fresh_seat(pawns[seat], pile if alone and seat == DUMMY else None)
            for seat in range(seats)
        ),
        row=tuple(map(RowProblem, deck[:seats])),
        discard=(),
        period=1,
        round=1,
        power=0,
        first=first,
        solver=None,
        turn=first,
        step="act",
        deck=deck[seats:],
        unseen=None,
        coins=coins,
        later=later,
    )


def _fresh_seat(pawn: str, pile: str | None) -> Seat:
    return Seat(
        hand=full_hand(pawn) if pile is None else pile,
        cards=FULL_HAND,
        pawn=pawn,
        last=None,
        influence=FIRST_INFLUENCE,
        gold=FIRST_GOLD,
        kept=(),
        problems=0,
        is_dummy=pile is not None,
    )


def _roll_markers(
    chance: Chance, areas: Sequence[Area], seats: int, *, no_doubles: bool
) -> tuple[int, ...]:
    """Return the markers that two dice of each seat put on places."""
    markers = [0] * (len(AREAS) * seats)
    for seat in range(seats):
        first = chance.below(_PLACES_OF_DIE)
        second = chance.below(_PLACES_OF_DIE)
        while no_doubles and second == first:
            second = chance.below(_PLACES_OF_DIE)
        for place in (first, second):
            markers[areas[place] * seats + seat] += 1
    return tuple(markers)


def _shuffled_problems(chance: Chance) -> tuple[Problem, ...]:
    problems = list(range(len(PROBLEMS)))
    chance.shuffle(problems)
    return tuple(problems)


def _draw_dummy(chance: Chance, pawn: str) -> tuple[str, str]:
    """Return a pile and the coins of the dummy."""
    cards = list(ACES + pawn)
    chance.shuffle(cards)
    coins = "".join(str(chance.below(2)) for _ in COIN_CARDS)
    return "".join(cards), coins
