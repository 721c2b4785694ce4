"""The Foreign King: its map, positions, moves, notation, scoring and records."""

import games.path_choice  # noqa: F401 - before the first compiled module
from games.foreign_king.map import BUILT_IN_MAPS, Map, Province, load_map, parse_map
from games.foreign_king.position import Position
from games.foreign_king.rules import ForeignKing
from games.foreign_king.scoring import FinalPoints, ForeignKingOutcome

__all__ = [
    "BUILT_IN_MAPS",
    "FinalPoints",
    "ForeignKing",
    "ForeignKingOutcome",
    "Map",
    "Position",
    "Province",
    "load_map",
    "parse_map",
]
