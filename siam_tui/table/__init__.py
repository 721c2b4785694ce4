"""One table as a person sees it, from the free seats to the result."""

from siam_tui.table.screen import TableScreen

__all__ = ["TableScreen"]
