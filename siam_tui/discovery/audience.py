"""Who can discover a lobby."""

from __future__ import annotations

import enum


class Audience(enum.StrEnum):
    """Who on this computer finds a lobby without its link."""

    EVERYONE = "everyone"
    ACCOUNT = "account"
    NOBODY = "nobody"
