"""Checks the names in a record, whose salted hashes are signed in their place."""

from __future__ import annotations

from collections.abc import Iterator

from client.findings import Finding, joined, player_name
from games.record import Record
from protocol.proof import NAMES_ARE_HASHED, Proof, name_hash


def check_names(record: Record, proof: Proof) -> Iterator[Finding]:
    """Check each player's name; a name that was removed with its salt is no fault.

    Raises:
        KeyTextError: the server's key in the proof is none.
        ValueError: the table's id is no printable text.
    """
    if proof.format < NAMES_ARE_HASHED:
        return  # there the names themselves are signed
    game, removed = proof.game_id(), []
    names, salts = dict(enumerate(record.seats)), dict(enumerate(record.salts))
    for seat, each in enumerate(proof.seats):
        name, salt = names.get(seat, ""), salts.get(seat, b"")
        if not name:
            removed.append(f"seat {seat + 1}")
        elif not salt:
            yield Finding(
                "wrong",
                f"The name of seat {seat + 1} has no salt, so nobody can check it. To remove the "
                f"name, delete the tag Seat{seat}.",
            )
        elif name_hash(game, seat, salt, name) != each.name:
            yield Finding(
                "wrong",
                f"{player_name(record, seat)} is not what seat {seat + 1} was called when the "
                "record was signed.",
            )
    if removed:
        yield Finding("proven", f"Removed, as it may be: the name of {joined(removed)}.")
