"""The help: how the app is used, and the rules of a game, chapter by chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Markdown
from textual.widgets.option_list import Option

from games.contract import Game
from games.registry import spec_of
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import worn_by
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.profile.key_settings import KeyReplacer
from siam_tui.rules.rules_text import app_chapters
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.retelling import entitle
from siam_tui.ui.text_widgets import OptionList
from texts import say, tell

_WIDTH: Final = 110
"""Characters across, where there is room."""
_FRAME: Final = 6
"""Characters of the lower border around what stands in it."""
_KEYS_IN: Final = {"around": ("everywhere", "lobby"), "table": ("table",), "replay": ("replay",)}
"""The places whose keys a chapter of the help names."""


class RulesScreen(Dialog[None]):
    """Chapters on the left, the chosen one on the right."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "dismiss", "rules/key/back"),
        Binding("pagedown", "page(1)", "rules/key/read-on", key_display="PgDn", priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("g", "next_game", "rules/key/next-game"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    RulesScreen > Horizontal { width: 110; height: 1fr; border: round $primary; }
    RulesScreen #chapters {
        width: 23; height: 1fr; border: none; padding: 0; background: $surface;
    }
    RulesScreen #page { width: 1fr; height: 1fr; padding: 0 1; }
    RulesScreen Markdown { background: $surface; padding: 0; margin: 0; }
    """

    def __init__(
        self,
        game: str,
        chapter: str = "",
        remember: Callable[[str], None] | None = None,
        rules: Game[Any, Any] | None = None,
    ) -> None:
        """Prepare.

        Args:
            game: the short name of the game whose rules are shown first.
            chapter: the id of the chapter to open with; the first one if left out.
            remember: remembers the game that was chosen; None remembers nothing.
            rules: the rules of the table that is shown, if there is one.
        """
        super().__init__()
        self._rules = rules
        self._remember, self._is_laid_out = remember, False
        self._read(game)
        self._first = [each.id for each in self._chapters].index(chapter) if chapter else 0

    def _read(self, game: str) -> None:
        ui = ui_of(game)
        self._game, self._guide = game, ui.rules
        rules = self._rules if self._rules and self._rules.name == game else None
        self._chapters = (*app_chapters(ui, rules), *self._guide.chapters())

    def compose(self) -> ComposeResult:
        """Lay it out."""
        with Horizontal() as box:
            self._entitle(box)
            yield OptionList(*self._options(), id="chapters")
            yield VerticalScroll(id="page", can_focus=False)

    def _entitle(self, box: Widget) -> None:
        game = spec_of(self._game).title if len(shown_games()) > 1 else None
        usual, brief = say("rules/how-to-read"), say("rules/how-to-read-short")
        fits = text_width(tell(usual)) <= min(_WIDTH, self.app.size.width) - _FRAME
        entitle(box, say("rules/title", game=game), usual if fits else brief)

    def _list_chapters(self, place: int) -> None:
        """List the chapters that were read, and open one."""
        self._entitle(self.query_one(Horizontal))
        listed = self.query_one(OptionList)
        listed.set_options(self._options())
        listed.highlighted = place

    def retell(self) -> None:
        """Tell the open chapter in the language that is spoken now."""
        place = self.query_one(OptionList).highlighted or 0
        self._read(self._game)
        self._list_chapters(place)

    def _options(self) -> list[Option]:
        return [Option(chapter.title, id=chapter.id) for chapter in self._chapters]

    def on_mount(self) -> None:
        """Open the chapter."""
        listed = self.query_one(OptionList)
        listed.highlighted = self._first
        listed.focus()

    @on(OptionList.OptionHighlighted)
    async def _open(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index != event.option_list.highlighted:
            return  # the list lit its first line when it was made, or a key was pressed since
        page = self.query_one("#page", VerticalScroll)
        chapter = self._chapters[event.option_index]
        with self.app.batch_update():
            await page.remove_children()
            await page.mount_all(map(self._part, (*self._new_keys(chapter.id), *chapter.parts)))
        page.scroll_home(animate=False, immediate=True)
        self.call_after_refresh(self._note_laid_out)

    def _new_keys(self, chapter: str) -> list[str]:
        """Return what begins a chapter on keys that a person has changed."""
        if not isinstance(self.app, KeyReplacer):
            return []
        return list(filter(None, map(self.app.describe_new_keys, _KEYS_IN.get(chapter, ()))))

    def _note_laid_out(self) -> None:
        """Note that the open chapter has its height, so that its end is known."""
        self._is_laid_out = True

    @on(OptionList.OptionSelected)
    def _enter(self) -> None:
        self.action_page(1)

    def _part(self, part: Any) -> Widget:  # noqa: ANN401 - text, or an example of any game
        if isinstance(part, str):
            return Markdown(part)
        return self._guide.example_widget(part, worn_by(self.app))

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Offer another game only where there is one."""
        return action != "next_game" or len(shown_games()) > 1

    def action_next_game(self) -> None:
        """Show the rules of the next game, and remember it as the one chosen last."""
        names = shown_games()
        self._read(names[(names.index(self._game) + 1) % len(names)])
        if self._remember is not None:
            self._remember(self._game)
        self._list_chapters(len(self._chapters) - len(self._guide.chapters()))

    def action_page(self, by: int) -> None:
        """Read on, or back: at the end of a chapter the next one opens."""
        if not self._is_laid_out:  # the keys before have just opened a chapter
            self.call_after_refresh(self.action_page, by)
            return
        page, listed = self.query_one("#page", VerticalScroll), self.query_one(OptionList)
        at_end = page.scroll_y >= page.max_scroll_y if by > 0 else page.scroll_y <= 0
        if not at_end:
            rows = by * max(1, page.size.height - 2)
            page.scroll_relative(y=rows, animate=False, immediate=True)
            return
        chapter = (listed.highlighted or 0) + by
        if 0 <= chapter < len(self._chapters):
            self._is_laid_out = False
            listed.highlighted = chapter
