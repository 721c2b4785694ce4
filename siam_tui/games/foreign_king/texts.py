"""The Foreign King's moves and results in words for the screen, as `GameTexts` asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from textual.content import Content

from games.contract import GameError
from games.foreign_king import ForeignKing, Position
from games.foreign_king.moves import Move, TakeOrder, VirtualStep
from games.plural import count_of
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.building.consequences import tell_advantage
from siam_tui.games.foreign_king.colours import names_of_colours
from siam_tui.games.foreign_king.ending.results import explain_result, game_chart, result, standings
from siam_tui.games.foreign_king.facts import end_facts
from siam_tui.games.foreign_king.forecast import forecast
from siam_tui.games.foreign_king.move_text import describe_played_move, move_words, step_words
from siam_tui.games.foreign_king.names import colour_name, record_result, short_names
from siam_tui.games.foreign_king.seen import ForeignKingView
from siam_tui.games.game_ui import Length
from siam_tui.games.move_context import MoveContext
from siam_tui.model.move_log import Chapter

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

chapter: Final = "game"
forced: Final = "no space"
_ADVISE_ORDER: Final = "take a franc and a new place in the turn order"
_DEFICIT: Final = "You trail if the game ends now"
_SCORES, _SCORES_OWN = (
    ": {who} scores\N{NO-BREAK SPACE}{points}",
    " and scores\N{NO-BREAK SPACE}{points}",
)
"""What a move brings somebody else, and the mover."""
_PLACES: Final = ("first", "second", "third", "fourth", "fifth")
unlogged: Final = frozenset({"done"})


def name_move(
    game: ForeignKing, move: Move, length: Length, name_seat: Callable[[int], str] | None = None
) -> str:
    """Return a move in words, such as ``build a metal factory in Liège``."""
    del name_seat
    return move_words(game, move, length)


def advise_move(
    game: ForeignKing, move: Move, name_seat: Callable[[int], str] | None = None
) -> str:
    """Return a move in whole words, such as ``take coins``."""
    del name_seat
    return _ADVISE_ORDER if isinstance(move, TakeOrder) else move_words(game, move, "full")


def explain_advice(view: ForeignKingView, move: Move) -> str:
    """Return what a move brings at once, or where its player would lead after it."""
    before = view.position
    assert before is not None
    return tell_advantage(before, view.game.play(before, move), move)


def describe_deficit(view: ForeignKingView) -> str:
    """Return that the seat that decides would not win if the game ended now."""
    position = view.position
    if position is None or position.asks == "over":
        return ""
    return "" if position.decider in forecast(position).winners else _DEFICIT


def describe_move(
    game: ForeignKing, text: str, length: Length, context: MoveContext | None = None
) -> str:
    """Return what somebody did; a text that is no move as it is.

    The log has room for words: no province is called by its id. The words of a province stay
    together. What somebody scores by it is told as well where the position before it is known.
    """
    told = describe_played_move(game, text, "short" if length == "shortest" else length)
    bound = _bind_names(game, told)
    return bound + (_describe_score(game, text, context) if context is not None else "")


def describe_steps(game: ForeignKing, texts: Sequence[str], length: Length) -> str:
    """Return all steps of the virtual player that a leader of the King's province makes."""
    try:
        moves = [game.parse_move(text) for text in texts]
    except GameError:
        return ""
    steps = [move for move in moves if isinstance(move, VirtualStep)]
    if len(steps) < len(moves):
        return ""
    told = step_words(game, steps, "short" if length == "shortest" else length, s="s")
    return _bind_names(game, told)


def _bind_names(game: ForeignKing, told: str) -> str:
    """Keep the words of each province together."""
    for name in short_names(game.map):
        told = told.replace(name, name.replace(" ", "\N{NO-BREAK SPACE}"))
    return told


def _describe_score(game: ForeignKing, text: str, context: MoveContext) -> str:
    """Return who scores how much by a move; empty if nobody does."""
    before: Position | None = context.before
    try:
        after = None if before is None else game.play(before, game.parse_move(text))
    except GameError:
        return ""
    if before is None or after is None or after.scores == before.scores:
        return ""
    gains = [now - then for then, now in zip(before.scores, after.scores, strict=True)]
    scorer = next(colour for colour, gain in enumerate(gains) if gain)
    form = _SCORES_OWN if scorer == before.decider else _SCORES
    return form.format(who=names_of_colours(context.view)[scorer], points=gains[scorer])


def asks_answer(view: ForeignKingView) -> bool:
    """Return whether the Congress is asked."""
    return view.position is not None and view.position.asks == "congress"


def title_forms(view: ForeignKingView, look: Look) -> Iterator[Content]:
    """Iterate over where the game stands, in fewer and fewer words."""
    game = Content.styled(f" {view.game.title} ", look.palette.strong)
    for stage in _stages(view):
        yield Content.assemble(game, f" {stage}")
    for stage in _stages(view):
        yield Content(f" {stage}")


def _stages(view: ForeignKingView) -> tuple[str, ...]:
    position, title = view.position, view.game.map.title
    if view.state.status == "open" or position is None:
        return (f"{title}, waiting for players",)
    if view.state.status == "over" or position.asks == "over":
        return ("the game is over",)
    name = colour_name(view, position.turn)
    place = _PLACES[position.order.index(position.turn)]
    where = f"{name} is {place} of {position.seats} in this round"
    doing = _decision(view, position)
    if not doing:
        return where, f"{name}'s turn"
    if position.asks == "loans":
        return (doing,)
    return f"{where} · {doing}", doing


def _decision(view: ForeignKingView, position: Position) -> str:
    """Return what is decided, where that is no action; empty at an action."""
    king = "" if position.king is None else view.game.map.provinces[position.king].name
    match position.asks:
        case "congress":
            return f"King in {king}: the Congress is asked"
        case "shut":
            return f"King in {king}, where nobody leads"
        case "virtual":
            return f"{count_of(position.steps, 'step')} of the virtual player"
        case "loans":
            return f"{colour_name(view, position.turn)} ends the turn"
        case "order":
            return "the turn order changes"
    return ""


def chapter_title(view: ForeignKingView, chapter: Chapter) -> str:
    """Return the heading of the log, which is one chapter."""
    del view, chapter
    return "The game"


def chapter_result(
    view: ForeignKingView, chapter: Chapter, width: int, look: Look
) -> Content | None:
    """Return that the game ends, when it has."""
    del view, width, look
    return Content("The game ends.") if chapter.after.asks == "over" else None


def chapter_report(view: ForeignKingView, chapter: Chapter) -> None:
    """Return nothing: title and log say what has happened."""
    del view, chapter


def overview(view: ForeignKingView, width: int, look: Look) -> list[tuple[str, list[Content]]]:
    """Return nothing: the table shows all that is open."""
    del view, width, look
    return []


def remaining(position: Position) -> str:
    """Return how far the King's marker is from the end; empty at the end."""
    if position.asks == "over":
        return ""
    return f"{count_of(end_facts(position).to_go, 'point')} to go"
