"""An analysis that runs beside the screen, of a record or of a game that goes on."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from games.record import Record, format_record
from siam_tui.analysis.verdicts import TOTAL, Verdict
from siam_tui.model.background import lines_of
from siam_tui.model.replay import Replay, replay_of_table
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from texts import tell


async def analysed_from(
    replay: Replay, begin: int, seconds: float | None = None
) -> AsyncGenerator[Verdict, None]:
    """Iterate over the verdicts on the moves of a game from a later one on.

    Args:
        replay: the game.
        begin: the first move, from 0.
        seconds: how long a position is thought about at most; if None, as `siam analyse` does.

    Raises:
        UserError: the analysis broke off.
    """
    record = replay.record
    rest = replace(record, start=replay.positions[begin], moves=record.moves[begin:])
    async with aclosing(analysed(rest, seconds)) as found:
        async for verdict in found:
            yield replace(verdict, ply=begin + verdict.ply)


async def analysed(
    record: Record, seconds: float | None = None, *, as_known: bool = False
) -> AsyncGenerator[Verdict, None]:
    """Iterate over the verdicts as they come; the thinking ends with the iteration.

    Args:
        record: the game.
        seconds: how long a position is thought about at most; if None, as `siam analyse` does.
        as_known: whether to judge each move by what its player knew then; else all is open.

    Raises:
        UserError: the analysis broke off.
    """
    limits = ("--total", str(TOTAL), *(("--seconds", str(seconds)) if seconds else ()))
    known = ("--as-known",) if as_known else ()
    arguments = ("analyse", "-", "--json", *limits, *known)
    asked = format_record(record)
    async with aclosing(lines_of("siam_tui", arguments, asked, tell("analysis/failed"))) as lines:
        async for line in lines:
            yield Verdict.of_line(line)


class LiveAnalysis:
    """Each side's chances after every move of a table's game, as far as its log is open.

    The engine knows what a spectator knows, and guesses what is hidden.

    Attributes:
        replay: the part of the game that is open, or None before the first look.
    """

    def __init__(self) -> None:
        self.replay: Replay | None = None
        self._branch: tuple[int, int] | None = None
        self._first = 0
        self._known: dict[int, Verdict] = {}

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts on the moves of `replay`, from its first one to the last one known."""
        found: list[Verdict] = []
        count = self.replay.last if self.replay else 0
        while len(found) < count and (verdict := self._known.get(self._first + len(found))):
            found.append(replace(verdict, ply=len(found)))
        return tuple(found)

    async def update(self, source: TableSource, view: TableView) -> AsyncGenerator[None, None]:
        """Think about the moves that are new; yield after each.

        Raises:
            RefusedError: the table is gone, or another game has begun at it.
            ConnectionEndedError: nobody answers any more.
            GameError: the log is none that our rules can replay.
            UserError: the analysis broke off.
        """
        if self._branch != view.state.branch:  # another game, or a move was taken back
            self._branch, self._known = view.state.branch, {}
        self.replay = replay = await replay_of_table(source, view)
        self._first = view.state.ply - replay.last
        begin = len(self.verdicts)
        if begin == replay.last:
            return
        async with aclosing(analysed_from(replay, begin)) as found:
            async for verdict in found:
                self._known[self._first + verdict.ply] = verdict
                yield
