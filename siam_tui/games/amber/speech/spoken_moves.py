"""Moves of Reino de Ámbar as sentences, and how to type them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.amber import Amber, Position
from games.amber.moves import Move
from games.amber.mutable_position import MutablePosition
from siam_tui.games.amber.dummy_reasons import reason_of_dummy
from siam_tui.games.amber.effect_words import gain_of_move
from siam_tui.games.amber.move_text import move_words as words_of_move
from siam_tui.games.amber.move_text import seat_number
from siam_tui.games.move_context import MoveContext

move_words: Final[Mapping[str, str]] = MappingProxyType(
    {"pass": "Attempt no Problem, and keep your gold."}
)
move_help: Final = (
    "For example: S:CAS, or suns castle. X is your pawn. "
    "The name of a card alone, such as suns, asks you for its move step by step."
)
notation: Final = tuple(
    """\
An area is three letters: LUN for the Lunatic, PEN for the Penitent, MAR for the Market, CHA for \
the Chance Meeting, CAS for the Castle, CAV for the Cave, BOR for the Borderland.
A suit is a letter: M Moons, S Suns, W Waves, V Leaves, Y Wyrms, K Knots. A pawn is H Harvest, \
T Watchman or L Light Keeper.
A Problem is its number and its suits, such as 8MS. A Crown is C and its suit, such as CW.
Play a card: the card, a colon, the area. S:CAS
If your supply is empty: the area that the marker comes from, a greater-than sign, and the area. \
S:MAR>CAS
A card without an action: a hyphen. K:-
Attempt a Problem: try, a colon, the Problem. try:9MS. Or pass.
Solve a Problem by its number: 9MS:keep. By a suit: 9MS:CAS. By its crown: CM:^CAV
At the Cave: CAV, a colon, the number of the seat from 0, an at sign, the area. CAV:1@BOR
At the Chance Meeting: CHA, a colon, 1 or 2 markers, an at sign, from where and to where. \
CHA:2@MAR>CAS, or CHA:- to move none.
Upper and lower case are the same.""".splitlines()
)


def tell_move(game: Amber, move: Move, who: str, context: MoveContext | None = None) -> str:
    """Return what somebody did, or would do; `who` is ``You`` or a name.

    >>> game = Amber()
    >>> tell_move(game, game.parse_move("S:CAS"), "Ann")
    'Ann plays Suns in the Castle.'
    """
    name_seat = seat_number if context is None else context.view.name
    told = words_of_move(move, "full", s="" if who == "You" else "s", name_seat=name_seat)
    if context is None:
        return f"{who} {told}."
    before: Position = context.before
    gain = gain_of_move(before, move)
    gained = f" That brings {gain}." if gain else ""
    reason = ""
    if before.turn == before.dummy is not None:
        reason = reason_of_dummy(MutablePosition(before, game.chosen), move)
    return f"{who} {told}: {reason}.{gained}" if reason else f"{who} {told}.{gained}"


def tell_forced_move(who: str) -> str:
    """Return why the table moved for somebody."""
    return f"{who} {'have' if who == 'You' else 'has'} only one choice."
