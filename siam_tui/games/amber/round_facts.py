"""What a round came to, as values that are drawn and told. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.amber import Amber, Position
from games.amber.constants import Problem
from games.amber.moves import Keep, SolveByCrown, SolveBySuit
from siam_tui.games.amber.facts import AmberView, WallFacts, add_own_parts, wall_facts
from siam_tui.model.move_log import Chapter

Solving: TypeAlias = Keep | SolveBySuit | SolveByCrown
"""A move that solves a Problem."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """What the end of a round has brought.

    Attributes:
        round: the round's number in its period.
        ends_period: whether it was the last of the first of two periods.
        solved: who solved a Problem, and how, in the order of play.
        unsolved: the Problems that nobody solved.
        power: of the Barbarians, before and after.
        walls: each seat's wall, as it is now while the next round is played, or else at its end.
            Own kept Problems are known, those of others are not.
        first: the first player, before and after.
    """

    round: int
    ends_period: bool
    solved: tuple[tuple[int, Solving], ...]
    unsolved: tuple[Problem, ...]
    power: tuple[int, int]
    walls: tuple[WallFacts, ...]
    first: tuple[int, int]


def round_end(view: AmberView, chapter: Chapter) -> RoundEnd | None:
    """Return what a round has brought; None while it goes on, and at the end of the game."""
    before, after = chapter.before, chapter.after
    if after.over or view.game.chapter(before) == view.game.chapter(after):
        return None
    known = add_own_parts(_latest(view, after), view)
    return RoundEnd(
        before.round,
        before.period != after.period,
        tuple(_solved(view.game, chapter)),
        tuple(unsolved(view.game, chapter)),
        (before.power, after.power),
        tuple(wall_facts(known, seat) for seat in range(len(after.seats))),
        (before.first, after.first),
    )


def _latest(view: AmberView, after: Position) -> Position:
    """Return the position shown if it is of the round that began with another one."""
    now: Position | None = view.position
    if now is None or now.over or view.game.chapter(now) != view.game.chapter(after):
        return after
    return now


def unsolved(game: Amber, chapter: Chapter) -> list[Problem]:
    """Return the Problems of a round that nobody has solved in it."""
    solved = {move.problem for _, move in _solved(game, chapter)}
    return [each.problem for each in chapter.before.row if each.problem not in solved]


def _solved(game: Amber, chapter: Chapter) -> list[tuple[int, Solving]]:
    moves = ((entry.seat, game.parse_move(entry.move)) for entry in chapter.moves)
    return [(seat, move) for seat, move in moves if isinstance(move, Solving)]
