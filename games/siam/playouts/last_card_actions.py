"""What the last card of a random game can do: drawn at random, or listed.

What an action *did* is written in numbers, as it happens often. For Maharacha it is two provinces,
the one to be marked first; for Khon Thai the stacks placed in; for the card of a faction these
too, but as if the faction were Rama; for an exchange the stacks it takes followers from. If it did
nothing it is ().
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random
from typing import Final, NamedTuple, TypeAlias

from games.siam.constants import FACTION_OF_CARD, FACTIONS, Card, Faction
from games.siam.moves import FOLLOWERS, Action, Placement, Swap
from games.siam.playouts import exchanges
from games.siam.playouts.mutable_position import RunningGame
from games.siam.playouts.tables import (
    EVERYWHERE,
    FIRST_STACKS,
    MEMBERS,
    PLACINGS,
    SINGLE_PLACINGS,
    STACKS,
    SWAPS,
    exchange_of,
)

Did: TypeAlias = tuple[int, ...]

_DRAWS: Final = (0, 0, 0, 6, 12, 20, 30, 40, 40)
"""How many moves with an exchange to draw, by the number of open provinces."""
_MOST_DRAWS: Final = 120
_TRIES: Final = 40
"""How often to draw an exchange until a possible one comes up."""


def action_of(card: Card, did: Did) -> Action:
    """Return what a card did as an action."""
    if not did:
        return None
    if card == "K":
        return Swap(min(did), max(did), did[0])
    if card in ("1", "2"):
        return exchange_of(did)
    faction = 0 if card == "T" else FACTION_OF_CARD[card]
    return Placement(tuple(FOLLOWERS[stack + faction] for stack in did))


class Kind(NamedTuple):
    """What kind of thing the last card can do, and where.

    Everybody passes after a last card that cannot be played, and that is what S15 supposes; so if
    the same kind of thing can be done in the next struggle, and nowhere else, that cannot win
    either.

    Attributes:
        what: a number for each kind; 0 for no action.
        where: the set of provinces it is done in. An exchange can be done wherever followers are
            left, so for one it is the set of all.
    """

    what: int
    where: int

    def within(self, earlier: Kind) -> bool:
        """Return whether everything possible was already possible, and something is."""
        return self.what == earlier.what and not self.where & ~earlier.where


_NO_ACTION: Final = Kind(0, 0)


class CardActions:
    """The actions of one card in a running game."""

    __slots__ = ("_card", "_game", "_random")

    def __init__(self, game: RunningGame, card: Card, random: Random) -> None:
        """Look at a running game whose seat to move may play the card."""
        self._game = game
        self._card = card
        self._random = random.random

    def kind(self) -> Kind:
        """Return what the card can do, and where."""
        game, card = self._game, self._card
        if card == "K":
            where = game.free & ~game.marked
            return Kind(1, where) if SWAPS[where] else _NO_ACTION
        if card == "T":
            placed = sum([1 << faction for faction in FACTIONS if game.supply[faction]])
            return Kind(placed, game.free) if placed else _NO_ACTION
        if card == "1":
            return Kind(1, EVERYWHERE) if exchanges.one_for_one(game) else _NO_ACTION
        if card == "2":
            if exchanges.two_for_one(game):
                return Kind(2, EVERYWHERE)
            return Kind(1, EVERYWHERE) if exchanges.partial_two_for_one(game) else _NO_ACTION
        faction = FACTION_OF_CARD[card]
        where, count = game.targets(faction), min(2, game.supply[faction])
        return Kind(count, where) if where and count else _NO_ACTION

    def draws(self) -> int:
        """Return how many moves are worth drawing before all are listed: fewer if there are few."""
        game, card = self._game, self._card
        size = len(MEMBERS[game.free])
        if card == "T":
            actions: int = size ** (3 - game.supply.count(0))
            return min(_MOST_DRAWS, actions // 2)
        if card == "K":
            return len(SWAPS[game.free & ~game.marked]) // 2
        if card in ("1", "2"):
            return _DRAWS[size]
        return len(PLACINGS[game.targets(FACTION_OF_CARD[card])])

    def draw(self) -> Did | None:
        """Draw one of the card's actions uniformly; None if none comes up in a while."""
        random, game, card = self._random, self._game, self._card
        if card == "T":
            places = FIRST_STACKS[game.free]
            return tuple(
                [places[int(random() * len(places))] + f for f in FACTIONS if game.supply[f]]
            )
        if card == "K":
            swaps = SWAPS[game.free & ~game.marked]
            return swaps[int(random() * len(swaps))] if swaps else ()
        if card == "1":
            return self._draw_one_for_one()
        if card == "2":
            return self._draw_two_for_one()
        return self._draw_reinforcement(FACTION_OF_CARD[card])

    def _draw_reinforcement(self, faction: Faction) -> Did:
        game = self._game
        reached, supply = game.targets(faction), game.supply[faction]
        if not reached or not supply:
            return ()
        ways: Sequence[Did] = PLACINGS[reached] if supply > 1 else SINGLE_PLACINGS[reached]
        return ways[int(self._random() * len(ways))]

    def _draw_two_for_one(self) -> Did | None:
        random, game = self._random, self._game
        stacks, ways = game.stacks, game.tables.two_for_one[game.free]
        ban = game.banned("2")
        for _ in range(_TRIES if ways else 0):
            one, other, taken, _, _, _, alone = ways[int(random() * len(ways))]
            if stacks[one] > alone and stacks[other] and stacks[taken]:
                did = one, other, taken
                if did != ban:
                    return did
        return None

    def _draw_one_for_one(self) -> Did | None:
        random, game = self._random, self._game
        stacks, open_stacks = game.stacks, STACKS[game.free]
        ban = game.banned("1")
        for _ in range(_TRIES):
            one = open_stacks[int(random() * len(open_stacks))]
            other = open_stacks[int(random() * len(open_stacks))]
            if stacks[one] and stacks[other] and one // 3 != other // 3:
                did = (one, other) if one < other else (other, one)
                if did != ban:
                    return did
        return None

    def listed(self) -> list[Did]:
        """Return every action of the card; () for none."""
        game, card = self._game, self._card
        found: Iterable[Did]
        if card == "K":
            found = SWAPS[game.free & ~game.marked]
        elif card == "T":
            factions = [faction for faction in FACTIONS if game.supply[faction]]
            found = product(*([s + f for s in FIRST_STACKS[game.free]] for f in factions))
        elif card == "1":
            found = exchanges.one_for_one(game)
        elif card == "2":
            found = exchanges.two_for_one(game) or exchanges.partial_two_for_one(game)
        else:
            faction = FACTION_OF_CARD[card]
            reached, supply = game.targets(faction), game.supply[faction]
            ways = PLACINGS if supply > 1 else SINGLE_PLACINGS
            found = ways[reached] if supply else ()
        return list(found) or [()]
