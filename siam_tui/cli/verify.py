"""``siam verify``: prints what a record proves."""

from __future__ import annotations

import sys
from pathlib import Path

from client.verify import verify
from protocol.draws import is_dispute
from siam_tui.model.record_files import read_text

PROVEN, WRONG, OPEN = 0, 1, 3
"""Exit codes; 2 is reserved for errors."""
_SIGNS = {"proven": "proven", "open": "OPEN", "wrong": "WRONG"}


def verify_file(path: Path) -> int:
    """Print what a record proves; return the exit code.

    Raises:
        UserError: the file cannot be read.
    """
    text = read_text(path)
    verdict = verify(text)
    for finding in verdict.findings:
        sys.stdout.write(f"{_SIGNS[finding.mark]:>6}  {finding.sentence}\n")
    if verdict.record is None and verdict.marked("wrong") and is_dispute(text):
        sys.stdout.write(f"{path} proves that the server broke its commitment.\n")
        return WRONG
    if wrong := len(verdict.marked("wrong")):
        sys.stdout.write(f"{path} does not match the game as it was played: {wrong} wrong.\n")
        return WRONG
    if verdict.marked("open"):
        sys.stdout.write(f"Nothing in {path} is wrong, but not everything can be proven.\n")
        return OPEN
    sys.stdout.write(
        f"Everything in {path} is proven. Compare the keys with those of the people you know.\n"
    )
    return PROVEN
