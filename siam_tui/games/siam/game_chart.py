"""The course of a game as a small chart, one line for each struggle. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from games.siam import FACTIONS, Control, Map, Trio
from siam_tui.appearance.cells import cut_text, pad_end, text_width
from siam_tui.appearance.style import Look, chip
from siam_tui.games.map_board.labels import joined
from siam_tui.games.map_board.place_names import ids, short_names
from siam_tui.games.siam.board.labels import counts
from siam_tui.games.siam.board.province import controller
from siam_tui.games.siam.facts import SiamView
from siam_tui.games.siam.names import side_letters
from siam_tui.model.move_log import Chapter, MoveLog, chapters
from siam_tui.model.seat_facts import brief_names

_NAME, _HOLDER, _STOOD = 22, 13, 12
"""Widths of the chart's columns where there is room: province, controller (least), followers."""
_BESIDE = 6
"""Characters beside a province's name where there is less room: its number and who took it."""
_TAKEN, _TAKEN_TIGHT = 7, 6
"""Widths of the column with the followers a seat has taken, and where there is least room."""


@dataclass(frozen=True, slots=True)
class Struggle:
    """The outcome of one struggle.

    Attributes:
        number: which one, from 1.
        province: what it was about in the end.
        control: who won it; None while it goes on.
        standing: the followers that stood there when it ended.
        taken: for each seat the followers it took meanwhile, from anywhere.
    """

    number: int
    province: int
    control: Control | None
    standing: Trio
    taken: tuple[Trio, ...]


def province_of(chapter: Chapter) -> int:
    """Return the province won in the end, or contested now; a Maharacha may have changed it."""
    province: int = chapter.after.queue[chapter.before.resolved]
    return province


def struggles(log: MoveLog, view: SiamView) -> list[Struggle]:
    """Return the outcome of each struggle in the log that may be read now."""
    game = view.game
    found = []
    for chapter in chapters(log, view):
        *_, last = [chapter.before, *(game.parse(entry.position) for entry in chapter.moves[:-1])]
        province = province_of(chapter)
        taken = [[0, 0, 0] for _ in chapter.before.seats]
        for entry in chapter.moves:
            follower = game.parse_move(entry.move).follower
            if follower is not None:
                taken[entry.seat][follower.faction] += 1
        found.append(
            Struggle(
                chapter.before.resolved + 1,
                province,
                chapter.after.control(province),
                last.followers(province),
                tuple((rama, lao, malay) for rama, lao, malay in taken),
            )
        )
    return found


def game_chart(log: MoveLog, view: SiamView, width: int, look: Look) -> list[Content]:
    """Return the chart: a heading with the seats, then one line for each struggle."""
    found = struggles(log, view)
    if not found:
        return []
    seats, holder = len(view.state.seats), _holder_width(view.game.map, look)
    lead = _NAME + holder + _STOOD
    roomy = width >= lead + seats * _TAKEN
    names = short_names(view.game.map)
    if not roomy:
        named = max(map(text_width, names)) + _BESIDE
        if width < named + seats * _TAKEN:
            names = ids(view.game.map)
        lead = max(map(text_width, names)) + _BESIDE
    column = max(_TAKEN_TIGHT, min(16, (width - lead) // seats))
    stood = pad_end("stood there", _STOOD) if roomy else ""
    over = f"{pad_end('Struggle', lead - text_width(stood))}{stood}"
    told = "".join(pad_end(name, column) for name in brief_names(view, range(seats), column - 1))
    lines = [
        Content.styled(
            cut_text(f"{pad_end(over, lead)}{told}", width, "").rstrip(), "bold underline"
        )
    ]
    for struggle in found:
        name = pad_end(names[struggle.province], lead - _BESIDE)
        parts = (
            _full_lead(struggle, view, holder, look) if roomy else _lead(struggle, view, look, name)
        )
        cells = [_cell(view.game.map, trio, column, look) for trio in struggle.taken]
        lines.append(Content("").join([*parts, *cells]).truncate(width))
    return lines


def _holder_width(board: Map, look: Look) -> int:
    """Return the width of the column with who took a province: a map may have long names."""
    held = (controller(board, control, look) for control in range(len(board.faction_names) + 1))
    return max(_HOLDER, *(each.cell_length + 1 for each in held))


def _full_lead(struggle: Struggle, view: SiamView, holder: int, look: Look) -> Iterator[Content]:
    board, control = view.game.map, struggle.control
    name = board.provinces[struggle.province].name
    yield _padded(Content(f"{struggle.number} {name}"), _NAME)
    held = Content("") if control is None else controller(board, control, look)
    yield _padded(held, holder)
    stood = counts(board, struggle.standing, look)
    yield _padded(stood or Content.styled("nobody", look.palette.faint), _STOOD)


def _lead(struggle: Struggle, view: SiamView, look: Look, name: str) -> Iterator[Content]:
    control = struggle.control
    yield Content(f"{struggle.number} {name} ")
    letter = "" if control is None else f"{look.glyphs.flag}{side_letters(view.game.map)[control]}"
    yield _padded(Content("") if control is None else chip(control, look, letter), 3)


def _cell(board: Map, trio: Trio, column: int, look: Look) -> Content:
    shown = _taken(board, trio, column, look) if any(trio) else None
    cell = shown or Content.styled(look.glyphs.dash, look.palette.faint)
    cell = cell.truncate(column, ellipsis=True)
    return cell.pad_right(column - cell.cell_length)


def _taken(board: Map, trio: Trio, column: int, look: Look) -> Content:
    """Return followers letter by letter in their colours, or counted where that is too wide."""
    shown = [faction for faction in FACTIONS if trio[faction]]
    letters = side_letters(board)
    in_rows = [chip(faction, look, letters[faction] * trio[faction]) for faction in shown]
    counted = [chip(faction, look, f"{letters[faction]}{trio[faction]}") for faction in shown]
    forms = (joined(in_rows), joined(counted), joined(in_rows, ""))
    fitting = (form for form in forms if form.cell_length < column)
    return next(fitting, joined(counted, ""))


def _padded(text: Content, width: int) -> Content:
    return text.truncate(width - 1, ellipsis=True).pad_right(
        max(0, width - min(text.cell_length, width - 1))
    )
