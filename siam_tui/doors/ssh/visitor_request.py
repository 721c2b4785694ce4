"""What a visitor asks for at the login: by the user name, and about the terminal. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from protocol.limits import MAX_NAME
from protocol.text import printable
from siam_tui.model.start import read_table_login
from siam_tui.profile.language import environment_language

PLAIN: Final = "plain"
WATCH: Final = "watch"


@dataclass(frozen=True, slots=True)
class LoginName:
    """A user name that was read.

    Attributes:
        plain: whether it asks for the text mode.
        watching: whether it asks to look on.
        table: the id of the table it leads to; empty for the lobby.
        table_key: that table's key, if it is private.
        proposed: the name it proposes for the player; may be empty.
    """

    plain: bool = False
    watching: bool = False
    table: str = ""
    table_key: bytes = b""
    proposed: str = ""


def read_login_name(text: str) -> LoginName:
    r"""Read a user name; a stranger chose it.

    >>> read_login_name("watch").watching
    True
    >>> read_login_name("ann\x1b[2J").proposed
    'ann[2J'
    """
    if text == PLAIN:
        return LoginName(plain=True)
    if text == WATCH:
        return LoginName(watching=True)
    if (found := read_table_login(text)) is not None:
        table, key = found
        return LoginName(table=table, table_key=key)
    return LoginName(proposed=printable(text, MAX_NAME))


_VARIABLES: Final = (b"LC_ALL", b"LC_MESSAGES", b"LANG")
_LONGEST: Final = 40
"""Bytes of a variable that are looked at."""


class ClientLocale:
    """The language that a client's variables ask for; nothing else of them is kept."""

    def __init__(self) -> None:
        self._languages: dict[bytes, str] = {}

    def take(self, name: bytes, value: bytes) -> bool:
        """Take note of a variable; return whether it says anything about the language."""
        if name not in _VARIABLES:
            return False
        locale = value[:_LONGEST].decode("ascii", "replace")
        self._languages[name] = environment_language({"LANG": locale}) if locale else ""
        return True

    @property
    def language(self) -> str:
        """The language, one that we speak; empty if the client sent no locale.

        >>> client = ClientLocale()
        >>> client.take(b"LANG", b"de_AT.UTF-8"), client.take(b"PATH", b"/"), client.language
        (True, False, 'de')
        """
        return next(filter(None, map(self._languages.get, _VARIABLES)), "")


_KIND: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]{0,39}")
_UNKNOWN: Final = "dumb"
_TRUE_COLOUR: Final = re.compile(
    r"direct|truecolor|24bit|kitty|alacritty|foot|ghostty|wezterm|iterm|contour|rio\b"
)
"""Kinds of terminals that show 16 million colours; others get what their kind says."""
_NOT_UNICODE: Final = re.compile(r"vt\d|ansi|cons\d|linux-16color|sun|wy")
_USUAL: Final = (80, 24)
_MOST: Final = (400, 200)
"""A larger window would only cost memory: each cell is remembered."""


@dataclass(frozen=True, slots=True)
class TerminalKind:
    """A kind of terminal.

    Attributes:
        name: what ``TERM`` says.
    """

    name: str

    @property
    def is_dumb(self) -> bool:
        """Whether it shows lines of text only."""
        return self.name in ("dumb", "unknown", "emacs")

    @property
    def has_true_colour(self) -> bool:
        """Whether its name promises 16 million colours."""
        return _TRUE_COLOUR.search(self.name) is not None

    @property
    def is_ascii(self) -> bool:
        """Whether it shows ASCII characters only."""
        return _NOT_UNICODE.match(self.name) is not None


def read_kind(text: str) -> TerminalKind:
    r"""Return the kind of terminal; a dumb one for a text that names none.

    >>> read_kind("xterm-256color").name, read_kind("\x1b]0;x\x07").name
    ('xterm-256color', 'dumb')
    """
    return TerminalKind(text if _KIND.fullmatch(text) else _UNKNOWN)


def clamp_size(columns: int, lines: int) -> tuple[int, int]:
    """Return a size that a terminal can have: a client may claim any.

    >>> clamp_size(0, 0), clamp_size(10**6, 10**6), clamp_size(100, 30)
    ((80, 24), (400, 200), (100, 30))
    """
    return (
        min(columns, _MOST[0]) if columns > 0 else _USUAL[0],
        min(lines, _MOST[1]) if lines > 0 else _USUAL[1],
    )
