"""Reino de Ámbar's moves and results in words for the screen, as `GameTexts` asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from textual.content import Content

from games.amber import Amber, Position
from games.amber.constants import ROUNDS
from games.amber.moves import Move
from games.amber.mutable_position import MutablePosition
from games.contract import GameError
from games.plural import count_of
from siam_tui.appearance.style import Look
from siam_tui.games.amber.building.consequences import tell_advantage
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.dummy_reasons import reason_of_dummy
from siam_tui.games.amber.effect_words import news_of_move
from siam_tui.games.amber.ending.results import explain_result, game_chart, result, standings
from siam_tui.games.amber.move_text import move_words, seat_number
from siam_tui.games.amber.names import PROBLEM_NAMES, other_player, record_result
from siam_tui.games.amber.overview import overview
from siam_tui.games.amber.round_facts import unsolved
from siam_tui.games.amber.round_report import chapter_report
from siam_tui.games.amber.seen import AmberView
from siam_tui.games.game_ui import Length
from siam_tui.games.move_context import MoveContext
from siam_tui.model.move_log import Chapter
from siam_tui.ui.text import listed

__all__ = [
    "advise_move",
    "asks_answer",
    "chapter",
    "chapter_report",
    "chapter_result",
    "chapter_title",
    "describe_deficit",
    "describe_move",
    "describe_steps",
    "explain_advice",
    "explain_result",
    "forced",
    "game_chart",
    "name_move",
    "overview",
    "record_result",
    "remaining",
    "result",
    "standings",
    "title_forms",
    "unlogged",
]

chapter: Final = "round"
forced: Final = "no choice"
unlogged: Final[frozenset[str]] = frozenset()
_BECOMES: Final = "\N{NO-BREAK SPACE}>\N{NO-BREAK SPACE}"
"""Between what was and what is, so that they stand on one line."""
_TASKS: Final = {
    "act": ("first phase: play a card and act", "play a card"),
    "declare": ("second phase: attempt a Problem or pass", "attempt a Problem"),
    "solve": ("second phase: solve {problem}", "solve {problem}"),
    "PEN": ("the Penitent: solve a Problem for 1 gold", "the Penitent"),
    "CAV": ("the Cave: a marker of {other} goes back", "the Cave"),
    "CHA": ("the Chance Meeting: move 1 or 2 markers", "the Chance Meeting"),
}


def name_move(
    game: Amber, move: Move, length: Length, name_seat: Callable[[int], str] | None = None
) -> str:
    """Return a move in words, such as ``play Suns in the Castle``."""
    del game
    return move_words(move, length, name_seat=name_seat or seat_number)


def advise_move(game: Amber, move: Move, name_seat: Callable[[int], str] | None = None) -> str:
    """Return a move in whole words, such as ``play Suns in the Castle``."""
    return name_move(game, move, "full", name_seat)


def explain_advice(view: AmberView, move: Move) -> str:
    """Return which Problems one would lead after a move, or what it brings."""
    assert view.position is not None
    return tell_advantage(AmberMoveBuilder(view.game, view.position, view.seat_names), move)


def describe_deficit(view: AmberView) -> str:
    """Return nothing: the forecast is about Problems, not about who wins."""
    del view
    return ""


def describe_move(
    game: Amber, text: str, length: Length, context: MoveContext | None = None
) -> str:
    """Return what somebody did, with what it brought; a text that is no move as it is."""
    try:
        move = game.parse_move(text)
    except GameError:
        return text
    if context is None:
        return move_words(move, length, s="s")
    told = move_words(move, length, s="s", name_seat=context.view.name)
    position: Position = context.before
    news = news_of_move(position, move)
    told += f": {news.replace(' > ', _BECOMES)}" if news else ""
    if length == "full" and position.turn == position.dummy is not None:
        reason = reason_of_dummy(MutablePosition(position, game.chosen), move)
        told += f" ({reason})" if reason else ""
    return told


def describe_steps(game: Amber, texts: Sequence[str], length: Length) -> str:
    """Return nothing: each move has a line of the log."""
    del game, texts, length
    return ""


def asks_answer(view: AmberView) -> bool:
    """Return that no decision is an answer to somebody else's turn."""
    del view
    return False


def title_forms(view: AmberView, look: Look) -> Iterator[Content]:
    """Iterate over where the game stands, in fewer and fewer words."""
    game = Content.styled(f" {view.game.title} ", look.palette.strong)
    for stage in _stages(view):
        yield Content.assemble(game, f" {stage}")
    for stage in _stages(view):
        yield Content(f" {stage}")


def _stages(view: AmberView) -> tuple[str, ...]:
    position = view.position
    if view.state.status == "open" or position is None:
        return ("waiting for players",)
    if view.state.status == "over" or position.over:
        return ("the game is over",)
    long, short = _TASKS[position.effect or position.step]
    other = other_player(view.seat_names, position.turn or 0)
    named = {"problem": _solved_now(position), "other": other}
    where = round_name(position)
    return (
        f"{where}, {long.format(**named)}",
        f"{where} · {short.format(**named)}",
        where,
    )


def round_name(position: Position) -> str:
    """Return which round it is, and of which period where there are two."""
    where = f"round {position.round} of {ROUNDS}"
    if position.period == 1 and position.later is None:
        return where
    return f"{'1st' if position.period == 1 else '2nd'} period, {where}"


def _solved_now(position: Position) -> str:
    """Return what the seat on turn solves; in a draft it may have left the row already."""
    found = (each.problem for each in position.row if each.winner == position.turn)
    problem = next(found, None)
    return "a Problem" if problem is None else f"the {PROBLEM_NAMES[problem]}"


def chapter_title(view: AmberView, chapter: Chapter) -> str:
    """Return the heading of a round: its number, and its Problems."""
    del view
    before: Position = chapter.before
    row = ", ".join(PROBLEM_NAMES[each.problem] for each in before.row)
    return f"Round {before.round}: {row}"


def chapter_result(view: AmberView, chapter: Chapter, width: int, look: Look) -> Content | None:
    """Return how the barbarians grew in a round, or None while it goes on."""
    del width, look
    before, after = chapter.before, chapter.after
    if view.game.chapter(before) == view.game.chapter(after) and not after.over:
        return None
    left = [PROBLEM_NAMES[problem] for problem in unsolved(view.game, chapter)]
    return Content(
        f"{describe_growth(before, after)}{f': {listed(left)} unsolved' if left else ''}"
    )


def describe_growth(before: Position, after: Position) -> str:
    """Return the Barbarians' power at the beginning and the end of a round."""
    if after.power == before.power:
        return f"Barbarians stay at {after.power}"
    return f"Barbarians {before.power} > {after.power}"


def remaining(position: Position) -> str:
    """Return how many rounds are left; empty at the end."""
    if position.over:
        return ""
    left = ROUNDS - position.round + 1 + ROUNDS * (position.later is not None)
    return f"{count_of(left, 'round')} left"
