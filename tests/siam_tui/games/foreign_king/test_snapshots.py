"""Pictures of whole tables in their states; regenerate with ``--snapshot-update``."""

from __future__ import annotations

from random import Random

import pytest

from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.palette import PALETTES
from siam_tui.appearance.style import Look
from siam_tui.appearance.theme import DARK, LIGHT
from tests.siam_tui.games.foreign_king.moments import GAME, MOMENTS
from tests.siam_tui.table.stage import Stage, Theatre, person

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)

STEPS = {
    "choosing a space": ("choosing", ""),
    "building a move": ("choosing", "v4588"),
    "placing citizens": ("four", "p52"),
    "moving the King": ("choosing", "k1"),
    "asking the Congress": ("congress", ""),
    "steps of the virtual player": ("virtual", "0101"),
    "closing": ("closing", "l"),
    "making a factory inactive": ("shut", "m"),
    "changing the turn order": ("order", ""),
    "the end": ("over", ""),
    "the end with two": ("over with two", ""),
    "four players": ("four", ""),
}


def table_at(moment, **changes):
    """Return a table at a moment, with Ann on the seat that decides."""
    position = GAME.parse(MOMENTS[moment])
    seats = tuple(map(person, range(position.seats)))
    status = "running" if GAME.turn(position) is not None else "over"
    return Stage(GAME, [position], [], seats, **{"status": status} | changes)


def watched(moves=40):
    """Return a table with a log, at which Zoe is a spectator."""
    random, positions, texts = Random(3), [GAME.new(3, 1)], []
    for _ in range(moves):
        move = GAME.random_move(positions[-1], random)
        texts.append(GAME.format_move(move))
        positions.append(GAME.play(positions[-1], move))
    return Stage(GAME, positions, texts, tuple(map(person, range(3))), me="key-Zoe")


async def settle(pilot):
    await pilot.pause()


@every_size
@pytest.mark.parametrize("step", STEPS)
def test_a_moment(snap_compare, step, size):
    moment, keys = STEPS[step]
    app = Theatre(table_at(moment))
    assert snap_compare(app, press=keys, terminal_size=size, run_before=settle)


@every_size
def test_watching(snap_compare, size):
    assert snap_compare(Theatre(watched()), terminal_size=size, run_before=settle)


@every_size
def test_before_the_start(snap_compare, size):
    app = Theatre(table_at("choosing", status="open"))
    assert snap_compare(app, terminal_size=size, run_before=settle)


@pytest.mark.parametrize("theme", [DARK.name, LIGHT.name])
@pytest.mark.parametrize("palette", PALETTES)
def test_palettes(snap_compare, palette, theme):
    app = Theatre(table_at("four"), look=Look(palette=PALETTES[palette]), theme=theme)
    size = SIZES["normal"]
    assert snap_compare(app, press="v4", terminal_size=size, run_before=settle)


@pytest.mark.parametrize("size", [(80, 24), (80, 22)], ids=str)
def test_pure_ascii(snap_compare, size):
    app = Theatre(table_at("four"), look=Look(ASCII))
    assert snap_compare(app, press="k1", terminal_size=size, run_before=settle)
