"""Who is at the table, as a list: what they do there, and what one may do about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from client.changes import AttendanceChanged
from client.errors import ConnectionEndedError, RefusedError
from client.lobby_mirror import Companion
from protocol.commands import SendAway
from protocol.limits import MAX_REASON
from siam_tui.appearance.style import Look
from siam_tui.model.seat_facts import WATCHING
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from siam_tui.table.dialogs import FollowedDialog
from siam_tui.table.seat_notes import away_words
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.retelling import entitle
from siam_tui.ui.text_widgets import OptionList
from texts import say, tell


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the list.

    Attributes:
        who: as the server told.
        seat: their seat, or None for a spectator.
        muted: whether one does not hear them.
    """

    who: Companion
    seat: int | None
    muted: bool = False


def gathered(view: TableView, client: TableSource) -> tuple[Person, ...]:
    """Return the people at a table, those seated first."""
    seats = {seat.player: n for n, seat in enumerate(view.state.seats) if seat.player}
    people = [
        Person(each, seats.get(each.player), each.player in client.talks.muted)
        for each in client.company(view.state.table)
    ]
    return tuple(sorted(people, key=lambda person: (person.seat is None, person.seat or 0)))


def describe(person: Person, view: TableView, me: str, look: Look) -> Content:
    """Return the line of the list for one person."""
    words = [
        tell("table/people/watching")
        if person.seat is None
        else tell("table/people/seat", seat=person.seat + 1)
    ]
    if person.who.player == view.state.host:
        words.append(tell("table/people/host"))
    if person.who.player == me:
        words.append(tell("table/people/you"))
    if person.who.away is not None:
        words.append(away_words(person.who.away))
    if person.muted:
        words.append(tell("table/people/muted"))
    name = person.who.name if person.seat is not None else person.who.name.removesuffix(WATCHING)
    return Content.assemble(
        (name, look.palette.strong), ("  " + ", ".join(words), look.palette.faint)
    )


class ReasonScreen(Dialog[str | None]):
    """Dialog that asks for the reason; the person who is sent away reads it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "table/key/stay")]
    DEFAULT_CSS: ClassVar[str] = "ReasonScreen > Vertical { padding: 0 1; }"

    def __init__(self, name: str, *, ban: bool) -> None:
        """Prepare; `ban` also keeps the person from coming back."""
        super().__init__()
        self._title = (
            say("table/people/ban-title", name=name)
            if ban
            else say("table/people/send-away-title", name=name)
        )

    def compose(self) -> ComposeResult:
        """Lay the dialog out."""
        with Vertical() as box:
            entitle(box, self._title, say("table/people/reason-keys"))
            yield LineInput(
                placeholder=say("table/people/reason-hint"), max_length=MAX_REASON, compact=True
            )

    def on_mount(self) -> None:
        """Begin to type."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on with the reason."""
        self.dismiss(event.value)


class GatheringScreen(FollowedDialog):
    """The people at a table."""

    NEWS = AttendanceChanged

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,at", "dismiss", "table/key/back", key_display="Esc"),
        Binding("m", "mute", "table/key/mute"),
        Binding("r", "send_away(False)", "table/key/send-away"),
        Binding("b", "send_away(True)", "table/key/ban"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    GatheringScreen > Vertical { width: 60; max-height: 80%; }
    GatheringScreen OptionList { height: auto; max-height: 14; border: none; background: $surface; }
    GatheringScreen OptionList:focus { border: none; }
    """

    _people: tuple[Person, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay the list out."""
        with Vertical() as box:
            entitle(box, say("table/people/title"))
            yield OptionList()

    def on_mount(self) -> None:
        """Begin with the first of them."""
        self.query_one(OptionList).focus()

    def _show(self) -> None:
        view = self._view
        self._people = gathered(view, self._client)
        people = self.query_one(OptionList)
        at = people.highlighted or 0
        people.set_options(
            Option(describe(each, view, self._client.me, self._look)) for each in self._people
        )
        people.highlighted = min(at, len(self._people) - 1) if self._people else None
        self.refresh_bindings()

    def on_option_list_option_highlighted(self) -> None:
        """Update the keys for the chosen person."""
        self.refresh_bindings()

    @property
    def _chosen(self) -> Person | None:
        shown = self.query(OptionList)  # none while the screen opens or closes
        at = shown.first().highlighted if shown else None
        return self._people[at] if at is not None and at < len(self._people) else None

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done about the chosen one."""
        other = self._chosen is not None and self._chosen.who.player != self._client.me
        if action == "mute":
            return other
        if action == "send_away" and self._chosen is not None:
            seated_in_game = self._chosen.seat is not None and self._view.state.status == "running"
            return other and self._view.host and not seated_in_game
        return True

    def action_send_away(self, ban: bool) -> None:
        """Ask for the reason, then send the person away."""
        if self._chosen is not None:
            self._send_away(self._chosen.who, ban=ban)

    @work(group="send_away", exclusive=True)
    async def _send_away(self, who: Companion, *, ban: bool) -> None:
        why = await self.app.push_screen_wait(ReasonScreen(who.name, ban=ban))
        if why is None:
            return
        try:
            await self._client.request(SendAway(self._view.state.table, who.player, ban, why))
        except (RefusedError, ConnectionEndedError) as error:
            self.notify(str(error), severity="warning")

    def action_mute(self) -> None:
        """Mute or unmute the person; nobody else is told."""
        if self._chosen is not None:
            self._client.talks.muted ^= {self._chosen.who.player}
            self._show()
