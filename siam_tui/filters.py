"""What the terminal gets in place of what it cannot show: plain ASCII, and no colours."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter, NoColor

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
        ("🔎🔍", "? "),
        ("\N{NO-BREAK SPACE}", " "),
    )
    for sign in signs
}
_BLOCKS: Final = range(0x2580, 0x25A0)


@lru_cache(maxsize=4096)
def ascii_text(text: str) -> str:
    """Return a text in ASCII that takes as many cells.

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
    """Writes everything in ASCII, also what widgets of Textual draw."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII; each keeps its width."""
        del background
        return [segment._replace(text=ascii_text(segment.text)) for segment in segments]


ASCII_ONLY: Final = AsciiOnly()
COLOURLESS: Final = NoColor()
