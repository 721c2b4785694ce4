"""Logging to a file, never to the screen, and what a player is told of a bug that is logged."""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from siam_tui.profile.paths import log_file
from siam_tui.profile.small_files import make_folder, unwritable
from siam_tui.profile.user_error import is_limited
from siam_tui.terminal.foreign_text import escaped
from texts import tell


class TextFormatter(logging.Formatter):
    """Formats one line per record, with other people's text escaped.

    Traceback lines are indented, so that only records begin at the margin.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as in the base class
        """Return the line of a record."""
        return escaped(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: ANN401, N802 - as in the base class
        """Return the lines of a traceback."""
        return "\n".join(f"  {escaped(line)}" for line in super().formatException(ei).split("\n"))


_FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"
_BYTES = 1_000_000


class _PrivateFileHandler(RotatingFileHandler):
    """A rotating log file that only its owner reads."""

    def _open(self):  # type: ignore[no-untyped-def]  # noqa: ANN202  # as in the base class
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - as in the base class
        """Drop the line: a full disk must not print tracebacks on the screen."""


def log_to(path: Path) -> None:
    """Log everything from `logging.INFO` up to a file of bounded size.

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


logger = logging.getLogger(__name__)


def report_bug(error: BaseException) -> str:
    """Log an error that nobody has caught; return what to tell the player."""
    logger.critical("a bug was survived", exc_info=error)
    return tell("profile/bug", is_visitor=is_limited(), file=str(log_file("app")))
