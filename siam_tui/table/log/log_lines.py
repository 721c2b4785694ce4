"""The log of a table as lines of text: headings of chapters, moves, and moves taken back. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from textual.content import Content

from protocol.messages import Entry
from siam_tui.appearance.style import Look
from siam_tui.games.game_ui import GameTexts, Length
from siam_tui.games.move_context import MoveContext, is_logged
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog, chapters, with_positions
from siam_tui.model.table_view import TableView
from siam_tui.table.people.player_requests import Note

IN_FULL: Final = 40
"""Characters across from which the log calls things by their full names."""


def log_lines(
    log: MoveLog, view: TableView, width: int, look: Look, notes: Sequence[Note] = ()
) -> list[Content]:
    """Return the log: a heading for each chapter, and a line or two for each move.

    Args:
        log: the moves.
        view: the table.
        width: characters across.
        look: signs and colours.
        notes: what the players have asked of each other.
    """
    lines: list[Content] = []
    texts, open_now = ui_of(view.game.name).texts, chapters(log, view)
    ply = log.end - sum(len(chapter.moves) for chapter in open_now)
    for chapter in open_now:
        heading = Content.styled(texts.chapter_title(view, chapter), "bold underline")
        lines += heading.wrap(max(1, width))
        for entry, before in with_positions(chapter, view):
            lines += _between_moves(notes, view, ply, width, look)
            if is_logged(view, entry):
                lines += _move_lines(texts, entry, MoveContext(view, before), width, look)
            ply += 1
        if won := texts.chapter_result(view, chapter, width, look):
            lines += won.wrap(max(1, width))
    lines += _between_moves(notes, view, ply, width, look)
    return lines


def _length(width: int) -> Length:
    return "full" if width >= IN_FULL else "shortest"


def _between_moves(
    notes: Sequence[Note], view: TableView, ply: int, width: int, look: Look
) -> Iterator[Content]:
    """Yield what was taken back, asked and answered where the next move stands now."""
    told = [*_taken_back(view, ply, width), *(note for note in notes if note.ply == ply)]
    for note in sorted(told, key=lambda note: note.takes):
        for line in wrap(note.sentence, width, subsequent_indent="  "):
            yield Content.styled(line, look.palette.faint)


def _taken_back(view: TableView, ply: int, width: int) -> Iterator[Note]:
    """Yield which moves were taken back, where the move after so many others stands now."""
    texts, state = ui_of(view.game.name).texts, view.state
    for takes, taken in enumerate(state.taken, start=state.takes - len(state.taken) + 1):
        if taken.ply == ply:
            move = texts.name_move(view.game, view.game.parse_move(taken.move), _length(width))
            yield Note(ply, takes, f"{view.name(taken.seat)} took back: {move}")


def _move_lines(
    texts: GameTexts[Any, Any, Any], entry: Entry, context: MoveContext, width: int, look: Look
) -> Iterator[Content]:
    """Yield a move in words, with short names in a narrow log."""
    view = context.view
    by = {
        "player": "",
        "stand_in": " (stand-in)",
        "table": f" ({texts.forced})",
        "clock": " (out of time)",
    }[entry.by]
    name = f"{view.name(entry.seat)}{'' if view.is_played_by_table(entry.seat) else by}"
    described = texts.describe_move(view.game, entry.move, _length(width), context)
    told = f"{name} {described}"
    # `wrap` breaks at spaces only: what a no-break space binds stays on one line.
    lines = wrap(told, width, subsequent_indent="  ") or [""]
    first, *rest = (line.replace("\N{NO-BREAK SPACE}", " ") for line in lines)
    yield Content(first).stylize(look.palette.strong, 0, min(len(name), len(first)))
    yield from map(Content, rest)
