"""``siam key``: shows, exports and imports the keys of a profile."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from protocol.errors import KeyTextError
from protocol.keys import SecretKey
from siam_tui.profile.key_files import Which, read_key, write_new
from siam_tui.profile.profiles import Profile
from siam_tui.profile.small_files import make_folder, unwritable
from siam_tui.profile.user_error import UserError

STANDARD = Path("-")
"""In place of a file: standard input or output."""

_WHOSE: dict[Which, str] = {"player": "Player", "server": "Lobby"}
_BACKUP = (
    "Keep a copy of the lobby's key in a safe place (`siam key export --server FILE`):\n"
    "without it nobody can serve this lobby again, and every invite link to it is\n"
    "worthless."
)
_SECRET: dict[Which, str] = {
    "player": "Whoever has this file is you at every table.",
    "server": "Whoever has this file can serve your lobby in your place and sign its records.",
}


def show(profile: Profile) -> None:
    """Print both keys' fingerprints, and where they are; never a secret.

    Raises:
        UserError: a key cannot be read.
    """
    for which, whose in _WHOSE.items():
        path = profile.key_file(which)
        try:
            shown = read_key(path).public.fingerprint
        except FileNotFoundError:
            shown = "none yet: it is made when it is first needed"
        sys.stdout.write(f"{whose:<7} {shown}\n        {path}\n")
    sys.stdout.write(
        "Others see the first eight letters of the player's fingerprint beside your name.\n"
    )
    if profile.key_file("server").exists():
        sys.stdout.write(f"{_BACKUP}\n")


def export_key(profile: Profile, which: Which, to: Path) -> None:
    """Write a key to a file of its owner's only, or to standard output.

    Raises:
        UserError: there is no such key, or there is a file already, or it cannot be written.
    """
    path = profile.key_file(which)
    try:
        key = read_key(path)
    except FileNotFoundError as error:
        raise UserError(
            f"There is no key {path} yet: it is made when it is first needed."
        ) from error
    if to == STANDARD:
        sys.stdout.write(key.to_text() + "\n")
        return
    try:
        descriptor = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(key.to_text() + "\n")
    except FileExistsError as error:
        raise UserError(
            f"{to} is there already, and stays as it is: choose another file."
        ) from error
    except OSError as error:
        raise unwritable(Path(to), error, variable="") from error
    sys.stdout.write(f"The key {key.public.fingerprint} is in {to}. {_SECRET[which]}\n")


def import_key(profile: Profile, which: Which, source: Path, *, replace: bool) -> None:
    """Take over a key that was exported.

    Args:
        profile: who takes it over.
        which: as which key.
        source: the file it is in, or standard input.
        replace: whether it may take the place of another, which is then kept beside it.

    Raises:
        UserError: there is another key already, or this is none, or it cannot be written.
    """
    key = _given(source)
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
    if not write_new(path, key):
        raise UserError(f"{path} has come to be meanwhile, and stays as it is: try again.")
    sys.stdout.write(f"The key {key.public.fingerprint} is in {path} now.\n")
    if which == "server":
        sys.stdout.write(f"{_BACKUP}\n")


def _put_aside(path: Path, present: SecretKey, which: Which, *, replace: bool) -> None:
    aside = path.with_name(f"{which}-{present.public.short}.key")
    if not replace:
        raise UserError(
            f"{path} holds another key, {present.public.fingerprint}, and stays as it is. With "
            f"--replace it is kept as {aside.name}, and the new one takes its place."
        )
    try:
        make_folder(path.parent)
        path.replace(aside)
    except OSError as error:
        raise unwritable(aside, error) from error
    sys.stdout.write(f"The key {present.public.fingerprint} is kept in {aside}.\n")


def _given(source: Path) -> SecretKey:
    if source == STANDARD:
        text = sys.stdin.readline(200)
        try:
            return SecretKey.from_text(text)
        except KeyTextError as error:
            raise UserError("What came on standard input is no key.") from error
    try:
        return read_key(source)
    except FileNotFoundError as error:
        raise UserError(f"There is no file {source}.") from error
