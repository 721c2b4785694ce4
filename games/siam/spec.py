"""King of Siam as the platform knows it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.contract import GameOption, GameSpec
from games.map_files import MAX_MAP_BYTES
from games.siam.bots import greedy
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.constants import SEATS
from games.siam.engine_support import SiamEngineSupport
from games.siam.judgement.learned_adapter import LearnedSiam
from games.siam.judgement.native_network import describe_judgement
from games.siam.last_card import rankings
from games.siam.map import BUILT_IN_MAPS, load_map, parse_map
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


def _searchable(siam: Siam) -> ThinkingSiam:
    del siam  # maps are part of the positions, and the options change nothing in a move
    return LearnedSiam()


def _plain_searchable(siam: Siam) -> ThinkingSiam:
    del siam  # as above
    return ThinkingSiam()


SPEC: Final = GameSpec(
    name=Siam.name,
    title=Siam.title,
    players=SEATS,
    options=(
        GameOption(OPEN_DISCARDS, "Everybody may look at all played cards at any time (S23)."),
    ),
    maps=BUILT_IN_MAPS,
    load_map=load_map,
    max_map_bytes=MAX_MAP_BYTES,
    max_position=512,
    max_move=64,
    bind=_bind,
    searchable=_searchable,
    plain_searchable=_plain_searchable,
    describe_judgement=describe_judgement,
    greedy=greedy.choose,
    level_nodes=_LEVEL_NODES,
    completions=Continuations,
    engine_support=SiamEngineSupport,
    prepare=rankings,
)
