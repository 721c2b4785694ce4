"""Help on the table: the keys and the signs."""

# ruff: noqa: E501 - a paragraph of Markdown is one line

from __future__ import annotations

HELP = """\
## Keys

- **K T 1 2 R L M** play that card, **P** passes
- **1** to **8** choose the province with that number on the map: its place in the queue
- **R L M** choose a follower, when one is asked for
- **arrows** and **Tab** move over what may be chosen, **Enter** chooses it
- **Enter** sends the finished move; nothing is sent before
- **Esc** or **Backspace** take one step back
- **PgUp** and **PgDn** turn the pages of the log
- **H** against bots asks the coach for a hint, where nobody else is at the table or has sat there; **Esc** stops it thinking
- **D** opens the table's talk, **H** shows who is here and mutes; with four seated, nobody seated talks during the game
- **O** goes to another of your games, where it is your turn first
- **:** or **/** opens a line to type moves and commands in: what may come next stands below it, **Tab** completes
- **C** copies the position in the notation (before the start: the link)
- **U** asks to take your last move back, before the next seat has acted; all seated must agree
- **E** offers to end the game early; it ends when all who sit here agree
- **,** opens the settings: colours, bell, notification, animation
- **S** tells how the game ended, and once more saves its record; **W** watches it again; when it is over
- **?** opens this help, **Q** leaves

Everything can be clicked as well: cards, provinces, tiles of the queue, and every answer in the bar.

## Signs

`RR L MMM` are followers of Rama, Lao and Malay. A full flag names who controls a province, an empty
one who would take it if its struggle ended now (`B`: a tie, so the British). The little house is a
faction's home, the crown is a King marker: such a tile can never be moved again. The heavy border is
round the province that is contested now, brackets stand round the one under the cursor. A **dot** behind a province's number says that
something has changed there since your last move; a number that looks like a key can be chosen.

At a seat, `8 cards top T` says that eight cards are left and that the Khon Thai was played last (a dash:
none yet). The letters below count the followers taken. **Supply** counts the followers that are neither on the map nor with a player:
from there new ones come; `!` says that two of them are no longer there. **If all pass** tells how the game would
end if nobody played a card any more, and how you would stand then; with a move being built, after that move. The log calls provinces by the three letters that the queue shows.
"""
