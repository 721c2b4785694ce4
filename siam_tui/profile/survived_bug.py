"""What the player is told of a bug that the program goes on after."""

from __future__ import annotations

import logging
from typing import Final

from siam_tui.profile.paths import log_file
from siam_tui.profile.visitor_limits import is_limited

logger = logging.getLogger(__name__)

_TOLD: Final = (
    "That did not work, because of a bug in this program. Go on as before. Please report it: the "
    "details are in {file}."
)
_TOLD_TO_VISITOR: Final = (
    "That did not work, because of a bug in this program. Go on as before. Please tell the host: "
    "the log has the details."
)


def report_bug(error: BaseException) -> str:
    """Log an error that nobody has caught; return what to tell the player."""
    logger.critical("a bug was survived", exc_info=error)
    return _TOLD_TO_VISITOR if is_limited() else _TOLD.format(file=log_file("app"))
