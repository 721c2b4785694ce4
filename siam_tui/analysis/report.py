"""``siam analyse``: the engine's verdict on every move of a record, as text. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from games.search import Mark, Values
from siam_tui.analysis.verdict_text import certainty, chance_in_per_cent, leader, per_cent
from siam_tui.analysis.verdicts import Verdict
from siam_tui.appearance.cells import pad_end, pad_start, text_width
from siam_tui.games.game_texts import GameTexts, Length
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import Chapter
from siam_tui.model.replay import Replay
from siam_tui.model.seat_facts import team_letters
from texts import say, tell

_WIDTH = "±{width}"
_NUMBER = 6
_WIDTH_ROOM = 6
_MOVE_WIDTH = 29
"""Characters of a move with its mark, and the gap behind it; longer moves make it wider."""
_GAP = 4
_COSTLIEST = 8
"""How many of the marked moves are listed once more at the end."""


def report(
    replay: Replay,
    found: Iterable[Verdict],
    *,
    as_known: bool = False,
    in_notation: bool = False,
) -> Iterator[str]:
    """Iterate over the lines of an analysis, each as soon as its move is thought through.

    Args:
        replay: the game.
        found: the verdicts.
        as_known: whether they judge by what each player knew.
        in_notation: whether to name moves in the notation; else in words.
    """
    yield _report_title(replay)
    yield tell("analysis/report/as-known" if as_known else "analysis/report/heading")
    layout = _Layout(replay, in_notation=in_notation)
    kept: list[Verdict] = []
    certain: Values | None = None
    for chapter, group in groupby(found, lambda each: replay.chapter_at(each.ply)):
        yield ""
        yield layout.heading(chapter)
        for each in group:
            kept.append(each)
            yield layout.line(each)
            if each.solved and each.after != certain:
                certain = each.after
                yield layout.certain(each)
    yield ""
    yield from layout.turning_points(kept)
    yield ""
    yield from layout.summary(kept)


def _report_title(replay: Replay) -> str:
    game, names = replay.game, list(replay.names)
    for seat, letter in team_letters(game, len(names)).items():
        names[seat] = f"{names[seat]} ({letter})"
    end = game.outcome(replay.positions[-1])
    title, players, moves = game.title, tuple(names), say("analysis/moves", n=replay.last)
    if end is None:
        return tell("analysis/report/unfinished", title=title, players=players, moves=moves)
    winners = tuple(replay.name(seat) for seat in end.winners)
    return tell("analysis/report/over", title=title, players=players, moves=moves, winners=winners)


def _certainty(each: Verdict) -> str:
    """Return that the chances after a move are certain, or how far they may be wrong."""
    if each.solved:
        return tell("analysis/report/sure")
    width = per_cent(each.width)
    return _WIDTH.format(width=width) if width else ""


class _Layout:
    """The lines about the moves of one replay, in columns."""

    def __init__(self, replay: Replay, *, in_notation: bool) -> None:
        self._replay, self._game = replay, replay.game
        self._in_notation = in_notation
        self._texts: GameTexts[Any, Any, Any] = ui_of(self._game.name).texts
        self._moves = [self._name(text, "shortest") for _, _, text in replay.moves()]
        self._movers = [replay.mover_name(ply) for ply in range(replay.last)]
        self._name_width = max(map(text_width, (*replay.names, *self._movers)))
        self._move_width = max(_MOVE_WIDTH, *(text_width(text) + _GAP for text in self._moves), 0)

    def heading(self, number: int) -> str:
        """Return the heading of a chapter, by its number, with the names of the sides."""
        replay = self._replay
        start, later = replay.start_of(number), replay.start_of(number + 1)
        assert start is not None
        end = replay.last if later is None else later
        chapter = Chapter(replay.positions[start], (), replay.positions[end])
        heading = self._texts.chapter_title(replay.at(end).view, chapter)
        margin = _NUMBER + self._name_width + 2 + self._move_width
        return f"{pad_end(heading, margin)}{'  '.join(replay.sides)}"

    def line(self, each: Verdict) -> str:
        """Return a move's line: number, mover, move, chances after it, and what was better."""
        marked = f"{self._moves[each.ply]} {each.mark}".rstrip()
        chances = "  ".join(
            pad_start(str(chance_in_per_cent(value, is_certain=each.solved)), text_width(name))
            for value, name in zip(each.after, self._replay.sides, strict=True)
        )
        better = f"   {self._tell_better(each)}" if each.mark else ""
        return (
            f"{each.ply + 1:>{_NUMBER - 2}}  {pad_end(self._mover(each), self._name_width)}  "
            f"{pad_end(marked, self._move_width)}{chances}{_certainty(each):>{_WIDTH_ROOM}}{better}"
        ).rstrip()

    def _tell_better(self, each: Verdict) -> str:
        best = self._name(each.best, "shortest")
        if each.gave_win_away:
            return tell("analysis/report/better-wins", best=best)
        return tell("analysis/report/better", best=best, lost=per_cent(each.loss))

    def certain(self, each: Verdict) -> str:
        """Return the line that says from where the result is certain."""
        left = self._texts.remaining(self._replay.positions[each.ply + 1])
        sure = certainty(self._replay, each)
        return f"      {tell('analysis/report/certain', left=left or None, certainty=sure)}"

    def turning_points(self, kept: Sequence[Verdict]) -> Iterator[str]:
        """Iterate over the moves that gave most away, the costliest first."""
        marked = [each for each in kept if each.mark]
        if not marked:
            yield tell("analysis/steady")
            return
        yield tell("analysis/report/turned")
        for each in sorted(marked, key=lambda each: -each.loss)[:_COSTLIEST]:
            mover, mark = pad_end(self._mover(each), self._name_width), pad_end(each.mark, 2)
            yield f"{each.ply + 1:>4}  {mover}  {mark}  {self._tell_turn(each)}"
        if len(marked) > _COSTLIEST:
            yield f"      {tell('analysis/report/more', n=len(marked) - _COSTLIEST)}"

    def _tell_turn(self, each: Verdict) -> str:
        best = self._name(each.best, "full")
        if each.gave_win_away:
            return tell("analysis/report/gave-away", best=best)
        lost, ahead = f"{per_cent(each.loss):>3}", leader(self._replay, each)
        return tell(
            "analysis/report/lost", lost=lost, leader=ahead if each.turned else None, best=best
        )

    def summary(self, kept: Sequence[Verdict]) -> Iterator[str]:
        """Iterate over what each player, or their stand-in, gave away by a move, on average."""
        yield tell("analysis/report/average")
        for _, group in groupby(sorted(kept, key=self._actor), self._actor):
            own = list(group)
            lost = sum(each.loss for each in own) / len(own)
            marks = ", ".join(
                f"{count} {mark}"
                for mark in (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
                if (count := sum(each.mark is mark for each in own))
            )
            name = self._mover(own[0])
            yield f"      {pad_end(name, self._name_width)}  {100 * lost:.1f} %  {marks}".rstrip()

    def _actor(self, each: Verdict) -> tuple[int, bool]:
        """Return whose move it was: the seat, and whether a stand-in played there."""
        return self._replay.mover(each.ply), self._replay.deciders[each.ply] == "stand_in"

    def _name(self, move: str, length: Length) -> str:
        """Return what a move in the notation is called."""
        if self._in_notation:
            return move
        parsed = self._game.parse_move(move)
        return self._texts.name_move(self._game, parsed, length, self._replay.name)

    def _mover(self, each: Verdict) -> str:
        return self._movers[each.ply]
