"""A small file of what is convenient to know, and done without where it cannot be read."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from siam_tui.profile.small_files import read_own_text, replace_text

logger = logging.getLogger(__name__)

Kept = TypeVar("Kept")


class KeptFile:
    """A file whose errors are only logged; without a path there is none."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self, parse: Callable[[str], Kept]) -> Kept | None:
        """Return what the file says, or None if there is none or it cannot be read.

        Args:
            parse: reads the text; raises ValueError, TypeError or AttributeError for another one.
        """
        try:
            return parse(read_own_text(self._path)) if self._path else None
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, AttributeError) as error:
            logger.warning("%s cannot be read: %s", self._path, error)
            return None

    def write(self, text: str) -> None:
        """Replace the text; the file is readable only by its owner."""
        try:
            if self._path is not None:
                replace_text(self._path, text)
        except OSError as error:
            logger.warning("%s cannot be written: %s", self._path, error)
