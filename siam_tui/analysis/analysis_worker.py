"""An analysis that runs beside the screen."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from games.record import Record, format_record
from siam_tui.analysis.verdicts import TOTAL, Verdict
from siam_tui.model.replay import Replay
from siam_tui.model.worker_process import lines_of

_FAILURE = "The analysis broke off. `siam analyse` on the record says why."


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
    async with aclosing(lines_of("siam_tui", arguments, asked, _FAILURE)) as lines:
        async for line in lines:
            yield Verdict.of_line(line)
