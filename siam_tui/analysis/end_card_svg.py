"""The card of a finished game as a picture (SVG). Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from siam_tui.analysis.end_card import EndCard, wrapped
from siam_tui.analysis.verdict_text import per_cent

WIDTH: Final = 820
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
_MOST_NAME: Final = 12
"""Letters of a side's name beside the chart."""
_COLOURS: Final = ("#f0b429", "#e5534b", "#539bf5", "#9aa4ad")
_GROUND, _INK, _FAINT = "#14171c", "#e9e4d8", "#8b949e"
_FONT: Final = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def card_svg(card: EndCard) -> str:
    """Return the card as the text of an SVG file."""
    across = int((WIDTH - 2 * _MARGIN) / _LETTER)
    y = _MARGIN
    parts: list[str] = []
    for line in wrapped(card.title, int((WIDTH - 2 * _MARGIN) / _TITLE_LETTER)):
        y += _LINE
        parts.append(_text(_MARGIN, y, line, "font-weight='bold' font-size='22'"))
    y += _LINE
    parts.append(_text(_MARGIN, y, card.length, f"fill='{_FAINT}'"))
    for paragraph in filter(None, (card.result, card.turning_point)):
        y += _LINE // 2
        for line in wrapped(paragraph, across):
            y += _LINE
            parts.append(_text(_MARGIN, y, line))
    y += _LINE
    if card.chances:
        parts += _chart(card, y)
        y += _CHART + _LINE
    height = y + _MARGIN
    body = "\n".join(parts)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}' "
        f"viewBox='0 0 {WIDTH} {height}' font-family=\"{_FONT}\" font-size='15' fill='{_INK}'>\n"
        f"<rect width='{WIDTH}' height='{height}' rx='14' fill='{_GROUND}'/>\n{body}\n</svg>\n"
    )


def _cut(name: str) -> str:
    return name if len(name) <= _MOST_NAME else f"{name[: _MOST_NAME - 1]}…"  # type: ignore[characters]


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f"<text x='{x:.0f}' y='{y:.0f}' {more}>{escape(text)}</text>"


def _chart(card: EndCard, top: float) -> Iterator[str]:
    """Iterate over a line for each side, the chapters, and the turning point."""
    last = len(card.chances[0]) - 1
    right = WIDTH - _MARGIN - _LABELS
    step = (right - _MARGIN) / max(1, last)
    bottom = top + _CHART
    for share in (0, 0.5, 1):
        y = bottom - share * _CHART
        yield _line((_MARGIN, y), (right, y), _FAINT, "stroke-width='0.5'")
    chapters = card.chapters if len(card.chapters) > 1 else ()
    for number, ply in enumerate(chapters, start=1):
        yield _text(_MARGIN + ply * step, bottom + _LINE, str(number), f"fill='{_FAINT}'")
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
        yield _text(right + 10, y, label, f"fill='{_COLOURS[side % len(_COLOURS)]}'")


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
