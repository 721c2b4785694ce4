"""Pictures of the table's middle at three sizes; regenerate with ``--snapshot-update``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.palette import PALETTES
from siam_tui.appearance.style import Look
from siam_tui.appearance.theme import LIGHT
from siam_tui.games.amber.choice_kinds import AREA_KINDS, card_choice
from tests.siam_tui.games.amber.moments import BodyApp, shown_at

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}
STEPS = {
    "a card": ("alone", "S2"),
    "an attempt": ("attempts", "G"),
    "the Confidant": ("crown", "R4"),
    "a chain": ("chain", "M664"),
    "the end": ("over", ""),
    "seven cards": ("first card", "X"),
}


async def settle(pilot):
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("step", STEPS)
def test_a_moment(snap_compare, step, size):
    app = BodyApp(shown_at(*STEPS[step]))
    assert snap_compare(app, terminal_size=size, run_before=settle)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_card_under_the_cursor(snap_compare, size):
    app = BodyApp(replace(shown_at("alone"), cursor=card_choice("W")))
    assert snap_compare(app, terminal_size=size, run_before=settle)


@pytest.mark.parametrize("palette", PALETTES)
def test_palettes(snap_compare, palette):
    shown = shown_at("alone", "S")
    cursor = next(each for each in shown.choices if each.kind in AREA_KINDS)
    app = BodyApp(replace(shown, cursor=cursor), Look(palette=PALETTES[palette]), LIGHT.name)
    assert snap_compare(app, terminal_size=SIZES["normal"], run_before=settle)


@pytest.mark.parametrize("moment", ["attempts", "start"])
def test_pure_ascii_in_fewer_lines(snap_compare, moment):
    app = BodyApp(shown_at(moment), Look(ASCII))
    assert snap_compare(app, terminal_size=(80, 22), run_before=settle)
