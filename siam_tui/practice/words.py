"""What is said about a puzzle, a try and its proof: sentences, for the screen and the dialogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from games.siam import Move
from games.siam.scoring import TEAM_GAME_SEATS
from siam_tui.games.siam.move_text import short_names, tell_move
from siam_tui.games.siam.names import card_name
from siam_tui.games.siam.results import result
from siam_tui.practice.proof import Proof
from siam_tui.practice.table import PuzzleTable
from siam_tui.ui.text import listed

TOLD_OPENLY = "All hands are open: you have counted the cards. The others may do anything."
ASKED = "Find the one turn that wins."
GIVEN_UP = "This is the turn that wins."
Tell = Callable[[Move, str], str]
"""Makes a sentence of a move and who plays it."""


def task(table: PuzzleTable) -> str:
    """Return what is asked."""
    return f"Find the one turn that wins, whatever the others do{_partner(table)}."


def _partner(table: PuzzleTable) -> str:
    if len(table.names) != TEAM_GAME_SEATS:
        return ""
    partner = table.names[(table.seat + 2) % TEAM_GAME_SEATS]
    return f". You and {partner} are a team; {partner} does what is best for both"


def verdict(proof: Proof) -> str:
    """Return what a try has come to."""
    return "Right! This wins." if proof.wins else "That does not win. Try again."


def line_told(table: PuzzleTable, line: Sequence[str], tell: Tell) -> Iterator[str]:
    """Iterate over what happens in a line of moves, and how the game then ends.

    Args:
        table: the puzzle.
        line: the moves, to the end of the game.
        tell: makes a sentence of a move.
    """
    game, position = table.puzzle.game, table.puzzle.position
    moves = []
    for text in line:
        move = game.parse_move(text)
        moves.append((position.turn, move))
        position = game.play(position, move)
    last = max((place for place, (_, move) in enumerate(moves) if move.card), default=0)
    for passed, group in groupby(moves[: last + 1], lambda each: each[1].card is None):
        played = list(group)
        if passed:
            who = listed(list(dict.fromkeys(_subject(table, seat) for seat, _ in played)))
            yield f"{who} pass{'' if ' and ' in who or who == 'You' else 'es'}."
        else:
            yield from (tell(move, _subject(table, seat)) for seat, move in played)
    if last + 1 < len(moves):
        yield "Then all pass to the end."
    yield result(table.end_of(line))


def _subject(table: PuzzleTable, seat: int) -> str:
    return "You" if seat == table.seat else table.names[seat]


def hints(table: PuzzleTable) -> Iterator[str]:
    """Iterate over hints, each telling more: which card it is, and what that does."""
    move, board = table.puzzle.winning, table.puzzle.game.map
    if move.card is None:
        yield "Hint: it is no card."
        return
    yield f"Hint: it is {card_name(board, move.card)} ({move.card})."
    told, _, _ = tell_move(board, move, short_names(board)).rpartition("; ")
    yield f"Hint: {told}. Which follower do you take?"
