"""King of Siam's part of the help on the table: its keys and its signs, as Markdown."""

# ruff: noqa: E501 - a paragraph of Markdown is one line

from __future__ import annotations

from typing import Final

KEYS: Final = """\
- **K T 1 2 R L M** play that card, **P** passes
- **1** to **8** choose the province with that number on the map: its place in the queue
- **R L M** choose a follower, when one is asked for
"""

SIGNS: Final = """\
`RR L MMM` are followers of Rama, Lao and Malay. A full flag names who controls a province, an empty
one who would take it if its struggle ended now (`B`: a tie, so the British). The little house is a
faction's home, the crown is a King marker: such a tile can never be moved again. The heavy border is
round the province that is contested now, brackets stand round the one under the cursor. A **dot** behind a province's number says that
something has changed there since your last move, or in a replay by the last move; a number that looks like a key can be chosen.

At a seat, `8 cards top T` says that eight cards are left and that the Khon Thai was played last (a dash:
none yet). The letters below count the followers taken. **Supply** counts the followers that are neither on the map nor with a player:
from there new ones come; `!` says that two of them are no longer there. **If all pass** tells how the game would
end if nobody played a card any more, and how you would stand then; with a move being built, after that move. The log calls provinces by the three letters that the queue shows.
"""
