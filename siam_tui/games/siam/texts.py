"""King of Siam's moves and results in words for the screen, as `GameTexts` asks for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from textual.content import Content

from games.siam import FACTIONS, Map, Move, Position, Siam
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import Look
from siam_tui.games.game_ui import Length
from siam_tui.games.move_context import MoveContext
from siam_tui.games.siam.consequences import leads, tell_advantage
from siam_tui.games.siam.move_options import last_winner
from siam_tui.games.siam.move_text import (
    describe_played_move,
    full_names,
    ids,
    move_words,
    short_names,
)
from siam_tui.games.siam.names import record_result, side_letters
from siam_tui.games.siam.results import explain_result, game_chart, province_of, result, standings
from siam_tui.games.siam.seen import SiamView
from siam_tui.games.siam.speech import spoken_moves
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

chapter: Final = "struggle"
forced: Final = "no cards"
_DEFICIT: Final = "You trail if everyone passes now"
_DEFICIT_OF_TEAM: Final = "Your team trails if everyone passes now"
_KEEPS_LEAD: Final = "You lead if everyone passes now, and you keep your cards."
_KEEPS_LEAD_OF_TEAM: Final = "Your team leads if everyone passes now, and you keep your cards."
_ENDS_STRUGGLE: Final = "It ends the struggle: {result}."
unlogged: Final[frozenset[str]] = frozenset()


def _names(board: Map, length: Length) -> Sequence[str]:
    return {"full": full_names, "short": short_names, "shortest": ids}[length](board)


def name_move(
    game: Siam, move: Move, length: Length, name_seat: Callable[[int], str] | None = None
) -> str:
    """Return a move in words: card, action and follower taken."""
    del name_seat
    return move_words(game.map, move, _names(game.map, length))


def advise_move(game: Siam, move: Move, name_seat: Callable[[int], str] | None = None) -> str:
    """Return a move in whole words, such as ``pass``."""
    del name_seat
    return spoken_moves.advise_move(game, move)


def explain_advice(view: SiamView, move: Move) -> str:
    """Return which provinces would go to another side, and a lead that the move wins or keeps."""
    before = view.position
    assert before is not None
    after = view.game.play(before, move)
    if move.card is not None:
        return tell_advantage(view.game, before, after, before.turn)
    if after.resolved > before.resolved:
        return _ENDS_STRUGGLE.format(result=last_winner(after))
    if not leads(view.game, before, before.turn):
        return ""
    return _KEEPS_LEAD_OF_TEAM if view.game.teams(len(before.seats)) else _KEEPS_LEAD


def describe_deficit(view: SiamView) -> str:
    """Return that the seat to move, or its team, trails if everyone passes."""
    position = view.position
    if position is None or position.over or leads(view.game, position, position.turn):
        return ""
    return _DEFICIT_OF_TEAM if view.game.teams(len(position.seats)) else _DEFICIT


def describe_move(game: Siam, text: str, length: Length, context: MoveContext | None = None) -> str:
    """Return what somebody did; a faction's letter is bound to the name of its province."""
    del context
    told = describe_played_move(game, text, _names(game.map, length))
    letters = side_letters(game.map)[: len(FACTIONS)]
    return re.sub(rf"(?<= )([{letters}]{{1,2}}) ", "\\1\N{NO-BREAK SPACE}", told)


def describe_steps(game: Siam, texts: Sequence[str], length: Length) -> str:
    """Return nothing: each move has a line of the log."""
    del game, texts, length
    return ""


def asks_answer(view: SiamView) -> bool:
    """Return that nobody is asked anything in another's turn."""
    del view
    return False


def title_forms(view: SiamView, look: Look) -> Iterator[Content]:
    """Iterate over where the game stands and what happened last, in fewer and fewer words."""
    game = Content.styled(f" {view.game.title} ", look.palette.strong)
    for start in (game, Content("")):
        for names in (full_names(view.game.map), short_names(view.game.map)):
            yield Content.assemble(start, f" {_stage(view, names)}{_latest(view, names)}")


def _stage(view: SiamView, names: Sequence[str]) -> str:
    position, title = view.position, view.game.map.title
    if view.state.status == "open" or position is None:
        return f"{title}, waiting for players"
    if position.contested is None or view.state.status == "over":
        return f"{title}, the game is over"
    return f"struggle {position.resolved + 1} of 8: {names[position.contested]}"


def _latest(view: SiamView, names: Sequence[str]) -> str:
    """Return how the last struggle ended, while the next one goes on."""
    position = view.position
    if position is None or not position.resolved or view.state.status != "running":
        return ""
    province = position.queue[position.resolved - 1]
    control = position.control(province)
    assert control is not None
    return f" · {names[province]} went to the {view.game.map.control_name(control)}"


def chapter_title(view: SiamView, chapter: Chapter) -> str:
    """Return the heading of a struggle: its number, and the province won in the end."""
    name = view.game.map.provinces[province_of(chapter)].name
    return f"Struggle {chapter.before.resolved + 1}: {name}"


def chapter_result(view: SiamView, chapter: Chapter, width: int, look: Look) -> Content | None:
    """Return who won a province, by its id where its name has no room."""
    province = province_of(chapter)
    control = chapter.after.control(province)
    if control is None:
        return None
    won = view.game.map.provinces[province]
    who = f" {look.glyphs.flag} {view.game.map.control_name(control)} "
    name = won.name if text_width(f"{who} win {won.name}") <= width else won.id
    return Content.assemble((who, look.palette.chips[control]), f" win {name}")


def chapter_report(view: SiamView, chapter: Chapter) -> None:
    """Return nothing: title and log say what has happened."""
    del view, chapter


def overview(view: SiamView, width: int, look: Look) -> list[tuple[str, list[Content]]]:
    """Return nothing: the table shows all that is open."""
    del view, width, look
    return []


def remaining(position: Position) -> str:
    """Return how many cards are left in all hands; empty if none is."""
    left = sum(seat.cards for seat in position.seats)
    return f"{left} card{'s' * (left != 1)} left" if left else ""
