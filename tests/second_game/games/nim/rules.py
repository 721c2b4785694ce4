"""The rules of Nim with a secret card, as the house's `games.contract.Game`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from games.contract import GameError, IllegalMoveError, Outcome
from tests.second_game.games.nim import notation
from tests.second_game.games.nim.position import (
    CARDS,
    MOST_TAKEN,
    NimMove,
    NimPosition,
    NimSeat,
)

PLAYERS = range(1, 4)
MISERE = "misere"
HOUSE = "the house"


@dataclass(frozen=True)
class Nim:
    """The rules, bound to the options of a table."""

    misere: bool = False

    name: ClassVar = "nim"
    title: ClassVar = "Nim with a Secret Card"
    map: ClassVar = None
    log_is_open: ClassVar = False

    @property
    def options(self) -> frozenset[str]:
        return frozenset({MISERE}) if self.misere else frozenset()

    def count_seats(self, position: NimPosition) -> int:
        return len(position.seats)

    def teams(self, players: int) -> tuple[tuple[int, ...], ...]:
        return ()

    def new(self, players: int, seed: int) -> NimPosition:
        """N1, N6."""
        if players not in PLAYERS or not 0 <= seed < 1 << 256:
            raise ValueError("Nim is for 1 to 3 players, and a seed is a number below 2^256")
        drawn = hashlib.sha256(seed.to_bytes(32)).digest()
        cards = sorted(CARDS, key=lambda card: drawn[card])
        house = players == 1
        seats = tuple(NimSeat(card) for card in cards[: players + house])
        if house:
            seats = (seats[0], replace(seats[1], house=True))
        heaps = tuple(2 + number % 3 for number in drawn[5:8])
        omen = "flood" if drawn[8] % 3 == 0 else "calm"
        return NimPosition(heaps, seats, omen, False, None, drawn[9] % len(seats))

    def parse(self, text: str) -> NimPosition:
        return notation.parse_position(text)

    def format(self, position: NimPosition) -> str:
        return notation.format_position(position)

    def parse_move(self, text: str) -> NimMove:
        return notation.parse_move(text)

    def format_move(self, move: NimMove) -> str:
        return notation.format_move(move)

    # Whose turn, and which moves

    def turn(self, position: NimPosition) -> int | None:
        return None if position.over else position.turn

    def forced(self, position: NimPosition) -> NimMove | None:
        """N6: all that the house plays."""
        if position.over or not position.mover.house:
            return None
        if position.gift is not None:
            return NimMove("no")
        largest = max(position.heaps)
        tokens = min(MOST_TAKEN, _card(position), largest)
        return NimMove("take", position.heaps.index(largest), tokens)

    def idle(self, position: NimPosition) -> NimMove:
        """N8."""
        if position.gift is not None:
            return NimMove("no")
        return NimMove("take", next(n for n, heap in enumerate(position.heaps) if heap), 1)

    def moves(self, position: NimPosition) -> Iterator[NimMove]:
        if (forced := self.forced(position)) is not None:
            yield forced
        elif position.gift is not None:
            yield NimMove("no")
            yield NimMove("yes")
        else:
            for number, heap in enumerate(position.heaps):
                for tokens in range(1, min(heap, MOST_TAKEN) + 1):
                    yield NimMove("take", number, tokens)
                if heap and not position.mover.shown:
                    yield NimMove("show", number)

    def check(self, position: NimPosition, move: NimMove) -> None:
        if position.over:
            raise IllegalMoveError("the game is over")
        forced = self.forced(position)
        if forced not in (None, move):
            raise IllegalMoveError(f"{HOUSE} can only play {self.format_move(forced)}")
        if (position.gift is None) != (move.kind in ("take", "show")):
            raise IllegalMoveError(
                "take tokens, or show your card" if position.gift is None else "answer yes or no"
            )
        if move.kind in ("take", "show") and not position.heaps[move.heap]:
            raise IllegalMoveError(f"heap {move.heap + 1} is empty")
        if move.kind == "take" and move.tokens > position.heaps[move.heap]:
            raise IllegalMoveError(f"heap {move.heap + 1} has only {position.heaps[move.heap]}")
        if move.kind == "show" and position.mover.shown:
            raise IllegalMoveError("you have shown your card already")

    def play(self, position: NimPosition, move: NimMove) -> NimPosition:
        self.check(position, move)
        match move.kind:
            case "no":
                return replace(position, gift=None)
            case "yes":
                assert position.gift is not None
                return replace(position, heaps=_changed(position, position.gift, 1), gift=None)
        heap = position.heaps[move.heap]
        shows = move.kind == "show"
        tokens = min(_card(position), heap) if shows else move.tokens
        seat = replace(position.mover, shown=position.mover.shown or shows)
        heaps = _changed(position, move.heap, -tokens)
        return replace(
            position,
            heaps=heaps,
            seats=(*position.seats[: position.turn], seat, *position.seats[position.turn + 1 :]),
            omen_up=position.omen_up or 0 in heaps,
            last=position.turn,
            turn=(position.turn + 1) % len(position.seats),
            gift=move.heap if shows else None,
        )

    def random_move(self, position: NimPosition, random: Random) -> NimMove:
        return random.choice(list(self.moves(position)))

    # What is hidden

    def view(self, position: NimPosition, seat: int | None) -> NimPosition:
        """N7."""
        if seat is not None and not 0 <= seat < len(position.seats):
            raise ValueError(f"there is no seat {seat}; seats are 0 to {len(position.seats) - 1}")
        if position.over:
            return position
        seats = tuple(
            each if each.shown or number == seat else replace(each, card=None)
            for number, each in enumerate(position.seats)
        )
        return replace(position, seats=seats, omen=position.omen if position.omen_up else None)

    def name_hidden_part(self, view: NimPosition) -> str | None:
        for number, seat in enumerate(view.seats):
            if seat.card is None:
                return f"the card of seat {number}"
        return "the omen" if view.omen is None else None

    def known_start(self, views: Sequence[NimPosition]) -> NimPosition:
        """Cards that were shown later, and an omen turned up later, are known from the start."""
        first, last = views[0], views[-1]
        seats = tuple(
            replace(seat, card=later.card)
            for seat, later in zip(first.seats, last.seats, strict=True)
        )
        return replace(first, seats=seats, omen=last.omen)

    def fill_hidden_parts(self, view: NimPosition, moves: Sequence[NimMove]) -> NimPosition:
        """The house has a card with which it plays so; no other hidden card matters."""
        spare = [card for card in CARDS if card not in {seat.card for seat in view.seats}]
        taken = max((move.tokens for move in _moves_of_house(view, moves)), default=1)
        seats = []
        for seat in view.seats:
            least = taken if seat.house else 1
            card = seat.card or next((each for each in spare if each >= least), spare[-1])
            spare = [each for each in spare if each != card]
            seats.append(replace(seat, card=card))
        return replace(view, seats=tuple(seats), omen=view.omen or "calm")

    def hide_same_parts(self, view: NimPosition, position: NimPosition) -> NimPosition:
        seats = tuple(
            replace(now, card=None) if was.card is None and not now.shown else now
            for was, now in zip(view.seats, position.seats, strict=True)
        )
        hidden = view.omen is None and not position.omen_up
        return replace(position, seats=seats, omen=None if hidden else position.omen)

    def chapter(self, position: NimPosition) -> int:
        """N10."""
        return position.omen_up + sum(seat.shown for seat in position.seats)

    def may_take_back(self, position: NimPosition, move: NimMove) -> bool:
        """N9."""
        if move.kind == "show" or self.play(position, move).omen_up > position.omen_up:
            return False
        return not position.mover.house or move.kind == "no" or position.heaps[move.heap] == 1

    def outcome(self, position: NimPosition) -> Outcome | None:
        """N5."""
        if not position.over:
            return None
        winners = tuple(
            number
            for number, seat in enumerate(position.seats)
            if (number == position.last) != self.misere
            if position.omen == "calm" or seat.shown
        )
        return Outcome(winners, f"seats {','.join(map(str, winners))}" if winners else "nobody")


def _card(position: NimPosition) -> int:
    card = position.mover.card
    if card is None:
        raise GameError(f"the card of seat {position.turn} is hidden in this view")
    return card


def _changed(position: NimPosition, heap: int, by: int) -> tuple[int, ...]:
    heaps = list(position.heaps)
    heaps[heap] += by
    return tuple(heaps)


def _moves_of_house(view: NimPosition, moves: Sequence[NimMove]) -> Iterator[NimMove]:
    turn = view.turn
    for move in moves:
        if view.seats[turn].house:
            yield move
        if move.kind in ("take", "show"):
            turn = (turn + 1) % len(view.seats)
