"""Where the parts of the bar stand, and the bar as lines of text. Pure functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual.content import Content

from siam_tui.board.labels import Look
from siam_tui.table.bars import Bar, Doing, Option

INDENT = 1
GAP = 2


@dataclass(frozen=True, slots=True)
class Placed:
    """An option and the characters it takes."""

    option: Option
    y: int
    xs: range
    text: str


def _question_lines(bar: Bar, notice: str, width: int) -> list[Content]:
    text = Content(notice or bar.question)
    return text.wrap(max(10, width - 2 * INDENT))


def place_options(bar: Bar, notice: str, width: int, height: int) -> list[Placed]:
    """Place the options below the question, left to right, in as many lines as are left.

    Labels that do not fit are left out: the keys alone always fit.
    """
    top = 1 + len(_question_lines(bar, notice, width))
    for form in (_full, _brief):
        placed = _flow(bar.options, form, width, top)
        if not placed or placed[-1].y < height:
            break
    return placed


def _full(option: Option) -> str:
    return f" {option.key}  {option.label} "


def _brief(option: Option) -> str:
    return f" {option.key} "


def _flow(options: tuple[Option, ...], form: Callable[[Option], str], width: int, top: int) -> list[Placed]:
    placed: list[Placed] = []
    x, y = INDENT, top
    for option in options:
        text = form(option)
        if x + len(text) > width and x > INDENT:
            x, y = INDENT, y + 1
        placed.append(Placed(option, y, range(x, x + len(text)), text))
        x += len(text) + GAP
    return placed


def bar_lines(
    bar: Bar, notice: str, cursor: Doing | None, width: int, height: int, look: Look
) -> list[Content]:
    """Return the bar as lines: a ruled title, the question or a refusal, the options."""
    lines = [_title(bar, width, look)]
    style = look.palette.alarm if notice else look.palette.strong if bar.own else ""
    lines += [
        Content.assemble(" " * INDENT, (line.plain, style))
        for line in _question_lines(bar, notice, width)
    ]
    rows: dict[int, Content] = {}
    for placed in place_options(bar, notice, width, height):
        row = rows.get(placed.y, Content(""))
        row = row.extend_right(placed.xs.start - row.cell_length)
        rows[placed.y] = row.append(_option(placed, cursor, look))
    return (lines + [rows[y] for y in sorted(rows)])[:height]


def _title(bar: Bar, width: int, look: Look) -> Content:
    rule = look.glyphs.box[0, 2, 0, 2] if bar.own else look.glyphs.box[0, 1, 0, 1]
    style = look.palette.contested if bar.own else look.palette.outline
    title = Content(f" {bar.title} " if bar.title else "").truncate(width - 4, ellipsis=True).plain
    return Content.styled(f"{rule * 2}{title}".ljust(width, rule), style)


def _option(placed: Placed, cursor: Doing | None, look: Look) -> Content:
    option = placed.option
    key, rest = f" {option.key} ", placed.text[len(option.key) + 2 :]
    style = look.palette.key if option.faction is None else look.palette.chips[option.faction]
    under = look.palette.cursor if option.doing == cursor else ""
    return Content.assemble((key, style), (rest, under))
