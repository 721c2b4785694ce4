"""The games that a player finds again, to choose one from, or another record by its path."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from textual import events, on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.option_list import Option

from games.record import Record
from siam_tui.appearance.cells import pad_end, text_width
from siam_tui.model.game_library import Shelf, find_games, record_of
from siam_tui.model.played_game import PlayedGame
from siam_tui.model.record_files import SUFFIX, read_record
from siam_tui.model.replay import Replay
from siam_tui.profile.user_error import UserError, is_limited
from siam_tui.replay.screen import ReplayScreen
from siam_tui.typed.played_words import words_of
from siam_tui.ui.fitting import first_fit
from siam_tui.ui.line_input import MAX_PATH, MAX_SEARCH, LineInput
from siam_tui.ui.panel_screen import PanelList, PanelScreen, trouble_line
from siam_tui.ui.text import styled
from siam_tui.ui.text_widgets import OptionList, Static
from texts import say, tell

_AT_ONCE: Final = 200
"""Lines added to the list at a time: the next ones when the cursor comes near the end."""
_NEAR_END: Final = 20
_KEYS: Final = " ?:"
"""Keys that are not searched for: nothing begins with a space, and the others are the app's."""
_TIME_WIDTH: Final = 16
_GAME_WIDTH: Final = 16
_MOST_WIDTH: Final = 130
"""Columns of the panel in a wide window, as in the style sheet."""
_FRAME: Final = 6
"""Columns that its border and the space in it take."""
_RESULT_WIDTH: Final = 20


class GameList(PanelList):
    """The games; what is typed there goes to the line to search in."""

    def on_key(self, event: events.Key) -> None:
        """Search for a letter or a digit, also one that is a key elsewhere."""
        if event.character is not None and event.is_printable and event.character not in _KEYS:
            event.stop()
            event.prevent_default()
            search = self.screen.query_one(LineInput)
            search.focus()
            search.insert_text_at_cursor(event.character)


class RecordsScreen(PanelScreen[None]):
    """Which game to watch and to analyse."""

    PANEL_TITLE = say("replay/list/title")

    def __init__(self, shelf: Shelf, wanted: str = "") -> None:
        """Prepare.

        Args:
            shelf: the games.
            wanted: what to search for first.
        """
        super().__init__()
        self._games, self._trouble, self._wanted = shelf.games, shelf.trouble, wanted
        self._shown: Sequence[PlayedGame] = ()

    def body(self) -> Iterable[Widget]:
        """Show the games, and a line to search in."""
        yield Static(id="count")
        yield GameList(id="records")
        if is_limited():
            placeholder, longest = say("replay/list/search"), MAX_SEARCH
        else:
            placeholder, longest = say("replay/list/search-or-path", suffix=SUFFIX), MAX_PATH
        # Not all is selected when it gets the focus: the next letter would replace the first one.
        yield LineInput(
            self._wanted,
            placeholder=placeholder,
            max_length=longest,
            select_on_focus=False,
            id="search",
        )
        yield trouble_line()

    def on_mount(self) -> None:
        """Begin with the latest."""
        self.say(self._trouble)
        self._show(self._wanted)
        self.query_one("#records" if self._shown else "#search").focus()

    def retell(self) -> None:
        """List the games in the language that is spoken now."""
        super().retell()
        self._show(self._wanted)

    def _show(self, words: str) -> None:
        """List the games in which words are found."""
        self._shown = [] if _is_path(words) else find_games(self._games, words)
        menu = self.query_one(PanelList)
        menu.clear_options()
        menu.display = bool(self._shown)
        self._add_lines()
        if self._shown:
            menu.highlighted = 0
        self.query_one("#count", Static).update(self._describe_count(words))

    def _describe_count(self, words: str) -> str:
        if not self._games:
            return tell("replay/list/nothing")
        if not words or _is_path(words):
            return tell("replay/list/all", n=len(self._games))
        return tell("replay/list/found", found=len(self._shown), n=len(self._games))

    def _add_lines(self) -> None:
        menu = self.query_one(PanelList)
        begin = menu.option_count
        added = list(islice(self._shown, begin, begin + _AT_ONCE))
        # The list has no size yet when its first lines are added.
        room = min(self.app.size.width, _MOST_WIDTH) - _FRAME
        menu.add_options(_options(added, room))

    @on(OptionList.OptionHighlighted)
    def _extend_list(self, event: OptionList.OptionHighlighted) -> None:
        count = self.query_one(PanelList).option_count
        if event.option_index >= count - _NEAR_END and count < len(self._shown):
            self._add_lines()

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        if event.value != self._wanted:
            self._wanted = event.value
            self.say("")
            self._show(event.value)

    @on(OptionList.OptionSelected)
    def _row_chosen(self, event: OptionList.OptionSelected) -> None:
        with self.showing_errors():
            self._watch(record_of(self._shown[event.option_index]))

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        with self.showing_errors():
            if _is_path(text):
                self._watch(read_record(Path(text).expanduser()))
            elif self._shown:
                self.query_one(PanelList).focus()
            else:
                raise UserError(
                    tell("replay/list/not-found") if self._games else tell("replay/list/write-path")
                )

    def _watch(self, record: Record) -> None:
        self.say("")
        self.app.push_screen(ReplayScreen(Replay.of(record)))


def _is_path(text: str) -> bool:
    """Return whether a text is the path of a file, and no words to search for."""
    return not is_limited() and ("/" in text or text.strip().endswith(SUFFIX))


def _options(games: Sequence[PlayedGame], room: int) -> Iterable[Option]:
    """Iterate over the lines of games; what is narrow enough stands in columns.

    Args:
        games: the games.
        room: columns of a line; where it is short, opponents are counted, and moves left out.
    """
    words = [words_of(game) for game in games]
    width = max((text_width(each.result) for each in words), default=0)
    for game, each in zip(games, words, strict=True):
        if game.trouble:
            name = Content.styled(game.file, "$text-error")
            yield Option(styled("replay/list/broken", file=name))
            continue
        when, title = pad_end(each.when, _TIME_WIDTH), pad_end(each.game, _GAME_WIDTH)
        result = pad_end(each.result, min(width, _RESULT_WIDTH))
        rest = room - text_width(f"{when}  {title}  {result}  ")
        ways = (f"{each.players}, {each.moves}", each.players, each.briefly)
        players = first_fit(ways, rest)
        line = Content.from_markup(
            "$when  $title  [b]$result[/b]  [$foreground 60%]$players[/]",
            when=when,
            title=title,
            result=result,
            players=players,
        )
        yield Option(line)
