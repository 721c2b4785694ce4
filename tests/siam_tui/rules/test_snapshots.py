"""Pictures of the help; regenerate with ``--snapshot-update``."""

import pytest

from tests.siam_tui.rules.test_screen import Shelf

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


async def settle(pilot):
    await pilot.pause()


@every_size
def test_a_chapter(snap_compare, size):
    assert snap_compare(Shelf("game"), terminal_size=size, run_before=settle)


@every_size
def test_an_example(snap_compare, size):
    keys = ["tab", "right"]
    assert snap_compare(Shelf("turn"), press=keys, terminal_size=size, run_before=settle)
