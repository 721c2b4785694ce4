"""King of Siam: its map, positions, moves, notation, scoring and records."""

import games.path_choice  # noqa: F401 - before the first compiled module
from games.siam.constants import (
    BRITISH,
    CARD_NAMES,
    CARDS,
    FACTION_LETTERS,
    FACTIONS,
    Card,
    Control,
    Faction,
    Trio,
)
from games.siam.map import BUILT_IN_MAPS, Map, Province, load_map, parse_map
from games.siam.moves import PASS, Action, Exchange, Follower, Move, Placement, Swap
from games.siam.position import Position
from games.siam.rules import Siam
from games.siam.scoring import SiamOutcome

__all__ = [
    "BRITISH",
    "BUILT_IN_MAPS",
    "CARDS",
    "CARD_NAMES",
    "FACTIONS",
    "FACTION_LETTERS",
    "PASS",
    "Action",
    "Card",
    "Control",
    "Exchange",
    "Faction",
    "Follower",
    "Map",
    "Move",
    "Placement",
    "Position",
    "Province",
    "Siam",
    "SiamOutcome",
    "Swap",
    "Trio",
    "load_map",
    "parse_map",
]
