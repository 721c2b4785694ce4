"""Screen of the player's reminders in a lobby."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import ClassVar

from textual import on, work
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.widgets import Input

from protocol.reminders.reminder_messages import MAX_ADDRESS, MAX_CODE, ReminderKind, Reminders
from siam_tui.profile.user_error import UserError
from siam_tui.reminders.reminder_requests import ReminderRequests, Requester
from siam_tui.reminders.reminder_words import example_of, offered_ways, tell_reminders
from siam_tui.ui.form import Picker, picked
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.panel_screen import PanelScreen, row, trouble_line
from siam_tui.ui.text_widgets import Button, Select, Static
from texts import Noun, say, tell

_RELOAD_SECONDS = 5.0
"""Seconds between two questions about what came of the latest message."""
_TOLD_SECONDS = 4


class ReminderScreen(PanelScreen[None]):
    """Shows what is set; sets an address, confirms, tests and stops it."""

    PANEL_TITLE = say("reminders/title")
    DEFAULT_CSS: ClassVar[str] = """
    ReminderScreen #reminders { height: auto; margin-bottom: 1; }
    ReminderScreen #reminder-buttons { height: auto; margin-top: 1; align-horizontal: right; }
    ReminderScreen #reminder-buttons Button { margin-left: 1; min-width: 8; width: auto; }
    """

    def __init__(self, client: Requester) -> None:
        """Prepare.

        Args:
            client: the connection to the lobby.
        """
        super().__init__()
        self._requests = ReminderRequests(client)
        self._known: Reminders | None = None

    def body(self) -> Iterable[Widget]:
        """Lay out what is set; the form follows when the lobby has answered."""
        yield Static(id="reminders")
        yield Vertical(classes="form", id="reminder-form")
        yield trouble_line()
        yield Horizontal(
            Button(say("reminders/send-code"), id="choose"),
            Button(say("reminders/enter-code"), id="enter"),
            Button(say("reminders/test"), id="test"),
            Button(say("reminders/stop"), id="stop"),
            id="reminder-buttons",
        )

    def on_mount(self) -> None:
        """Ask the lobby."""
        self.query_one("#reminder-buttons").display = False
        self.say(tell("reminders/asking"), doing=True)
        self._begin()
        self.set_interval(_RELOAD_SECONDS, self._reload)

    @work(group="reminders", exclusive=True)
    async def _begin(self) -> None:
        try:
            self._known = await self._requests.ask()
        except UserError as error:
            self.say(str(error))
            return
        self.say("")
        await self._mount_form(self._known)
        self._show()

    async def _mount_form(self, known: Reminders) -> None:
        ways = [(Noun("reminders/way", kind), kind) for kind in offered_ways(known)]
        now = known.kind or ways[0][1]
        address = LineInput(known.address, id="address", max_length=MAX_ADDRESS, compact=True)
        code = LineInput(
            id="code",
            max_length=MAX_CODE,
            compact=True,
            placeholder=say("reminders/code-from"),
        )
        await self.query_one("#reminder-form").mount(
            row(say("reminders/send-by"), Picker(ways, "way", now)),
            row(say("reminders/address"), address),
            row(say("reminders/code"), code),
        )
        self.query_one("#reminder-buttons").display = True
        self._show_example()
        self.query_one("#code" if known.kind and not known.confirmed else "#address").focus()

    def retell(self) -> None:
        """Tell what is set in the language that is spoken now."""
        super().retell()
        self._show()

    @on(Select.Changed, "#way")
    def _show_example(self) -> None:
        if self._known is not None:
            self.query_one("#address", Input).placeholder = example_of(self._known, self._way)

    @property
    def _way(self) -> ReminderKind:
        way: ReminderKind = picked(self, "way")
        return way

    def _show(self) -> None:
        if self._known is not None:
            text = "\n".join(tell_reminders(self._known))
            self.query_one("#reminders", Static).update(Content(text), layout=True)
            self.query_one("#test").display = self._known.confirmed
            self.query_one("#stop").display = bool(self._known.kind)

    @work(group="reminders")
    async def _reload(self) -> None:
        if self._known is None:
            return
        try:
            self._known = await self._requests.ask()
            self._show()
        except (UserError, NoMatches):
            return  # the next answer tells more, or the screen is gone

    @on(Input.Submitted, "#address")
    @on(Button.Pressed, "#choose")
    def _choose_way(self) -> None:
        way, address = self._way, self.query_one("#address", Input).value
        if address.strip():
            self._do(lambda: self._choose_address(way, address))

    async def _choose_address(self, way: ReminderKind, address: str) -> str:
        await self._requests.choose(way, address)
        self.query_one("#code").focus()
        return tell("reminders/code-sent")

    @on(Input.Submitted, "#code")
    @on(Button.Pressed, "#enter")
    def _enter(self) -> None:
        code = self.query_one("#code", Input).value
        if code.strip():
            self._do(lambda: self._enter_code(code))

    async def _enter_code(self, code: str) -> str:
        stopped = await self._requests.enter_code(code)
        self.query_one("#code", Input).value = ""
        return tell("reminders/stopped-by-code" if stopped else "reminders/confirmed")

    @on(Button.Pressed, "#test")
    def _send_test(self) -> None:
        """Have a test message sent."""
        self._do(self._requests.send_test, tell("reminders/tested"))

    @on(Button.Pressed, "#stop")
    def _stop_reminders(self) -> None:
        """Have the lobby forget the address."""
        self._do(self._requests.stop, tell("reminders/stopped"))

    @work(group="order", exclusive=True)
    async def _do(self, work_of: Callable[[], Awaitable[str | None]], done: str = "") -> None:
        """Do something, and say what came of it."""
        try:
            said = await work_of() or done
            self._known = await self._requests.ask()
        except UserError as error:
            self.say(str(error))
            return
        if not self._known.kind:
            self.query_one("#address", Input).value = ""
            self.query_one("#address").focus()
        self._show()
        self.say("")
        self.notify(said, timeout=_TOLD_SECONDS)
