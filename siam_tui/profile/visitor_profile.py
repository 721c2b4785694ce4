"""The profile of somebody who plays on the host's computer."""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol.keys import SecretKey
from siam_tui.profile.profiles import Profile, clean_name


@dataclass(frozen=True, slots=True)
class VisitorProfile(Profile):
    """A profile whose key is given, and is never written to a file.

    Attributes:
        key: the visitor's key in the lobby.
        login: the name they logged in with; may be empty.
    """

    key: SecretKey = field(repr=False)
    login: str = ""

    def player_key(self) -> SecretKey:
        """Return the visitor's key."""
        return self.key

    def proposed_name(self) -> str:
        """Return a name made from the login; empty if that has no visible letter."""
        return clean_name(self.login.capitalize())
