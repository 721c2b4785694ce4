"""Scroll bars in ASCII: a thumb on a track, in whole characters."""

from __future__ import annotations

import pytest
from textual.scrollbar import ScrollBar, ScrollBarRender

from siam_tui.appearance.theme import AsciiScrollBarRender, use_scroll_bars


@pytest.mark.parametrize("position", [0, 13, 40])
@pytest.mark.parametrize("vertical", [True, False])
def test_a_thumb_on_a_track(position, vertical):
    bar = AsciiScrollBarRender.render_bar(
        size=10, virtual_size=60, window_size=20, position=position, thickness=2, vertical=vertical
    )
    signs = [segment.text[:1] for segment in bar.segments if segment.text.strip()]
    signs = signs[:10]
    track = "|" if vertical else "-"
    assert set(signs) == {"#", track}
    assert (signs[0] == "#") == (position == 0)
    assert (signs[-1] == "#") == (position == 40)
    assert "".join(signs).strip(track).count("#") == "".join(signs).count("#") <= 4


def test_all_bars_are_drawn_so_only_where_that_is_wanted():
    use_scroll_bars(ascii_only=True)
    assert ScrollBar.renderer is AsciiScrollBarRender
    use_scroll_bars(ascii_only=False)
    assert ScrollBar.renderer is ScrollBarRender
