"""King of Siam as the platform knows it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.contract import Game, GameOption, GameSpec
from games.siam.bots import greedy
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.engine_support import SiamEngineSupport
from games.siam.lastcard import rankings
from games.siam.map import BUILT_IN_MAPS, MAX_MAP_BYTES, load_map, parse_map
from games.siam.moves import Move
from games.siam.position import Position
from games.siam.rules import OPEN_DISCARDS, Siam
from games.siam.text.completions import Continuations

# Every level is clearly stronger than the one before: see docs/reference/bot-strength.md.
_LEVEL_NODES: Final = MappingProxyType(
    {
        "mandarin": MappingProxyType({2: 4, 3: 16, 4: 1}),
        "minister": MappingProxyType({2: 24, 3: 64, 4: 24}),
    }
)


def _bind(map_text: str | None, options: frozenset[str]) -> Siam:
    board = parse_map(map_text) if map_text is not None else None
    return Siam(board, open_discards=OPEN_DISCARDS in options)


def _completions(game: Game[Position, Move], position: Position) -> Continuations:
    assert isinstance(game, Siam)
    return Continuations(game, position)


def _engine_support(game: Game[Position, Move]) -> SiamEngineSupport:
    assert isinstance(game, Siam)
    return SiamEngineSupport(game)


SPEC: Final = GameSpec(
    name=Siam.name,
    title=Siam.title,
    players=Siam.seats,
    options=(
        GameOption(OPEN_DISCARDS, "Everybody may look at all played cards at any time (S23)."),
    ),
    maps=BUILT_IN_MAPS,
    load_map=load_map,
    max_map_bytes=MAX_MAP_BYTES,
    max_position=512,
    max_move=64,
    bind=_bind,
    searchable=ThinkingSiam,
    greedy=greedy.choose,
    level_nodes=_LEVEL_NODES,
    completions=_completions,
    engine_support=_engine_support,
    prepare=rankings,
)
