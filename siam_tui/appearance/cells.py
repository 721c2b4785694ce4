"""How many cells of the terminal a text takes, and texts of a width that is given in cells.

A Chinese character takes two cells, a combining mark none, and an emoji of several characters two.
Nothing that is drawn is measured in another way: `scripts/text_width.py` looks after it. Textual
measures its `Content` with the same function.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any, Final

import rich._wrap
from rich.cells import cell_len, set_cell_size, split_graphemes

_BLANK: Final = r"[^\S\u00a0\u2007\u202f]"
"""A blank at which a line may be broken: French has others before ``!``, ``?`` and ``:``."""
_WORD: Final = r"[\S\u00a0\u2007\u202f]"

# Textual wraps its `Content` by this pattern of Rich's, which would break at those others, too.
rich._wrap.re_word = re.compile(f"{_BLANK}*{_WORD}+{_BLANK}*")  # noqa: SLF001 - there is no other


def text_width(text: str) -> int:
    """Return how many cells a text takes."""
    return cell_len(text)


def pad_end(text: str, width: int, fill: str = " ") -> str:
    """Return a text with blanks behind it, up to a width; a wider one stays as it is."""
    return text + fill * (width - cell_len(text))


def pad_start(text: str, width: int) -> str:
    """Return a text with blanks before it, up to a width; a wider one stays as it is."""
    return " " * (width - cell_len(text)) + text


def pad_both(text: str, width: int) -> str:
    """Return a text in the middle of a width, as `str.center`; a wider one stays as it is."""
    gap = max(0, width - cell_len(text))
    before = gap // 2 + (gap & width & 1)
    return f"{' ' * before}{text}{' ' * (gap - before)}"


def cut_text(text: str, width: int, ellipsis: str = "…") -> str:
    """Return a text that is cut to a width, with a sign where something is missing."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - cell_len(ellipsis))).rstrip() + ellipsis


def on_one_line(text: str) -> str:
    """Return a text with one blank for each line break and for blanks in a row."""
    return re.sub(f"{_BLANK}+", " ", text).strip()


def wrap_text(text: str, width: int, **options: Any) -> list[str]:  # noqa: ANN401 - as given
    """Return a text in lines of a width, broken between words; a wider word is broken, too.

    Args:
        text: the text; its line breaks count as blanks.
        width: cells of a line.
        options: as those of `textwrap.wrap`.
    """
    return _CellWrapper(width, **options).wrap(text)


class _Chunk(str):
    """A word, or the blanks between two, as long as it is wide."""

    __slots__ = ()

    def __len__(self) -> int:
        return cell_len(str(self))


class _CellWrapper(textwrap.TextWrapper):
    """Breaks lines as the standard library does, but measures in cells."""

    def _split(self, text: str) -> list[str]:
        return [_Chunk(each) for each in super()._split(text)]

    def _handle_long_word(
        self, reversed_chunks: list[str], cur_line: list[str], cur_len: int, width: int
    ) -> None:
        if not self.break_long_words:
            super()._handle_long_word(reversed_chunks, cur_line, cur_len, width)
            return
        word, taken = str(reversed_chunks.pop()), 0
        for _, end, wide in split_graphemes(word)[0]:
            if cur_len + wide > width and (taken or cur_line):
                break
            cur_len, taken = cur_len + wide, end
        if taken:
            cur_line.append(_Chunk(word[:taken]))
        if word[taken:]:
            reversed_chunks.append(_Chunk(word[taken:]))
