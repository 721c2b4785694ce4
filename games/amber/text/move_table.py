"""How moves are written: one table, by which they are printed, parsed and typed piece by piece.

>>> MOVE_TABLE.format(PlayCard("H", 0, 2)), MOVE_TABLE.format(SolveByCrown(18, 5))
('H:MAR>LUN', 'CM:^CAV')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.amber.constants import AREAS, CARDS, MOST_MOVED, PROBLEMS
from games.amber.moves import (
    Attempt,
    Decline,
    Keep,
    Move,
    MoveMarkers,
    Pass,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from games.author.move_text import MoveTable, MoveText
from games.author.nodes import Maybe, Words
from texts import Message, say

_MOVES: Final = say("amber/expected/move", cards=" ".join(CARDS))
_CARD_ACTS: Final = say("amber/expected/card-acts")
_SOLUTION: Final = say("amber/expected/solution", areas=" ".join(AREAS))
_MOVED: Final = say("amber/expected/moved")


def _words(words: Sequence[str], expects: Message, domain: Sequence[Any] = ()) -> Words:
    """Return the node of some words, by default those of the numbers from 0."""
    return Words(domain or range(len(words)), words, expects)


_AREA: Final = _words(AREAS, say("amber/expected/area", areas=" ".join(AREAS)))
_CARD: Final = _words([f"{card}:" for card in CARDS], _MOVES, CARDS)
_ORIGIN: Final = _words(AREAS, _CARD_ACTS)
_PROBLEM: Final = _words([f"{problem}:" for problem in PROBLEMS], _MOVES)
_GOAL: Final = _words(AREAS, _SOLUTION)
_TO_AREA: Final = say("amber/expected/to-area")
_COUNTS: Final = range(1, MOST_MOVED + 1)

MOVE_TABLE: Final = MoveTable[Move](
    [
        MoveText(PlayCard, "{card}{area}", card=_CARD, area=Maybe(_ORIGIN, sign="-"), origin=None),
        MoveText(
            PlayCard,
            "{card}{origin}>{area}",
            card=_CARD,
            origin=_ORIGIN,
            area=_AREA,
            signs={">": _TO_AREA},
        ),
        MoveText(Attempt, "try:{problem}", problem=_words(PROBLEMS, say("amber/expected/problem"))),
        MoveText(Pass, "pass"),
        MoveText(Keep, "{problem}keep", problem=_PROBLEM, signs={"keep": _SOLUTION}),
        MoveText(SolveBySuit, "{problem}{area}", problem=_PROBLEM, area=_GOAL, origin=None),
        MoveText(
            SolveBySuit,
            "{problem}{origin}>{area}",
            problem=_PROBLEM,
            origin=_GOAL,
            area=_AREA,
            signs={">": _TO_AREA},
        ),
        MoveText(
            SolveByCrown, "{problem}^{area}", problem=_PROBLEM, area=_AREA, signs={"^": _SOLUTION}
        ),
        MoveText(
            RemoveMarker,
            "CAV:{seat}@{area}",
            seat=_words("012", say("amber/expected/opponent")),
            area=_AREA,
            signs={"@": say("amber/expected/seat-at")},
        ),
        MoveText(
            MoveMarkers,
            "CHA:{count}@{origin}>{goal}",
            count=_words(list(map(str, _COUNTS)), _MOVED, _COUNTS),
            origin=_AREA,
            goal=_AREA,
            signs={"@": say("amber/expected/count-at"), ">": _TO_AREA},
        ),
        MoveText(Decline, "CHA:-", signs={"-": _MOVED}),
    ],
    _MOVES,
)
