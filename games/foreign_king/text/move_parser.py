"""Parses moves: forgives case and the order of goals, exact about the place of a mistake."""

from __future__ import annotations

from typing import Final

from games.foreign_king.constants import FACTORY_TYPES, Factory
from games.foreign_king.map import Map
from games.foreign_king.moves import (
    COINS,
    DONE,
    NO,
    ORDER,
    SKIP,
    YES,
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
    UseQueen,
    VirtualStep,
)
from games.foreign_king.text.move_formatter import SUPPLY_WORD
from games.foreign_king.ways import GOALS, SUPPLY
from games.text_reader import TextReader

_DIGITS: Final = 2
_BARE: Final[dict[str, Move]] = {"skip": SKIP, "yes": YES, "no": NO, "done": DONE}
_BARE_ACTIONS: Final[dict[str, PlainAction]] = {"coins": COINS, "order": ORDER}
_ANSWERS: Final = (*_BARE, "shut:", "virtual:", "loan:", "repay:", "order:")
_ACTIONS: Final = ("build:", "place:", "move:", "congress:", "king:", *_BARE_ACTIONS)
_ACTIONS_EXPECTED: Final = "an action (build:, place:, move:, congress:, king:, coins or order)"
_EXPECTED: Final = (
    "an action (build:, place:, move:, congress:, king:, coins, order or queen:) or an answer "
    "(yes, no, shut:, virtual:, done, loan:, repay:, order: or skip)"
)


def parse_move(board: Map, text: str) -> Move:
    """Parse a move.

    Raises:
        InvalidMoveError: says what is expected, and at which character of the text.
    """
    reader = _Reader(board, text)
    if text != text.strip():
        reader.refuse("a move has no blanks around it", 0)
    move = reader.move()
    reader.end()
    return move


class _Reader(TextReader):
    """Reads the parts of a move."""

    def __init__(self, board: Map, text: str) -> None:
        super().__init__(text)
        self._ids = board.ids

    def move(self) -> Move:
        word = self.word(("queen:", *_ANSWERS, *_ACTIONS), _EXPECTED)
        if word in _BARE:
            return _BARE[word]
        if word == "queen:":
            return UseQueen(self._action(self.word(_ACTIONS, _ACTIONS_EXPECTED)))
        if word in _ANSWERS:
            return self._answer(word)
        return self._action(word)

    def _answer(self, word: str) -> Move:
        match word:
            case "shut:":
                return Shut(None if self.taken("-") else self._factory("M, T or -"))
            case "virtual:":
                first = self._province()
                if self.taken(">"):
                    return VirtualStep(first, self._province())
                return VirtualStep(None, first)
            case "loan:":
                return Close(self._count())
            case "repay:":
                return Close(-self._count())
            case _:
                return ShiftOrder(self._count())

    def _action(self, word: str) -> PlainAction:
        if word in _BARE_ACTIONS:
            return _BARE_ACTIONS[word]
        match word:
            case "build:":
                factory = self._factory("a factory (M or T)")
                self.sign("@", "between factory and province")
                return Build(factory, self._province())
            case "place:":
                count = self._count()
                self.sign("@", "between count and province")
                return Place(count, self._province())
            case "move:":
                return self._citizens()
            case "congress:":
                goal = self._goal()
                return SendToCongress(None if goal == SUPPLY else goal)
            case _:
                return MoveKing(self._province(), self.number(_DIGITS, "the number of steps"))

    def _citizens(self) -> PlainAction:
        origin = self._province()
        self.sign(">", "between the province and the goals")
        goals = [0] * GOALS
        while True:
            start = self.at
            goal = self._goal()
            if goals[goal]:
                self.refuse(f"{self._name(goal)} is there twice: write each goal once", start)
            if goal == origin:
                self.refuse(f"citizens of {self._name(goal)} cannot move there", start)
            goals[goal] = self._count()
            if not self.taken("+"):
                return MoveCitizens(origin, tuple(goals))

    def _name(self, goal: int) -> str:
        return (*self._ids, SUPPLY_WORD)[goal]

    def _goal(self) -> int:
        names = (*self._ids, SUPPLY_WORD)
        return names.index(self.word(names, f"a province ({' '.join(self._ids)}) or supply"))

    def _province(self) -> int:
        return self._ids.index(self.word(self._ids, f"a province ({' '.join(self._ids)})"))

    def _factory(self, expected: str) -> Factory:
        for factory in FACTORY_TYPES:
            if self.taken(factory):
                return factory
        raise self.error(expected)

    def _count(self) -> int:
        at = self.at
        count = self.number(_DIGITS, f"a number of at most {_DIGITS} digits, without leading zero")
        if not count:
            self.fail("a number from 1", at)
        return count
