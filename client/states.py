"""Which of the states that arrive may be shown: the newest genuine one, and for a seat its own."""

from __future__ import annotations

from attrs import evolve

from client.errors import MisplacedError, StaleError
from protocol.messages import LobbyState, TableState

_BOOTS = 8


class LobbyWatch:
    """The lobby, as far as it is known to be the present one.

    The broker hands out the retained lobby before the server has told which boot is its present
    one, so what comes from other boots is kept aside until then. Nor is a retained state of this
    boot shown before the server has told which one is the present: it may be an old one.

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
        """The revision that is shown beyond doubt; 0 if there is none."""
        return 0 if self._doubted or self.shown is None else self.shown.revision

    def offer(self, state: LobbyState) -> bool:
        """Take a state of the present boot; True if it is news.

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
        """Something may have been missed: show nothing new until `confirm`."""
        self._doubted = True

    def confirm(self, state: LobbyState) -> bool:
        """Take what the server said when asked for the present state; True if it is news."""
        self._doubted = False
        early, self._early = self._early, None
        if early is not None and early.revision > state.revision:
            state = early
        if self.shown is not None and state.revision < self.shown.revision:
            return False
        return self.offer(state)

    def set_aside(self, boot: bytes, state: LobbyState) -> None:
        """Keep a state of another boot, in case that turns out to be the present one."""
        known = self._aside.get(boot)
        if known is None or known.revision < state.revision:
            self._aside[boot] = state
        while len(self._aside) > _BOOTS:
            self._aside.pop(next(iter(self._aside)))

    def begin(self, boot: bytes) -> None:
        """Take a boot for the present one; what is shown is to be confirmed."""
        self.shown = None
        self._early = self._aside.pop(boot, None)
        self._aside.clear()
        self._doubted = True


class TableWatch:
    """One table, as far as this player may see it.

    What the server publishes for everybody is shown only after the server has told this player
    what is the present state: what the broker has retained may be an old one.

    Attributes:
        table: its id.
        me: the player's fingerprint.
        shown: the state to show, or None while there is none.
        behind: whether a newer public state has come, and this player's own view of it has not.
    """

    def __init__(self, table: str, me: str) -> None:
        self.table = table
        self.me = me
        self.shown: TableState | None = None
        self.behind = False
        self._rank = (-1, False)
        self._doubted = True
        self._early: TableState | None = None

    def new_boot(self) -> None:
        """The server was started anew: its revisions say nothing about the earlier ones."""
        self._rank = (-1, False)
        self._early = None
        self._doubted = True

    def doubt(self) -> None:
        """Something may have been missed: show nothing public until the server has answered."""
        self._doubted = True

    def take_early(self) -> TableState | None:
        """Return the newest public state that came while there were doubts, once."""
        early, self._early = self._early, None
        return early

    def offer_public(self, state: TableState) -> bool:
        """Take a state the server signed for everybody; True if it is to be shown.

        Raises:
            StaleError: a later one is shown.
            MisplacedError: it is another table's, or no public view.
        """
        self._check(state)
        if state.viewer is not None:
            raise MisplacedError("a seat's view where only the public one belongs")
        if state.status != "closed" and self._has_own_view(state):
            self.behind = self.behind or state.revision > self._rank[0]
            if self._early is not None and self._early.revision <= state.revision:
                self._early = None  # what has followed it comes sealed
            return False
        if self._doubted:
            if self._early is None or state.revision >= self._early.revision:
                self._early = state
            return False
        return self._show(state)

    def offer_private(self, state: TableState) -> bool:
        """Take a state the server sealed for this player; True if it is to be shown.

        Raises:
            StaleError: a later one is shown.
            MisplacedError: it is another table's, or another seat's view.
        """
        self._check(state)
        seat = self._seat(state)
        if seat is not None and state.viewer != seat and state.status != "closed":
            raise MisplacedError("not the view of this player's seat")
        self._doubted = False
        return self._show(state)

    def close(self) -> bool:
        """The server knows the table no longer; True if that changes what is shown."""
        if self.shown is None or self.shown.status == "closed":
            return False
        self.shown = evolve(self.shown, status="closed", news=())
        return True

    def _check(self, state: TableState) -> None:
        if state.table != self.table:
            raise MisplacedError("another table's state")
        if state.viewer is not None and state.viewer >= len(state.seats):
            raise MisplacedError("the view of a seat the table does not have")
        if state.revision < self._rank[0]:
            raise StaleError("an older table than the one shown")

    def _show(self, state: TableState) -> bool:
        rank = (state.revision, state.viewer is not None)
        if rank <= self._rank:
            return False
        self._rank, self.shown, self.behind = rank, state, False
        return True

    def _seat(self, state: TableState) -> int | None:
        return next((n for n, seat in enumerate(state.seats) if seat.player == self.me), None)

    def _has_own_view(self, state: TableState) -> bool:
        """Whether the server seals this player a view: seated, or standing in for somebody."""
        if self._seat(state) is not None:
            return True
        seat = None if self.shown is None else self.shown.viewer
        return (
            seat is not None
            and seat < len(state.seats)
            and (state.seats[seat].holder == "stand_in")
        )
