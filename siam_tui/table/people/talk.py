"""Table talk: the latest lines beside the board, and a dialog to read and say more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input

from client.changes import TalkChanged
from client.errors import ConnectionEndedError, RefusedError
from protocol.commands import Say
from protocol.limits import MAX_TALK
from protocol.messages import TalkLine
from siam_tui.appearance.cells import pad_end, wrap_text
from siam_tui.appearance.style import Look
from siam_tui.model.table_view import TableView
from siam_tui.table.dialogs import FollowedDialog
from siam_tui.ui.fitting import first_fit
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.retelling import entitle
from siam_tui.ui.text_line import Line
from siam_tui.ui.text_widgets import Static
from texts import say, tell

CLOSED = say("table/talk/closed")
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


def talk_lines(
    lines: Iterable[TalkLine], width: int, look: Look, most: int | None = None
) -> list[Content]:
    """Return the talk, each line with its speaker; names of spectators are faint.

    Args:
        lines: what was said.
        width: characters across.
        look: signs and colours.
        most: rows that a message may take, or None for as many as it needs. A longer one is cut.
    """
    return [row for line in lines for row in _message(line, width, look, most)]


def _message(line: TalkLine, width: int, look: Look, most: int | None) -> list[Content]:
    """Return a message in rows: the first has its speaker, the last a sign where it is cut."""
    width = max(10, width)
    style = look.palette.strong if line.seat is not None else look.palette.faint
    first, *rest = wrap_text(f"{line.name}: {line.text}", width, subsequent_indent="  ")
    rows = [Content(first).stylize(style, 0, min(len(line.name) + 1, len(first)))]  # type: ignore[characters]
    rows += map(Content, rest)
    if most is None or len(rows) <= most:
        return rows
    cut = Content(" ").join((rows[most - 1], *(row.plain.strip() for row in rows[most:])))
    return [*rows[: most - 1], cut.truncate(width, ellipsis=True)]


def needed_height(line: TalkLine, width: int, look: Look) -> int:
    """Return how many rows a message needs below the heading, with that."""
    return 1 + len(talk_lines((line,), width, look))


def beside(
    lines: Iterable[TalkLine], width: int, height: int, look: Look, key: str = ""
) -> Content:
    """Return the latest talk for which there is height, under a heading.

    Each message begins with its speaker. The latest one is cut only where it alone is too long,
    the oldest one that is seen where there is no more room.
    Where there is no room for a heading, each takes one row, behind a rule.

    Args:
        lines: what was said.
        width: characters across.
        height: the most rows.
        look: signs and colours.
        key: the key that shows all of it, which the heading names where something is left out.
    """
    lines, rule = tuple(lines), look.glyphs.box[0, 1, 0, 1]
    if height < _WITH_HEADING:
        lead = Content.styled(f"{rule} ", look.palette.outline)
        told = [lead.append(row) for row in talk_lines(lines[-height:], _UNWRAPPED, look)]
        return Content("\n").join(each.truncate(width, ellipsis=True) for each in told)
    if not lines:
        return Content()
    room, rows = height - 1, list[Content]()
    for line in reversed(lines):
        if len(rows) == room:
            break
        rows = [*talk_lines((line,), width, look, room - len(rows)), *rows]
    is_all = rows == talk_lines(lines, width, look)
    titles = [tell("table/talk/title")]
    if key and not is_all:
        titles.insert(0, tell("table/talk/more", key=key))
    heads = (f"{rule * 2} {title} " for title in titles)
    head = pad_end(first_fit(heads, width, ""), width, rule)
    return Content("\n").join([Content.styled(head, look.palette.outline), *rows])


class _TalkInput(LineInput):
    """Where one types; pasted lines become one, as a message has no more."""

    JOINS_LINES: ClassVar[bool] = True


class TalkScreen(FollowedDialog):
    """All that was said at a table, and a line to say something in."""

    NEWS = TalkChanged

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "table/key/back"),
        Binding("pageup", "turn(-1)", show=False),
        Binding("pagedown", "turn(1)", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    TalkScreen { align: center bottom; }
    TalkScreen > Vertical { width: 84; height: 35%; min-height: 8; max-height: 16; }
    TalkScreen VerticalScroll { height: 1fr; padding: 0 1; }
    TalkScreen #said { height: auto; }
    TalkScreen #refused { color: $text-error; padding: 0 1; display: none; }
    TalkScreen #closed { color: $text-muted; padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        """Lay the lines out, and the input where one may talk."""
        with Vertical() as box:
            entitle(box, say("table/talk/heading"), say("table/talk/keys"))
            with VerticalScroll(can_focus=False):
                yield Line(id="said")
            yield Static(id="refused")
            yield Static(CLOSED, id="closed")
            yield _TalkInput(placeholder=say("table/talk/hint"), max_length=MAX_TALK, compact=True)

    def on_mount(self) -> None:
        """Begin to type."""
        self.query_one(Input).focus()

    def _show(self) -> None:
        closed = talk_closed(self._view)
        self.query_one(Input).display = not closed
        self.query_one("#closed").display = closed
        lines = self._client.talks.lines_at(self._view.state.table)

        def make(width: int) -> Content:
            nothing = [Content.styled(tell("table/talk/none"), self._look.palette.faint)]
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
