"""What stands inside a province, in signs: number, name, followers or controller."""

from __future__ import annotations

from dataclasses import replace

from textual.content import Content

from games.siam import Map
from games.siam.scoring import majority
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.labels import Room, heading, joined
from siam_tui.games.siam.board.labels import BoardView, followers
from siam_tui.games.siam.names import side_letters


def in_signs(view: BoardView, province: int, room: Room, look: Look) -> list[Content]:
    """Return two or three lines: name and marks, and what stands there."""
    marks = signs(view, province, look)
    first = name_and_place(view, province, room, look)
    standing = what_stands(view, province, room.width, look)
    if first.cell_length + marks.cell_length < room.width or not marks:
        first = joined([first, marks]) if marks else first
    else:
        marks = _marks_beside(view, province, room.width, look)
        least = room.width - marks.cell_length - 1
        beside = what_stands(view, province, least, look)
        if beside.cell_length > least:
            beside = _tightly(view, province, look)
        standing = joined([beside, marks])
    return [first, standing]


def _marks_beside(view: BoardView, province: int, width: int, look: Look) -> Content:
    """Return the signs beside what stands there: no home where that hides who would take it."""
    both, king = signs(view, province, look), king_sign(view, province, look)
    for marks in (both, king):
        standing = what_stands(view, province, width - marks.cell_length - 1, look)
        if look.glyphs.taker in standing.plain:
            return marks
    return both


def _tightly(view: BoardView, province: int, look: Look) -> Content:
    """Return what stands in a province in the fewest characters; before the start, nothing."""
    if view.position is None or view.is_bare(province):
        return Content("")
    control = view.position.control(province)
    if control is not None:
        return _flag(view.board, control, look)
    return followers(view.board, view.position.followers(province), 0, look)


def _flag(board: Map, control: int, look: Look) -> Content:
    """Return a flag with the letter of who controls a province."""
    return Content.styled(
        f"{look.glyphs.flag}{side_letters(board)[control]}", look.palette.chips[control]
    )


def name_and_place(view: BoardView, province: int, room: Room, look: Look) -> Content:
    """Return the place in the queue and the name; the signs of a home and a King go beside it."""
    return heading(view, province, room, look, sign=look.glyphs.contested, spare=3)


def what_stands(
    view: BoardView, province: int, room: int, look: Look, *, signed: bool = True
) -> Content:
    """Return who controls a province; of an open one its followers, signed who would take it."""
    if view.position is None or view.is_bare(province):
        return Content()
    control = view.position.control(province)
    if control is not None:
        named = controller(view.board, control, look)
        return named if named.cell_length <= room else _flag(view.board, control, look)
    standing = view.position.followers(province)
    signed = signed and not view.is_ended
    if not any(standing):
        there = Content.styled("empty", look.palette.faint)
        return joined([there, taker(view, province, look)]) if signed else there
    if not signed:
        return followers(view.board, standing, room, look)
    for shown in (view, replace(view, before=None)):
        sign = taker(shown, province, look)
        both = joined([followers(view.board, standing, room - sign.cell_length - 1, look), sign])
        if both.cell_length <= room:
            return both
    return followers(view.board, standing, room, look)


def taker(view: BoardView, province: int, look: Look) -> Content:
    """Return the sign of who would take an open province: on a tie the British.

    Where a move that is being built changes that, it tells from whom to whom.
    """
    assert view.position is not None
    letters = side_letters(view.board)
    new = letters[majority(view.position.followers(province))]
    old = letters[majority((view.before or view.position).followers(province))]
    if old == new:
        return Content.styled(f"{look.glyphs.taker}{new}", look.palette.strong)
    return Content.styled(f"{look.glyphs.taker}{old}{look.glyphs.then}{new}", look.palette.key)


def controller(board: Map, control: int, look: Look) -> Content:
    """Return a flag with the name of who controls a province."""
    text = f"{look.glyphs.flag}{side_letters(board)[control]} {board.control_name(control)}"
    return Content.styled(f" {text} ", look.palette.chips[control])


def signs(view: BoardView, province: int, look: Look) -> Content:
    """Return the signs of a home and of a King marker."""
    home = view.board.provinces[province].home
    parts = []
    if home is not None:
        parts.append(home_sign(view.board, home, look))
    if king := king_sign(view, province, look):
        parts.append(king)
    return joined(parts, "")


def king_sign(view: BoardView, province: int, look: Look) -> Content:
    """Return the sign of a King marker; empty where there is none."""
    has_king = view.position is not None and province in view.position.markers
    return Content.styled(look.glyphs.king, look.palette.strong) if has_king else Content("")


def home_sign(board: Map, home: int, look: Look) -> Content:
    """Return the sign of a home; not in the faction's colour, lest it look like a follower."""
    return Content.styled(f"{look.glyphs.home}{side_letters(board)[home]}", look.palette.faint)
