"""Pointing at a choice of the table: by a cursor that keys move, or by a click."""

from __future__ import annotations

from abc import abstractmethod

from textual import on

from siam_tui.games.siam import panels
from siam_tui.games.siam.board.steer import Direction, steer
from siam_tui.games.siam.board.widget import BoardMap
from siam_tui.games.siam.move_builder import Choice, Kind, card_choice
from siam_tui.table.bars import Doing, Option
from siam_tui.table.rejection_reason import why_no_province
from siam_tui.table.shown import ShownTable
from siam_tui.table.widgets import Line, MoveBar


class Pointing(ShownTable):
    """A table at which one points; what a choice then does is its subclass's."""

    @abstractmethod
    def _do(self, doing: Doing) -> None:
        """Do what an option stands for."""

    def _options(self) -> tuple[Option, ...]:
        return self._bar.bar.options if self._bar.bar else ()

    # The cursor

    def action_pick(self) -> None:
        """Choose what the cursor is on."""
        if self._desk.cursor is not None:
            self._do(self._desk.cursor)

    def action_next(self, by: int) -> None:
        """Move the cursor to the next or the previous option."""
        doings = [option.doing for option in self._options()]
        if doings:
            at = doings.index(self._desk.cursor) if self._desk.cursor in doings else -(by < 0) - 1
            self._point((at + by) % len(doings) if at >= 0 else (0 if by > 0 else -1))

    def _point(self, index: int) -> None:
        self._desk.cursor = self._options()[index].doing
        self._refresh()

    def action_steer(self, direction: Direction) -> None:
        """Move the cursor over the map, or along the options where no province is asked for."""
        targets = self._desk.targets
        if not targets:
            self.action_next(-1 if direction in ("left", "up") else 1)
            return
        cursor, picture = self._desk.cursor, self.query_one(BoardMap).picture
        if not isinstance(cursor, Choice) or cursor.value not in targets or picture is None:
            self._desk.cursor = Choice(Kind.PROVINCE, min(targets))
        else:
            to = steer(picture.shape, cursor.value, direction, targets)
            self._desk.cursor = Choice(Kind.PROVINCE, to)
        self._refresh()

    # Clicks

    @on(MoveBar.Chosen)
    def _option_clicked(self, event: MoveBar.Chosen) -> None:
        self._do(event.option.doing)

    @on(BoardMap.Chosen)
    def _province_clicked(self, event: BoardMap.Chosen) -> None:
        self._choose_province(event.province)

    @on(Line.Clicked, "#queue")
    def _tile_clicked(self, event: Line.Clicked) -> None:
        position = self._desk.shown(self._sight.position) if self._sight else None
        place = event.x // max(1, event.line.size.width // 8)
        if position is not None and place < len(position.queue):
            self._choose_province(position.queue[place])

    def _choose_province(self, province: int) -> None:
        if self._desk.builder is not None and not self._sending and self._sight is not None:
            if province in self._desk.targets:
                self._do(Choice(Kind.PROVINCE, province))
            else:
                self._notice(why_no_province(self._desk, self._sight, province))

    @on(Line.Clicked, "#hand")
    def _card_clicked(self, event: Line.Clicked) -> None:
        if self._sight is None:
            return
        _, places = panels.hand(self._sight, event.line.size.width, self._look)
        for xs, card in places:
            if event.x in xs and self._desk.builder is not None:
                self._do(card_choice(card))
