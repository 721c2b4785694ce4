"""The Foreign King as the platform knows it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.contract import GameSpec
from games.foreign_king.bots import greedy
from games.foreign_king.bots.search_adapter import ThinkingForeignKing
from games.foreign_king.constants import SEATS
from games.foreign_king.engine_support import ForeignKingEngineSupport
from games.foreign_king.map import BUILT_IN_MAPS, load_map, parse_map
from games.foreign_king.rules import ForeignKing
from games.foreign_king.text.move_tree import ForeignKingCompletions
from games.map_files import MAX_MAP_BYTES

# How much stronger each level is than the one before: docs/reference/bot-strength.md.
_LEVEL_NODES: Final = MappingProxyType(
    {
        "mandarin": MappingProxyType({2: 1, 3: 1, 4: 1}),
        "minister": MappingProxyType({2: 16, 3: 24, 4: 64}),
    }
)


def _bind(map_text: str | None, options: frozenset[str]) -> ForeignKing:
    del options  # there are none
    return ForeignKing(parse_map(map_text) if map_text is not None else None)


def _searchable(game: ForeignKing) -> ThinkingForeignKing:
    del game  # maps are part of the positions
    return ThinkingForeignKing()


SPEC: Final = GameSpec(
    name=ForeignKing.name,
    title=ForeignKing.title,
    players=SEATS,
    options=(),
    maps=BUILT_IN_MAPS,
    load_map=load_map,
    max_map_bytes=MAX_MAP_BYTES,
    max_position=512,
    max_move=64,
    bind=_bind,
    searchable=_searchable,
    greedy=greedy.choose,
    level_nodes=_LEVEL_NODES,
    completions=ForeignKingCompletions,
    engine_support=ForeignKingEngineSupport,
)
