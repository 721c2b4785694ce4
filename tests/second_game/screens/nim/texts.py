"""Nim's moves and results in words, for the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from textual.content import Content

from games.record import UNFINISHED
from siam_tui.appearance.style import Look
from siam_tui.games.game_ui import Length
from siam_tui.games.move_context import MoveContext
from siam_tui.model.move_log import Chapter, MoveLog
from siam_tui.model.table_view import TableView
from siam_tui.ui.text import listed
from tests.second_game.games.nim.position import NimMove, NimPosition
from tests.second_game.games.nim.rules import Nim

chapter = "part"
forced = "no choice"
unlogged = frozenset()


def describe_steps(game: Nim, texts: Sequence[str], length: Length) -> str:
    return ""


def asks_answer(view: TableView) -> bool:
    return False


def chapter_report(view: TableView, chapter: Chapter) -> None:
    return None


def name_move(
    game: Nim, move: NimMove, length: Length, name_seat: Callable[[int], str] | None = None
) -> str:
    match move.kind:
        case "take":
            return f"take {move.tokens} from heap {move.heap + 1}"
        case "show":
            return f"show your card at heap {move.heap + 1}"
    return "give a token" if move.kind == "yes" else "keep the token"


def advise_move(game: Nim, move: NimMove, name_seat: Callable[[int], str] | None = None) -> str:
    return name_move(game, move, "full", name_seat)


def explain_advice(view, move):
    """Return nothing: a move says all that it changes."""
    del view, move
    return ""


def describe_deficit(view):
    """Return nothing: there is no forecast."""
    del view
    return ""


def describe_move(game: Nim, text: str, length: Length, context: MoveContext | None = None) -> str:
    try:
        move = game.parse_move(text)
    except ValueError:
        return text
    match move.kind:
        case "take":
            return f"takes {move.tokens} from heap {move.heap + 1}"
        case "show":
            return f"shows a card at heap {move.heap + 1}"
    return "gives a token" if move.kind == "yes" else "keeps the token"


def title_forms(view: TableView, look: Look) -> Iterator[Content]:
    if view.state.status == "open" or view.position is None:
        stage = "waiting for players"
    else:
        stage = remaining(view.position) or "the game is over"
    yield Content(f" {view.game.title}: {stage}")
    yield Content(f" {stage}")


def chapter_title(view: TableView, chapter: Chapter) -> str:
    return f"Part {view.game.chapter(chapter.before) + 1}"


def chapter_result(view: TableView, chapter: Chapter, width: int, look: Look) -> Content | None:
    if view.game.chapter(chapter.after) == view.game.chapter(chapter.before):
        return None
    turned = chapter.after.omen_up and not chapter.before.omen_up
    return Content(f" The omen is {chapter.after.omen}." if turned else " A card is shown.")


def result(view: TableView) -> str:
    outcome = view.outcome
    if outcome is None:
        return "Everybody seated agreed to end the game early. Nobody wins."
    if not outcome.winners:
        return "The flood takes all. Nobody wins."
    verb = "win" if len(outcome.winners) > 1 else "wins"
    return f"The omen is {view.position.omen}. {view.names(outcome.winners)} {verb}."


def explain_result(view: TableView) -> list[str]:
    if view.outcome is None:
        return []
    last = f"{view.name(view.position.last)} took the last token."
    if view.position.omen == "flood":
        return [last, "In a flood only a seat that has shown its card can win."]
    return [last]


def standings(view: TableView, width: int, look: Look) -> list[Content]:
    outcome = view.outcome
    if outcome is None or not outcome.winners:
        return []
    order = sorted(range(view.seat_count), key=lambda seat: seat not in outcome.winners)
    won = ("lost", "won")
    return [Content(f"{view.name(seat)}: {won[seat in outcome.winners]}") for seat in order]


def game_chart(log: MoveLog, view: TableView, width: int, look: Look) -> list[Content]:
    return []


def record_result(result: str, names: Sequence[str]) -> str:
    if result == UNFINISHED:
        return "not played to its end"
    if result == "nobody":
        return "nobody wins"
    seats = [int(seat) for seat in result.removeprefix("seats ").split(",")]
    return f"{listed([names[seat] for seat in seats])} win{'s' * (len(seats) == 1)}"


def overview(view: TableView, width: int, look: Look) -> list[tuple[str, list[Content]]]:
    """Return nothing: the table shows all that is open."""
    del view, width, look
    return []


def remaining(position: NimPosition) -> str:
    left = sum(position.heaps)
    return f"{left} token{'s' * (left != 1)} left" if left else ""
