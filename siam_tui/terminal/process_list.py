"""Takes invite links off the command line, which everybody on the machine can read.

The key in the link of a private table opens the table. So the program starts itself once more,
with its links in pipes: from then on, lists of processes show the number of a pipe.
"""

from __future__ import annotations

import os
import re
import sys

from games.own_program import start_again

PIPED = re.compile(r"/dev/fd/([0-9]{1,6})")
"""The file behind the @ that stands for a link in a pipe."""
_LINK = re.compile(r"(--(?:table|link)=|)([<'\"]?siams?(?:\+wss?)?://[^\s#]+(?:#|%23)\S+)")


def hide_links() -> None:
    """Start this program again if its command line has a link; return if there is none."""
    shown = list(map(_hidden, sys.orig_argv[1:]))
    if shown != sys.orig_argv[1:]:
        try:
            start_again(shown)
        except OSError:
            return  # the links work as they stand there


def _hidden(argument: str) -> str:
    """Return an argument, with the name of a pipe in place of a link."""
    found = _LINK.fullmatch(argument)
    if found is None:
        return argument
    reading, writing = os.pipe()
    os.write(writing, found[2].encode())  # far less than a pipe holds
    os.close(writing)
    os.set_inheritable(reading, True)
    return f"{found[1]}@/dev/fd/{reading}"
