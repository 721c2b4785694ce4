"""What this program is: release, commit, and whether the rules run compiled."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from client.release import release
from games import compiled
from games.registry import game_names, spec_of

_ROOT = Path(__file__).parents[2]
_COMMIT = _ROOT / "siam_tui" / "commit.txt"
_MOST = 80

_VERSION = "siam {release} (commit {commit}, rules {rules})"
_JUDGEMENT = "{game}, {judgement}"
_UNTOLD = "judgement: unknown (the game raises {error})"


def version_text() -> str:
    """Return one line about this program, and one for each game that has a choice of judgement."""
    rules = "compiled" if compiled.in_use() else "in Python"
    first = _VERSION.format(release=release(), commit=commit() or "unknown", rules=rules)
    return "\n".join((first, *_judgements()))


def _judgements() -> Iterator[str]:
    for name in game_names():
        spec = spec_of(name)
        try:
            judgement = spec.describe_judgement()
        except Exception as error:  # noqa: BLE001 - it may be another package's
            judgement = _UNTOLD.format(error=type(error).__name__)
        if judgement:
            yield _JUDGEMENT.format(game=spec.title, judgement=judgement)


def commit() -> str:
    """Return the commit of this program; empty if it is not known.

    A package has a file with it. In a checkout, git is asked.
    """
    try:
        return _COMMIT.read_text().strip()[:_MOST]
    except OSError:
        return _ask_git() if (_ROOT / ".git").exists() else ""


def _ask_git() -> str:
    command = ("git", "describe", "--always", "--dirty", "--abbrev=12")
    try:
        return subprocess.check_output(
            command, cwd=_ROOT, text=True, stderr=subprocess.DEVNULL, timeout=10
        ).strip()[:_MOST]
    except (OSError, subprocess.SubprocessError):
        return ""
