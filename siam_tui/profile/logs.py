"""Logging, always to a file and never on the screen."""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from siam_tui.profile.small_files import make_folder, unwritable
from siam_tui.terminal.foreign_text import escaped


class TextFormatter(logging.Formatter):
    """Formats a line a record; what other people wrote can neither steer a terminal nor feign one.

    The lines of a traceback are indented, as only a record begins at the margin.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as the base has it
        """Return the line of a record."""
        return escaped(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: ANN401, N802 - as the base has it
        """Return the lines of a traceback."""
        return "\n".join(f"  {escaped(line)}" for line in super().formatException(ei).split("\n"))


_FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"
_BYTES = 1_000_000


class _PrivateFileHandler(RotatingFileHandler):
    """A rotating log file that only its owner reads."""

    def _open(self):  # type: ignore[no-untyped-def]  # noqa: ANN202  # as the class it refines
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - as the class it refines
        """Lose the line; a full disk must not write tracebacks across the screen."""


def log_to(path: Path) -> None:
    """Send everything that is logged, from `logging.INFO` up, to a file of bounded size.

    Raises:
        UserError: it cannot be written.
    """
    try:
        make_folder(path.parent)
        handler = _PrivateFileHandler(path, maxBytes=_BYTES, backupCount=2, encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error, "XDG_STATE_HOME") from error
    handler.setFormatter(TextFormatter(_FORMAT))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
