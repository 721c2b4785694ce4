"""``siam analyse``: the engine's verdict on every move of a record, as text. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from games.plural import count_of
from games.search import Mark, Values
from siam_tui.analysis.verdict_text import certainty, chance_in_per_cent, leader, per_cent
from siam_tui.analysis.verdicts import Verdict
from siam_tui.appearance.cells import pad_end, pad_start, text_width
from siam_tui.games.game_texts import GameTexts, Length
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import Chapter
from siam_tui.model.replay import Replay
from siam_tui.model.seat_facts import team_letters
from siam_tui.ui.text import listed

_HEADING = (
    "Chances to win, in per cent, after each move, how far they may be wrong, and what was better."
)
_HEADING_AS_KNOWN = (
    "Chances to win, in per cent, judged by what the player to move knew, how far they may be "
    "wrong, and what was better."
)
_WIDTH = "±{width}"
_PROVEN = "sure"
_BETTER = "   better {best} (+{lost})"
_WAS_WON = "   better {best} (wins)"
_UNFINISHED = "{title}: {players}, {moves}, not played to its end."
_WON = "{title}: {players}, {moves}. Winner: {winners}."
_LOST_BY_ALL = "{title}: {players}, {moves}. Nobody won."
_CERTAIN = "      Certain from here: {certainty}"
_CERTAIN_EARLY = "      Certain from here with {left}: {certainty}"
_TURNING_POINT = "{ply:>4}  {mover}  {mark}  {lost:>3} % lost. Better: {best}."
_NEW_LEADER = (
    "{ply:>4}  {mover}  {mark}  {lost:>3} % lost, and {leader} took the lead. Better: {best}."
)
_GAVE_AWAY = "{ply:>4}  {mover}  {mark}  gave the win away. It was certain with {best}."
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
    yield _title(replay)
    yield _HEADING_AS_KNOWN if as_known else _HEADING
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


def _title(replay: Replay) -> str:
    game, players = replay.game, list(replay.names)
    for seat, letter in team_letters(game, len(players)).items():
        players[seat] = f"{players[seat]} ({letter})"
    end = game.outcome(replay.positions[-1])
    template = _UNFINISHED if end is None else _WON if end.winners else _LOST_BY_ALL
    return template.format(
        title=game.title,
        players=listed(players),
        moves=count_of(replay.last, "move"),
        winners=listed([replay.name(seat) for seat in end.winners]) if end and end.winners else "",
    )


def _certainty(each: Verdict) -> str:
    """Return that the chances after a move are certain, or how far they may be wrong."""
    if each.solved:
        return _PROVEN
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
        template = (_WAS_WON if each.gave_win_away else _BETTER) if each.mark else ""
        better = template.format(best=self._name(each.best, "shortest"), lost=per_cent(each.loss))
        return (
            f"{each.ply + 1:>{_NUMBER - 2}}  {pad_end(self._mover(each), self._name_width)}  "
            f"{pad_end(marked, self._move_width)}{chances}{_certainty(each):>{_WIDTH_ROOM}}{better}"
        ).rstrip()

    def certain(self, each: Verdict) -> str:
        """Return the line that says from where the result is certain."""
        left = self._texts.remaining(self._replay.positions[each.ply + 1])
        template = _CERTAIN_EARLY if left else _CERTAIN
        return template.format(left=left, certainty=certainty(self._replay, each))

    def turning_points(self, kept: Sequence[Verdict]) -> Iterator[str]:
        """Iterate over the moves that gave most away, the costliest first."""
        marked = [each for each in kept if each.mark]
        if not marked:
            yield "Nobody gave anything away that decided this game."
            return
        yield "Where it turned, the costliest first"
        for each in sorted(marked, key=lambda each: -each.loss)[:_COSTLIEST]:
            template = _NEW_LEADER if each.turned else _TURNING_POINT
            if each.gave_win_away:
                template = _GAVE_AWAY
            yield template.format(
                ply=each.ply + 1,
                mover=pad_end(self._mover(each), self._name_width),
                mark=pad_end(each.mark, 2),
                lost=per_cent(each.loss),
                leader=leader(self._replay, each),
                best=self._name(each.best, "full"),
            )
        if len(marked) > _COSTLIEST:
            yield f"      and {len(marked) - _COSTLIEST} more, which cost less"

    def summary(self, kept: Sequence[Verdict]) -> Iterator[str]:
        """Iterate over what each player, or their stand-in, gave away by a move, on average."""
        yield "Given away by a move, on average"
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
