"""The keys that the embedded broker must know: who plays, and which are bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from server.lobby.lobby import Lobby


@dataclass(slots=True)
class Roster:
    """Answers the broker's questions about the lobby; the broker starts before it.

    Attributes:
        lobby: returns the present lobby; None until there is one.
    """

    lobby: Callable[[], Lobby] | None = None

    def players(self) -> frozenset[str]:
        """Return the fingerprints of the hosts, the people who have seats, and the bots."""
        return frozenset() if self.lobby is None else self.lobby().players() - {""}

    def playing(self) -> frozenset[str]:
        """Return the fingerprints of the people and bots who play in a game that runs."""
        return frozenset() if self.lobby is None else self.lobby().playing() - {""}

    def is_bot(self, player: str) -> bool:
        """Return whether a fingerprint is that of a bot of this lobby."""
        return self.lobby is not None and self.lobby().is_bot(player)
