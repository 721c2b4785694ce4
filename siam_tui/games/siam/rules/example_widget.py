"""A worked example as a small board that steps through it."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from siam_tui.appearance.style import Look
from siam_tui.games.siam import panels
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.board.widget import BoardMap
from siam_tui.games.siam.rules.worked_example import WorkedExample, play_example, view_of
from siam_tui.ui.text_line import Line
from siam_tui.ui.text_widgets import Static


class ExampleWidget(Vertical, can_focus=True):
    """What happens in an example, the board, and the players. Keys or a click go on."""

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

    def __init__(self, example: WorkedExample, look: Look) -> None:
        """Prepare.

        Args:
            example: what to show.
            look: signs and colours.
        """
        super().__init__()
        self._example, self._look = example, look
        self._frames = tuple(play_example(example))
        self._at = 0

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield Static(id="name")
        yield Static(id="said")
        yield Line(id="queue")
        yield BoardMap(self._look, id="board")
        yield Line(id="players")

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
        frame, look = self._frames[self._at], self._look
        position = frame.position
        last = len(self._frames) - 1
        name = f"{self._example.title}  {self._at}/{last}{' →' * (self._at < last)}"
        self.query_one("#name", Static).update(name)
        self.query_one("#said", Static).update(f"{frame.told} {frame.says}".strip())
        view = view_of(position)
        self.query_one("#queue", Line).show(lambda width: panels.queue(position, width, look))
        board = self.query_one(BoardMap)
        board.view = BoardView(position.map, position, touched=frame.changed)
        self.query_one("#players", Line).show(
            lambda width: Content("\n").join(panels.seats(view, min(width, 48), look))
        )
        self.refresh_bindings()
