"""A list in a panel, to choose a line from."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widgets.option_list import Option

from siam_tui.ui.text_widgets import OptionList


class PanelList(OptionList):
    """As long as its lines, in the panel's own colour; the chosen line is lit."""

    def replace_lines(self, lines: Iterable[Option]) -> None:
        """Show other lines: the one chosen stays chosen, by its id; else the first one is."""
        chosen = self.highlighted_option
        self.set_options(lines)
        ids = [each.id for each in self.options]
        if ids:
            self.highlighted = ids.index(chosen.id) if chosen and chosen.id in ids else 0
