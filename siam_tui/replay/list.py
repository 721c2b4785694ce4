"""The records that are kept, to choose one from, or another file by its path."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.option_list import Option

from games.plural import count_of
from games.record import Record
from siam_tui.appearance.cells import pad_end
from siam_tui.games.registry import ui_of
from siam_tui.model.record_files import Kept, kept_records, read_record
from siam_tui.model.replay import Replay, seat_names
from siam_tui.replay.screen import ReplayScreen
from siam_tui.ui.line_input import MAX_PATH, LineInput
from siam_tui.ui.panel_list import PanelList
from siam_tui.ui.panel_screen import PanelScreen, trouble_line
from siam_tui.ui.text import listed
from siam_tui.ui.text_widgets import OptionList, Static

NOTHING = (
    "No game is saved yet. When a game is over, W watches it again and S saves it there.\n"
    "`siam records --to FOLDER` writes those played in a lobby you serve."
)


class RecordsScreen(PanelScreen[None]):
    """Which record to watch."""

    PANEL_TITLE = "Watch a record"
    DEFAULT_CSS: ClassVar[str] = """
    RecordsScreen #panel { width: 100; max-height: 100%; }
    RecordsScreen PanelList { max-height: 60vh; }
    """

    def __init__(self, folder: Path) -> None:
        """Prepare.

        Args:
            folder: where records are kept.
        """
        super().__init__()
        self._folder = folder
        self._kept: list[Kept] = []

    def body(self) -> Iterable[Widget]:
        """Show the records, and a line for another file."""
        self._kept = kept_records(self._folder)
        if self._kept:
            yield PanelList(*map(_option, self._kept), id="records")
        else:
            yield Static(NOTHING)
        yield LineInput(
            placeholder="or the path of another .siam file", max_length=MAX_PATH, id="path"
        )
        yield trouble_line()

    def on_mount(self) -> None:
        """Begin with the newest."""
        self.query_one("#records" if self._kept else "#path").focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        kept = self._kept[event.option_index]
        if kept.record is None:
            self.say(kept.trouble)
        else:
            self._watch(kept.record)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            self.say("Write the path of a .siam file there, such as ~/games/evening.siam.")
            return
        with self.showing_errors():
            self._watch(read_record(Path(event.value.strip()).expanduser()))

    def _watch(self, record: Record) -> None:
        self.say("")
        self.app.push_screen(ReplayScreen(Replay.of(record)))


def _option(kept: Kept) -> Option:
    record = kept.record
    if record is None:
        broken = "[$text-error]$name[/]  cannot be read"
        return Option(Content.from_markup(broken, name=kept.path.name))
    line = Content.from_markup(
        "[b]$day[/b]  $who  [$foreground 60%]$how, $moves[/]",
        day=pad_end((record.date or "").replace(".", "-"), 10),
        who=listed(seat_names(record)),
        how=ui_of(record.game.name).texts.record_result(record.result, seat_names(record)),
        moves=count_of(len(record.moves), "move"),
    )
    return Option(line)
