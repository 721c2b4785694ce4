"""Reino de Ámbar as the platform knows it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.amber.bots import greedy
from games.amber.bots.search_adapter import ThinkingAmber
from games.amber.constants import (
    BARBARIANS_8,
    DUMMY_WINS_TIES,
    GOALS,
    NO_DOUBLES,
    PLAYERS,
    TWO_PERIODS,
)
from games.amber.engine_support import AmberEngineSupport
from games.amber.position import Position
from games.amber.rules import Amber
from games.amber.text.completions import AmberCompletions
from games.contract import GameOption, GameSpec

_LEVEL_NODES: Final = MappingProxyType(
    {
        "mandarin": MappingProxyType({2: 12, 3: 16}),
        "minister": MappingProxyType({2: 64, 3: 96}),
    }
)


def _bind(map_text: str | None, options: frozenset[str]) -> Amber:
    del map_text  # the game is played without one
    return Amber(options)


def _searchable(game: Amber) -> ThinkingAmber:
    return ThinkingAmber(game.chosen)


def _seats_played_by_table(players: int) -> tuple[str, ...]:
    return ("dummy",) if players == 1 else ()


def _count_seats_of_table(position: Position) -> int:
    return 0 if position.dummy is None else 1


SPEC: Final = GameSpec(
    name=Amber.name,
    title=Amber.title,
    players=PLAYERS,
    options=(
        GameOption(TWO_PERIODS, "Play two periods of seven rounds (A12)."),
        GameOption(NO_DOUBLES, "The first two markers stand on different areas (A4)."),
        GameOption(BARBARIANS_8, "The barbarians' power grows to 8, not 6 (A5)."),
        *(
            GameOption(word, f"The barbarians win unless somebody has {points} points (A11).")
            for word, points in GOALS.items()
        ),
        GameOption(DUMMY_WINS_TIES, "Playing alone, the dummy wins every tie (A8)."),
    ),
    max_position=512,
    max_move=16,
    bind=_bind,
    searchable=_searchable,
    greedy=greedy.choose,
    level_nodes=_LEVEL_NODES,
    completions=AmberCompletions,
    engine_support=AmberEngineSupport,
    seats_played_by_table=_seats_played_by_table,
    count_seats_of_table=_count_seats_of_table,
)
