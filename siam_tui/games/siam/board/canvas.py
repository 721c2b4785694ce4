"""The board of King of Siam as lines of text."""

from __future__ import annotations

from textual.content import Content

from siam_tui.appearance.style import Look
from siam_tui.games.map_board.canvas import ROOMY, Picture, draw_map
from siam_tui.games.map_board.labels import Room, fitted, with_neighbours_apart
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.board.province import in_signs
from siam_tui.games.siam.board.words import in_words


def draw(view: BoardView, width: int, height: int, look: Look) -> Picture:
    """Draw the board into so many characters and lines."""
    return draw_map(view, label, width, height, look)


def label(view: BoardView, province: int, room: Room, look: Look) -> list[Content]:
    """Return the text of one province, at most as long and high as the room for it."""
    if room.lines >= ROOMY:
        found = in_words(view, province, room, look)
    else:
        signs = in_signs(view, province, room, look)
        found = with_neighbours_apart(signs, view, province, room, look)
    return fitted(found, room)
