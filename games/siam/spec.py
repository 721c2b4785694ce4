"""King of Siam as the platform knows it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from games.author import spec_of_game
from games.siam.bots import greedy
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.engine_support import SiamEngineSupport
from games.siam.judgement.learned_adapter import LearnedSiam
from games.siam.judgement.native_network import describe_judgement
from games.siam.last_card import rankings
from games.siam.rules import Siam
from games.siam.text.completions import Continuations

# Every level is clearly stronger than the one before: see docs/reference/bot-strength.md.
_LEVEL_NODES: Final = MappingProxyType(
    {
        "mandarin": MappingProxyType({2: 4, 3: 16, 4: 1}),
        "minister": MappingProxyType({2: 24, 3: 64, 4: 24}),
    }
)

# Maps are part of the positions, and the options change nothing in a move.
SPEC: Final = replace(
    spec_of_game(Siam),
    searchable=lambda _: LearnedSiam(),
    plain_searchable=lambda _: ThinkingSiam(),
    describe_judgement=describe_judgement,
    greedy=greedy.choose,
    level_nodes=_LEVEL_NODES,
    completions=Continuations,
    engine_support=SiamEngineSupport,
    prepare=rankings,
)
