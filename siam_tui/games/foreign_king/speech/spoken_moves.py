"""Moves of The Foreign King as sentences, and how to type them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.foreign_king import ForeignKing
from games.foreign_king.moves import Move
from siam_tui.games.foreign_king.move_text import move_words as words_of_move
from siam_tui.games.move_context import MoveContext

move_words: Final[Mapping[str, str]] = MappingProxyType(
    {
        "coins": "Take coins: 3 francs, and 1 for each textile factory where you lead.",
        "order": "Take 1 franc, and choose your place in the turn order after this round.",
        "yes": "Send all your congressmen to the King.",
        "no": "Keep your congressmen in the Congress.",
        "done": "End your turn without a loan and without paying one back.",
    }
)
move_help: Final = (
    "For example: place:2@LIE, or place 2 liege. "
    "The name of a space alone (build, place, move, congress, king or queen) asks you for its "
    "move step by step."
)
notation: Final = tuple(
    """\
A move is the name of a space, a colon, and what you do there. A province is the three letters \
that board with its name tells.
build: M for metal or T for textile, an at sign, the province. build:M@LIE
place: how many citizens, an at sign, the province. place:3@LIE
move: the province they leave, a greater-than sign, and where how many go, plus signs between. \
supply is a goal too. move:LIM>BRA1+LIE2
congress: the province a citizen leaves, or supply. congress:supply
king: the province and how many steps; 0 from his portrait. king:LUX2
coins and order are whole moves.
queen: the other move whole. queen:build:T@BRA
When the Congress is asked: yes or no.
When nobody leads where the King is: shut, a colon, and M, T or a hyphen for none. shut:M
A step of the virtual player: virtual, a colon, and a province; or two with a greater-than sign \
between, to move a citizen. virtual:LIE>LUX
At the end of your turn: done, or loan or repay with a number. loan:1
For a place in the turn order: order with a number. order:2
Upper and lower case are the same.""".splitlines()
)


def tell_move(game: ForeignKing, move: Move, who: str, context: MoveContext | None = None) -> str:
    """Return what somebody did, or would do; `who` is ``You`` or a name.

    >>> game = ForeignKing()
    >>> tell_move(game, game.parse_move("build:M@LIE"), "Ann")
    'Ann builds a metal factory in Liège.'
    """
    del context
    return f"{who} {words_of_move(game, move, 'full', s='' if who == 'You' else 's')}."


def tell_forced_move(who: str) -> str:
    """Return why the table skipped somebody's turn."""
    return f"{who} can use no space."
