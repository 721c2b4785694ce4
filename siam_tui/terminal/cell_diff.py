"""What a terminal shows, cell by cell, so that it is sent only what differs.

Textual paints whole widgets, some of them twice. Over a slow line every character of that takes
time, so what a cell shows already is left out, as curses has always done it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
_LEAP: Final = 8
"""Cells that a cursor leaps over; to write fewer takes no longer than to send it there."""

Cell = tuple[str, str] | None
"""A character and its style; None where nobody knows what the terminal shows."""


class TerminalCells:
    """The cells of a terminal, by what was written to it."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._rows: dict[int, list[Cell]] = {}
        self._at: tuple[int, int] | None = None
        self._style = ""
        self._link = ""

    def forget(self) -> None:
        """Know nothing of the cells any more: the terminal was resized, or somebody else wrote."""
        self._rows.clear()

    def update(self, text: str) -> str:
        """Return what has to be written for the terminal to show what this text would make it.

        Args:
            text: what a terminal is told, in whole sequences.
        """
        written = _Writer(self._at)
        for token in _TOKENS.finditer(text):
            match token.lastgroup:
                case "column":
                    self._at = int(token["row"] or 1), int(token["column"] or 1)
                case "style":
                    self._take_style(token["style"])
                case "link":
                    self._link = "" if token[0].startswith("\x1b]8;;") else token[0]
                case "text":
                    self._take_text(clean_cells(token[0]), written)
                case "harmless":
                    written.add(token[0])
                case "dropped":
                    pass  # a terminal would obey it, and nothing of ours writes it
                case _:
                    self._take_other(token[0], written)
        return written.end(self._at)

    def _take_style(self, codes: str) -> None:
        if codes.split(";", maxsplit=1)[0] in ("", "0"):
            self._style = ""
        if codes not in ("", "0"):
            self._style += f"\x1b[{codes}m"

    def _take_other(self, sequence: str, written: _Writer) -> None:
        """Pass on what nobody here understands, and be sure of nothing after it."""
        if sequence == "\r" and self._at is not None:
            self._at = self._at[0], 1
        elif sequence == "\n" and self._at is not None:
            self._at = self._at[0] + 1, 1  # terminals are told to return as well
        else:
            written.go(self._at)
            written.wear(self._style + self._link)
            written.add(sequence)
            written.at = self._at = None
            self._rows.clear()

    def _take_text(self, text: str, written: _Writer) -> None:
        style = self._style + self._link
        if self._at is None:
            written.put(None, style, text)
            return
        row, column = self._at
        cells = self._row(row, column + len(text))
        if cell_len(text) != len(text):
            # Terminals differ in how wide such letters are: what comes after them is not known.
            written.put((row, column), style, text)
            del cells[column:]
            self._at = row, column + cell_len(text)
            written.at = None
            return
        now: list[Cell] = [(letter, style) for letter in text]
        for first, last in _differing(cells[column : column + len(text)], now):
            written.put((row, column + first), style, text[first:last])
        cells[column : column + len(text)] = now
        self._at = row, column + len(text)

    def _row(self, row: int, columns: int) -> list[Cell]:
        cells = self._rows.setdefault(row, [])
        cells.extend([None] * (columns - len(cells)))
        return cells


def _differing(old: Sequence[Cell], new: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Iterate over the runs that differ; a short one between two of them that does not is in."""
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
    """What goes to the terminal, and where its cursor then is."""

    def __init__(self, at: tuple[int, int] | None) -> None:
        self.at = at
        self._parts: list[str] = []
        self._style = ""

    def add(self, sequence: str) -> None:
        self._parts.append(sequence)

    def go(self, at: tuple[int, int] | None) -> None:
        if at is not None and at != self.at:
            self._parts.append(f"\x1b[{at[0]};{at[1]}H")
            self.at = at

    def put(self, at: tuple[int, int] | None, style: str, text: str) -> None:
        self.go(at)
        self.wear(style)
        self._parts.append(text)
        # After the last column a cursor waits or goes on, as terminals like: let it be sent home.
        self.at = (at[0], at[1] + len(text)) if at is not None else None

    def wear(self, style: str) -> None:
        if style != self._style:
            if self._style:
                self._parts.append(_END_OF_LINK if "\x1b]8;" in self._style else "")
                self._parts.append(_RESET)
            self._parts.append(style)
            self._style = style

    def end(self, at: tuple[int, int] | None) -> str:
        self.wear("")
        self.go(at)
        return "".join(self._parts)
