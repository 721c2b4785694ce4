"""``siam analyse``: the engine's view of every move of a record, as text. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from games.search import Mark
from games.siam import Siam
from games.siam.scoring import outcome
from siam_tui.analysis.verdicts import Verdict
from siam_tui.analysis.words import certainty, leader, per_cent
from siam_tui.games.siam.move_text import full_names, move_words
from siam_tui.games.siam.names import TEAMS
from siam_tui.model.replay import Replay
from siam_tui.ui.text import listed

_NUMBER = 6
_WIDEST_MOVE = 29
"""Characters of a move with its mark, and the gap behind it."""
_COSTLIEST = 8
"""How many of the marked moves are told once more at the end."""


def report(replay: Replay, found: Iterable[Verdict]) -> Iterator[str]:
    """Iterate over the lines of an analysis, each as soon as its move is thought through."""
    yield f"{Siam.title}: {listed(_players(replay))}, {_ended(replay)}"
    yield "Chances to win, in per cent, after each move, and what was better."
    kept: list[Verdict] = []
    certain = False
    for struggle, group in groupby(found, lambda each: replay.chapter_at(each.ply)):
        yield ""
        yield _heading(replay, struggle)
        for each in group:
            kept.append(each)
            yield _line(replay, each)
            if each.solved and not certain:
                certain = True
                yield f"      Certain from here{_cards_left(replay, each)}: " + certainty(
                    replay, each
                )
    yield ""
    yield from _turning_points(replay, kept)
    yield ""
    yield from _summary(replay, kept)


def _names(replay: Replay) -> list[str]:
    return [replay.name(seat) for seat in range(len(replay.positions[0].seats))]


def _width(replay: Replay) -> int:
    return max(map(len, _names(replay)))


def _mover(replay: Replay, each: Verdict) -> str:
    return replay.name(replay.positions[each.ply].turn)


def _players(replay: Replay) -> list[str]:
    names = _names(replay)
    if len(replay.sides) == len(names):
        return names
    return [f"{name} ({TEAMS[seat % 2]})" for seat, name in enumerate(names)]


def _ended(replay: Replay) -> str:
    end = outcome(replay.positions[-1])
    if end is None:
        return f"{replay.last} moves, not played to its end."
    return f"{replay.last} moves. Winner: {listed([replay.name(seat) for seat in end.winners])}."


def _heading(replay: Replay, struggle: int) -> str:
    last = replay.positions[-1]  # what a Maharacha has swapped since, has its last place
    place = last.queue[struggle - 1]
    heading = f"Struggle {struggle}: {last.map.provinces[place].name}"
    margin = _NUMBER + _width(replay) + 2 + _WIDEST_MOVE
    return f"{heading:<{margin}}{'  '.join(replay.sides)}"


def _line(replay: Replay, each: Verdict) -> str:
    text = Siam(replay.record.start.map).format_move(replay.record.moves[each.ply])
    marked = f"{text} {each.mark}".rstrip()
    chances = "  ".join(
        f"{per_cent(value):>{len(name)}}"
        for value, name in zip(each.after, replay.sides, strict=True)
    )
    better = ""
    if each.mark is not Mark.NONE:
        better = f"   better {each.best} (+{per_cent(each.loss)})"
    return (
        f"{each.ply + 1:>{_NUMBER - 2}}  {_mover(replay, each):<{_width(replay)}}  "
        f"{marked:<{_WIDEST_MOVE}}{chances}{better}"
    )


def _cards_left(replay: Replay, each: Verdict) -> str:
    left = sum(seat.cards for seat in replay.positions[each.ply + 1].seats)
    return f" with {left} card{'s' * (left != 1)} left" if left else ""


def _turning_points(replay: Replay, kept: Sequence[Verdict]) -> Iterator[str]:
    """Iterate over the moves that gave most away, the costliest first."""
    marked = [each for each in kept if each.mark is not Mark.NONE]
    if not marked:
        yield "Nobody gave anything away that decided this game."
        return
    yield "Where it turned, the costliest first"
    siam = Siam(replay.record.start.map)
    names = full_names(siam.map)
    for each in sorted(marked, key=lambda each: -each.loss)[:_COSTLIEST]:
        best = move_words(siam.map, siam.parse_move(each.best), names)
        lead = f", and {leader(replay, each)} took the lead" if each.turned else ""
        yield (
            f"{each.ply + 1:>{_NUMBER - 2}}  {_mover(replay, each):<{_width(replay)}}  "
            f"{each.mark:<2}  {per_cent(each.loss):>3} % lost{lead}. Better: {best}."
        )
    if len(marked) > _COSTLIEST:
        yield f"      and {len(marked) - _COSTLIEST} more, which cost less"


def _summary(replay: Replay, kept: Sequence[Verdict]) -> Iterator[str]:
    yield "Given away by a move, on average"
    for seat, name in enumerate(_names(replay)):
        own = [each for each in kept if replay.positions[each.ply].turn == seat]
        if own:
            lost = sum(each.loss for each in own) / len(own)
            marks = ", ".join(
                f"{count} {mark}"
                for mark in (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
                if (count := sum(each.mark is mark for each in own))
            )
            yield f"      {name:<{_width(replay)}}  {100 * lost:.1f} %  {marks}".rstrip()
