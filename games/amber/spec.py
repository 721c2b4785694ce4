"""Reino de Ámbar as the platform knows it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from games.amber.bots import greedy
from games.amber.bots.search_adapter import ThinkingAmber
from games.amber.engine_support import AmberEngineSupport
from games.amber.rules import Amber
from games.author import spec_of_game

_LEVEL_NODES: Final = MappingProxyType(
    {
        "mandarin": MappingProxyType({2: 12, 3: 16}),
        "minister": MappingProxyType({2: 64, 3: 96}),
    }
)

SPEC: Final = replace(
    spec_of_game(Amber),
    max_move=16,
    searchable=lambda game: ThinkingAmber(game.chosen),
    greedy=greedy.choose,
    level_nodes=_LEVEL_NODES,
    engine_support=AmberEngineSupport,
    count_seats_of_table=lambda position: 0 if position.dummy is None else 1,
)
