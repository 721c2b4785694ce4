"""The verdict on each move of a record, and its form for programs: a JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random

from games.search import Limits, Mark, analyse
from games.siam import Siam
from games.siam.bots.search_adapter import ThinkingSiam
from siam_tui.model.replay import Replay


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is thought of one move.

    Attributes:
        ply: number of moves before it.
        side: whose it was: a seat, or of four players the team, 0 or 1 (S6).
        before: each side's chance to win before the move, from 0 to 1.
        after: the same after it.
        best: the best move there was, in the notation; this one, if none was better.
        loss: how much of its chance the side gave away.
        mark: ``?!``, ``?``, ``??`` or nothing.
        turned: whether another side was ahead after it.
        solved: whether `after` is certain, whatever anybody does.
    """

    ply: int
    side: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    best: str
    loss: float
    mark: Mark
    turned: bool
    solved: bool

    def to_line(self) -> str:
        """Return it as a line for programs."""
        return json.dumps(asdict(self))

    @staticmethod
    def of_line(line: str) -> Verdict:
        """Read such a line.

        Raises:
            ValueError: it is none.
        """
        try:
            told = json.loads(line)
            return Verdict(
                **{
                    **told,
                    "before": tuple(told["before"]),
                    "after": tuple(told["after"]),
                    "mark": Mark(told["mark"]),
                }
            )
        except (TypeError, KeyError) as error:
            raise ValueError(f"no verdict: {line[:80]!r}") from error


def verdicts(replay: Replay, limits: Limits) -> Iterator[Verdict]:
    """Iterate over the moves of a record, and what is thought of each; each takes its time.

    Args:
        replay: a whole game, or a part of one.
        limits: how long to think about a position.
    """
    siam = Siam(replay.record.start.map)
    dice = Random(0)  # noqa: S311 - any seed
    moves = replay.record.moves
    for each in analyse(ThinkingSiam(), replay.positions, moves, limits, dice):
        yield Verdict(
            each.ply,
            each.side,
            each.before,
            each.after,
            siam.format_move(each.best),
            each.loss,
            each.mark,
            each.turned,
            each.solved,
        )
