"""Dialogs of a table: how it ended, what to look up, what was missed, and how to leave."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import ClassVar, Final, Literal, TypeAlias

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from client.changes import Change, TableChanged
from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.games.terms_text import tell_own_absence
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView, seen_again
from siam_tui.profile.remembered_games import Glance
from siam_tui.table.log_lines import log_lines
from siam_tui.table.seat_notes import time_words
from siam_tui.ui.dialog import ChoiceDialog, Dialog
from siam_tui.ui.retelling import entitle
from siam_tui.ui.text_line import Line
from siam_tui.ui.text_widgets import Static
from texts import Message, say, tell


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

    def retell(self) -> None:
        """Show it in the language that is spoken now."""
        self._show()

    @abstractmethod
    def _show(self) -> None:
        """Show what there is now."""


Answer: TypeAlias = Literal["stay", "away", "leave"]


class LeaveScreen(ChoiceDialog[Answer]):
    """Stay, look elsewhere and keep the seat, or get up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "answer('stay')", "table/key/stay"),
        Binding("a,b", "answer('away')", "table/key/away"),
        Binding("l", "answer('leave')", "table/key/leave"),
    ]

    def __init__(self, *, mid_game: bool, most_away: float = 0.0) -> None:
        """Prepare.

        Args:
            mid_game: whether a game runs.
            most_away: after how many seconds away the others may let a bot play; 0 for never.
        """
        last = say("table/leave/with-bot") if mid_game else say("table/leave/give-up")
        answers: dict[str, tuple[str | Message, Answer]] = {
            "stay": (say("table/leave/stay"), "stay"),
            "away": (say("table/leave/away"), "away"),
            "leave": (last, "leave"),
        }
        self._most_away = most_away if mid_game else None
        super().__init__(self._ask(), answers)

    def _ask(self) -> str:
        absence = "" if self._most_away is None else tell_own_absence(self._most_away)
        return "\n".join(filter(None, (tell("table/leave/ask"), absence)))

    def retell(self) -> None:
        """Ask in the language that is spoken now."""
        self.query_one(Static).update(self._ask())


class OverviewScreen(Dialog[None]):
    """All that the person may know about a game, as it was when the page was opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,i,enter", "dismiss", "table/key/back"),
        Binding("up", "turn(-1)", show=False),
        Binding("down", "turn(1)", show=False),
        Binding("pageup", "turn(-12)", show=False),
        Binding("pagedown,space", "turn(12)", show=False),
        Binding("home", "go_to_end(False)", show=False),
        Binding("end", "go_to_end(True)", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    OverviewScreen > Vertical { width: 110; height: auto; max-height: 100%; }
    OverviewScreen VerticalScroll { height: auto; max-height: 100%; padding: 0 1; }
    OverviewScreen Line { height: auto; }
    """

    def __init__(self, view: TableView, log: MoveLog | None, look: Look) -> None:
        """Prepare; the log has what everybody may read now."""
        super().__init__()
        self._view, self._log, self._look = view, log, look

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        with Vertical() as box:
            title = say("table/overview/title", game=self._view.game.title)
            entitle(box, title, say("table/overview/keys"))
            with VerticalScroll(can_focus=False):
                yield Line(id="overview")

    def on_mount(self) -> None:
        """Show the page."""
        self.query_one("#overview", Line).show(lambda width: Content("\n").join(self._lines(width)))

    def _lines(self, width: int) -> Iterator[Content]:
        view, look = self._view, self._look
        parts = ui_of(view.game.name).texts.overview(view, width, look)
        log = log_lines(self._log, view, width, look) if self._log else []
        for number, (title, lines) in enumerate((*parts, (tell("table/overview/log"), log))):
            if number:
                yield Content("")
            yield Content.styled(title, look.palette.strong)
            yield from lines

    def action_turn(self, lines: int) -> None:
        """Turn the page by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_go_to_end(self, is_end: bool) -> None:
        """Go to the end of the page, or to its beginning."""
        scroll = self.query_one(VerticalScroll)
        (scroll.scroll_end if is_end else scroll.scroll_home)(animate=False)


def moves_since(log: MoveLog, glance: Glance) -> MoveLog | None:
    """Return the part of a log one has not seen, or None if nobody has moved or a game ended."""
    if glance.game_number != log.game_number or glance.ply >= log.end:
        return None
    unseen = max(0, glance.ply - log.first)
    start = log.entries[unseen - 1].position if unseen else log.start
    return MoveLog(log.game_number, start, log.first + unseen, log.entries[unseen:])


class SinceScreen(Dialog[None]):
    """The moves one has missed, told as the log tells them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space", "dismiss", "table/key/go-on"),
        Binding("up,pageup", "turn(-1)", show=False),
        Binding("down,pagedown", "turn(1)", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    SinceScreen > Vertical { max-height: 90%; }
    SinceScreen VerticalScroll { height: auto; max-height: 18; padding: 0 1; }
    SinceScreen Line { height: auto; }
    """

    def __init__(self, missed: MoveLog, view: TableView, seconds: float, look: Look) -> None:
        """Prepare.

        Args:
            missed: the moves.
            view: the table as it is now.
            seconds: how long ago one looked.
            look: signs and colours.
        """
        super().__init__()
        self._missed = missed
        self._view = view
        self._seconds = seconds
        self._look = look

    def compose(self) -> ComposeResult:
        """Lay the moves out."""
        with Vertical() as box:
            entitle(box, self._title(), say("table/since/keys"))
            with VerticalScroll(can_focus=False):
                yield Line(id="missed")

    def on_mount(self) -> None:
        """Show the moves, and whose turn it is."""
        self.query_one("#missed", Line).show(self._told)
        self.call_after_refresh(self.query_one(VerticalScroll).scroll_end, animate=False)

    def _title(self) -> Message:
        return say("table/since/title", ago=time_words(self._seconds) or None)

    def retell(self) -> None:
        """Tell how long ago it was in the language that is spoken now."""
        entitle(self.query_one(Vertical), self._title(), say("table/since/keys"))

    def _told(self, width: int) -> Content:
        lines = log_lines(self._missed, self._view, width, self._look)
        if self._view.my_turn:
            lines.append(Content.styled(tell("table/since/your-turn"), self._look.palette.strong))
        elif self._view.turn is not None:
            told = tell("table/since/turn", who=self._view.named(self._view.turn))
            lines.append(Content.styled(told, self._look.palette.strong))
        return Content("\n").join(lines)

    def action_turn(self, lines: int) -> None:
        """Turn the pages."""
        self.query_one(VerticalScroll).scroll_relative(y=lines * 5, animate=False)


_KEYS: Final = {
    (False, False): say("table/ending/keys-back"),
    (True, False): say("table/ending/keys-save"),
    (False, True): say("table/ending/keys-card"),
    (True, True): say("table/ending/keys-both"),
}
_AROUND: Final = 4
"""Lines of a screen that the box does not have: title, footer and its frame."""


class EndingScreen(Dialog[None]):
    """The end of a game explained."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "table/key/back"),
        Binding("s", "save", "table/key/save"),
        Binding("c", "card", "table/key/card"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    EndingScreen > VerticalScroll { width: 104; max-height: 100%; padding: 0 1; }
    EndingScreen Line { height: auto; }
    """

    def __init__(
        self,
        view: TableView,
        log: MoveLog | None,
        look: Look,
        save: Callable[[], object] | None = None,
        card: Callable[[], object] | None = None,
    ) -> None:
        """Prepare.

        Args:
            view: the table when its game is over.
            log: the log of the game, or None while that is not known.
            look: signs and colours.
            save: keeps the record and says where; None where it is kept already.
            card: shows the card of the game; None where there is no whole game.
        """
        super().__init__()
        self._save, self._card = save, card
        self._view, self._moves, self._look = view, log, look

    def compose(self) -> ComposeResult:
        """Show the page."""
        with VerticalScroll() as box:
            entitle(box, say("table/ending/title"))
            yield Line(id="ending")

    def on_mount(self) -> None:
        """Show what there is."""
        self.query_one(Line).show(self._text)
        self.call_after_refresh(self._show_keys)

    def on_resize(self) -> None:
        """Say which keys there are now."""
        self.call_after_refresh(self._show_keys)

    def retell(self) -> None:
        """Tell the keys in the language that is spoken now."""
        self.call_after_refresh(self._show_keys)

    def _show_keys(self) -> None:
        """Say which keys there are; that of the next page, if the text is longer than the box."""
        box = self.query_one(VerticalScroll)
        keys = _KEYS[self._save is not None, self._card is not None]
        more = say("table/ending/more", keys=keys)
        entitle(box, say("table/ending/title"), more if box.max_scroll_y > 0 else keys)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done."""
        return {"save": self._save, "card": self._card}.get(action, self.dismiss) is not None

    def action_save(self) -> None:
        """Keep the record."""
        if self._save is not None:
            self._save()

    def action_card(self) -> None:
        """Show the card of the game."""
        if self._card is not None:
            self._card()

    def _text(self, width: int) -> Content:
        view, log, texts = self._view, self._moves, ui_of(self._view.game.name).texts
        told = [line for each in texts.explain_result(view) for line in Content(each).wrap(width)]
        parts = [told, texts.standings(view, min(width, 60), self._look)]
        if log is not None:
            parts.append(texts.game_chart(log, view, width, self._look))
        parts = [part for part in parts if part]
        # Lines between the parts, unless they alone would make the text longer than the box.
        lines, room = sum(map(len, parts)), self.size.height - _AROUND
        apart = "\n" if lines <= room < lines + len(parts) - 1 else "\n\n"
        return Content(apart).join(Content("\n").join(part) for part in parts)
