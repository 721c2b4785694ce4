"""What the analysis says below a replayed game: how it judges, and the verdict on a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.plural import count_of
from games.search import Mark
from siam_tui.analysis.verdict_text import certainty, per_cent
from siam_tui.analysis.verdicts import Verdict, count_rated
from siam_tui.games.game_texts import Length
from siam_tui.games.registry import ui_of
from siam_tui.model.replay import Replay

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
