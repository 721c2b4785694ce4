"""Choose the state to show among those that arrive: the newest genuine one, and a seat's own."""

from __future__ import annotations

from attrs import evolve

from client.errors import MisplacedError, StaleError
from client.record_audit import TakeBackMemory
from protocol.states import LobbyState, TableState

_BOOTS = 8


class LobbyWatch:
    """The lobby, once the server has confirmed its present state.

    The broker delivers the retained lobby before the server has said which boot is the present one,
    so states of other boots are set aside until then. A retained state of this boot may be an old
    one, so it is not shown before the server has confirmed the present state.

    Attributes:
        shown: the state to show, or None while there is none.
    """

    def __init__(self) -> None:
        self.shown: LobbyState | None = None
        self._early: LobbyState | None = None
        self._doubted = True
        self._aside: dict[bytes, LobbyState] = {}

    @property
    def known(self) -> int:
        """The newest revision of the present boot that has arrived; 0 for none."""
        newest = self._early or self.shown
        return 0 if newest is None else newest.revision

    def offer(self, state: LobbyState) -> bool:
        """Take a state of the present boot; True if it is newer than the one shown.

        Raises:
            StaleError: a later one is shown.
        """
        if self.shown is not None and state.revision < self.shown.revision:
            raise StaleError("an older lobby than the one shown")
        if self._doubted:
            if self._early is None or state.revision >= self._early.revision:
                self._early = state
            return False
        news = self.shown is None or state.revision > self.shown.revision
        self.shown = state
        return news

    def doubt(self) -> None:
        """Show nothing new until `confirm`: something may have been missed."""
        self._doubted = True

    def confirm(self, state: LobbyState) -> bool:
        """Take the present state from an answer; True if it is newer than the one shown."""
        self._doubted = False
        early, self._early = self._early, None
        if early is not None and early.revision > state.revision:
            state = early
        if self.shown is not None and state.revision < self.shown.revision:
            return False
        return self.offer(state)

    def confirm_known(self, revision: int) -> bool:
        """Take from an answer that this revision is a present one; True if it is shown now."""
        newest = self._early or self.shown
        return newest is not None and newest.revision >= revision and self.confirm(newest)

    def set_aside(self, boot: bytes, state: LobbyState) -> None:
        """Keep a state of another boot, which may turn out to be the present one."""
        known = self._aside.get(boot)
        if known is None or known.revision < state.revision:
            self._aside[boot] = state
        while len(self._aside) > _BOOTS:
            self._aside.pop(next(iter(self._aside)))

    def start_boot(self, boot: bytes) -> None:
        """Make a boot the present one; its state must be confirmed."""
        self.shown = None
        self._early = self._aside.pop(boot, None)
        self._aside.clear()
        self._doubted = True


class TableWatch:
    """One table, as this player may see it.

    A published state is shown only after the server has told this player the present state: the
    broker may have retained an old one.

    Attributes:
        table: its id.
        me: the player's fingerprint.
        shown: the state to show, or None while there is none.
        behind: whether a newer public state has arrived without this player's own view of it.
        in_background: whether the player looks at something else, and so counts as away there.
        take_backs: the take-backs that were shown.
    """

    def __init__(self, table: str, me: str) -> None:
        self.table = table
        self.me = me
        self.shown: TableState | None = None
        self.behind = False
        self.in_background = False
        self.take_backs = TakeBackMemory()
        self._rank = (-1, False)
        self._doubted = True
        self._early: TableState | None = None

    def new_boot(self) -> None:
        """Start over: the revisions of a restarted server cannot be compared with earlier ones."""
        self._rank = (-1, False)
        self._early = None
        self._doubted = True

    def doubt(self) -> None:
        """Show no public state until the server answers: something may have been missed."""
        self._doubted = True

    def take_early(self) -> TableState | None:
        """Return, once, the newest public state that arrived while in doubt."""
        early, self._early = self._early, None
        return early

    def offer_public(self, state: TableState) -> bool:
        """Take a state the server signed for everybody; True if it is shown now.

        Raises:
            StaleError: a later one is shown.
            MisplacedError: it is another table's, or no public view.
        """
        self._check_state(state)
        if state.viewer is not None:
            raise MisplacedError("a seat's view instead of the public one")
        if state.status != "closed" and self._has_own_view(state):
            self.behind = self.behind or state.revision > self._rank[0]
            if self._early is not None and self._early.revision <= state.revision:
                self._early = None  # its successor comes sealed
            return False
        if self._doubted:
            if self._early is None or state.revision >= self._early.revision:
                self._early = state
            return False
        return self._show_if_newer(state)

    def offer_private(self, state: TableState) -> bool:
        """Take a state the server sealed for this player; True if it is shown now.

        Raises:
            StaleError: a later one is shown.
            MisplacedError: it is another table's, or another seat's view.
        """
        self._check_state(state)
        seat = self._own_seat(state)
        if seat is not None and state.viewer != seat and state.status != "closed":
            raise MisplacedError("not the view of this player's seat")
        self._doubted = False
        return self._show_if_newer(state)

    def close(self) -> bool:
        """Show the table as closed, as the server no longer knows it; True if that is news."""
        if self.shown is None or self.shown.status == "closed":
            return False
        self.shown = evolve(self.shown, status="closed", news=())
        return True

    def _check_state(self, state: TableState) -> None:
        if state.table != self.table:
            raise MisplacedError("another table's state")
        if state.viewer is not None and state.viewer >= len(state.seats):
            raise MisplacedError("the view of a seat the table does not have")
        if state.revision < self._rank[0]:
            raise StaleError("an older table than the one shown")

    def _show_if_newer(self, state: TableState) -> bool:
        rank = (state.revision, state.viewer is not None)
        if rank <= self._rank:
            return False
        self._rank, self.shown, self.behind = rank, state, False
        self.take_backs.note(state)
        return True

    def _own_seat(self, state: TableState) -> int | None:
        return next((n for n, seat in enumerate(state.seats) if seat.player == self.me), None)

    def _has_own_view(self, state: TableState) -> bool:
        """Whether the server seals a view for this player, who is seated or has a stand-in."""
        if self._own_seat(state) is not None:
            return True
        seat = None if self.shown is None else self.shown.viewer
        return (
            seat is not None
            and seat < len(state.seats)
            and (state.seats[seat].holder == "stand_in")
        )
