"""The engine's verdict on moves in words, for the report, the graph and the replay. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from games.search import Mark
from siam_tui.analysis.verdicts import Verdict, count_rated
from siam_tui.games.registry import ui_of
from siam_tui.model.replay import Replay
from texts import tell
from texts.sentences import join_sentences


def per_cent(value: float) -> int:
    """Return a chance, or a loss of one, as a whole number of per cent."""
    return round(100 * value)


def chance_in_per_cent(chance: float, *, is_certain: bool) -> int:
    """Return a chance as a whole number of per cent; one that is not certain is never 0 or 100.

    >>> chance_in_per_cent(0.999, is_certain=False), chance_in_per_cent(1.0, is_certain=True)
    (99, 100)
    """
    return per_cent(chance) if is_certain else min(max(per_cent(chance), 1), 99)


def certainty(replay: Replay, verdict: Verdict) -> str:
    """Return who wins for certain after a move that is solved."""
    chances = zip(replay.sides, verdict.after, strict=True)
    return tell("analysis/certain", who=tuple(name for name, value in chances if value > 0))


def leader(replay: Replay, verdict: Verdict) -> str:
    """Return which side is ahead after a move."""
    return replay.sides[verdict.after.index(max(verdict.after))]


def verdict_lines(
    replay: Replay, found: Sequence[Verdict], ply: int, *, as_known: bool = False
) -> tuple[str, ...]:
    """Return the verdict on the move that led to the moment shown, and by what it is judged.

    Args:
        replay: the game.
        found: the verdicts so far, of the first moves.
        ply: the moment shown, as a number of moves played.
        as_known: whether the verdicts judge each move by what its player knew.
    """
    told = []
    verdict = next((each for each in found if each.ply == ply - 1), None)
    if verdict is not None and verdict.mark is not Mark.NONE:
        told.append(_better(replay, verdict))
    if verdict is not None and verdict.solved:
        told.append(tell("analysis/certain-line", certainty=certainty(replay, verdict)))
    count = count_rated(replay, as_known=as_known)
    below = []
    if len(replay.eyes) > 1:
        below.append(tell("analysis/as-known" if as_known else "analysis/open"))
    if len(found) < count:
        below.append(tell("analysis/thinking", done=len(found), n=count))
    elif verdict is not None and not verdict.solved and per_cent(verdict.width):
        below.append(tell("analysis/width", n=per_cent(verdict.width)))
    return (*told, join_sentences(*below)) if below else tuple(told)


def _better(replay: Replay, verdict: Verdict) -> str:
    game, best = replay.game, replay.game.parse_move(verdict.best)
    # The longer sentence has shorter names, so that it stands whole in 80 columns.
    name, mark = ui_of(game.name).texts.name_move, str(verdict.mark)
    if verdict.gave_win_away:
        return tell("analysis/gave-win-away", mark=mark, best=name(game, best, "shortest"))
    lost = per_cent(verdict.loss)
    return tell("analysis/gave-away", mark=mark, lost=lost, best=name(game, best, "full"))
