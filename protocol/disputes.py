"""Proof that a server signed two commitments for one game; anybody can check it."""

from __future__ import annotations

import json

from attrs import field, frozen, validators

from protocol.draws import SignedCommitment
from protocol.errors import MalformedError
from protocol.fields import HASH, ID
from protocol.keys import PublicKey
from protocol.strict_values import JSON, read_json

MAX_DISPUTE = 4096
"""Characters in the text of such a proof."""
_KIND = "siam-tui two commitments"


@frozen
class TwoCommitments:
    """Two different commitments of one server for one game.

    Attributes:
        server: the Ed25519 public key of the lobby's server.
        table: the table's id.
        first: the one the player is bound to.
        second: the other.
        kind: the kind of document.
    """

    server: bytes = field(validator=HASH)
    table: str = field(validator=ID)
    first: SignedCommitment
    second: SignedCommitment
    kind: str = field(default=_KIND, validator=validators.in_((_KIND,)))

    def proves(self) -> bool:
        """Return whether the server signed both, and they are for the same game.

        Raises:
            KeyTextError: `server` is not a key.
            ValueError: the table's id is not printable.
        """
        server = PublicKey(self.server)
        lobby = server.fingerprint
        both = (self.first, self.second)
        return (
            self.first.number == self.second.number
            and self.first.stated(lobby, self.table) != self.second.stated(lobby, self.table)
            and all(each.is_signed(server, self.table) for each in both)
        )

    def to_text(self) -> str:
        """Return the proof as the text of a file."""
        return json.dumps(JSON.unstructure(self), indent=1) + "\n"


def is_dispute(text: str) -> bool:
    """Return whether a text looks like such a proof rather than a record."""
    return text.lstrip().startswith("{") and _KIND in text[:MAX_DISPUTE]


def read_dispute(text: str) -> TwoCommitments:
    """Parse a text of `TwoCommitments.to_text`.

    Raises:
        MalformedError: it is not such a proof.
    """
    if len(text) > MAX_DISPUTE:
        raise MalformedError(f"a proof of two commitments has at most {MAX_DISPUTE} characters")
    return read_json(text, TwoCommitments, "something is missing or changed in it")
