"""How the boards of authored games look, in characters."""

from __future__ import annotations

import pytest

from games.registry import game_of
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look
from siam_tui.games.authored.drawing import draw
from siam_tui.games.authored.scene import scenes

MORRIS = "..1/0../.10 0 -"
SHIRES = "0:1:2/0:2:1/1:0:0/2:1:2/2:1:1/0:0:0 EFA/CCE/EBB DAF DADBAFCDCEBF 1"
FOUR = "......./......./......./......./......1/0.....1 0"
JOINED = """
  1───────2────── O
  │ ╲   ╱ │ ╲   ╱ │
  │   ╳   │   ╳   │
  │ ╱   ╲ │ ╱   ╲ │
  X ──────5───────6
  │ ╲   ╱ │ ╲   ╱ │
  │   ╳   │   ╳   │
  │ ╱   ╲ │ ╱   ╲ │
  7────── O ───── X
"""
LOW = """
  1─────2──── O
  │  ╳  │  ╳  │
  X ────5─────6
  │  ╳  │  ╳  │
  7──── O ─── X
"""
REGIONS = """
┌───────────────────────┬───────────────────────────────────┐
│         Arden         │              Brecon               │
│         O1 #2         │               O2 #1               │
│                       │                       ┌───────────┴───────────┐
│                       │                       │                       │
│                       │                       │                       │
├───────────────────────┴─────┐           ┌─────┘                       │
│            Deira            │           │           Craven            │
│          X2 O1 #2           │           │             X1              │
│                       ┌─────┴───────────┴───────────┬─────────────────┤
│                       │            Elmet            │                 │
│                       │          X2 O1 #1           │                 │
└───────────┐           │                       ┌─────┘                 │
            │           │                       │        Furness        │
            │           │                       │                       │
            └───────────┴───────────────────────┴───────────────────────┘
"""
LOW_REGIONS = """
+-----------------------+-----------------------------------+
|      Arden  O1 #2     |           Brecon  O2 #1           |
|                       |                       +-----------+-----------+
|                       |                       |                       |
+-----------------------+-----+           +-----+                       |
|        Deira X2 O1 #2       |           |          Craven X1          |
|                       +-----+-----------+-----------+-----------------+
|                       |        Elmet X2 O1 #1       |                 |
+-----------+           |                       +-----+                 |
            |           |                       |        Furness        |
            +-----------+-----------------------+-----------------------+
"""
CELLS = """
     1   2   3   4   5   6   7
     ·   ·   ·   ·   ·   ·   ·
     ·   ·   ·   ·   ·   ·   ·
     ·   ·   ·   ·   ·   ·   ·
     ·   ·   ·   ·   ·   ·   ·
     ·   ·   ·   ·   ·   ·   O
     X   ·   ·   ·   ·   ·   O
"""


@pytest.mark.parametrize(
    ("name", "position", "height", "look", "expected"),
    [
        ("morris", MORRIS, 15, Look(), JOINED),
        ("morris", MORRIS, 6, Look(), LOW),
        ("shires", SHIRES, 17, Look(), REGIONS),
        ("shires", SHIRES, 12, Look(glyphs=ASCII), LOW_REGIONS),
        ("four", FOUR, 12, Look(), CELLS),
    ],
)
def test_a_board_is_as_large_as_there_is_room_for(name, position, height, look, expected):
    game = game_of(name)
    drawn = scenes(game, game.parse(position), 80, height)
    lines = [line.plain.rstrip() for scene in drawn for line in draw(scene, look)]
    assert "\n".join(lines) == expected.strip("\n")
    assert len(lines) == sum(scene.height for scene in drawn) <= height


@pytest.mark.parametrize("name", ["morris", "shires", "four", "five"])
def test_a_click_on_a_place_finds_it(name):
    game = game_of(name)
    (scene,) = scenes(game, game.new(2, 1), 80, 17)
    for spot in scene.spots:
        assert scene.owners(spot.x, spot.y) == spot.place
