"""Checks the folders that this program writes to, for ``siam doctor``."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from siam_tui.profile.paths import lobbies_folder, log_file, records_folder, store_file
from siam_tui.profile.small_files import is_full, make_folder

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_TRIED_BYTES = 4096

_WRITABLE = "{what} can be written in {folder}."
_FULL = "{what} cannot be written in {folder}: the disk or your quota is full. Free some space."
_UNWRITABLE = (
    "{what} cannot be written in {folder} ({reason}): check its permissions, or use another folder "
    "by setting {variable}."
)
_OPEN_TO_OTHERS = (
    "Others on this computer can change the files in {folder} (mode {mode:04o}): run "
    "`chmod go-w '{folder}'`."
)
_CERTIFICATES = (
    "{variable} names {file}, which is not a readable file: its certificates are not used."
)


class Check(NamedTuple):
    """Result of one check: a mark and a sentence for a person."""

    mark: Literal["ok", "note", "BAD"]
    sentence: str


def check_folders(profile_folder: Path) -> Iterator[Check]:
    """Write a small file into each folder, created if missing, and remove the file.

    Args:
        profile_folder: the folder of the player's key and settings.
    """
    own = (
        ("Keys and settings", profile_folder, "XDG_CONFIG_HOME"),
        ("Lobbies", store_file("").parent, "XDG_DATA_HOME"),
        ("Records", records_folder(), "XDG_DATA_HOME"),
        ("Logs", log_file("app").parent, "XDG_STATE_HOME"),
    )
    shared = (
        ("Announcements of lobbies", lobbies_folder(), "SIAM_LOBBIES"),
        ("Temporary files", Path(tempfile.gettempdir()), "TMPDIR"),
    )
    for entry in (*own, *shared):
        what, folder, variable = entry
        try:
            if entry in own:
                make_folder(folder)
            _try_to_write(folder)
            mode = stat.S_IMODE(folder.stat().st_mode)
        except OSError as error:
            yield Check("BAD", _complaint(what, folder, variable, error))
            continue
        if entry in own and mode & _OTHERS_WRITE:
            yield Check("BAD", _OPEN_TO_OTHERS.format(folder=folder, mode=mode))
        else:
            yield Check("ok", _WRITABLE.format(what=what, folder=folder))


def check_certificate_files() -> Iterator[Check]:
    """Yield a sentence for each named certificate file that cannot be read."""
    for variable in ("SSL_CERT_FILE", "SIAM_CA"):
        file = os.environ.get(variable)
        if file and not (Path(file).is_file() and os.access(file, os.R_OK)):
            yield Check("BAD", _CERTIFICATES.format(variable=variable, file=file))


def _try_to_write(folder: Path) -> None:
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(_TRIED_BYTES))
        file.flush()
        os.fsync(file.fileno())


def _complaint(what: str, folder: Path, variable: str, error: OSError) -> str:
    form = _FULL if is_full(error) else _UNWRITABLE
    return form.format(what=what, folder=folder, reason=error.strerror, variable=variable)
