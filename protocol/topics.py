"""Names of MQTT topics."""

from __future__ import annotations

from dataclasses import dataclass

from protocol import PROTOCOL_VERSION


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one lobby.

    Attributes:
        lobby: fingerprint of the server's key.
    """

    lobby: str

    def lobby_state(self) -> str:
        """Return the topic of the retained `LobbyState`."""
        return f"{self._base}/lobby"

    def table(self, table: str) -> str:
        """Return the topic of a table's retained public `TableState`."""
        return f"{self._base}/table/{table}"

    def every_table(self) -> str:
        """Return the filter of the public states of all tables."""
        return f"{self._base}/table/+"

    def inbox(self, player: str) -> str:
        """Return the topic of a player's commands; `player` is a fingerprint."""
        return f"{self._base}/in/{player}"

    def outbox(self, player: str) -> str:
        """Return the topic of the answers to a player; `player` is a fingerprint."""
        return f"{self._base}/out/{player}"

    def part(self, part: int) -> str:
        """Return the topic of the retained `PartState` of a part of a cluster."""
        return f"{self._base}/part/{part}"

    def inbox_of_part(self, part: int, player: str) -> str:
        """Return the topic of a player's commands to a part; `player` is a fingerprint."""
        return f"{self._base}/in/{part}/{player}"

    def every_inbox_of_part(self, part: int) -> str:
        """Return the filter of all players' commands to a part, in every version."""
        return f"siam/+/{self.lobby}/in/{part}/+"

    def every_inbox(self) -> str:
        """Return the filter of all players' commands, in every version of the protocol."""
        return f"siam/+/{self.lobby}/in/+"

    def any_version(self, topic: str) -> str:
        """Return the filter that matches `topic` in every version of the protocol.

        So a client and a server of different versions notice each other and can tell the player.
        """
        return topic.replace(f"siam/v{PROTOCOL_VERSION}/", "siam/+/", 1)

    @property
    def _base(self) -> str:
        return f"siam/v{PROTOCOL_VERSION}/{self.lobby}"
