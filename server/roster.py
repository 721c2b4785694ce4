"""The keys that the embedded broker has to know: who plays, and who are the bots."""

from __future__ import annotations

from dataclasses import dataclass

from server.lobby.lobby import Lobby


@dataclass(slots=True)
class Roster:
    """Tells the broker, which starts first, of the lobby.

    Attributes:
        lobby: the lobby, as soon as there is one.
    """

    lobby: Lobby | None = None

    def players(self) -> frozenset[str]:
        """Return the fingerprints of the hosts, the people who have seats, and the bots."""
        return frozenset() if self.lobby is None else self.lobby.players() - {""}

    def playing(self) -> frozenset[str]:
        """Return the fingerprints of the people and bots who play in a game that runs."""
        return frozenset() if self.lobby is None else self.lobby.playing() - {""}

    def is_bot(self, player: str) -> bool:
        """Return whether a fingerprint is that of a bot of this lobby."""
        return self.lobby is not None and self.lobby.is_bot(player)
