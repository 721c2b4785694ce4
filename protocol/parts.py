"""The parts of a lobby that several servers run together: where each table is, and who answers.

A lobby with one server has no parts. In a cluster, every table belongs to one part, and every part
to one server at a time. A part has a key of its own, which only the lobby's signature makes valid.
"""

from __future__ import annotations

import hashlib

from attrs import field, frozen

from protocol.fields import COUNT, HASH

MAX_PARTS = 64
"""Parts of a cluster; the most that a client believes."""
LIST_PART = 1
"""The part that has the list of all tables."""


def part_of(name: str, parts: int = MAX_PARTS) -> int:
    """Return the part of a table, named by its id, or of a player, named by fingerprint.

    A player's own part opens their tables: its id is drawn so that it belongs there.

    Args:
        name: the id or the fingerprint.
        parts: how many parts there are.

    Returns:
        a number from 1 on.

    >>> part_of("abcd1234") == part_of("abcd1234") <= MAX_PARTS
    True
    """
    digest = hashlib.blake2b(name.encode(), digest_size=8, person=b"siam-tui part").digest()
    return 1 + int.from_bytes(digest) % parts


@frozen
class PartState:
    """Who runs a part of the lobby now, signed with the lobby's key.

    Attributes:
        part: the number of the part, from 1.
        epoch: grows with each new owner; a state of a lower epoch is over.
        key: the Ed25519 public key of this owner: it seals the answers and signs the tables.
    """

    part: int = field(validator=COUNT)
    epoch: int = field(validator=COUNT)
    key: bytes = field(validator=HASH)
