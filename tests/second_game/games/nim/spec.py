"""Nim with a secret card as the platform knows it."""

from __future__ import annotations

from games.contract import GameOption, GameSpec
from tests.second_game.games.nim.bots import NimSearch, choose_greedily
from tests.second_game.games.nim.engine_support import NimCompletions, NimEngineSupport
from tests.second_game.games.nim.rules import HOUSE, MISERE, PLAYERS, Nim

SPEC = GameSpec(
    name=Nim.name,
    title=Nim.title,
    players=PLAYERS,
    options=(GameOption(MISERE, "Whoever takes the last token loses, all others win (N5)."),),
    max_position=40,
    max_move=8,
    bind=lambda map_text, options: Nim(misere=MISERE in options),
    searchable=lambda game: NimSearch(game.misere),
    greedy=choose_greedily,
    level_nodes={
        level: dict.fromkeys((2, 3), nodes)
        for level, nodes in {"mandarin": 20, "minister": 60, "regent": 200}.items()
    },
    completions=NimCompletions,
    engine_support=NimEngineSupport,
    seats_played_by_table=lambda players: (HOUSE,) if players == 1 else (),
    count_seats_of_table=lambda position: sum(seat.house for seat in position.seats),
)
