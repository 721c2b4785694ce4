"""Remembers what each cell of the terminal shows, to send only differences.

Textual paints whole widgets, some of them twice. Over a slow connection every character takes time,
so cells that already show the right character are left out, as curses does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from rich.cells import cell_len

from siam_tui.terminal.filters import clean_cells

_TOKENS: Final = re.compile(
    r"\x1b\[(?P<row>\d*);?(?P<column>\d*)H"
    r"|\x1b\[(?P<style>[\d;:]*)m"
    r"|(?P<link>\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\))"
    r"|(?P<harmless>\x1b\](?!8;)[^\x07\x1b]*(?:\x07|\x1b\\)"  # titles, the clipboard
    r"|\x1bP(?:[^\x1b]|\x1b\x1b)*\x1b\\"  # what tmux passes on
    r"|\x1b\[\?(?:7|25|2004|2026|2048|100[0-6]|1015|1016)(?:[hl]|\$p)"  # cursor, mouse, frames
    r"|\x1b\[(?:[<>=?][\d;]*u|>[\d;]*m|[\d;]*t)|\x07)"  # keyboard, titles put by, bell
    r"|(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|(?P<dropped>[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f-\x9f])"
    r"|(?P<other>\x1b\[[\x20-\x3f]*[\x40-\x7e]|\x1b.|[\s\S])"
)
_RESET: Final = "\x1b[0m"
_END_OF_LINK: Final = "\x1b]8;;\x1b\\"
_WRAP: Final = "\x1b[?7h"
_NO_WRAP: Final = "\x1b[?7l"
"""As Textual has it: what is too long for a line is cut."""
_LEAP: Final = 8
"""Equal cells after which a cursor movement is shorter than writing them again."""

Cell = tuple[str, str] | None
"""A character and its style; None if it is not known what the terminal shows."""


class TerminalCells:
    """The cells of a terminal, as known from what was written to it."""

    def __init__(self) -> None:
        """Start with all cells unknown."""
        self._rows: dict[int, list[Cell]] = {}
        self._at: tuple[int, int] | None = None
        self._style = ""
        self._link = ""

    def invalidate(self) -> None:
        """Mark all cells as unknown: the terminal was resized, or another program wrote to it."""
        self._rows.clear()

    def join_rows(self, rows: range, columns: int) -> str:
        """Return output that writes rows again, from the first column on, as one wrapped line.

        A terminal that wraps a line itself copies it without a line break. What the rows show stays
        the same. The output is empty if it is not known what they show.

        Args:
            rows: their numbers, from 1.
            columns: the width of the terminal.
        """
        known = [self._rows.get(row, [])[1 : columns + 1] for row in rows]
        cells = [cell for row in known for cell in row if cell is not None]
        if self._at is None or len(cells) < columns * len(rows):
            return ""
        while cells and cells[-1][0] == " ":
            cells.pop()
        written = _Writer(None)
        written.move_cursor((rows.start, 1))
        written.add_sequence(_WRAP)
        for style, run in groupby(cells, itemgetter(1)):
            written.set_style(style)
            written.add_sequence("".join(letter for letter, _ in run))
        written.add_sequence(_NO_WRAP)
        written.at = None
        return written.finish(self._at)

    def update(self, text: str) -> str:
        """Return the shortest output that has the same effect as a text.

        Args:
            text: output for the terminal, in complete escape sequences.
        """
        written = _Writer(self._at)
        for token in _TOKENS.finditer(text):
            match token.lastgroup:
                case "column":
                    self._at = int(token["row"] or 1), int(token["column"] or 1)
                case "style":
                    self._apply_style(token["style"])
                case "link":
                    self._link = "" if token[0].startswith("\x1b]8;;") else token[0]
                case "text":
                    self._apply_text(clean_cells(token[0]), written)
                case "harmless":
                    written.add_sequence(token[0])
                case "dropped":
                    pass  # a control character, which this program never writes on purpose
                case _:
                    self._apply_other(token[0], written)
        return written.finish(self._at)

    def _apply_style(self, codes: str) -> None:
        if codes.split(";", maxsplit=1)[0] in ("", "0"):
            self._style = ""
        if codes not in ("", "0"):
            self._style += f"\x1b[{codes}m"

    def _apply_other(self, sequence: str, written: _Writer) -> None:
        """Write an unknown sequence, and mark all cells as unknown after it."""
        if sequence == "\r" and self._at is not None:
            self._at = self._at[0], 1
        elif sequence == "\n" and self._at is not None:
            self._at = self._at[0] + 1, 1  # the terminal returns to column 1 too
        else:
            written.move_cursor(self._at)
            written.set_style(self._style + self._link)
            written.add_sequence(sequence)
            written.at = self._at = None
            self._rows.clear()

    def _apply_text(self, text: str, written: _Writer) -> None:
        style = self._style + self._link
        if self._at is None:
            written.add_text(None, style, text)
            return
        row, column = self._at
        cells = self._row_of_cells(row, column + len(text))
        if cell_len(text) != len(text):
            # Terminals disagree on the width of such letters: the cells after them are unknown.
            written.add_text((row, column), style, text)
            del cells[column:]
            self._at = row, column + cell_len(text)
            written.at = None
            return
        now: list[Cell] = [(letter, style) for letter in text]
        for first, last in _differing(cells[column : column + len(text)], now):
            written.add_text((row, column + first), style, text[first:last])
        cells[column : column + len(text)] = now
        self._at = row, column + len(text)

    def _row_of_cells(self, row: int, columns: int) -> list[Cell]:
        cells = self._rows.setdefault(row, [])
        cells.extend([None] * (columns - len(cells)))
        return cells


def _differing(old: Sequence[Cell], new: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Iterate over the differing runs; short equal runs between them are included."""
    if old == new:
        return
    places = [place for place, cell in enumerate(new) if cell != old[place]]
    first = last = places[0]
    for place in places:
        if place - last > _LEAP:
            yield first, last + 1
            first = place
        last = place
    yield first, last + 1


class _Writer:
    """Collects output for the terminal, and tracks its cursor."""

    def __init__(self, at: tuple[int, int] | None) -> None:
        self.at = at
        self._parts: list[str] = []
        self._style = ""

    def add_sequence(self, sequence: str) -> None:
        self._parts.append(sequence)

    def move_cursor(self, at: tuple[int, int] | None) -> None:
        if at is not None and at != self.at:
            self._parts.append(f"\x1b[{at[0]};{at[1]}H")
            self.at = at

    def add_text(self, at: tuple[int, int] | None, style: str, text: str) -> None:
        self.move_cursor(at)
        self.set_style(style)
        self._parts.append(text)
        # After the last column terminals place the cursor differently: the next write moves it.
        self.at = (at[0], at[1] + len(text)) if at is not None else None

    def set_style(self, style: str) -> None:
        if style != self._style:
            if self._style:
                self._parts.append(_END_OF_LINK if "\x1b]8;" in self._style else "")
                self._parts.append(_RESET)
            self._parts.append(style)
            self._style = style

    def finish(self, at: tuple[int, int] | None) -> str:
        self.set_style("")
        self.move_cursor(at)
        return "".join(self._parts)
