"""Sentences about a puzzle, a try and its proof, for the screen and for ``--plain``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from games.plural import count_of
from siam_tui.games.registry import ui_of
from siam_tui.games.study import PuzzleSet
from siam_tui.practice.proof import Proof
from siam_tui.practice.puzzle_table import PuzzleTable
from siam_tui.table.move_draft import HintForms, MoveDraft, hint_from_draft
from siam_tui.ui.text import listed

ASKED: Final = "Find the one turn that wins."
GIVEN_UP: Final = "This is the turn that wins."
NO_MORE_HINTS: Final = "{hint} That was the last hint. G shows the turn."
NO_MORE_HINTS_TYPED: Final = "{hint} That was the last hint. Type solution for the turn."
DONE: Final = "This puzzle is done: N goes on to the next."
_BEGUN_WELL: Final = "So far you are right. {hint}"
_KEPT_APART: Final = "You took {hints}, so it is kept as solved with hints."
DescribeMove = Callable[[Any, str], str]
"""Returns a sentence on a move of any game, and who plays it."""


def task(table: PuzzleTable) -> str:
    """Return what is asked."""
    return f"Find the one turn that wins, whatever the others do{_partners(table)}."


def _partners(table: PuzzleTable) -> str:
    teams = table.puzzle.game.teams(len(table.names))
    team = next((team for team in teams if table.seat in team), ())
    if not team:
        return ""
    partners = listed([table.names[seat] for seat in team if seat != table.seat])
    return f". You and {partners} are a team; {partners} does what is best for both"


def given_facts(puzzles: PuzzleSet[Any]) -> str:
    """Return what the person may rely on in every puzzle of a game."""
    return f"{puzzles.assumption} The others may do anything."


def hint_of(
    hints: Sequence[str], number: int, draft: MoveDraft, solution: str, forms: HintForms
) -> str:
    """Return a hint of a puzzle that fits the choices made.

    Args:
        hints: all of them, each telling more.
        number: which one, from 1; those behind the last one say that it is.
        draft: the choices made.
        solution: the turn that wins.
        forms: the sentences for choices that lead elsewhere.
    """
    if draft.is_begun and draft.way_to(solution) is not None:
        number = max(number, 2)  # the first one tells how the turn begins
        return _BEGUN_WELL.format(hint=hints[min(number, len(hints)) - 1])
    return hint_from_draft(draft, solution, hints[min(number, len(hints)) - 1], forms)


def kept_apart(hints: int) -> str:
    """Return that a puzzle is not kept as solved alone; empty without hints."""
    return _KEPT_APART.format(hints=count_of(hints, "hint")) if hints else ""


def verdict(proof: Proof) -> str:
    """Return what a try has led to."""
    return "Right! This wins." if proof.wins else "That does not win. Try again."


def describe_line(
    table: PuzzleTable, puzzles: PuzzleSet[Any], line: Sequence[str], describe: DescribeMove
) -> Iterator[str]:
    """Iterate over what happens in a line of moves, and how the game then ends.

    Args:
        table: the puzzle.
        puzzles: the puzzles of its game.
        line: the moves, to the end of the game.
        describe: returns a sentence on a move.
    """
    game, position = table.puzzle.game, table.puzzle.position
    moves = []
    for text in line:
        seat, move = game.turn(position), game.parse_move(text)
        assert seat is not None
        moves.append(("You" if seat == table.seat else table.names[seat], move))
        position = game.play(position, move)
    yield from puzzles.describe_line(moves, describe)
    yield ui_of(game.name).texts.result(table.end_of(line))
