"""How a move may be typed on: the legal continuations of its beginning, and where it goes wrong.

All is derived from the rules' own list of legal actions, a card at a time and only when asked for,
so every legal move can be typed and no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product, takewhile
from typing import Final

from games.siam.constants import Card
from games.siam.listing import plays
from games.siam.moves import Action
from games.siam.position import Position
from games.siam.rules import Siam
from games.siam.text.move_formatter import format_action, format_follower, is_card

_PASSING: Final = "pass"
_PIECE: Final = re.compile(r"[:+~x]?[^:+~x]*")


class Continuations:
    """The legal moves of the seat to move, as texts that grow from left to right.

    >>> siam = Siam()
    >>> ahead = Continuations(siam, siam.new(players=2, seed=1))
    >>> ahead.after("")
    ('K', 'T', '1', '2', 'R', 'L', 'M', 'pass')
    >>> ahead.after("l:")
    ('LAN', 'SUK', 'KHO')
    >>> ahead.after("L:LAN+KHO"), ahead.reach("L:LAN+AYUxR@LUA")
    (('x',), 6)
    """

    def __init__(self, game: Siam, position: Position) -> None:
        """Prepare for one position, in which the hand of the seat to move is open."""
        self._game = game
        self._position = position
        self._cards: dict[Card, _CardTexts] = {}

    def after(self, text: str) -> tuple[str, ...]:
        """Return the pieces that a text may be continued with; none if it is a move, or no move.

        The pieces follow the canonical order of the parts, and another one only where the text
        has left that.
        """
        for texts in self._candidates(text):
            found = dict.fromkeys(_next_piece(each, len(text)) for each in texts)
            if pieces := tuple(filter(None, found)):
                return pieces
        return ()

    def moves(self, text: str) -> Iterator[str]:
        """Iterate over the legal moves that begin with a text, each in its canonical form."""
        if _PASSING.startswith(text.lower()) and self._game.can_pass(self._position):
            yield _PASSING
        for card in self._game.cards(self._position):
            if card.startswith(text[:1].upper()):
                for move in self._texts(card).moves():
                    if move.upper().startswith(text.upper()):
                        yield move

    def count(self, text: str) -> int:
        """Return the number of legal moves that begin with a text."""
        return sum(1 for _ in self.moves(text))

    def reach(self, text: str) -> int:
        """Return how many characters of a text begin a legal move, in whichever order of parts."""
        card = text[:1].upper()
        if not is_card(card) or card not in self._game.cards(self._position):
            return _shared(text.lower(), _PASSING)
        upper, texts = text.upper(), self._texts(card)
        return max(_common(upper, ordered) for ordered in texts.all_beginning(upper))

    def _texts(self, card: Card) -> _CardTexts:
        if card not in self._cards:
            self._cards[card] = _CardTexts(self._position, card)
        return self._cards[card]

    def _candidates(self, text: str) -> Iterator[Iterable[str]]:
        """Iterate over the moves that begin with a text: the canonical ones, then all."""
        cards = self._game.cards(self._position)
        if not text:
            yield (*cards, *([_PASSING] * self._game.can_pass(self._position)))
            return
        card = text[0].upper()
        if is_card(card) and card in cards:
            upper = text.upper()
            for ordered in self._texts(card).all_beginning(upper):
                yield (each for each in _beginning(ordered, upper))
        elif _PASSING.startswith(text.lower()) and self._game.can_pass(self._position):
            yield (_PASSING,)


class _CardTexts:
    """The moves with one card: its actions as texts, and for each the followers to take."""

    def __init__(self, position: Position, card: Card) -> None:
        self._board = position.map
        self._card = card
        self._plays = list(plays(position, card))
        self._forms: dict[str, int] = {}
        for number, (action, _) in enumerate(self._plays):
            for form in _forms(self._action_text(action)):
                self._forms.setdefault(f"{self._card}:{form}x", number)
        self._canonical = [
            f"{self._card}:{self._action_text(action)}x" for action, _ in self._plays
        ]
        self._any_order = sorted(self._forms)

    def moves(self) -> Iterator[str]:
        for start, (_, followers) in zip(self._canonical, self._plays, strict=True):
            for follower in followers:
                yield start + format_follower(self._board, follower)

    def all_beginning(self, upper: str) -> Iterator[Sequence[str]]:
        """Iterate over two lists: the canonical texts, then those in any order.

        They are moves where an action is whole, and actions as long as it is not.
        """
        whole = self._whole(upper)
        if whole is not None:
            form, number = whole
            followers = self._plays[number][1]
            yield [form + format_follower(self._board, follower) for follower in followers]
        else:
            yield self._canonical
            yield self._any_order

    def _whole(self, upper: str) -> tuple[str, int] | None:
        """Return the action that a text has completed, and which it is."""
        for place, sign in enumerate(upper):
            if sign == "X" and (number := self._forms.get(upper[:place] + "x")) is not None:
                return upper[:place] + "x", number
        return None

    def _action_text(self, action: Action) -> str:
        return format_action(self._board, self._card, action)


def _forms(action: str) -> Iterator[str]:
    """Iterate over all orders in which the parts of an action may be typed."""
    sign = "~" if "~" in action else "+"
    for parts in permutations(action.split(sign)):
        yield from map(sign.join, product(*map(_letters, parts)))


def _letters(part: str) -> tuple[str, ...]:
    """Return a part with its two factions in either order, as they may be in a 2 vs 1."""
    factions, at, province = part.partition("@")
    if at and len(factions) > 1 and factions[0] != factions[1]:
        return part, f"{factions[::-1]}@{province}"
    return (part,)


def _beginning(texts: Sequence[str], upper: str) -> Iterator[str]:
    return (text for text in texts if text.upper().startswith(upper))


def _next_piece(text: str, start: int) -> str:
    """Return how a text goes on: to the end of the part that its character belongs to."""
    match = _PIECE.match(text, start)
    return match[0] if match else ""


def _common(upper: str, texts: Sequence[str]) -> int:
    """Return the length of the longest beginning that a text shares with one of these."""
    return max((_shared(upper, text.upper()) for text in texts), default=0)


def _shared(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
