"""What the user name of a login asks for: the app, the text mode, to watch, or a table. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol.limits import MAX_NAME
from protocol.text import printable
from siam_tui.model.start import read_table_login

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
