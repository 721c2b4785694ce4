"""The Foreign King's part of the help on the table: its keys and its signs, as Markdown."""

# ruff: noqa: E501 - a paragraph of Markdown is one line

from __future__ import annotations

from typing import Final

KEYS: Final = """\
- **B P V G K I R X** choose a space: build, place, move, congress, king, coins, order, queen
- **1** to **9** choose the province with that number on the map. **0** is the supply
- A digit after the province says how many citizens you place. For the King, the same province again means a longer way
- **M T** choose a metal or a textile factory. **N** chooses none
- **Y N** answer when the Congress is asked. The answer is sent at once
- **L** takes a loan and **F** pays one back when your turn closes. **Enter** closes it
"""

SIGNS: Final = """\
`A3 B2` are citizens: three of A, two of B. Each player has a letter, and with two players `V` is the virtual player. The
full flag shows who leads a province. A flag with a dash means that nobody leads, because of a tie. Where there is little
room, `+6` behind the leader means that the King would bring them 6 points if he came now. Behind the house are the
factories: `M` and `T` are active metal and textile factories, `m` and `t` are inactive ones. The crown and the heavy border
mark the province of the King. A **dot** after a province's number means that something there has changed since your last
move, or that the move you are building changes it.

The line above the map is the score track: letters at their scores, and the crown at the King's marker. Beside it you read the
second-highest score, and how many points the marker is above it. When it has come down to that score, the game ends.

While you move citizens, the number after a province is the steps to it. While you move the King, each province says who would
score how much there: `C3` is 3 points for C. A question mark after it means that the Congress is asked first.

Players are listed in turn order. A full circle is a medal, an empty one a medal that is turned for a loan. Below the map are the
spaces: a letter in brackets is the pawn that stands there.

**If it ended now** shows the final points of everybody if the game ended at once. While you build a move, it shows them for after
your move.
"""

REFERENCE: Final = (
    ("Build", "3 francs: a metal or textile factory. The first of a province brings a medal."),
    ("Place", "Citizens of the supply into one province: the first is free, others cost 1."),
    ("Move", "Citizens of one province: the first step is free, each further one costs 1."),
    ("Congress", "One citizen to the Congress, free."),
    ("King", "The first step is free, others cost 1. The marker falls by steps and 1."),
    ("Coins", "3 francs, and 1 for each textile factory where you lead."),
    ("Order", "1 franc, and your place in the turn order after this round."),
    ("Queen", "2 francs: any other action, its space taken or not."),
    (
        "Arrival",
        "The leader scores 6 for each active metal factory, 3 for each textile.",
    ),
    ("Loans", "3 francs on an unused medal, 4 to pay back, 6 points less at the end."),
    ("The end", "The marker meets the second-highest score, or all factories are inactive."),
    ("Then", "9 for provinces and factories, 9 for medals, 3 for the Congress, 3 for francs."),
)
"""What each space does, and what decides, for one screen."""
