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
from texts import Message, say

SUPPLY_WORD: Final = "supply"
_COUNT: Final = Number(1, 99)
_STEPS: Final = Number(0, 99, expects=say("foreign_king/expected/steps"))
_FACTORY: Final = Words(FACTORY_TYPES, expects=say("foreign_king/expected/factory"))
_SHUT: Final = Maybe(_FACTORY, sign="-", expects=say("foreign_king/expected/shut"))


@lru_cache(maxsize=PARSED_MAPS)
def move_table(board: Map) -> MoveTable[Move]:
    """Return the texts of the moves on a map.

    >>> from games.foreign_king.map import load_map
    >>> texts = move_table(load_map("belgium"))
    >>> texts.format(MoveCitizens(3, (0, 0, 0, 0, 2, 0, 0, 0, 0, 1)))
    'move:LIM>BRA2+supply1'
    """
    known = " ".join(board.ids)
    any_province = say("foreign_king/expected/province", known=known)
    any_goal = say("foreign_king/expected/goal", known=known)
    province = Words(range(PROVINCES), board.ids, any_province)
    goal = Maybe(province, sign=SUPPLY_WORD, expects=any_goal)
    actions: MoveTable[PlainAction] = MoveTable(
        [
            MoveText(
                Build,
                "build:{factory}@{province}",
                factory=_FACTORY,
                province=province,
                signs={"@": say("foreign_king/expected/factory-at")},
            ),
            MoveText(
                Place,
                "place:{count}@{province}",
                count=_COUNT,
                province=province,
                signs={"@": say("foreign_king/expected/count-at")},
            ),
            MoveText(
                MoveCitizens,
                "move:{origin}>{goals}",
                origin=province,
                goals=_Goals((*board.ids, SUPPLY_WORD), any_goal),
                signs={">": say("foreign_king/expected/to-goals")},
            ),
            MoveText(SendToCongress, "congress:{origin}", origin=goal),
            MoveText(MoveKing, "king:{goal}{steps}", goal=province, steps=_STEPS),
            MoveText(TakeCoins, "coins"),
            MoveText(TakeOrder, "order"),
        ],
        say("foreign_king/expected/action"),
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
            MoveText(
                VirtualStep,
                "virtual:{origin}>{goal}",
                origin=province,
                goal=province,
                signs={">": say("foreign_king/expected/to-goal")},
            ),
            MoveText(Close, "done", loans=0),
            MoveText(Close, "loan:{loans}", loans=_COUNT, when=lambda move: move.loans > 0),
            MoveText(Close, "repay:{loans}", loans=Number(1, 99, sign="-")),
            MoveText(ShiftOrder, "order:{place}", place=_COUNT),
        ],
        say("foreign_king/expected/move"),
    )


class _Goals(Scanned):
    """How many citizens go where, in any order; the supply is the last goal."""

    def __init__(self, names: tuple[str, ...], expects: Message) -> None:
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
                reader.refuse(say("foreign_king/refused/goal-twice", goal=name), start)
            if goal == before["origin"]:
                reader.refuse(say("foreign_king/refused/own-goal", province=name), start)
            goals[goal] = scan(_COUNT, reader, before)
            if not reader.taken("+"):
                return tuple(goals)
