"""The engine's verdict on moves in words, for the report, the graph and the replay. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.plural import count_of
from games.search import Mark
from siam_tui.analysis.verdicts import Verdict, count_rated
from siam_tui.games.game_texts import Length
from siam_tui.games.registry import ui_of
from siam_tui.model.replay import Replay
from siam_tui.ui.text import listed

_WINS = "{winners} wins, whatever the others do."
_WIN = "{winners} win, whatever the others do."
_NOBODY_WINS = "Nobody wins, whatever anybody does."


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
    winners = [name for name, value in chances if value > 0]
    template = (_NOBODY_WINS, _WINS, _WIN)[min(len(winners), 2)]
    return template.format(winners=listed(winners) if winners else "")


def leader(replay: Replay, verdict: Verdict) -> str:
    """Return which side is ahead after a move."""
    return replay.sides[verdict.after.index(max(verdict.after))]


_OPEN = "Judged with nothing hidden (K: as known then)."
_GAVE_AWAY = "{mark} gives away {lost} %. Better: {best}."
_GAVE_WIN_AWAY = "{mark} gave the win away. Better: {best}."
_FULL: Final[Length] = "full"
_SHORTEST: Final[Length] = "shortest"
_CERTAIN = "Certain: {certainty}"
_CHANCES = "Chances are ± {width} %."
_THINKING = "Thinking: {done} of {all}."
_AS_KNOWN = "Judged as known then (K: with nothing hidden)."


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
        told.append(_CERTAIN.format(certainty=certainty(replay, verdict)))
    count = count_rated(replay, as_known=as_known)
    below = []
    if len(replay.eyes) > 1:
        below.append(_AS_KNOWN if as_known else _OPEN)
    if len(found) < count:
        below.append(_THINKING.format(done=len(found), all=count_of(count, "move")))
    elif verdict is not None and not verdict.solved and per_cent(verdict.width):
        below.append(_CHANCES.format(width=per_cent(verdict.width)))
    return (*told, " ".join(below)) if below else tuple(told)


def _better(replay: Replay, verdict: Verdict) -> str:
    game, best = replay.game, replay.game.parse_move(verdict.best)
    # The longer sentence has shorter names, so that it stands whole in 80 columns.
    template, length = (_GAVE_WIN_AWAY, _SHORTEST) if verdict.gave_win_away else (_GAVE_AWAY, _FULL)
    return template.format(
        mark=verdict.mark,
        lost=per_cent(verdict.loss),
        best=ui_of(game.name).texts.name_move(game, best, length),
    )
