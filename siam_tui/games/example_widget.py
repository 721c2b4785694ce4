"""A worked example of any game as a small board that steps through it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget

from siam_tui.games.worked_example import ExampleFrame
from siam_tui.ui.text_widgets import Static


class ExampleWidget(Vertical, can_focus=True):
    """What happens in an example, and what the game shows of it. Keys or a click go on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,enter,space", "step(1)", "Next step"),
        Binding("left", "step(-1)", "Step back"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    ExampleWidget { height: auto; margin: 1 0; border-left: outer $primary 40%; padding-left: 1; }
    ExampleWidget:focus { border-left: outer $primary; }
    ExampleWidget #name { text-style: bold; }
    ExampleWidget #said { height: auto; min-height: 5; }
    ExampleWidget Line { height: 1; }
    ExampleWidget #players { height: auto; }
    ExampleWidget BoardMap { height: 16; }
    """

    def __init__(self, title: str, frames: Sequence[ExampleFrame]) -> None:
        """Prepare.

        Args:
            title: what the example shows.
            frames: its moments.
        """
        super().__init__()
        self._title, self._frames = title, frames
        self._at = 0

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield Static(id="name")
        yield Static(id="said")
        yield from self.board_widgets()

    @abstractmethod
    def board_widgets(self) -> Iterator[Widget]:
        """Iterate over the widgets that show a moment."""

    @abstractmethod
    def show_frame(self, frame: ExampleFrame) -> None:
        """Show a moment in them."""

    def on_mount(self) -> None:
        """Show the start."""
        self._show()

    def on_click(self, event: events.Click) -> None:
        """Go on; from the end back to the start."""
        event.stop()
        self._at = (self._at + 1) % len(self._frames)
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a step only where there is one."""
        if action == "step":
            return self._at + 1 < len(self._frames) if parameters == (1,) else self._at > 0
        return True

    def action_step(self, by: int) -> None:
        """Go a step on, or back."""
        self._at = min(max(self._at + by, 0), len(self._frames) - 1)
        self._show()

    def _show(self) -> None:
        frame, last = self._frames[self._at], len(self._frames) - 1
        name = f"{self._title}  {self._at}/{last}{' →' * (self._at < last)}"
        self.query_one("#name", Static).update(name)
        self.query_one("#said", Static).update(f"{frame.told} {frame.says}".strip())
        self.show_frame(frame)
        self.refresh_bindings()
