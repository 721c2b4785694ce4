"""Opens frames from strangers, or refuses and counts them by the reason."""

from __future__ import annotations

import logging
from collections import Counter
from typing import get_args

from protocol import PROTOCOL_VERSION
from protocol.commands import Command
from protocol.envelope import Envelope, open_sealed
from protocol.errors import ForgedError, ProtocolError, UnknownTypeError, VersionError
from protocol.keys import SecretKey

logger = logging.getLogger(__name__)

_COMMANDS: tuple[type, ...] = get_args(Command)
_MAX_WARNED = 1000
"""Players whose version is logged; a flood of names must not fill the memory."""


class Inbox:
    """Opens the frames that arrive on the players' topics.

    Attributes:
        refused: how many frames were refused, by reason.
    """

    def __init__(self, secret: SecretKey, refused: Counter[str]) -> None:
        self.refused = refused
        self._secret = secret
        self._warned: set[str] = set()

    def open(self, topic: str, frame: bytes) -> Envelope | None:
        """Return the envelope of a player's command; None if the frame is refused and counted."""
        player = topic.rpartition("/")[2]
        try:
            envelope = open_sealed(frame, self._secret, topic)
            if envelope.sender.fingerprint != player:
                raise ForgedError("it arrived on another player's topic")
            if not isinstance(envelope.message, _COMMANDS) or not envelope.command:
                raise UnknownTypeError("it is no command")
        except VersionError as error:
            self._warn(player, error.theirs)
            self.count("VersionError")
        except ProtocolError as error:
            self.count(type(error).__name__)
        else:
            return envelope
        return None

    def count(self, reason: str) -> None:
        """Count a refused frame."""
        self.refused[reason] += 1

    def _warn(self, player: str, theirs: int) -> None:
        if player in self._warned or len(self._warned) >= _MAX_WARNED:
            return
        self._warned.add(player)
        older, newer = ("They", "you") if theirs < PROTOCOL_VERSION else ("You", "they")
        logger.warning(
            "A player's siam speaks protocol %d, this server %d: they cannot play together. "
            "%s should update siam to the release %s run.",
            theirs,
            PROTOCOL_VERSION,
            older,
            newer,
        )
