"""The setup of a game from a seed, the same on every machine (S2–S6).

All is drawn from one `games.seeded_chance.Chance`, in this order: the help cards are shuffled and
dealt, one a seat; the followers left for random placing (listed Rama, Lao, Malay) are shuffled and
dealt province by province in the map's order; the tiles (listed in the map's order) are shuffled
onto the slots.
"""

from __future__ import annotations

from typing import Final

from games.seeded_chance import Chance
from games.siam.constants import (
    FACTIONS,
    LAO,
    MALAY,
    PROVINCES,
    RAMA,
    Faction,
    Trio,
    followers_of_each_faction,
)
from games.siam.map import Map
from games.siam.position import Position, fresh_seat
from games.siam.scoring import TEAM_GAME_SEATS

FOLLOWERS_A_PROVINCE: Final = 4
OWN_FOLLOWERS_AT_HOME: Final = 2

HELP_CARDS: Final[dict[int, tuple[Faction, Faction]]] = {
    1: (RAMA, LAO),
    2: (RAMA, MALAY),
    3: (LAO, MALAY),
}
"""The two followers on each help card (S3); card 4 shows those of the seat to the left."""


def new_position(board: Map, players: int, chance: Chance) -> Position:
    """Return a fresh setup."""
    help_cards = [1, 2, 3, 4] if players == TEAM_GAME_SEATS else [1, 2, 3]
    chance.shuffle(help_cards)
    dealt = help_cards[:players]
    followers = [_first_followers(dealt, seat) for seat in range(players)]
    stacks = _fill_board(board, chance, followers)
    tiles = list(range(PROVINCES))
    chance.shuffle(tiles)
    return Position(
        map=board,
        stacks=stacks,
        controls=(None,) * PROVINCES,
        queue=tuple(tiles),
        markers=frozenset(),
        seats=tuple(fresh_seat(trio) for trio in followers),
        turn=dealt.index(min(dealt)),  # S4
        passes=0,
        recency=(),
        exchange=None,
    )


def _first_followers(dealt: list[int], seat: int) -> Trio:
    card = dealt[seat]
    shown = HELP_CARDS[card] if card in HELP_CARDS else HELP_CARDS[dealt[(seat + 1) % len(dealt)]]
    rama, lao, malay = (shown.count(faction) for faction in FACTIONS)
    return rama, lao, malay


def _fill_board(board: Map, chance: Chance, seats: list[Trio]) -> tuple[int, ...]:
    """Put followers into every province (S5)."""
    stacks = [0] * (3 * PROVINCES)
    bag: list[Faction] = []
    for faction in FACTIONS:
        stacks[3 * board.homes[faction] + faction] = OWN_FOLLOWERS_AT_HOME
        left = followers_of_each_faction(len(seats)) - sum(trio[faction] for trio in seats)
        bag += [faction] * (left - OWN_FOLLOWERS_AT_HOME)
    chance.shuffle(bag)
    draw = iter(bag)
    for province in range(PROVINCES):
        for _ in range(FOLLOWERS_A_PROVINCE - sum(stacks[3 * province : 3 * province + 3])):
            stacks[3 * province + next(draw)] += 1
    return tuple(stacks)
