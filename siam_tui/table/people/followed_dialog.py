"""A dialog about a table that goes on meanwhile."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual import work

from client.changes import Change, TableChanged
from siam_tui.appearance.style import Look
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView, seen_again
from siam_tui.ui.dialog import Dialog


class FollowedDialog(Dialog[None]):
    """Dialog about a table; redrawn when the table or `NEWS` changes."""

    NEWS: ClassVar[type[Change]]
    """The kind of change, beside the table's own, that it shows."""

    def __init__(self, client: TableSource, view: TableView, look: Look) -> None:
        """Prepare.

        Args:
            client: the connection to the table's lobby.
            view: the table as it is at first.
            look: signs and colours.
        """
        super().__init__()
        self._client = client
        self._view = view
        self._look = look

    def on_mount(self) -> None:
        """Begin to follow the table."""
        self._follow()
        self._show()

    @work(group="follow", exclusive=True)
    async def _follow(self) -> None:
        async with self._client.changes() as changes:
            async for change in changes:
                if isinstance(change, TableChanged):
                    self._view = seen_again(self._view, change.state)
                if isinstance(change, (TableChanged, self.NEWS)):
                    self._show()

    @abstractmethod
    def _show(self) -> None:
        """Show what there is now."""
