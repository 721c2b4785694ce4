"""Puts the files of an earlier release where the program looks for them."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path


def unpack_home(files: Path, home: Path) -> Path:
    """Copy an account's files, as only it can read them, and unpack the store."""
    shutil.copytree(files / "home", home, dirs_exist_ok=True)
    for key in home.rglob("*.key"):
        key.chmod(0o600)
    for packed in home.rglob("*.db.gz"):
        store = packed.with_suffix("")
        store.write_bytes(gzip.decompress(packed.read_bytes()))
        store.chmod(0o600)
    return home
