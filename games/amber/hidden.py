"""What a seat may know of a position, and playing on from a view (A10, A22)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.amber.constants import (
    ACES,
    CARDS,
    COIN_CARDS,
    PAWNS,
    PROBLEMS,
    Card,
    Problem,
)
from games.amber.dummy import choose
from games.amber.effects import play_move
from games.amber.moves import Move, PlayCard
from games.amber.mutable_position import NONE, MutablePosition
from games.amber.options import Options
from games.amber.position import Later, Position, Seat
from games.contract import GameError

_HIDDEN_LATER = Later(None)


def view(position: Position, seat: int | None) -> Position:
    """Return what a seat may know, or a spectator (None); everything when the game is over.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is not None and not 0 <= seat < len(position.seats):
        raise ValueError(f"there is no seat {seat}; seats are 0 to {len(position.seats) - 1}")
    if position.over:
        return position
    return position._replace(
        seats=tuple(
            each if number == seat and not each.is_dummy else _hide_seat(each)
            for number, each in enumerate(position.seats)
        ),
        deck=(),
        unseen=position.deck_size,
        coins=None if position.coins != "" else "",
        later=None if position.later is None else _HIDDEN_LATER,
    )


def _hide_seat(seat: Seat) -> Seat:
    pawn = seat.last if seat.last is not None and seat.last in PAWNS else None
    return seat._replace(hand=None, pawn=pawn, kept=None)


def name_hidden_part(view: Position) -> str | None:
    """Name what a view hides, such as ``the hand of seat 1``; None if nothing is hidden."""
    for number, seat in enumerate(view.seats):
        if seat.hand is None:
            return "the dummy's pile" if seat.is_dummy else f"the hand of seat {number}"
        if seat.kept is None:
            return f"the kept Problems of seat {number}"
    if view.unseen is not None:
        return "the deck"
    if view.coins is None:
        return "the dummy's coins"
    if view.later is not None and view.later.order is None:
        return "the second deck"
    return None


def known_start(views: Sequence[Position]) -> Position:
    """Return the first view with the Problems at the head of its deck that were revealed since.

    A second period cannot be played from a view of the first. So if the views reach it, this is the
    first of them that belongs to it. If they reach the end of the game, nothing is hidden.
    """
    views = [each for each in views if each.period == views[-1].period]
    first, last = views[0], views[-1]
    revealed = tuple(
        row.problem
        for before, after in pairwise(views)
        if after.round > before.round
        for row in after.row
    )
    if first.unseen is None:
        return first
    if last.over:
        return _opened(first, views, revealed)
    known = revealed if len(revealed) > len(first.deck) else first.deck
    return first._replace(deck=known, unseen=first.deck_size - len(known))


def _opened(first: Position, views: Sequence[Position], revealed: tuple[Problem, ...]) -> Position:
    """Return the first of some views as it was, known from the end of the game."""
    last = views[-1]
    solved_since = {*revealed, *(row.problem for row in first.row)}
    seats = []
    for number, (was, now) in enumerate(zip(first.seats, last.seats, strict=True)):
        cards = [
            after.seats[number].last or ""
            for before, after in pairwise(views)
            if after.seats[number].cards < before.seats[number].cards
        ]
        hand = [*cards, *(now.hand or "")]
        kept = tuple(problem for problem in now.kept or () if problem not in solved_since)
        if not was.is_dummy:
            hand.sort(key=CARDS.index)
        seats.append(was._replace(hand="".join(hand), pawn=now.pawn, kept=kept))
    deck = (*revealed, *last.deck)
    return first._replace(seats=tuple(seats), deck=deck, unseen=None, coins=last.coins)


def hide_same_parts(view: Position, position: Position) -> Position:
    """Return a later position with the parts hidden that a view hides."""
    seats = []
    for was, now in zip(view.seats, position.seats, strict=True):
        hidden = _hide_seat(now) if was.hand is None else now
        if was.pawn != was.last and was.pawn is not None:  # known, not just lying open
            hidden = hidden._replace(pawn=was.pawn)
        seats.append(hidden)
    deck, unseen = position.deck, position.unseen
    if view.unseen is not None and unseen is None:
        drawn = view.deck_size - position.deck_size
        known = max(0, len(view.deck) - drawn) if view.period == position.period else 0
        deck, unseen = deck[:known], len(deck) - known
    later = position.later
    if later is not None and view.later is not None and view.later.order is None:
        later = _HIDDEN_LATER
    return position._replace(
        seats=tuple(seats),
        deck=deck,
        unseen=unseen,
        coins=None if view.coins is None else position.coins,
        later=later,
    )


# Playing on


def fill_hidden_parts(start: Position, moves: Sequence[Move], options: Options) -> Position:
    """Return a position the view may be of, as far as these moves depend on it.

    A hidden hand holds the cards that its seat plays, and any others; the dummy has the coins with
    which it plays so. Where the moves ask for more than can be, it is missing. Kept Problems, the
    deck and the second period stay hidden, for no move can be chosen by them.
    """
    if name_hidden_part(start) is None:
        return start
    played, coins = _trace(start, moves, options)
    pawns = _pawns(start, played)
    return start._replace(
        seats=tuple(
            seat._replace(pawn=pawn, hand=supposed_hand(seat, pawn, cards))
            if seat.hand is None
            else seat
            for seat, pawn, cards in zip(start.seats, pawns, played, strict=True)
        ),
        coins=coins if start.coins is None else start.coins,
    )


def hidden_problems(view: Position) -> list[Problem]:
    """Return the Problems that are hidden in a view: in its deck, or kept."""
    known = {each.problem for each in view.row}
    known.update(view.discard, view.deck)
    for seat in view.seats:
        known.update(seat.kept or ())
    return [problem for problem in range(len(PROBLEMS)) if problem not in known]


def _trace(
    start: Position, moves: Sequence[Move], options: Options
) -> tuple[list[list[Card]], str]:
    """Play moves in a view, whatever the hidden hands.

    Returns:
        The cards that each seat plays in this period, and coins with which the dummy plays so.
    """
    here = MutablePosition(start, options)
    played: list[list[Card]] = [[] for _ in start.seats]
    coins = list("0" * len(COIN_CARDS))
    for move in moves:
        if here.turn == NONE or here.period != start.period:
            break
        if isinstance(move, PlayCard):
            played[here.turn].append(move.card)
        if here.turn == here.dummy and here.coins is None:
            _note_coin(here, move, coins)
        try:
            play_move(here, move)
        except (GameError, ValueError, IndexError):  # the moves go on with what is hidden, or err
            break
    return played, "".join(coins)


def _note_coin(here: MutablePosition, move: Move, coins: list[str]) -> None:
    """Note the coins with which the dummy makes this move rather than another."""
    hand = here.hands[here.turn]
    if isinstance(move, PlayCard) and hand is None:
        here.hands[here.turn] = move.card
    for index in range(len(coins)):
        here.coins = "".join(coins)
        if _choice(here) == move:
            break
        flipped = [*coins[:index], "1", *coins[index + 1 :]]
        here.coins = "".join(flipped)
        if _choice(here) == move:
            coins[index] = "1"
            break
    here.hands[here.turn], here.coins = hand, None


def _choice(here: MutablePosition) -> Move | None:
    try:
        return choose(here)
    except (GameError, ValueError, IndexError):
        return None


def _pawns(start: Position, played: list[list[Card]]) -> list[Card]:
    """Return a pawn for each seat: known, played, or any other."""
    found: list[Card | None] = [seat.pawn for seat in start.seats]
    for number, cards in enumerate(played):
        own = [card for card in cards if card in PAWNS and card not in found]
        if found[number] is None and own:
            found[number] = own[0]
    spare = [pawn for pawn in PAWNS if pawn not in found]
    return [spare.pop(0) if pawn is None else pawn for pawn in found]


def supposed_hand(seat: Seat, pawn: Card, played: Sequence[Card]) -> str:
    """Return a hand with cards that will be played, in that order, and any others.

    >>> from games.amber.position import Seat
    >>> supposed_hand(Seat(None, 4, None, "M", 0, 0, None, 0, False), "H", "YH")
    'SWYH'
    """
    own = ACES + pawn
    known = [card for card in dict.fromkeys(played) if card in own and card != seat.last]
    spare = [card for card in own if card not in known and card != seat.last]
    cards = [*known, *spare][: seat.cards]
    return "".join(cards if seat.is_dummy else sorted(cards, key=CARDS.index))
