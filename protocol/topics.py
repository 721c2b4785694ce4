"""Names of MQTT topics, and the part of a cluster whose topics concern a table."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from protocol import PROTOCOL_VERSION
from protocol.limits import MAX_PARTS

_PART_BYTES = 8
LIST_PART = 1
"""The part that has the list of all tables."""


def part_of(name: str, parts: int = MAX_PARTS) -> int:
    """Return the part of a table, named by its id, or of a player, named by fingerprint.

    Every table of a cluster belongs to one part, and every part to one server at a time. A player's
    own part opens their tables: its id is drawn so that it belongs there.

    Args:
        name: the id or the fingerprint.
        parts: how many parts there are.

    Returns:
        a number from 1 on.

    >>> part_of("abcd1234") == part_of("abcd1234") <= MAX_PARTS
    True
    """
    digest = hashlib.sha512(b"siam-tui part\n" + name.encode()).digest()
    return 1 + int.from_bytes(digest[:_PART_BYTES]) % parts


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

    def is_table(self, topic: str) -> bool:
        """Whether a topic is that of a table's public state."""
        return topic.startswith(f"{self._base}/table/")

    def inbox(self, player: str) -> str:
        """Return the topic of a player's commands; `player` is a fingerprint."""
        return f"{self._base}/in/{player}"

    def outbox(self, player: str) -> str:
        """Return the topic of the answers to a player; `player` is a fingerprint."""
        return f"{self._base}/out/{player}"

    def part(self, part: int) -> str:
        """Return the topic of the retained `PartState` of a part of a cluster."""
        return f"{self._base}/part/{part}"

    def is_part(self, topic: str) -> bool:
        """Whether a topic is that of a part's owner."""
        return topic.startswith(f"{self._base}/part/")

    def every_part(self) -> str:
        """Return the filter of the states of all parts."""
        return f"{self._base}/part/+"

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
