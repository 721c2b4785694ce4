"""A bot that plays what looks best at once."""

from __future__ import annotations

from random import Random
from typing import Any

from games.amber.bots.search_adapter import ThinkingAmber
from games.amber.moves import Move
from games.amber.position import Position
from games.amber.rules import Amber
from games.contract import Game


def choose(game: Game[Any, Any], view: Position, random: Random) -> Move:
    """Return a legal move for the seat that decides, by one guess of what is hidden."""
    assert isinstance(game, Amber)
    search = ThinkingAmber(game.chosen)
    rated = search.rate_moves(search.guess(view, random))
    return random.choice([move for worth, move in rated if worth == rated[0].worth])
