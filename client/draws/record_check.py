"""Checks a record's account of the draw of its setup, and of draws given up before it."""

from __future__ import annotations

from collections.abc import Iterator

from client.draws.draw_check import REASONS, games_of
from client.findings import Finding, joined, player_name
from games.record import Record
from protocol.draws import GivenUp
from protocol.keys import PublicKey
from protocol.proof import Proof


def check_draws(record: Record, proof: Proof) -> Iterator[Finding]:
    """Check the server's signed commitment, and its account of the draws before it.

    Nothing is found in a record of protocol 1, whose server signed neither.

    Raises:
        KeyTextError: a key in the proof is none.
        ValueError: the table's id is no printable text.
    """
    if proof.format == 1:
        return
    server, before = PublicKey(proof.server), proof.before
    if not proof.committed().is_signed(server, proof.table):
        yield Finding("wrong", "The server has not signed its commitment to this setup.")
    if not before.is_sound(server, proof.table) or before.next_number != proof.game:
        yield Finding(
            "wrong",
            "The server's account of the setups before this one has gaps, or is not as it was "
            "signed.",
        )
    for each in proof.given_up:
        yield Finding("open", _given_up_sentence(each, record, proof))


def _given_up_sentence(each: GivenUp, record: Record, proof: Proof) -> str:
    names = {seat.key: player_name(record, number) for number, seat in enumerate(proof.seats)}
    missing = [names.get(key) or PublicKey(key).short for key in each.missing]
    without = f", without {joined(missing)}" if missing else ""
    return (
        f"Before this game the server gave up the setup of {games_of(each)}: "
        f"{REASONS[each.reason]}{without}. It may have known that setup."
    )
