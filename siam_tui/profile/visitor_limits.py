"""Takes from this process what only the owner of the computer may do, for good.

Behind the SSH door each visitor has a process on the host's computer. It opens no file that the
visitor names, keeps no records, and starts no server. Every function that does one of these asks
here, so no screen and no typed command can forget to.
"""

from __future__ import annotations

from siam_tui.profile.user_error import UserError

_HERE_NOT = (
    "This program runs on the host's computer, so it opens no files and starts no servers for you. "
    "To do that, install siam on your own computer."
)
_limited: list[bool] = []


def limit_process() -> None:
    """Limit this process from now on."""
    _limited.append(True)


def is_limited() -> bool:
    """Return whether this process serves a visitor."""
    return bool(_limited)


def check_not_limited() -> None:
    """Return where the person may use files and servers.

    Raises:
        UserError: this process serves a visitor.
    """
    if is_limited():
        raise UserError(_HERE_NOT)
