"""The report of the chapter that ended last, until the person has closed it. No widgets."""

from __future__ import annotations

from siam_tui.games.game_texts import ChapterReport
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog, latest_ended_chapter
from siam_tui.model.table_view import TableView


class LatestReport:
    """What the last chapter of one table came to. It is made once for each state of the table."""

    def __init__(self) -> None:
        self._closed: tuple[object, ...] | None = None
        self._chapter: tuple[object, ...] | None = None
        self._made_for: tuple[object, ...] | None = None
        self._report: ChapterReport | None = None

    def of(self, log: MoveLog, view: TableView) -> ChapterReport | None:
        """Return the report; None if no chapter has ended, or the person has read it."""
        made_for = (log.first, log.end, view.moment)
        if made_for != self._made_for:
            self._made_for, self._chapter, self._report = made_for, None, None
            ended = latest_ended_chapter(log, view)
            if ended is not None:
                game = view.game
                self._chapter = (*view.state.branch, game.chapter(ended.before))
                self._report = ui_of(game.name).texts.chapter_report(view, ended)
        return None if self._chapter == self._closed else self._report

    def close(self) -> None:
        """Note that the person has read the report."""
        self._closed = self._chapter
