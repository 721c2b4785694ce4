"""The line in which moves and commands are typed: what may come next stands below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input
from textual.widgets.input import Selection

from siam_tui.appearance.style import Look
from siam_tui.profile.user_error import UserError
from siam_tui.table.bar.move_bar import ruled
from siam_tui.table.command_input import CommandInput, ProposalError
from siam_tui.typed.help_topics import LineCompletions
from siam_tui.typed.moves import MistakeError
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.text_line import Line
from siam_tui.ui.text_widgets import Static
from texts import tell

LONGEST = 1000
"""Characters of a line: enough for what is said at the table, and for most paths."""
_KEPT = 100
_SHOWN = 60


class _Completing(Suggester):
    """Suggests the likeliest next piece."""

    def __init__(self, ahead: Callable[[str], LineCompletions]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._ahead = ahead

    async def get_suggestion(self, value: str) -> str | None:
        pieces = self._ahead(value).pieces if value.strip() else ()
        return value + pieces[0] if pieces else None


class TypeInput(LineInput):
    """An input that completes on Tab and recalls what was entered earlier."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "table/key/do-it"),
        Binding("tab", "complete", "table/key/complete"),
        Binding("escape", "close", "table/key/close"),
        Binding("up", "recall(1)", "table/key/earlier", show=False),
        Binding("down", "recall(-1)", "table/key/later", show=False),
    ]

    class Closed(Message):
        """Nothing is to be typed any more."""

    def __init__(self, ahead: Callable[[str], LineCompletions]) -> None:
        """Prepare.

        Args:
            ahead: tells how a line may go on.
        """
        super().__init__(
            id="typed",
            max_length=LONGEST,
            compact=True,
            select_on_focus=False,
            suggester=_Completing(ahead),
        )
        self._ahead = ahead
        self._earlier: list[str] = []
        self._shown = 0

    def remember(self, line: str) -> None:
        """Keep a line for being recalled."""
        self._earlier = [*(each for each in self._earlier if each != line), line][-_KEPT:]
        self._shown = 0

    def action_complete(self) -> None:
        """Type the likeliest next piece."""
        pieces = self._ahead(self.value).pieces
        if pieces:
            self.value += pieces[0]
            self.cursor_position = len(self.value)  # type: ignore[characters]

    def action_recall(self, by: int) -> None:
        """Show an earlier line, or a later one again."""
        at = self._shown + by
        if 0 <= at <= len(self._earlier):
            self._shown = at
            self.value = self._earlier[-at] if at else ""
            self.cursor_position = len(self.value)  # type: ignore[characters]

    def action_close(self) -> None:
        """Stop typing."""
        self.post_message(self.Closed())


class TypeLine(Vertical):
    """The input, a title above and what may come next below it."""

    DEFAULT_CSS: ClassVar[str] = """
    TypeLine TypeInput { margin: 0 1; width: 1fr; }
    TypeLine #type-title { height: 1; }
    TypeLine #type-hint { height: 1fr; margin: 0 1; }
    """

    class Done(Message):
        """A line was carried out, or nothing is to be typed any more.

        Attributes:
            said: what there is to say about it; may be empty.
        """

        def __init__(self, said: str = "") -> None:
            super().__init__()
            self.said = said

    def __init__(self, look: Look, commands: CommandInput) -> None:
        """Prepare.

        Args:
            look: signs and colours.
            commands: reads the lines and carries them out.
        """
        super().__init__(id="type")
        self.look = look
        self._commands = commands
        self._trouble = ""

    def compose(self) -> ComposeResult:
        """Lay the lines out."""
        yield Line(id="type-title")
        yield TypeInput(self._commands.complete)
        yield Static(id="type-hint")

    @property
    def _input(self) -> TypeInput:
        return self.query_one(TypeInput)

    def begin(self) -> None:
        """Let something be typed."""
        self._input.value = ""
        self._fail("")
        self.screen.set_focus(self._input)  # at once, so that no key goes elsewhere

    def insert(self, text: str) -> None:
        """Insert text that was typed before the input had the focus."""
        self._input.insert_text_at_cursor(text)

    @on(TypeInput.Closed)
    def _close(self, event: TypeInput.Closed) -> None:
        event.stop()
        self.post_message(self.Done())

    @on(Input.Submitted)
    def _line_entered(self, event: Input.Submitted) -> None:
        event.stop()
        line = event.value
        if not line.strip():
            self.post_message(self.Done())
            return
        self._input.remember(line)
        try:
            self.post_message(self.Done(self._commands.carry_out(line)))
        except MistakeError as mistake:  # the move ends the line
            start = len(line.rstrip()) - len(mistake.text)  # type: ignore[characters]
            self._fail(str(mistake), start + mistake.at)
        except ProposalError as proposal:
            with self.prevent(Input.Changed):  # else what is proposed would be forgotten
                self._input.value = proposal.line
            self._input.cursor_position = len(proposal.line)  # type: ignore[characters]
            self._fail(str(proposal))
        except UserError as trouble:
            self._fail(str(trouble))

    def _fail(self, sentence: str, at: int | None = None) -> None:
        """Show what is wrong with the line, and select it from the place of the mistake on."""
        self._trouble = sentence
        if at is not None:
            end = len(self._input.value)  # type: ignore[characters]
            self._input.selection = Selection(min(at, end), end)
        self._show()

    def on_input_changed(self) -> None:
        """Show how the line may go on now."""
        self._trouble = ""
        self._show()

    def _show(self) -> None:
        look = self.look
        title = self.query_one("#type-title", Line)
        title.show(lambda width: ruled(f" {tell('table/type/title')} ", width, look, own=True))
        self.query_one("#type-hint", Static).update(self._hint(self._input.value))

    def _hint(self, line: str) -> Content:
        look = self.look
        if self._trouble:
            return Content.styled(self._trouble, look.palette.alarm)
        if effect := self._commands.effect(line):
            return Content.styled(effect, look.palette.strong)
        ahead = self._commands.complete(line)
        likeliest = look.palette.strong if line.strip() else ""
        pieces = [
            Content.styled(piece, "" if place else likeliest)
            for place, piece in enumerate(ahead.pieces[:_SHOWN])
        ]
        shown = Content("  ").join(pieces)
        return Content.assemble(ahead.help, "  " if ahead.help and pieces else "", shown)
