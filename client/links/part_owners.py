"""The servers that are said to have run a part of a lobby: which one to greet."""

from __future__ import annotations

from client.links.requests import PATIENCE
from protocol.states import PartState


class PartOwners:
    """Knows the owner of the highest epoch, and a lower one in case that never answers.

    The lobby signed what is said of any owner, but perhaps long ago, and on some brokers anybody
    can repeat it. So the highest epoch counts. A lower one is tried only if that server has not
    answered for a while, as after the lobby was put back to an older copy of its database. Nobody
    but its present owner can answer a greeting.
    """

    def __init__(self) -> None:
        self._highest: PartState | None = None
        self._lower: PartState | None = None

    def note(self, state: PartState) -> bool:
        """Note an owner; return whether it is to be greeted now."""
        if self._highest is None or state.epoch >= self._highest.epoch:
            self._highest = state
            return True
        self._lower = state
        return False

    def next_to_try(self, unanswered: int) -> PartState | None:
        """Return which other owner to greet after so many greetings in vain; None for the same."""
        if unanswered % (PATIENCE + 1) == PATIENCE:
            return self._lower
        return self._highest if unanswered % (PATIENCE + 1) == 0 else None

    def note_answer(self, key: bytes) -> None:
        """Note that the owner with this key has answered, so that it is the present one."""
        for each in (self._lower, self._highest):
            if each is not None and each.key == key:
                self._highest, self._lower = each, None
                return
