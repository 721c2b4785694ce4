"""What the page shows of a table, a lobby or a record: sentences and drawings, as values for JSON.

All that a game says, it says in the words of its text mode. Nothing here knows the page's elements.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, Final

from games.contract import GameError
from games.record import Record
from protocol.states import Entry, LobbyState, TableState, TableSummary
from siam_tui.appearance.style import Look
from siam_tui.games.game_ui import AnyGameUI
from siam_tui.games.map_names import name_of_map
from siam_tui.games.registry import shown_games, title_of, ui_of
from siam_tui.model.move_log import Chapter, MoveLog, read_position
from siam_tui.model.replay import Replay
from siam_tui.model.table_view import TableView, see
from texts import tell

logger = logging.getLogger(__name__)

CHART_WIDTH: Final = 72
_SPECTATOR: Final = "spectator"
_STAGES: Final = ("running", "open", "over", "closed")
"""The stages of a table in the order of the list."""


# A table


def table_data(state: TableState, log: MoveLog) -> dict[str, Any]:
    """Return what the page shows of a table and of the moves that are known of it.

    Of a game that this program cannot show, it is who sits there, and the moves in the notation.
    """
    replay = f"/replay?{state.table}/{state.game_number}" if state.status == "over" else ""
    try:
        view = see(state, _SPECTATOR, watching=True)
        title, names = view.game.title, view.seat_names
        shown, chapters = moment_data(view), list(_chapters(view, log))
    except Exception as error:  # also what the code of another package's game raises
        if not isinstance(error, GameError):
            logger.exception("a state of %s cannot be shown", state.game)
        title, replay = state.game, ""
        names = tuple(
            seat.name or tell("browser/seat", n=n) for n, seat in enumerate(state.seats, start=1)
        )
        seats = [_seat_facts(state, seat, name) for seat, name in enumerate(names)]
        shown = {
            "situation": tell("browser/stage", stage=state.status),
            "empty": tell("browser/unknown"),
            "seats": seats,
        }
        chapters = [(tell("browser/page/moves"), list(_bare_moves(names, log)))]
    clock = state.clock
    running = clock.running if clock and state.status == "running" else None
    return {
        **shown,
        "title": title,
        "heading": f"{title} · {', '.join(names)}",
        "game": state.game_number,
        "ply": state.ply,
        "clock": clock and {"left": clock.left, "running": running},
        "replay": replay,
        "log": [{"title": heading, "moves": moves} for heading, moves in chapters if moves],
    }


def _bare_moves(names: tuple[str, ...], log: MoveLog) -> Iterator[tuple[int, str]]:
    for ply, entry in enumerate(log.entries, start=log.first + 1):
        who = names[entry.seat] if entry.seat < len(names) else tell("browser/table")
        yield ply, f"{who}: {entry.move}."


def moment_data(view: TableView) -> dict[str, Any]:
    """Return what the page shows of a table now."""
    ui = ui_of(view.game.name)
    shown: dict[str, Any] = {"situation": " ".join(_situation(ui, view))}
    drawing = None
    if view.position is None:
        shown["empty"] = tell("browser/not-begun")
    else:
        drawing = ui.draw_page(view)
        more = () if drawing is None else drawing.sentences
        shown["parts"] = () if drawing is None else drawing.parts
        shown["board"] = (*ui.texts.tell_board(view), *more)
    winners = () if view.outcome is None else view.outcome.winners
    seats = []
    for seat, name in enumerate(view.seat_names):
        told = _seat_facts(view.state, seat, name)
        if seat == view.turn:
            told |= {"style": "turn", "note": tell("browser/note/to-move")}
        elif seat in winners:
            told |= {"style": "won", "note": tell("browser/note/won")}
        if view.position is not None:
            told["sentence"] = ui.texts.tell_seat(view, seat)
        if drawing is not None:
            told["signs"] = drawing.seats[seat]
        seats.append(told)
    return {**shown, "seats": seats}


def _situation(ui: AnyGameUI, view: TableView) -> Iterator[str]:
    if view.state.status != "running":
        yield tell("browser/stage", stage=view.state.status)
        if view.state.status == "over":
            result = ui.texts.record_result(view.state.result, view.seat_names)
            yield tell("browser/result", result=result)
    elif view.position is not None:
        yield from ui.texts.tell_situation(view)
        if view.turn is not None:
            yield tell("browser/to-move", who=view.who(view.turn))


def _seat_facts(state: TableState, seat: int, name: str) -> dict[str, Any]:
    """Return who holds a seat; behind those of the table are seats that the table plays."""
    kind = ""
    if seat < len(state.seats):
        holder = state.seats[seat]
        has_left = holder.holder == "free" and bool(holder.name)
        role = "left" if has_left else str(holder.holder)
        kind = tell("browser/holder", role=role, level=holder.level)
    return {"style": "", "name": name, "kind": kind, "note": "", "signs": (), "sentence": ""}


def _chapters(view: TableView, log: MoveLog) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Iterate over headings and moves of the chapters that may be read now.

    The position before the first move may be unknown: a spectator may have come later.
    """
    game, texts = view.game, ui_of(view.game.name).texts
    found: list[tuple[list[Entry], list[tuple[int, str]], Any, Any]] = []
    before = read_position(game, log.start) if log.start else None
    for ply, entry in enumerate(log.entries, start=log.first + 1):
        after = read_position(game, entry.position)
        start = after if before is None else before
        if not found or game.chapter(found[-1][2]) != game.chapter(start):
            found.append(([], [], start, after))
        entries, moves, begun, _ = found[-1]
        entries.append(entry)
        if texts.is_logged(entry):
            moves.append((ply, texts.tell_entry(view, entry, before)))
        found[-1] = entries, moves, begun, after
        before = after
    for entries, moves, begun, after in found if view.log_is_open else found[-2:]:
        yield texts.chapter_title(view, Chapter(begun, tuple(entries), after)), moves


# The lobby


def lobby_data(state: LobbyState) -> dict[str, Any]:
    """Return what the page shows of a lobby: its public tables, those that are played first."""
    tables = sorted(state.tables, key=lambda table: _STAGES.index(table.status))
    empty = "" if tables else tell("browser/no-table")
    if not state.serving:
        tables, empty = [], tell("browser/closed")
    hidden = len(state.sealed) if state.serving else 0
    note = tell("browser/private-tables", n=hidden) if hidden else ""
    return {
        "name": state.name or tell("browser/page/lobby"),
        "tables": [_summary(table) for table in tables],
        "empty": empty,
        "note": note,
    }


def _summary(table: TableSummary) -> dict[str, Any]:
    return {
        "path": f"/table/{table.table}",
        "status": table.status,
        "stage": tell("browser/listed-stage", stage=table.status),
        "title": title_of(table.game) if table.game in shown_games() else table.game,
        "map": tell(name_of_map(table.map_title)),
        "seats": [seat.name or tell("browser/free") for seat in table.seats],
        "host": table.host_name,
    }


# A record


def record_data(record: Record) -> dict[str, Any]:
    """Return what the page shows of a record: each moment, and all moves.

    Raises:
        InvalidRecordError: a move is illegal, or the end is not the result.
    """
    replay = Replay.of(record)
    moments = [replay.at(ply) for ply in range(replay.last + 1)]
    last = moments[-1]
    texts = ui_of(replay.game.name).texts
    chart = texts.game_chart(last.log, last.view, CHART_WIDTH, Look())
    return {
        "title": replay.game.title,
        "names": replay.names,
        "date": record.date or "",
        "moves": [
            texts.tell_entry(moment.view, entry, moment.view.position)
            for moment, entry in zip(moments, last.log.entries, strict=False)
        ],
        "chart": [line.plain.rstrip() for line in chart],
        "moments": [moment_data(moment.view) for moment in moments],
    }
