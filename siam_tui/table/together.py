"""The table as a place with other people: talk, and who is here."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on

from siam_tui.commands import PaletteCommand
from siam_tui.table.gathering import GatheringScreen
from siam_tui.table.shown import ShownTable
from siam_tui.table.sight import Sight
from siam_tui.table.talk import TalkScreen, talk_closed
from siam_tui.table.widgets import Line


class Together(ShownTable):
    """What people do with each other at a table that is shown."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer talk where there is somebody to talk to, and the list where there is anybody."""
        del parameters
        match action:
            case "talk":
                return self._sight is not None and self._may_talk(self._sight)
            case "gathering":
                return bool(self._client.company(self._table))
        return True

    def _may_talk(self, sight: Sight) -> bool:
        others = [each for each in self._client.company(self._table) if each.player != sight.me]
        return not talk_closed(sight) and bool(others or self._client.talks.at(self._table))

    def on_screen_resume(self) -> None:
        """Show what may have changed in a dialog, such as who is heard."""
        self._refresh()

    def people_commands(self) -> Iterator[PaletteCommand]:
        """Iterate over what can be done here with others, for the command palette."""
        if self.check_action("talk", ()):
            yield "Talk", "Read what was said, and say something", self.action_talk
        if self.check_action("gathering", ()):
            yield "Who is here", "The people at the table; mute somebody", self.action_gathering

    def action_talk(self) -> None:
        """Read the table's talk, and say something."""
        if self._sight is not None:
            self.app.push_screen(TalkScreen(self._client, self._table, self._sight, self._look))

    def action_gathering(self) -> None:
        """Show who is here."""
        if self._sight is not None:
            self.app.push_screen(GatheringScreen(self._client, self._sight, self._look))

    @on(Line.Clicked, "#talk")
    def _talk_clicked(self) -> None:
        if self.check_action("talk", ()):
            self.action_talk()
