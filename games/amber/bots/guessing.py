"""What a player remembers of the moves, and positions drawn at random that fit a view."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from games.amber.constants import (
    ACES,
    CARDS,
    COIN_CARDS,
    FULL_HAND,
    PAWNS,
    PROBLEMS,
    VALUES,
    Card,
    Problem,
)
from games.amber.hidden import hidden_problems
from games.amber.moves import Keep, Move, PlayCard
from games.amber.position import Later, Position, Seat

# Memory


def recall(view: Position, played: Iterable[tuple[int, Move]]) -> Position:
    """Return a view with the hands and kept Problems known to who saw these moves (A10).

    A seat stays hidden if the moves cannot be all that it has played. A pawn that nobody has seen
    is any that it may be, and the dummy's pile is in any order: `guess` draws these again.
    """
    cards: list[list[Card]] = [[] for _ in view.seats]
    kept: list[list[Problem]] = [[] for _ in view.seats]
    for seat, move in played:
        if isinstance(move, PlayCard):
            cards[seat].append(move.card)
        elif isinstance(move, Keep):
            kept[seat].append(move.problem)
    seen = (
        next((card for card in own if card in PAWNS), seat.pawn)
        for own, seat in zip(cards, view.seats, strict=True)
    )
    pawns = _complete_pawns(list(seen), list(PAWNS))
    return view._replace(
        seats=tuple(
            _recalled(seat, pawn, own[FULL_HAND * (view.period - 1) :], tuple(sorted(problems)))
            for seat, pawn, own, problems in zip(view.seats, pawns, cards, kept, strict=True)
        )
    )


def _recalled(seat: Seat, pawn: Card, played: list[Card], kept: tuple[Problem, ...]) -> Seat:
    hand = "".join(card for card in ACES + pawn if card not in played)
    fits = (
        len(hand) == seat.cards
        and len(kept) == seat.problems
        and (played[-1] if played else None) == seat.last
    )
    return seat._replace(hand=hand, pawn=pawn, kept=kept) if seat.hand is None and fits else seat


def _complete_pawns(found: list[Card | None], pawns: list[Card]) -> list[Card]:
    """Return a pawn for each seat: the first free one of some for a seat without."""
    spare = [pawn for pawn in pawns if pawn not in found]
    return [spare.pop(0) if pawn is None else pawn for pawn in found]


# Guesses


def guess(view: Position, random: Random) -> Position:
    """Return a position that a view may be of; what it hides is drawn at random.

    Nothing is taken from a hand or a pile but what follows from the cards played.
    """
    pawns = _draw_pawns(view, random)
    pool = hidden_problems(view)
    random.shuffle(pool)
    seats = []
    for number, seat in enumerate(view.seats):
        kept = seat.kept
        if kept is None:
            kept = tuple(sorted(_take_numbers(pool, seat.problems)))
        hand = _draw_hand(view, number, pawns[number], random)
        seats.append(seat._replace(hand=hand, pawn=pawns[number], kept=kept))
    alone = view.dummy is not None
    later = view.later
    if later is not None and later.order is None:
        order = list(range(len(PROBLEMS)))
        random.shuffle(order)
        coins, pile = "", ""
        if alone:
            coins, pile = _draw_coins(random), _draw_pile(ACES + pawns[1], random)
        later = Later(tuple(order), coins, pile)
    return view._replace(
        seats=tuple(seats),
        deck=view.deck if view.unseen is None else (*view.deck, *pool),
        unseen=None,
        coins=_draw_coins(random) if view.coins is None else view.coins,
        later=later,
    )


def _take_numbers(pool: list[Problem], count: int) -> list[Problem]:
    """Take Problems that can be kept out of a pool."""
    taken = [problem for problem in pool if VALUES[problem]][:count]
    for problem in taken:
        pool.remove(problem)
    return taken


def _is_own(view: Position, number: int) -> bool:
    """Return whether a seat's cards are known to the seat to decide: its own, or an open game."""
    return number == view.turn or view.unseen is None


def _draw_pawns(view: Position, random: Random) -> list[Card]:
    """Return a pawn for each seat; one that nobody has seen may be another."""
    known: list[Card | None] = []
    for number, seat in enumerate(view.seats):
        unseen = view.period == 1 and seat.hand is not None and (seat.pawn or "-") in seat.hand
        known.append(None if unseen and not _is_own(view, number) else seat.pawn)
    pawns = list(PAWNS)
    random.shuffle(pawns)
    return _complete_pawns(known, pawns)


def _draw_hand(view: Position, number: int, pawn: Card, random: Random) -> str:
    seat = view.seats[number]
    if seat.hand is not None:
        hand = seat.hand.replace(seat.pawn, pawn) if seat.pawn is not None else seat.hand
        return _draw_pile(hand, random) if seat.is_dummy and view.unseen is not None else hand
    spare = [card for card in ACES + pawn if card != seat.last]
    cards = random.sample(spare, seat.cards)
    return "".join(cards if seat.is_dummy else sorted(cards, key=CARDS.index))


def _draw_pile(cards: str, random: Random) -> str:
    return "".join(random.sample(cards, len(cards)))


def _draw_coins(random: Random) -> str:
    return "".join(random.choice("01") for _ in COIN_CARDS)
