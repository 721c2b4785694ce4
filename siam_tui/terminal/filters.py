"""Filters of terminal output: no control characters, plain ASCII, no colours."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter, NoColor

from siam_tui.terminal.foreign_text import is_control, is_harmless, limit_marks

_SIGNS: Final = {
    ord(sign): plain
    for signs, plain in (
        ("─━╌╍┄┅┈┉╴╶╸╺═▔▁▂▃▀▄⎺⎽", "-"),
        ("│┃╎╏┆┇┊┋╵╷╹╻║▏▎▍▌▐▕▊▋", "|"),
        ("╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬", "+"),
        ("█▉▇▆▅▓", "#"),
        ("▒░", ":"),
        ("▼▾⭣↓", "v"),
        ("▲▴⭡↑", "^"),
        ("▶▸❯›»→⭢", ">"),
        ("◀◂❮‹«←⭠", "<"),
        ("…", "."),
        ("–—‐‑−", "-"),
        ("·•●⬤◆■▮", "*"),
        ("○◦◇□", "o"),
        ("‘’‚", "'"),
        ("“”„", '"'),
        ("✓✔", "x"),
        ("×✗✘", "x"),
        ("⏎↵", "="),
        ("±", "~"),
        ("🔎🔍", "? "),
        ("\N{NO-BREAK SPACE}", " "),
    )
    for sign in signs
}
_BLOCKS: Final = range(0x2580, 0x25A0)


@lru_cache(maxsize=4096)
def clean_cells(text: str) -> str:
    r"""Return the text of some cells without control characters, in as many cells.

    >>> clean_cells("Ann\x1b]0;x\x07\u202e!")
    'Ann]0;x!'
    """
    if is_harmless(text) and "\n" not in text and "\t" not in text:
        return text
    return "".join(
        " " * cell_len(letter) if is_control(letter) else letter for letter in limit_marks(text)
    )


@lru_cache(maxsize=4096)
def ascii_text(text: str) -> str:
    """Return a text in ASCII, in as many cells.

    >>> ascii_text("╭─ Zoë · Łódź ▶ 玩 ─╮")
    '+- Zoe * ?odz > ?? -+'
    """
    return text if text.isascii() else "".join(map(_ascii_sign, text))


def _ascii_sign(sign: str) -> str:
    if sign.isascii():
        return sign
    if ord(sign) in _SIGNS:
        return _SIGNS[ord(sign)]
    if ord(sign) in _BLOCKS:
        return "#"
    letters = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    width = cell_len(sign)
    return letters if letters and len(letters) == width else "?" * width


class AsciiOnly(LineFilter):
    """Writes everything in ASCII, including what Textual's widgets draw."""

    def apply(self, segments: list[Segment], _background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII; each keeps its width."""
        return [segment._replace(text=ascii_text(segment.text)) for segment in segments]


class TextOnly(LineFilter):
    """Last line of defence: writes no control characters and no hyperlinks (OSC 8).

    It does not matter what text a widget received.
    """

    def apply(self, segments: list[Segment], _background: Color) -> list[Segment]:
        """Return the segments of a line without control characters and links."""
        return [segment if segment.control else _text_only(segment) for segment in segments]


def _text_only(segment: Segment) -> Segment:
    text, style, _ = segment
    if style is not None and style.link:
        style = style.update_link(None)
    return Segment(clean_cells(text), style)


TEXT_ONLY: Final = TextOnly()
ASCII_ONLY: Final = AsciiOnly()
COLOURLESS: Final = NoColor()
