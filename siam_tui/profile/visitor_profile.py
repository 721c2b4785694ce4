"""The profile of somebody who plays on the host's computer."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from protocol.keys import SecretKey
from siam_tui.profile.profiles import Profile, clean_name
from siam_tui.profile.small_files import read_own_text, replace_text


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
        """Return a name made from the login, or from an earlier one if this one has no name."""
        return clean_name(self.login.capitalize()) or self._kept_name()

    def keep_login_name(self) -> None:
        """Keep the name made from the login for logins without one."""
        name = clean_name(self.login.capitalize())
        if name and name != self._kept_name():
            with suppress(OSError):  # the visitor can play all the same
                replace_text(self._login_name_file, name)

    def _kept_name(self) -> str:
        try:
            return clean_name(read_own_text(self._login_name_file, "replace"))
        except OSError:
            return ""

    @property
    def _login_name_file(self) -> Path:
        return self.folder / "login-name"
