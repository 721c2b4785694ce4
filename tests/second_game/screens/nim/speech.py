"""Nim in sentences to be heard."""

from __future__ import annotations

from collections.abc import Iterator

from siam_tui.games.move_context import MoveContext
from siam_tui.games.speech import FactCommand
from siam_tui.model.move_log import Chapter
from siam_tui.model.table_view import TableView
from tests.second_game.games.nim.position import NimMove, NimPosition
from tests.second_game.games.nim.rules import Nim
from tests.second_game.screens.nim import texts


def _omen(view: TableView, rest: str) -> Iterator[str]:
    yield f"The omen is {view.position.omen if view.position.omen_up else 'face down'}."


facts = (FactCommand("omen", "", "Hear the omen.", _omen),)
move_words = {"yes": "Give a token.", "no": "Keep the token."}
move_help = "A move is take:2@1, two tokens from heap 1, or show@1."
notation = ("take:2@1 takes two tokens from heap 1.", "show@1 shows your card there.")


def tell_move(game: Nim, move: NimMove, who: str, context: MoveContext | None = None) -> str:
    told = texts.name_move(game, move, "full")
    if who == "You":
        return f"You {told}."
    verb, _, rest = told.partition(" ")
    return f"{who} {verb}s {rest.replace('your', 'a')}."


def tell_forced_move(who: str) -> str:
    return f"{who}: no choice."


def tell_start(view: TableView) -> Iterator[str]:
    yield from tell_board(view)


def tell_progress(view: TableView, before: NimPosition, after: NimPosition) -> Iterator[str]:
    if after.omen_up and not before.omen_up:
        yield f"The omen is {after.omen}."


def tell_situation(view: TableView) -> Iterator[str]:
    if told := texts.remaining(view.position):
        yield f"{told[0].upper()}{told[1:]}."


def tell_standing(view: TableView) -> Iterator[str]:
    yield from tell_situation(view)


def tell_own_turn(view: TableView) -> Iterator[str]:
    gift = view.position.gift is not None
    yield "Your turn. Yes or no?" if gift else "Your turn. Take tokens."


def tell_seat(view: TableView, seat: int) -> str:
    card = view.position.seats[seat].card
    return f"{view.name(seat)} has {f'card {card}' if card else 'a secret card'}."


def tell_board(view: TableView) -> Iterator[str]:
    for number, left in enumerate(view.position.heaps, 1):
        yield f"Heap {number} has {left}."


def tell_result(view: TableView) -> Iterator[str]:
    yield from texts.explain_result(view)


def chapter_heading(view: TableView, chapter: Chapter) -> str:
    return f"{texts.chapter_title(view, chapter)}."


def chapter_end(view: TableView, chapter: Chapter) -> str:
    return ""
