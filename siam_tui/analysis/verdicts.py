"""What the engine thinks of each move of a record, and its form for programs: JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random

from games.registry import spec_of
from games.search import Limits, Mark, analyse
from siam_tui.model.replay import Replay


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the engine thinks of one move.

    Attributes:
        ply: number of moves before it.
        side: whose it was: the number of a seat, or of a team where teams play.
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
        """Read a line of `to_line`.

        Raises:
            ValueError: it is no such line.
        """
        try:
            fields = json.loads(line)
            return Verdict(
                **{
                    **fields,
                    "before": tuple(fields["before"]),
                    "after": tuple(fields["after"]),
                    "mark": Mark(fields["mark"]),
                }
            )
        except (TypeError, KeyError) as error:
            raise ValueError(f"no verdict: {line[:80]!r}") from error


def verdicts(replay: Replay, limits: Limits) -> Iterator[Verdict]:
    """Iterate over the verdicts on the moves of a record; each takes some time to find.

    Args:
        replay: a whole game, or a part of one.
        limits: how long to think about a position.
    """
    game, moves = replay.game, replay.record.moves
    search, random = spec_of(game.name).searchable(game), Random(0)  # noqa: S311 - any seed
    for each in analyse(search, replay.positions, moves, limits, random):
        yield Verdict(
            each.ply,
            each.side,
            each.before,
            each.after,
            game.format_move(each.best),
            each.loss,
            each.mark,
            each.turned,
            each.solved,
        )
