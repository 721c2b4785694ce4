"""The base that a game is written against: one class a game, whose types say everything."""

from typing import Annotated

from games.author.asking import Ask
from games.author.boards import Grid, Points, Regions
from games.author.game import CONTRACT, Game
from games.author.marks import Between, Closed, Deck, Own, Past, PerSeat, Seat
from games.author.platform import spec_of_game
from games.author.values import (
    DRAW,
    NOBODY_WINS,
    Dealer,
    Move,
    Value,
    known,
    leaders,
    put,
    without,
    won,
)
from games.contract import GameOption as Option
from games.map_files import Maps

__all__ = [
    "CONTRACT",
    "DRAW",
    "NOBODY_WINS",
    "Annotated",
    "Ask",
    "Between",
    "Closed",
    "Dealer",
    "Deck",
    "Game",
    "Grid",
    "Maps",
    "Move",
    "Option",
    "Own",
    "Past",
    "PerSeat",
    "Points",
    "Regions",
    "Seat",
    "Value",
    "known",
    "leaders",
    "put",
    "spec_of_game",
    "without",
    "won",
]
