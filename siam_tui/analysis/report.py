"""``siam analyse``: the engine's view of every move of a record, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from games.search import Mark
from games.siam import Siam
from games.siam.scoring import outcome
from siam_tui.analysis.verdicts import Verdict
from siam_tui.replay.replay import Replay
from siam_tui.table.telling import full_names, tell_move
from siam_tui.table.words import TEAMS, listed

_NUMBER = 6
_WIDEST_MOVE = 29
"""Characters of a move with its mark, and the gap behind it."""


def report(replay: Replay, found: Iterable[Verdict]) -> Iterator[str]:
    """Iterate over the lines of an analysis, each as soon as its move is thought through."""
    yield from _Report(replay).lines(found)


class _Report:
    """Writes an analysis down."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._record = replay.record
        self._positions = replay.positions
        self._siam = Siam(self._record.start.map)
        self._names = [replay.name(seat) for seat in range(len(self._record.start.seats))]
        self._sides = replay.sides
        self._width = max(len(name) for name in self._names)

    def lines(self, found: Iterable[Verdict]) -> Iterator[str]:
        yield f"{Siam.title}: {listed(self._players())}, {self._ended()}"
        yield "Chances to win, in per cent, after each move, and what was better."
        kept: list[Verdict] = []
        certain = False
        by_struggle = groupby(found, lambda each: self._replay.struggle_at(each.ply))
        for struggle, group in by_struggle:
            yield ""
            yield self._heading(struggle)
            for each in group:
                kept.append(each)
                yield self._line(each)
                if each.solved and not certain:
                    certain = True
                    yield self._certainty(each)
        yield ""
        yield from self._turning_points(kept)
        yield from self._summary(kept)

    def _players(self) -> list[str]:
        if len(self._sides) == len(self._names):
            return self._names
        return [f"{name} ({TEAMS[seat % 2]})" for seat, name in enumerate(self._names)]

    def _ended(self) -> str:
        end = outcome(self._positions[-1])
        if end is None:
            return f"{len(self._record.moves)} moves, not played to its end."
        winners = listed([self._names[seat] for seat in end.winners])
        return f"{len(self._record.moves)} moves. Winner: {winners}."

    def _heading(self, struggle: int) -> str:
        begun = self._replay.start_of(struggle)
        assert begun is not None
        place = self._positions[begun].queue[struggle - 1]
        heading = f"Struggle {struggle}: {self._record.start.map.provinces[place].name}"
        margin = _NUMBER + self._width + 2 + _WIDEST_MOVE
        return f"{heading:<{margin}}{'  '.join(self._sides)}"

    def _line(self, each: Verdict) -> str:
        seat = self._positions[each.ply].turn
        text = self._siam.format_move(self._record.moves[each.ply])
        marked = f"{text} {each.mark}".rstrip()
        chances = "  ".join(
            f"{_per_cent(value):>{len(name)}}"
            for value, name in zip(each.after, self._sides, strict=True)
        )
        better = ""
        if each.mark is not Mark.NONE:
            better = f"   better {each.best} (+{_per_cent(each.loss)})"
        return (
            f"{each.ply + 1:>{_NUMBER - 2}}  {self._names[seat]:<{self._width}}  "
            f"{marked:<{_WIDEST_MOVE}}{chances}{better}"
        )

    def _certainty(self, each: Verdict) -> str:
        winners = [name for name, value in zip(self._sides, each.after, strict=True) if value > 0]
        left = sum(seat.cards for seat in self._positions[each.ply + 1].seats)
        cards = f" with {left} card{'s' * (left != 1)} left" if left else ""
        verb = "win" if len(winners) > 1 else "wins"
        return f"      Certain from here{cards}: {listed(winners)} {verb}, whatever the others do."

    def _turning_points(self, kept: list[Verdict]) -> Iterator[str]:
        turned = [each for each in kept if each.turned and each.mark is not Mark.NONE]
        if not turned:
            yield "No mistake turned this game."
            return
        yield "Where it turned"
        names = full_names(self._record.start.map)
        for each in turned:
            seat = self._positions[each.ply].turn
            best = tell_move(self._siam.map, self._siam.parse_move(each.best), names)
            yield f"{each.ply + 1:>4}  {self._names[seat]} {each.mark}  Better: {best}."

    def _summary(self, kept: list[Verdict]) -> Iterator[str]:
        yield ""
        yield "Given away by a move, on average"
        for seat, name in enumerate(self._names):
            own = [each for each in kept if self._positions[each.ply].turn == seat]
            if own:
                lost = sum(each.loss for each in own) / len(own)
                marks = ", ".join(
                    f"{count} {mark}"
                    for mark in (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
                    if (count := sum(each.mark is mark for each in own))
                )
                yield f"      {name:<{self._width}}  {100 * lost:.1f} %  {marks}".rstrip()


def _per_cent(value: float) -> int:
    return round(100 * value)
