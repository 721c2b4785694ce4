"""A list in a panel, to choose a line from."""

from __future__ import annotations

from siam_tui.ui.text_widgets import OptionList


class PanelList(OptionList):
    """As long as its lines, in the panel's own colour; the chosen line is lit."""
