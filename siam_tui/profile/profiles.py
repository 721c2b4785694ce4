"""Who one is: a profile holds a player's key and name, and the key of the lobby they host."""

from __future__ import annotations

import getpass
import re
from dataclasses import dataclass
from pathlib import Path

from protocol.keys import SecretKey
from protocol.limits import MAX_NAME
from protocol.text import printable
from siam_tui.profile.key_files import Which, key_at
from siam_tui.profile.settings import Settings, change_settings, read_settings
from siam_tui.profile.user_error import UserError

DEFAULT = "default"
"""The profile of people who never heard of profiles."""

_PROFILE = re.compile(r"[A-Za-z0-9_-]{1,32}")


def clean_name(text: str) -> str:
    """Return a player's name as it goes over the wire; empty if nothing of it can be seen."""
    return printable(text, MAX_NAME)


def checked_name(text: str) -> str:
    """Return a name as it was given, if any of it can be seen, or if none was given.

    Raises:
        UserError: nothing of it can be seen.
    """
    if text and not clean_name(text):
        raise UserError("This name has no letter that can be seen: give another one.")
    return text


def login_name() -> str:
    """Return a name made from the login's, or nothing where the system knows none."""
    try:
        return clean_name(getpass.getuser().capitalize())
    except (OSError, KeyError):  # no such user in the system's list
        return ""


@dataclass(frozen=True, slots=True)
class Profile:
    """One player on this computer.

    Attributes:
        folder: where the profile's files are; made when something is first written.
    """

    folder: Path

    @staticmethod
    def at(profiles: Path, name: str) -> Profile:
        """Return the profile of that name.

        Raises:
            UserError: the name fits no folder.
        """
        if not _PROFILE.fullmatch(name):
            raise UserError(
                f"{name[:40]!r} is no profile's name: use up to 32 letters, digits, - and _."
            )
        return Profile(profiles / name)

    def player_key(self) -> SecretKey:
        """Return the key this player is known by, made on first use.

        Raises:
            UserError: the file cannot be read or written, is damaged, or is open to others.
        """
        return key_at(self.key_file("player"))

    def server_key(self) -> SecretKey:
        """Return the key of the lobby this player hosts, so that its link stays good.

        Raises:
            UserError: as `player_key`.
        """
        return key_at(self.key_file("server"))

    def key_file(self, which: Which) -> Path:
        """Return the file that a key is in, or will be when it is first used."""
        return self.folder / f"{which}.key"

    def settings(self) -> Settings:
        """Return how the player wants the app to be.

        Raises:
            UserError: the file cannot be read, or something in it is wrong.
        """
        return read_settings(self._settings_file)

    def change_settings(self, **changes: object) -> Settings:
        """Keep some settings; return all of them.

        Raises:
            UserError: the file cannot be read or written, or is wrong; it stays as it is.
        """
        return change_settings(self._settings_file, **changes)

    @property
    def _settings_file(self) -> Path:
        return self.folder / "settings.toml"

    def player_name(self) -> str:
        """Return the name the player gave, or nothing when they gave none yet.

        Raises:
            UserError: as `settings`.
        """
        return clean_name(self.settings().name)

    def remember_name(self, name: str) -> None:
        """Keep the player's name.

        Raises:
            UserError: as `change_settings`.
        """
        self.change_settings(name=clean_name(name))
