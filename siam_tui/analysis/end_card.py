"""The card of a finished game, as text and as a picture (SVG). Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final
from xml.sax.saxutils import escape

from games.search import Mark
from siam_tui.analysis.verdict_text import certainty, leader, per_cent
from siam_tui.analysis.verdicts import Verdict
from siam_tui.appearance.cells import cut_text, pad_end, text_width, wrap_text
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.games.registry import ui_of
from siam_tui.model.replay import Replay
from siam_tui.terminal.foreign_text import clean_text
from texts import say, tell

WIDTH: Final = 72
"""Characters across of a card as text."""
_MOST_NAME: Final = 24
"""Characters of a side's name at most."""
_BEHIND: Final = 6


@dataclass(frozen=True, slots=True)
class EndCard:
    """What the card says of a game.

    Attributes:
        title: the game and its players.
        length: when it was played, and how long it was.
        result: how it ended, in a sentence or two.
        turning_point: the move that cost most, or that there is none, or how far the analysis is.
        sides: the names of the sides that can win.
        chances: for each side its chance to win at each moment, from 0 to 1; empty until the
            analysis is complete.
        chapters: the number of moves played when each chapter began.
        turned_at: the number of moves before the turning point, or None.
    """

    title: str
    length: str
    result: str
    turning_point: str
    sides: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    chapters: tuple[int, ...]
    turned_at: int | None

    @property
    def to_share(self) -> EndCard:
        """The card without word of an analysis that still runs."""
        return self if self.chances else replace(self, turning_point="")


def end_card(replay: Replay, found: Sequence[Verdict]) -> EndCard:
    """Return the card of a whole game.

    Args:
        replay: the game.
        found: the verdicts on its first moves, as many as there are yet.
    """
    game, last = replay.game, replay.last
    date = (replay.record.date or "").replace(".", "-")
    is_complete = len(found) == last and last > 0
    turn = turning_point(found) if is_complete else None
    moves = tell("analysis/moves", n=last)
    thinking = tell("analysis/card/thinking", done=len(found), n=last)
    return EndCard(
        title=f"{game.title} · {_name_players(replay)}",
        length=f"{_clean(date)} · {moves}" if date else moves,
        result=_clean(ui_of(game.name).texts.result(replay.at(last).view)),
        turning_point=_tell_course(replay, found, turn) if is_complete else thinking,
        sides=tuple(_clean(side) for side in replay.sides),
        chances=tuple(_chances(found, side) for side in range(len(replay.sides)))
        if is_complete
        else (),
        chapters=replay.chapters,
        turned_at=None if turn is None else turn.ply,
    )


def _name_players(replay: Replay) -> str:
    """Return who played, in a team game by teams."""
    names = [_clean(name) for name in replay.names]
    teams = replay.game.teams(len(names))
    if not teams:
        return tell("analysis/card/players", names=tuple(names))
    first, *others = (
        say("analysis/card/team", names=tuple(names[seat] for seat in members), team=side)
        for side, members in zip(replay.sides, teams, strict=True)
    )
    for other in others:
        first = say("analysis/card/against", first=first, second=other)
    return tell(first)


def turning_point(found: Sequence[Verdict]) -> Verdict | None:
    """Return the costliest of the moves that gave the lead away, else the costliest of all.

    Of equals it is the last one: what came before it was given back.
    """
    marked = [each for each in found if each.mark is not Mark.NONE]
    return max(marked, key=lambda each: (each.turned, each.loss, each.ply), default=None)


def card_text(card: EndCard, glyphs: Glyphs) -> str:
    """Return the card as lines of text, ready to be pasted anywhere."""
    course = ("", card.turning_point) if card.turning_point else ()
    told = (card.title, card.length, "", card.result, *course)
    lines = [line for each in told for line in wrapped(each, WIDTH) or [""]]
    return "\n".join([*lines, *_charts(card, glyphs)]) + "\n"


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines; a number and its per cent sign stay together."""
    lines = wrap_text(text.replace(" %", "\N{NO-BREAK SPACE}%"), width)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _charts(card: EndCard, glyphs: Glyphs) -> Iterator[str]:
    """Iterate over a line of the chances for each side, and where each chapter began."""
    if not card.chances:
        return
    yield ""
    names = [cut_text(name, _MOST_NAME, "") for name in card.sides]
    before = max(map(text_width, names)) + 2
    width, last = WIDTH - before - _BEHIND, len(card.chances[0]) - 1
    steps = len(glyphs.levels) - 1  # type: ignore[characters]
    for name, values in zip(names, card.chances, strict=True):
        bar = "".join(
            glyphs.levels[round(values[x * last // (width - 1)] * steps)] for x in range(width)
        )
        yield f"{pad_end(name, before)}{bar}{per_cent(values[-1]):>4} %"
    if len(card.chapters) == 1:
        return
    marks = [" "] * width
    for number, ply in enumerate(card.chapters, start=1):
        marks[min(width - 1, -(-ply * (width - 1) // last))] = str(number)[-1]
    yield f"{' ' * before}{''.join(marks)}".rstrip()


def _chances(found: Sequence[Verdict], side: int) -> tuple[float, ...]:
    return (found[0].before[side], *(each.after[side] for each in found))


def _tell_course(replay: Replay, found: Sequence[Verdict], turn: Verdict | None) -> str:
    """Return the turning point, and from where on the win was proven and kept."""
    last = next(groupby(reversed(found), lambda each: (each.solved, each.after)))
    (is_solved, _), kept = last[0], list(last[1])
    told = _tell_turn(replay, turn)
    if not is_solved or len(kept) == 1:
        return told
    certain = certainty(replay, kept[-1])
    return (
        f"{told} {tell('analysis/card/certain', ply=kept[-1].ply + 1, certainty=_clean(certain))}"
    )


def _tell_turn(replay: Replay, turn: Verdict | None) -> str:
    if turn is None:
        return tell("analysis/steady")
    game = replay.game
    move = game.format_move(replay.record.moves[turn.ply])
    texts, who = ui_of(game.name).texts, _clean(replay.mover_name(turn.ply))
    did = texts.describe_move(game, move, "full").replace("\xa0", " ")
    told = tell("analysis/card/turn", ply=turn.ply + 1, who=who, did=did)
    if turn.gave_win_away:
        best = texts.name_move(game, game.parse_move(turn.best), "full").replace("\xa0", " ")
        return f"{told} {tell('analysis/card/gave-win-away', best=best)}"
    ahead = _clean(leader(replay, turn)) if turn.turned else None
    return f"{told} {tell('analysis/card/gave-away', lost=per_cent(turn.loss), leader=ahead)}"


def _clean(text: str) -> str:
    """Return a text on one line that is safe to paste; names may be a stranger's."""
    return " ".join(clean_text(text).split())


_ACROSS: Final = 820
_MARGIN: Final = 40
_LETTER: Final = 9.1
"""Pixels across of a letter of the text, in the widest of the usual fonts."""
_TITLE_LETTER: Final = 13.4
"""The same of the title."""
_LINE: Final = 26
_CHART: Final = 220
"""Pixels from the top of the chart to its bottom."""
_LABELS: Final = 150
"""Pixels at the right end of the chart for the names of the sides."""
_PICTURE_NAME: Final = 12
"""Letters of a side's name beside the chart."""
_COLOURS: Final = ("#f0b429", "#e5534b", "#539bf5", "#9aa4ad")
_GROUND, _INK, _FAINT = "#14171c", "#e9e4d8", "#8b949e"
_FONT: Final = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def card_svg(card: EndCard) -> str:
    """Return the card as the text of an SVG file."""
    across = int((_ACROSS - 2 * _MARGIN) / _LETTER)
    y = _MARGIN
    parts: list[str] = []
    for line in wrapped(card.title, int((_ACROSS - 2 * _MARGIN) / _TITLE_LETTER)):
        y += _LINE
        parts.append(_svg_text(_MARGIN, y, line, "font-weight='bold' font-size='22'"))
    y += _LINE
    parts.append(_svg_text(_MARGIN, y, card.length, f"fill='{_FAINT}'"))
    for paragraph in filter(None, (card.result, card.turning_point)):
        y += _LINE // 2
        for line in wrapped(paragraph, across):
            y += _LINE
            parts.append(_svg_text(_MARGIN, y, line))
    y += _LINE
    if card.chances:
        parts += _chart(card, y)
        y += _CHART + _LINE
    height = y + _MARGIN
    body = "\n".join(parts)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{_ACROSS}' height='{height}' "
        f"viewBox='0 0 {_ACROSS} {height}' font-family=\"{_FONT}\" font-size='15' fill='{_INK}'>\n"
        f"<rect width='{_ACROSS}' height='{height}' rx='14' fill='{_GROUND}'/>\n{body}\n</svg>\n"
    )


def _cut(name: str) -> str:
    return name if len(name) <= _PICTURE_NAME else f"{name[: _PICTURE_NAME - 1]}…"  # type: ignore[characters]


def _svg_text(x: float, y: float, text: str, more: str = "") -> str:
    return f"<text x='{x:.0f}' y='{y:.0f}' {more}>{escape(text)}</text>"


def _chart(card: EndCard, top: float) -> Iterator[str]:
    """Iterate over a line for each side, the chapters, and the turning point."""
    last = len(card.chances[0]) - 1
    right = _ACROSS - _MARGIN - _LABELS
    step = (right - _MARGIN) / max(1, last)
    bottom = top + _CHART
    for share in (0, 0.5, 1):
        y = bottom - share * _CHART
        yield _line((_MARGIN, y), (right, y), _FAINT, "stroke-width='0.5'")
    chapters = card.chapters if len(card.chapters) > 1 else ()
    for number, ply in enumerate(chapters, start=1):
        yield _svg_text(_MARGIN + ply * step, bottom + _LINE, str(number), f"fill='{_FAINT}'")
    if card.turned_at is not None:
        x = _MARGIN + (card.turned_at + 1) * step
        yield _line((x, top), (x, bottom), _INK, "stroke-dasharray='4 4'")
    for side, values in enumerate(card.chances):
        points = " ".join(
            f"{_MARGIN + ply * step:.1f},{bottom - value * _CHART:.1f}"
            for ply, value in enumerate(values)
        )
        colour = _COLOURS[side % len(_COLOURS)]
        yield f"<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='3'/>"
    for side, y in enumerate(_label_heights([values[-1] for values in card.chances], top)):
        label = f"{_cut(card.sides[side])} {per_cent(card.chances[side][-1])} %"
        yield _svg_text(right + 10, y, label, f"fill='{_COLOURS[side % len(_COLOURS)]}'")


def _line(start: tuple[float, float], end: tuple[float, float], colour: str, more: str) -> str:
    (x1, y1), (x2, y2) = start, end
    return (
        f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}' {more}/>"
    )


def _label_heights(values: Sequence[float], top: float) -> list[float]:
    """Return where the name of each side stands: beside the end of its line, none over another."""
    order = sorted(range(len(values)), key=lambda side: -values[side])
    heights = [0.0] * len(values)
    lowest = top - _LINE
    for side in order:
        lowest = max(lowest + _LINE, top + (1 - values[side]) * _CHART + 5)
        heights[side] = lowest
    spare = lowest - (top + _CHART + 5)
    return [height - max(0.0, spare) for height in heights]
