"""The proof that a server has signed two commitments for one game, which anybody can check."""

from __future__ import annotations

import json

from attrs import field, frozen, validators
from cattrs.errors import BaseValidationError

from protocol.draws import SignedCommitment
from protocol.errors import MalformedError
from protocol.fields import HASH, ID
from protocol.json_values import json_converter
from protocol.keys import PublicKey

MAX_DISPUTE = 4096
"""Characters in the text of such a proof."""
_KIND = "siam-tui two commitments"
_converter = json_converter()


@frozen
class TwoCommitments:
    """Two different commitments of one server for one game.

    Attributes:
        server: the Ed25519 public key of the lobby's server.
        table: the table's id.
        first: the one the player is bound to.
        second: the other.
        kind: says what this is.
    """

    server: bytes = field(validator=HASH)
    table: str = field(validator=ID)
    first: SignedCommitment
    second: SignedCommitment
    kind: str = field(default=_KIND, validator=validators.in_((_KIND,)))

    def proves(self) -> bool:
        """Tell whether the server has signed both, and they are two for one game.

        Raises:
            KeyTextError: `server` is no key.
            ValueError: the table's id is no printable text.
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
        """Return it as a file keeps it."""
        return json.dumps(_converter.unstructure(self), indent=1) + "\n"


def is_dispute(text: str) -> bool:
    """Tell whether a text looks like such a proof, and not like a record."""
    return text.lstrip().startswith("{") and _KIND in text[:MAX_DISPUTE]


def read_dispute(text: str) -> TwoCommitments:
    """Read what `TwoCommitments.to_text` wrote.

    Raises:
        MalformedError: it is none.
    """
    if len(text) > MAX_DISPUTE:
        raise MalformedError(f"such a proof has at most {MAX_DISPUTE} characters")
    try:
        return _converter.structure(json.loads(text), TwoCommitments)
    except (BaseValidationError, TypeError, ValueError, RecursionError) as error:
        raise MalformedError("something is missing or changed in it") from error
