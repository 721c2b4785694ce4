"""How a move may be typed: the legal moves as a tree of pieces of text, which grows card by card.

All is derived from the rules' own list of legal actions, a card at a time and only when asked for,
so every legal move can be typed and no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations, product
from typing import Final

from games.completion_tree import MOVE, Branch, TreeCompletions, join_branches
from games.siam.constants import Card
from games.siam.listing import plays
from games.siam.moves import Action, Follower
from games.siam.position import Position
from games.siam.rules import Siam
from games.siam.text.move_formatter import format_action, format_follower

_PIECE: Final = re.compile(r"[:+~x][^:+~x]*")


class Continuations(TreeCompletions):
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
        self._plays: dict[Card, list[tuple[Action, list[Follower | None]]]] = {}
        self._trees: dict[tuple[Card, bool], Branch] = {}
        super().__init__(
            Branch(partial(self._cards, any_order=False)),
            Branch(partial(self._cards, any_order=True)),
        )

    def moves(self, text: str) -> Iterator[str]:
        """Iterate over the legal moves that begin with a text, in the order of the rules."""
        upper = text.upper()
        if "PASS".startswith(upper) and self._game.can_pass(self._position):
            yield "pass"
        for card in self._game.cards(self._position):
            if card.startswith(upper[:1]):
                moves = self._game.move_texts(self._position, card)
                yield from (move for move in moves if move.upper().startswith(upper))

    def _cards(self, *, any_order: bool) -> Iterator[tuple[str, Branch]]:
        for card in self._game.cards(self._position):
            yield card, Branch(partial(self._actions, card, any_order=any_order))
        if self._game.can_pass(self._position):
            yield "pass", MOVE

    def _actions(self, card: Card, *, any_order: bool) -> Iterator[tuple[str, Branch]]:
        """Iterate over the first pieces of what a card does."""
        if card not in self._plays:
            self._plays[card] = list(plays(self._position, card))
        if (card, any_order) not in self._trees:
            branches: dict[tuple[str, ...], Branch] = {}
            for action, followers in self._plays[card]:
                text = format_action(self._position.map, card, action)
                branch = Branch(partial(self._followers, followers), count=followers.__len__)
                for form in _forms(text) if any_order else [text]:
                    branches.setdefault(tuple(_PIECE.findall(f":{form}x")), branch)
            self._trees[card, any_order] = join_branches(branches)
        return self._trees[card, any_order].grow()

    def _followers(self, followers: Sequence[Follower | None]) -> Iterator[tuple[str, Branch]]:
        return ((format_follower(self._position.map, each), MOVE) for each in followers)


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
