"""The help: keys and rules, chapter by chapter, opened where one is."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Markdown
from textual.widgets.option_list import Option

from siam_tui.appearance.looks import worn_by
from siam_tui.games.siam.help.example import Example
from siam_tui.games.siam.help.live import LiveExample
from siam_tui.replay.help import HELP as WATCHING_AGAIN
from siam_tui.rules.book import Chapter, chapters
from siam_tui.table.help import HELP as AT_A_TABLE
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.help import HELP as AROUND
from siam_tui.ui.key_footer import KeyFooter
from siam_tui.ui.text_widgets import OptionList

GUIDE = (
    Chapter("around", "Ways to play, keys", (AROUND,)),
    Chapter("table", "At a table", (AT_A_TABLE,)),
    Chapter("replay", "Watching again", (WATCHING_AGAIN,)),
)
"""How the app is used; the rules of the game follow."""


class RulesScreen(Dialog[None]):
    """Chapters on the left, what they say on the right."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "dismiss", "Back"),
        Binding("pagedown", "page(1)", "Read on", key_display="PgDn", priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    RulesScreen > Horizontal { width: 110; height: 1fr; border: round $primary; }
    RulesScreen #chapters {
        width: 23; height: 1fr; border: none; padding: 0; background: $surface;
    }
    RulesScreen #page { width: 1fr; height: 1fr; padding: 0 1; }
    RulesScreen Markdown { background: $surface; padding: 0; margin: 0; }
    """

    def __init__(self, chapter: str = "") -> None:
        """Prepare.

        Args:
            chapter: the id of the chapter to open with; the first one if left out.
        """
        super().__init__()
        self._chapters = (*GUIDE, *chapters())
        ids = [chapter.id for chapter in self._chapters]
        self._first = ids.index(chapter) if chapter else 0

    def compose(self) -> ComposeResult:
        """Lay it out."""
        with Horizontal() as box:
            box.border_title = "Help and rules"
            box.border_subtitle = "arrows choose a chapter, PgDn reads on, Tab steps into examples"
            yield OptionList(*(Option(c.title, id=c.id) for c in self._chapters), id="chapters")
            yield VerticalScroll(id="page", can_focus=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Open the chapter."""
        listed = self.query_one(OptionList)
        listed.highlighted = self._first
        listed.focus()

    @on(OptionList.OptionHighlighted)
    async def _opened(self, event: OptionList.OptionHighlighted) -> None:
        page = self.query_one("#page", VerticalScroll)
        chapter = self._chapters[event.option_index]
        with self.app.batch_update():
            await page.remove_children()
            await page.mount_all(map(self._part, chapter.parts))
        page.scroll_home(animate=False)

    @on(OptionList.OptionSelected)
    def _entered(self) -> None:
        self.action_page(1)

    def _part(self, part: str | Example) -> Widget:
        return Markdown(part) if isinstance(part, str) else LiveExample(part, worn_by(self.app))

    def action_page(self, by: int) -> None:
        """Read on, or back."""
        page = self.query_one("#page", VerticalScroll)
        page.scroll_relative(y=by * max(1, page.size.height - 2), animate=False)
