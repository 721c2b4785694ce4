"""The card of a finished game on the screen: to be read, copied as text and saved as a picture."""

from __future__ import annotations

from collections.abc import MutableSequence
from contextlib import aclosing
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from siam_tui.analysis.analysis_worker import analysed_from
from siam_tui.analysis.end_card import EndCard, card_svg, card_text, end_card
from siam_tui.analysis.verdicts import Verdict
from siam_tui.appearance.style import Look
from siam_tui.model.record_files import save_picture
from siam_tui.model.replay import Replay
from siam_tui.profile.paths import records_folder
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.clipboard import SENT, copy_to_clipboard
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.retelling import entitle
from siam_tui.ui.text_widgets import Static
from texts import say, tell

SECONDS = 0.1
"""How long a position is thought about: less than in an analysis, for somebody waits."""


class EndCardScreen(Dialog[None]):
    """One card with the result, the turning point and the chances through the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "analysis/key/back"),
        Binding("c", "copy", "analysis/key/copy"),
        Binding("p", "save_picture", "analysis/key/save"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    EndCardScreen > VerticalScroll { width: 78; max-height: 100%; padding: 1 2; }
    EndCardScreen Static { height: auto; }
    """

    def __init__(
        self, replay: Replay, look: Look, found: MutableSequence[Verdict] | None = None
    ) -> None:
        """Prepare.

        Args:
            replay: the whole game.
            look: signs and colours.
            found: what is thought of its first moves, if that is known already. The rest is added
                to it, so that nothing need be thought out again.
        """
        super().__init__()
        self._replay, self._look = replay, look
        self._found = [] if found is None else found
        if len(self._found) > replay.last:  # of another state of the game
            self._found.clear()

    @property
    def card(self) -> EndCard:
        """What the card says now."""
        return end_card(self._replay, self._found)

    def compose(self) -> ComposeResult:
        """Show the card."""
        with VerticalScroll() as box:
            entitle(box, say("analysis/card/heading"), say("analysis/card/keys"))
            yield Static(self._content(), id="card")

    def retell(self) -> None:
        """Show the card in the language that is spoken now."""
        self.query_one("#card", Static).update(self._content())

    def on_mount(self) -> None:
        """Look for the turning point, as far as it is not known."""
        if len(self._found) < self._replay.last:
            self._analyse()

    @work(group="analysis", exclusive=True)
    async def _analyse(self) -> None:
        begin = len(self._found)
        async with aclosing(analysed_from(self._replay, begin, SECONDS)) as verdicts:
            try:
                async for verdict in verdicts:
                    self._found.append(verdict)
                    self.query_one("#card", Static).update(self._content())
            except UserError as trouble:
                self.notify(str(trouble), severity="warning", markup=False)

    def _content(self) -> Content:
        return Content(card_text(self.card, self._look.glyphs).rstrip())

    def action_copy(self) -> None:
        """Copy the card as text."""
        card = self.card
        copy_to_clipboard(self.app, card_text(card.to_share, self._look.glyphs))
        self.notify(_noted(tell(SENT), card), title=tell("analysis/card/copied"))

    def action_save_picture(self) -> None:
        """Save the card as a picture, and say where."""
        card = self.card
        try:
            path = save_picture(records_folder(), self._replay.record, card_svg(card.to_share))
        except UserError as trouble:
            self.notify(str(trouble), severity="warning", markup=False)
        else:
            told = _noted(str(path), card)
            self.notify(told, title=tell("analysis/card/saved"), markup=False)


def _noted(told: str, card: EndCard) -> str:
    """Return what was done with a card, and what it lacks."""
    return told if card.chances else f"{told}\n{tell('analysis/card/unfinished')}"
