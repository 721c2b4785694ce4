"""How moves are written: one table, by which they are printed, parsed and typed piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from games.author.move_text import MoveTable, MoveText, Scanned, scan
from games.author.nodes import Maybe, Number, Words
from games.foreign_king.constants import FACTORY_TYPES, PROVINCES
from games.foreign_king.map import Map
from games.foreign_king.moves import (
    Answer,
    Build,
    Close,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    PlainAction,
    SendToCongress,
    ShiftOrder,
    Shut,
    Skip,
    TakeCoins,
    TakeOrder,
    UseQueen,
    VirtualStep,
)
from games.foreign_king.ways import GOALS
from games.map_files import PARSED_MAPS
from games.text_reader import TextReader

SUPPLY_WORD: Final = "supply"
_COUNT: Final = Number(1, 99)
_STEPS: Final = Number(0, 99, expects="the number of steps")
_FACTORY: Final = Words(FACTORY_TYPES, expects="a factory")
_SHUT: Final = Maybe(_FACTORY, sign="-", expects="M, T or -")
_ACTIONS: Final = "an action (build:, place:, move:, congress:, king:, coins or order)"
_MOVES: Final = (
    "an action (build:, place:, move:, congress:, king:, coins, order or queen:) or an answer "
    "(yes, no, shut:, virtual:, done, loan:, repay:, order: or skip)"
)


@lru_cache(maxsize=PARSED_MAPS)
def move_table(board: Map) -> MoveTable[Move]:
    """Return the texts of the moves on a map.

    >>> from games.foreign_king.map import load_map
    >>> texts = move_table(load_map("belgium"))
    >>> texts.format(MoveCitizens(3, (0, 0, 0, 0, 2, 0, 0, 0, 0, 1)))
    'move:LIM>BRA2+supply1'
    """
    province = Words(range(PROVINCES), board.ids, "a province")
    goal = Maybe(province, sign=SUPPLY_WORD, expects=f"{province.expects} or {SUPPLY_WORD}")
    actions: MoveTable[PlainAction] = MoveTable(
        [
            MoveText(Build, "build:{factory}@{province}", factory=_FACTORY, province=province),
            MoveText(Place, "place:{count}@{province}", count=_COUNT, province=province),
            MoveText(
                MoveCitizens,
                "move:{origin}>{goals}",
                origin=province,
                goals=_Goals((*board.ids, SUPPLY_WORD), goal.expects),
                signs={">": "'>' between the province and the goals"},
            ),
            MoveText(SendToCongress, "congress:{origin}", origin=goal),
            MoveText(MoveKing, "king:{goal}{steps}", goal=province, steps=_STEPS),
            MoveText(TakeCoins, "coins"),
            MoveText(TakeOrder, "order"),
        ],
        _ACTIONS,
    )
    return MoveTable(
        [
            *actions.texts,
            MoveText(UseQueen, "queen:{action}", action=actions),
            MoveText(Skip, "skip"),
            MoveText(Answer, "yes", yes=True),
            MoveText(Answer, "no", yes=False),
            MoveText(Shut, "shut:{factory}", factory=_SHUT),
            MoveText(VirtualStep, "virtual:{goal}", origin=None, goal=province),
            MoveText(VirtualStep, "virtual:{origin}>{goal}", origin=province, goal=province),
            MoveText(Close, "done", loans=0),
            MoveText(Close, "loan:{loans}", loans=_COUNT, when=lambda move: move.loans > 0),
            MoveText(Close, "repay:{loans}", loans=Number(1, 99, sign="-")),
            MoveText(ShiftOrder, "order:{place}", place=_COUNT),
        ],
        _MOVES,
    )


class _Goals(Scanned):
    """How many citizens go where, in any order; the supply is the last goal."""

    def __init__(self, names: tuple[str, ...], expects: str) -> None:
        self._names = names
        self.expects = expects

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a join of the goals that anybody goes to."""
        names["goals"] = self._names
        parts = f"f'{{goal}}{{count}}' for goal, count in zip(goals, {value}) if count"
        return f"'+'.join([{parts}])"

    def scan(self, reader: TextReader, before: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the numbers; refuse a goal that is there twice, or that they come from."""
        goals = [0] * GOALS
        while True:
            start = reader.at
            name = reader.word(self._names, self.expects)
            goal = self._names.index(name)
            if goals[goal]:
                reader.refuse(f"{name} is there twice: write each goal once", start)
            if goal == before["origin"]:
                reader.refuse(f"citizens of {name} cannot move there", start)
            goals[goal] = scan(_COUNT, reader, before)
            if not reader.taken("+"):
                return tuple(goals)
