"""The player's kept shares in draws, so that a program started again is bound by them."""

from __future__ import annotations

import json
from typing import Protocol

from attrs import evolve, field, frozen, validators

from protocol.draws import SignedCommitment
from protocol.fields import COUNT, MAYBE_HASH, SEATS, SENTENCE
from protocol.strict_values import JSON, read_json
from texts import Message

MAX_TROUBLES = 8
"""Troubles kept for the draws of a table; the first ones stay."""


@frozen
class Trouble:
    """Something that was wrong with a draw.

    Attributes:
        number: the game it was for.
        sentence: what it was, in English.
        reason: the same for other languages; None in a file of an earlier release.
    """

    number: int = field(validator=COUNT)
    sentence: str = field(validator=SENTENCE)
    reason: Message | None = None


@frozen
class Share:
    """One player's part in the latest draw they saw at a table.

    Attributes:
        draw: the server's commitment, the only one the player ever pledges to for that game.
        contribution: the player's random number; empty if they pledged none.
        pledges: the pledges of all seats when the player contributed; empty before.
        players: fingerprints of those who had the seats then.
        dealt: whether the player saw that the game was dealt.
        chain: the first link of that game's chain; empty before it was dealt.
        troubles: what was wrong with this draw and those before it.
    """

    draw: SignedCommitment
    contribution: bytes = field(default=b"", validator=MAYBE_HASH)
    pledges: tuple[bytes, ...] = field(
        default=(), validator=validators.and_(SEATS, validators.deep_iterable(MAYBE_HASH))
    )
    players: tuple[str, ...] = field(default=(), validator=SEATS)
    dealt: bool = False
    chain: bytes = field(default=b"", validator=MAYBE_HASH)
    troubles: tuple[Trouble, ...] = field(default=(), validator=validators.max_len(MAX_TROUBLES))

    def with_trouble(self, trouble: Trouble) -> Share:
        """Return the share with one more trouble."""
        if trouble in self.troubles or len(self.troubles) >= MAX_TROUBLES:
            return self
        return evolve(self, troubles=(*self.troubles, trouble))

    def to_json(self) -> str:
        """Return the share as a file holds it."""
        return json.dumps(JSON.unstructure(self))


def read_share(text: str) -> Share:
    """Read what `Share.to_json` wrote.

    Raises:
        MalformedError: it is none.
    """
    return read_json(text, Share, "this is no kept pledge")


class PledgeBook(Protocol):
    """Keeps a player's shares in the draws of one lobby on the disk."""

    def read(self, table: str) -> Share | None:
        """Return the share kept for a table."""

    def write(self, table: str, share: Share) -> None:
        """Replace the share kept for a table; never raises."""

    def keep_proof(self, number: int, text: str) -> str:
        """Keep a proof that the server broke its commitment, and return its path; never raises.

        Args:
            number: the game it is about.
            text: the proof, which ``siam verify`` reads; see `protocol.draws`.
        """
