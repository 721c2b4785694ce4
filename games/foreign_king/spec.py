"""The Foreign King as the platform knows it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from games.author import spec_of_game
from games.foreign_king.bots import greedy
from games.foreign_king.bots.search_adapter import ThinkingForeignKing
from games.foreign_king.engine_support import ForeignKingEngineSupport
from games.foreign_king.rules import ForeignKing
from games.foreign_king.text.move_tree import ForeignKingCompletions

# How much stronger each level is than the one before: docs/reference/bot-strength.md.
_LEVEL_NODES: Final = MappingProxyType(
    {
        "mandarin": MappingProxyType({2: 1, 3: 1, 4: 1}),
        "minister": MappingProxyType({2: 16, 3: 24, 4: 64}),
    }
)

SPEC: Final = replace(
    spec_of_game(ForeignKing),
    searchable=lambda _: ThinkingForeignKing(),  # maps are part of the positions
    greedy=greedy.choose,
    level_nodes=_LEVEL_NODES,
    completions=ForeignKingCompletions,
    engine_support=ForeignKingEngineSupport,
)
