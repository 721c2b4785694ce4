"""Table talk: the latest lines beside the board, and a dialog to read and say more."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input

from client import ConnectionEndedError, RefusedError, TalkChanged
from protocol.messages import Say, TalkLine
from protocol.talk import MAX_TALK
from siam_tui.appearance.style import Look
from siam_tui.model.table_view import TableView
from siam_tui.table.people.followed_dialog import FollowedDialog
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.text_line import Line
from siam_tui.ui.text_widgets import Static

CLOSED = "A team game runs: those seated neither talk nor hear spectators until it is over."
"""Said where talk is closed."""


_WITH_HEADING = 3
"""Lines from which there is room for a heading above two lines of talk."""
_UNWRAPPED = 10_000
"""More characters than any line of talk has."""


def talk_closed(view: TableView) -> bool:
    """Return whether the player may not talk now: they have a seat in a running team game."""
    state = view.state
    teams = view.game.teams(len(state.seats))
    running = state.status == "running" and view.seat is not None
    return running and bool(teams) and not state.terms.open_talk


def talk_lines(lines: Iterable[TalkLine], width: int, look: Look) -> list[Content]:
    """Return the talk, each line with its speaker; names of spectators are faint."""
    told: list[Content] = []
    for line in lines:
        style = look.palette.strong if line.seat is not None else look.palette.faint
        first, *rest = wrap(f"{line.name}: {line.text}", max(10, width), subsequent_indent="  ")
        told.append(Content(first).stylize(style, 0, min(len(line.name) + 1, len(first))))
        told += map(Content, rest)
    return told


def beside(lines: Iterable[TalkLine], width: int, height: int, look: Look) -> Content:
    """Return as many of the last rows of talk as there is height for, under a rule.

    Where there is but one line, it is the beginning of what was said last, behind the rule.
    """
    lines, rule = tuple(lines), look.glyphs.box[0, 1, 0, 1]
    if height < _WITH_HEADING:
        last = talk_lines(lines[-1:], _UNWRAPPED, look)
        told = (Content.assemble((f"{rule} ", look.palette.outline), each) for each in last)
        return Content("\n").join(each.truncate(width, ellipsis=True) for each in told)
    rows = talk_lines(lines, width, look)
    if not rows:
        return Content()
    heading = Content.styled(f"{rule * 2} talk ".ljust(width, rule), look.palette.outline)
    return Content("\n").join([heading, *rows[-(height - 1) :]])


class TalkScreen(FollowedDialog):
    """All that was said at a table, and a line to say something in."""

    NEWS = TalkChanged

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back to the table"),
        Binding("pageup", "turn(-1)", show=False),
        Binding("pagedown", "turn(1)", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    TalkScreen { align: center bottom; }
    TalkScreen > Vertical { width: 84; height: 16; max-height: 90%; }
    TalkScreen VerticalScroll { height: 1fr; padding: 0 1; }
    TalkScreen #said { height: auto; }
    TalkScreen #refused { color: $text-error; padding: 0 1; display: none; }
    TalkScreen #closed { color: $text-muted; padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        """Lay the lines out, and the input where one may talk."""
        with Vertical() as box:
            box.border_title = "Table talk"
            box.border_subtitle = "Enter says it, Esc goes back"
            with VerticalScroll(can_focus=False):
                yield Line(id="said")
            yield Static(id="refused")
            yield Static(CLOSED, id="closed")
            yield LineInput(
                placeholder="Say something to everybody at the table",
                max_length=MAX_TALK,
                compact=True,
            )

    def on_mount(self) -> None:
        """Begin to type."""
        self.query_one(Input).focus()

    def _show(self) -> None:
        closed = talk_closed(self._view)
        self.query_one(Input).display = not closed
        self.query_one("#closed").display = closed
        lines = self._client.talks.lines_at(self._view.state.table)

        def make(width: int) -> Content:
            nothing = [Content.styled("Nobody has said anything yet.", self._look.palette.faint)]
            return Content("\n").join(talk_lines(lines, width, self._look) or nothing)

        self.query_one("#said", Line).show(make)
        self.call_after_refresh(self.query_one(VerticalScroll).scroll_end, animate=False)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self._say(event.value)
        else:
            self.dismiss()

    @work(group="say")
    async def _say(self, text: str) -> None:
        refused = self.query_one("#refused", Static)
        try:
            await self._client.request(Say(self._view.state.table, text))
        except (RefusedError, ConnectionEndedError) as error:
            refused.update(str(error))
            refused.display = True
            return
        refused.display = False
        entry = self.query_one(Input)
        if entry.value == text:
            entry.clear()

    def action_turn(self, pages: int) -> None:
        """Turn the pages."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=pages * max(1, scroll.size.height - 1), animate=False)
