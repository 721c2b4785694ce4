"""``siam key``: shows, exports and imports the keys of a profile."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from protocol.errors import KeyTextError
from protocol.keys import SecretKey
from siam_tui.profile.key_files import Which, read_key, write_new_key
from siam_tui.profile.profiles import Profile
from siam_tui.profile.small_files import make_folder, unwritable
from siam_tui.profile.user_error import UserError

STANDARD = Path("-")
"""Stands for standard input or output."""

_WHOSE: dict[Which, str] = {"player": "Player", "server": "Lobby"}
_BACKUP = (
    "Keep a copy of the lobby's key in a safe place (`siam key export --server FILE`):\n"
    "without it nobody can serve this lobby again, and its invite links are worthless."
)
_SECRET: dict[Which, str] = {
    "player": "Whoever has this file is you at every table.",
    "server": "Whoever has this file can serve your lobby in your place and sign its records.",
}


def show_keys(profile: Profile) -> None:
    """Print both keys' fingerprints and files, never a secret; create the keys if missing.

    Raises:
        UserError: a key cannot be read or written.
    """
    keys = {"player": profile.player_key(), "server": profile.server_key()}
    for which, whose in _WHOSE.items():
        shown, path = keys[which].public.fingerprint, profile.key_file(which)
        sys.stdout.write(f"{whose:<7} {shown}\n        {path}\n")
    sys.stdout.write(
        "Others see the first eight letters of the player's fingerprint beside your name.\n"
    )
    sys.stdout.write(f"{_BACKUP}\n")


def export_key(profile: Profile, which: Which, target: Path) -> None:
    """Write a key to a file readable only by its owner, or to standard output.

    Raises:
        UserError: there is no such key, the file exists, or it cannot be written.
    """
    path = profile.key_file(which)
    try:
        key = read_key(path)
    except FileNotFoundError as error:
        raise UserError(f"There is no key {path} yet: `siam key` makes it.") from error
    if target == STANDARD:
        sys.stdout.write(key.to_text() + "\n")
        return
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(key.to_text() + "\n")
    except FileExistsError as error:
        raise UserError(f"{target} exists and is not overwritten: choose another file.") from error
    except OSError as error:
        raise unwritable(Path(target), error, variable="") from error
    sys.stdout.write(f"The key {key.public.fingerprint} is in {target}. {_SECRET[which]}\n")


def import_key(profile: Profile, which: Which, source: Path, *, replace: bool) -> None:
    """Import an exported key.

    Args:
        profile: the profile that gets it.
        which: which of the profile's keys it becomes.
        source: its file, or standard input.
        replace: whether it may replace another key, which is then kept beside it.

    Raises:
        UserError: there is another key, this is not a key, or it cannot be written.
    """
    key = _read_source(source)
    path = profile.key_file(which)
    try:
        present = read_key(path)
    except FileNotFoundError:
        present = None
    if present == key:
        sys.stdout.write(f"The key {key.public.fingerprint} is in {path} already.\n")
        return
    if present is not None:
        _put_aside(path, present, which, replace=replace)
    if not write_new_key(path, key):
        raise UserError(f"{path} was created meanwhile and is not overwritten: try again.")
    sys.stdout.write(f"The key {key.public.fingerprint} is in {path} now.\n")
    if which == "server":
        sys.stdout.write(f"{_BACKUP}\n")


def _put_aside(path: Path, present: SecretKey, which: Which, *, replace: bool) -> None:
    aside = path.with_name(f"{which}-{present.public.short}.key")
    if not replace:
        raise UserError(
            f"{path} holds another key, {present.public.fingerprint}, and is not overwritten. "
            f"--replace replaces it, and keeps the old one as {aside.name}."
        )
    try:
        make_folder(path.parent)
        path.replace(aside)
    except OSError as error:
        raise unwritable(aside, error) from error
    sys.stdout.write(f"The key {present.public.fingerprint} is kept in {aside}.\n")


def _read_source(source: Path) -> SecretKey:
    if source == STANDARD:
        text = sys.stdin.readline(200)
        try:
            return SecretKey.from_text(text)
        except KeyTextError as error:
            raise UserError("Standard input holds no key.") from error
    try:
        return read_key(source)
    except FileNotFoundError as error:
        raise UserError(f"There is no file {source}.") from error
