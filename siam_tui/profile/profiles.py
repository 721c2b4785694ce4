"""A profile: a player's key, settings and files, and the key of the lobby they host."""

from __future__ import annotations

import getpass
import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from protocol.keys import SecretKey
from protocol.limits import MAX_NAME
from protocol.text import printable
from siam_tui.profile.key_files import Which, load_or_create_key
from siam_tui.profile.key_settings import read_keys
from siam_tui.profile.paths import store_file
from siam_tui.profile.settings import (
    Settings,
    change_settings,
    read_settings,
    settings_table,
)
from siam_tui.profile.small_files import read_own_text, replace_text
from siam_tui.profile.user_error import UserError
from texts import tell

DEFAULT = "default"
"""The profile used when none is named."""

_PROFILE = re.compile(r"[A-Za-z0-9_-]{1,32}")


def clean_name(text: str) -> str:
    """Return a player's name as it is sent; empty if no part of it is visible."""
    return printable(text, MAX_NAME)


def checked_name(text: str) -> str:
    """Return a name as `clean_name` makes it; empty if the text is empty.

    Raises:
        UserError: no part of it is visible.
    """
    name = clean_name(text)
    if text and not name:
        raise UserError(tell("profile/no-letter"))
    return name


def login_name() -> str:
    """Return a name made from the login name; empty if the system knows none."""
    try:
        return clean_name(getpass.getuser().capitalize())
    except (OSError, KeyError):  # the system does not know this user
        return ""


@dataclass(frozen=True, slots=True)
class Profile:
    """One player on this computer.

    Attributes:
        folder: the folder of the profile's files; created at the first write.
    """

    folder: Path

    @staticmethod
    def named(profiles: Path, name: str) -> Profile:
        """Return the profile of that name.

        Raises:
            UserError: the name cannot be a folder's name.
        """
        if not _PROFILE.fullmatch(name):
            raise UserError(tell("profile/no-profile-name", name=repr(name[:40])))
        return Profile(profiles / name)

    def player_key(self) -> SecretKey:
        """Return the player's key; create it on first use.

        Raises:
            UserError: the file cannot be read or written, is damaged, or is open to others.
        """
        return load_or_create_key(self.key_file("player"))

    def server_key(self) -> SecretKey:
        """Return the key of the lobby this player hosts; create it on first use.

        Raises:
            UserError: as `player_key`.
        """
        return load_or_create_key(self.key_file("server"))

    def lobby_store_file(self) -> Path:
        """Return the file with the tables of the lobby this player hosts.

        Raises:
            UserError: as `player_key`.
        """
        return store_file(self.server_key().public.fingerprint)

    def door_key(self) -> SecretKey:
        """Return the secret of this player's SSH door; create it on first use.

        Raises:
            UserError: as `player_key`.
        """
        return load_or_create_key(self.key_file("ssh-door"))

    def key_file(self, which: Which) -> Path:
        """Return the file of a key, which may not exist yet."""
        return self.folder / f"{which}.key"

    def settings(self) -> Settings:
        """Return the player's settings.

        Raises:
            UserError: the file cannot be read, or an entry is wrong.
        """
        return read_settings(self._settings_file)

    def has_chosen_language(self) -> bool:
        """Return whether the settings file says which language the player reads.

        Raises:
            UserError: the file cannot be read.
        """
        return "language" in settings_table(self._settings_file)

    def changed_keys(self) -> dict[str, str]:
        """Return the keys that the player changed, by the ids of their bindings.

        Raises:
            UserError: as `settings`.
        """
        return read_keys(self._settings_file)

    def change_settings(self, **changes: object) -> Settings:
        """Save changed settings; return all settings.

        Raises:
            UserError: the file cannot be read or written, or is wrong; it stays as it is.
        """
        return change_settings(self._settings_file, **changes)

    @property
    def _settings_file(self) -> Path:
        return self.folder / "settings.toml"

    def player_name(self) -> str:
        """Return the player's name; empty if they gave none yet.

        Raises:
            UserError: as `settings`.
        """
        return clean_name(self.settings().name)

    def proposed_name(self) -> str:
        """Return a name to propose: many profiles are named after their players, as logins are."""
        named = "" if self.folder.name == DEFAULT else clean_name(self.folder.name.capitalize())
        return named or login_name()

    def remember_name(self, name: str) -> None:
        """Save the player's name.

        Raises:
            UserError: as `change_settings`.
        """
        self.change_settings(name=clean_name(name))


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
