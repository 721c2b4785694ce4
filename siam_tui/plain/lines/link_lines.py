"""Invite links in typed lines: without a command, or broken over several lines."""

from __future__ import annotations

from typing import Final

from siam_tui.profile.invitations import IncompleteLinkError, is_link
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import CommandSet, Place

_REST: Final = "{error} If it goes on in another line, type the rest of it."


class LinkLines:
    """Makes whole commands of lines that hold a link or a part of one."""

    def __init__(self) -> None:
        self._begun = ""

    def complete(self, line: str, commands: CommandSet) -> str:
        """Return what to carry out: the line, behind the link that it ends, or behind ``join``."""
        words = line.split()
        begun, self._begun = self._begun, ""
        if begun and len(words) == 1 and commands.word(words[0]) is None:
            return f"{begun}{words[0]}"
        return f"join {line}" if commands.place is Place.HOME and is_link(line) else line

    def explain(self, error: UserError, line: str) -> str:
        """Return an error as it is told; of a link without its end, the next line may be the rest.

        Args:
            error: why a line was refused.
            line: that line.
        """
        if not isinstance(error, IncompleteLinkError):
            return str(error)
        self._begun = line.rstrip()
        return _REST.format(error=error)
