"""The log of a table as lines: chapters, moves, moves taken back, and what was checked. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from textual.content import Content

from client.changes import DrawWarning
from client.verify import Verdict
from protocol.states import Entry
from siam_tui.appearance.cells import wrap_text
from siam_tui.appearance.style import Look
from siam_tui.games.game_texts import AnyGameTexts, Length, MoveContext
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import Chapter, MoveLog, chapters, with_positions
from siam_tui.model.table_view import TableView
from siam_tui.table.people.requests import Note
from texts import tell
from texts.sentences import join_sentences


def proof_lines(verdict: Verdict, width: int, look: Look) -> list[Content]:
    """Return a sentence if all is well, else one for each thing that is not; in lines."""
    if verdict.proven:
        told = [(tell("table/log/checked"), look.palette.faint)]
    else:
        told = [(f"! {each}", look.palette.alarm) for each in verdict.marked("wrong")]
        told += [(each, look.palette.faint) for each in verdict.marked("open")]
    return [line for text, style in told for line in Content.styled(text, style).wrap(width)]


def warning_lines(warnings: Sequence[DrawWarning], width: int, look: Look) -> list[Content]:
    """Return what happened to the draws of a table's setups; in lines."""
    told = [
        (f"! {each.sentence}", look.palette.alarm)
        if each.wrong
        else (each.sentence, look.palette.faint)
        for each in warnings
    ]
    return [line for text, style in told for line in Content.styled(text, style).wrap(width)]


def alarm(verdict: Verdict) -> str:
    """Return what to say aloud of a game that is not as it should be; nothing of one that is."""
    if not verdict.wrong:
        return ""
    return join_sentences(tell("table/log/not-right"), *verdict.marked("wrong"))


IN_FULL: Final = 40
"""Characters across from which the log calls things by their full names."""
_Played: TypeAlias = tuple[Entry, Any]
"""A move, and the position it was played in."""


def log_lines(
    log: MoveLog, view: TableView, width: int, look: Look, notes: Sequence[Note] = ()
) -> list[Content]:
    """Return the log: a heading for each chapter, and a line or two for each move.

    Args:
        log: the moves.
        view: the table.
        width: characters across.
        look: signs and colours.
        notes: what the players have asked of each other, and for whom bots play.
    """
    lines: list[Content] = []
    texts, open_now = ui_of(view.game.name).texts, chapters(log, view)
    ply = log.end - sum(len(chapter.moves) for chapter in open_now)
    for chapter in open_now:
        heading = Content.styled(texts.chapter_title(view, chapter), "bold underline")
        lines += heading.wrap(max(1, width))
        for played in _by_line(texts, chapter, view):
            for _ in played:
                lines += _between_moves(notes, view, ply, width, look)
                ply += 1
            if texts.is_logged(played[0][0]):
                lines += _move_lines(texts, played, view, width, look)
        if won := texts.draw_chapter_end(view, chapter, width, look):
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
        for line in wrap_text(note.sentence, width, subsequent_indent="  "):
            yield Content.styled(line, look.palette.faint)


def _taken_back(view: TableView, ply: int, width: int) -> Iterator[Note]:
    """Yield which moves were taken back, where the move after so many others stands now."""
    texts, state = ui_of(view.game.name).texts, view.state
    for takes, taken in enumerate(state.taken, start=state.takes - len(state.taken) + 1):
        if taken.ply == ply:
            move = texts.name_move(view.game, view.game.parse_move(taken.move), _length(width))
            told = tell("table/log/took-back", who=view.named(taken.seat), move=move)
            yield Note(ply, takes, told)


def _by_line(texts: AnyGameTexts, chapter: Chapter, view: TableView) -> Iterator[list[_Played]]:
    """Iterate over the moves of a chapter; those of a seat that share a line come together."""
    run: list[_Played] = []
    for played in with_positions(chapter, view):
        if run and not _share_line(texts, [*run, played], view):
            yield run
            run = []
        run.append(played)
    if run:
        yield run


def _share_line(texts: AnyGameTexts, run: Sequence[_Played], view: TableView) -> bool:
    entries = [entry for entry, _ in run]
    if len({(each.seat, each.by) for each in entries}) > 1:
        return False
    return bool(texts.describe_steps(view.game, [each.move for each in entries], "short"))


def _move_lines(
    texts: AnyGameTexts,
    played: Sequence[_Played],
    view: TableView,
    width: int,
    look: Look,
) -> Iterator[Content]:
    """Yield a move in words, or several that share a line; with short names in a narrow log."""
    (entry, before), *following = played
    by = "player" if view.is_played_by_table(entry.seat) else entry.by
    name = tell("table/log/mover", who=view.named(entry.seat), by=by, forced=texts.forced)
    length, context = _length(width), MoveContext(view, before)
    if following:
        moves = [each.move for each, _ in played]
        described = texts.describe_steps(view.game, moves, length)
    else:
        described = texts.describe_move(view.game, entry.move, length, context)
    text = tell("table/log/line", who=name, did=described)
    # `wrap_text` breaks at spaces only: what a no-break space binds stays on one line.
    lines = wrap_text(text, width, subsequent_indent="  ") or [""]
    first, *rest = (line.replace("\N{NO-BREAK SPACE}", " ") for line in lines)
    yield Content(first).stylize(look.palette.strong, 0, min(len(name), len(first)))  # type: ignore[characters]
    yield from map(Content, rest)
