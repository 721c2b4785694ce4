"""The chances of all sides in place of the log, where a spectator may see them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing

from textual.content import Content
from textual.geometry import Size

from client.errors import ConnectionEndedError, RefusedError
from games.contract import GameError
from siam_tui.analysis.analysis_worker import LiveAnalysis
from siam_tui.analysis.graph import graph
from siam_tui.appearance.style import Look
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.table.controller import TableController

THINKING = "The engine is thinking about this game."


class Chances:
    """What a spectator sees of the chances at one table.

    Attributes:
        shown: whether they stand in the log's place.
    """

    def __init__(self, controller: TableController) -> None:
        self.shown = False
        self._controller, self._live = controller, LiveAnalysis()
        self._busy = False

    def may_show(self, view: TableView | None) -> bool:
        """Return whether somebody may see them: who has no seat, where the table allows it."""
        if view is None or view.seat is not None or view.position is None:
            return False
        return view.state.terms.open_analysis

    def make_log(self, height: int, look: Look) -> Callable[[int], Content]:
        """Return what makes the graph for a width."""
        replay, verdicts = self._live.replay, self._live.verdicts
        if replay is None or not replay.last:
            return lambda _: Content(THINKING)
        return lambda width: Content("\n").join(
            graph(replay, verdicts, replay.last, (Size(width, height), look.glyphs))
        )

    async def think(self) -> None:
        """Think until all moves there are by then are thought about."""
        if self._busy:  # it goes on with what has come meanwhile
            return
        self._busy, controller = True, self._controller
        try:
            thought_about = None
            while self.shown and (view := controller.view) and view.moment != thought_about:
                thought_about = view.moment
                async with aclosing(self._live.update(controller.source, view)) as found:
                    async for _ in found:
                        controller.show()
        except (RefusedError, ConnectionEndedError, GameError, UserError) as error:
            controller.tell(str(error))
        finally:
            self._busy = False
        controller.show()
