"""What the page draws of an authored game: its boards, and what belongs to table and seats."""

from __future__ import annotations

from typing import Any, Final

from siam_tui.games.authored.scene import Scene, scenes
from siam_tui.games.authored.telling import seat_facts, table_facts
from siam_tui.games.page_drawing import PageDrawing, Sign, fact
from siam_tui.model.table_view import TableView

_WIDTH, _HEIGHT = 72, 48
"""The columns and lines that all boards have together."""
_SIDES: Final = 5
"""Colours of seats that the page has."""


def draw_page(view: TableView) -> PageDrawing:
    """Return a position as the page draws it."""
    game, position = view.game, view.position
    boards = [
        _board_of_page(scene, game.title) for scene in scenes(game, position, _WIDTH, _HEIGHT)
    ]
    beside = tuple(fact(text, f"{what} {{}}") for what, text in table_facts(game, position))
    return PageDrawing(
        (("scenes", boards), ("signs", beside)),
        tuple(
            tuple(fact(text, f"{what} {{}}") for what, text in seat_facts(game, position, seat))
            for seat in range(view.seat_count)
        ),
    )


def _board_of_page(scene: Scene, title: str) -> dict[str, Any]:
    return {
        "title": f"{title}.",
        "width": scene.width,
        "height": scene.height,
        "lines": scene.lines,
        "words": [(x, y, text) for x, y, text, _ in scene.words],
        "spots": [
            (spot.x, spot.y, [_sign(text, seat) for text, seat in spot.parts])
            for spot in scene.spots
        ],
    }


def _sign(text: str, seat: int | None) -> Sign:
    return Sign(text.strip(), "place" if seat is None else f"side-{seat % _SIDES}")
