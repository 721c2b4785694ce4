"""``siam key``: shows, exports and imports the keys of a profile.

An exported file says in a comment which kind its key is. Older releases read the first 200
characters of a key's file and accept only white space behind the key, so the comment comes later.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

from games.text_file import NotTextError, decode_text, read_file
from protocol.errors import KeyTextError
from protocol.keys import SecretKey
from siam_tui.appearance.cells import pad_end
from siam_tui.profile.key_files import (
    MAX_KEY_FILE,
    Which,
    find_key,
    parse_key,
    read_key,
    write_new_key,
)
from siam_tui.profile.paths import store_file
from siam_tui.profile.profiles import Profile
from siam_tui.profile.small_files import unwritable
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
_COMMENT: dict[Which, str] = {
    "player": "# This is the key of a player. `siam key import FILE` imports it.",
    "server": "# This is the key of a lobby. `siam key import --server FILE` imports it.",
}
_OTHER_KIND: dict[Which, str] = {
    "player": "{source} holds the key of a lobby, not of a player: import it with --server.",
    "server": "{source} holds the key of a player, not of a lobby: import it without --server.",
}
"""Refusals, by what the key was to become."""
_LINK = "{path} is a link to {target}, and there is no such file: remove the link first."
_OTHER_KEY = (
    "{path} holds another key, {key}, and is not overwritten. --replace replaces it, and keeps the "
    "old one as {aside}."
)
_READ_BEFORE = 200
"""Characters of a key's file that older releases read."""


def show_keys(profile: Profile) -> None:
    """Print both keys' fingerprints and files, never a secret; create the keys if missing.

    Raises:
        UserError: a key cannot be read or written.
    """
    keys = {"player": profile.player_key(), "server": profile.server_key()}
    for which, whose in _WHOSE.items():
        shown, path = keys[which].public.fingerprint, profile.key_file(which)
        sys.stdout.write(f"{pad_end(whose, 7)} {shown}\n        {path}\n")
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
    if (key := find_key(path)) is None:
        raise UserError(f"There is no key {path} yet: `siam key` makes it.")
    if target == STANDARD:
        sys.stdout.write(key.to_text() + "\n")
        return
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(_exported_text(key, which))
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
        UserError: there is another key, this is not a key or one of the other kind, or it cannot
            be written.
    """
    key = _read_source(source)
    _refuse_other_kind(profile, key, which, source)
    path = profile.key_file(which)
    try:
        present = read_key(path)
    except FileNotFoundError as error:
        if path.is_symlink():
            raise UserError(_LINK.format(path=path, target=path.readlink())) from error
    except UserError:
        if not replace:
            raise
        _put_aside(path, _free_name(path, which))
    else:
        if present == key:
            sys.stdout.write(f"The key {key.public.fingerprint} is in {path} already.\n")
            return
        aside = path.with_name(f"{which}-{present.public.short}.key")
        if not replace:
            fingerprint = present.public.fingerprint
            raise UserError(_OTHER_KEY.format(path=path, key=fingerprint, aside=aside.name))
        _put_aside(path, aside)
    if not write_new_key(path, key):
        raise UserError(f"{path} was created meanwhile and is not overwritten: try again.")
    sys.stdout.write(f"The key {key.public.fingerprint} is in {path} now.\n")
    if which == "server":
        sys.stdout.write(f"{_BACKUP}\n")


def _exported_text(key: SecretKey, which: Which) -> str:
    """Return the text of an exported file: the key, and which kind it is."""
    line = key.to_text() + "\n"
    return f"{line}{'':{_READ_BEFORE - len(line)}}\n{_COMMENT[which]}\n"  # type: ignore[characters]


def _refuse_other_kind(profile: Profile, key: SecretKey, which: Which, source: Path) -> None:
    """Return if a key is, as far as this computer knows, one of the kind that it is to become.

    Raises:
        UserError: it is one of the other kind.
    """
    kind = _written_kind(source)
    if kind is None and _is_known_lobby(profile, key):
        kind = "server"
    if kind not in (None, which):
        shown = "Standard input" if source == STANDARD else source
        raise UserError(_OTHER_KIND[which].format(source=shown))


def _written_kind(source: Path) -> Which | None:
    """Return the kind of key that an exported file says it holds."""
    lines: list[str] = []
    if source != STANDARD:
        with suppress(OSError):
            lines = decode_text(read_file(source, MAX_KEY_FILE), "replace").splitlines()
    return next((which for which, comment in _COMMENT.items() if comment in lines), None)


def _is_known_lobby(profile: Profile, key: SecretKey) -> bool:
    """Return whether a key is that of a lobby that this computer has served, or would serve."""
    if store_file(key.public.fingerprint).exists():
        return True
    with suppress(FileNotFoundError, UserError):
        return read_key(profile.key_file("server")) == key
    return False


def _put_aside(path: Path, aside: Path) -> None:
    try:
        path.replace(aside)
    except OSError as error:
        raise unwritable(aside, error) from error
    sys.stdout.write(f"What was in {path} is kept in {aside}.\n")


def _free_name(path: Path, which: Which) -> Path:
    """Return a name beside a key that cannot be read, under which nothing is kept yet."""
    names = (path.with_name(f"{which}-unreadable{number}.key") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def _read_source(source: Path) -> SecretKey:
    if source == STANDARD:
        try:
            return parse_key(decode_text(sys.stdin.buffer.readline(MAX_KEY_FILE)))
        except (KeyTextError, NotTextError) as error:
            raise UserError(f"Standard input holds no key: {error}.") from error
    try:
        return read_key(source)
    except FileNotFoundError as error:
        raise UserError(f"There is no file {source}.") from error
