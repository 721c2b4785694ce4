"""Compares a record with what the player saw while the game was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from client.draws.pledges import Share
from client.findings import Finding
from client.takeback_memory import TakeBackMemory
from client.verify import Verdict, verify
from protocol.keys import PublicKey
from protocol.proof import Proof
from protocol.states import TableState


def check_as_seen(
    text: str,
    state: TableState,
    share: Share | None,
    troubles: Sequence[str] = (),
    take_backs: TakeBackMemory | None = None,
) -> Verdict:
    """Check a record that the server sent.

    Args:
        text: the record.
        state: the table as it is shown to the player, its game over.
        share: what the player gave to the setup and saw then, if they did.
        troubles: what was wrong with the draw of its setup, as sentences.
        take_backs: the take-backs that the player saw; None if only `state` was seen.
    """
    if take_backs is None:
        take_backs = TakeBackMemory()
        take_backs.note(state)
    verdict = verify(text)
    wrong = [Finding("wrong", each) for each in troubles]
    if verdict.proof is not None:
        found = _contradictions(verdict, state, share) + take_backs.contradictions(verdict.proof)
        wrong += [Finding("wrong", each) for each in found]
    return replace(verdict, findings=(*verdict.findings, *wrong))


def _contradictions(verdict: Verdict, state: TableState, share: Share | None) -> list[str]:
    proof, record = verdict.proof, verdict.record
    assert proof is not None
    assert record is not None
    found = []
    if (proof.table, proof.game) != (state.table, state.game_number):
        found.append("The record is of another game than this one.")
    if (record.result, len(record.moves)) != (state.result, state.ply):
        found.append("The record ends in another way than the game you saw.")
    if share is not None and share.pledges:
        found += _setup_contradictions(proof, share)
    return found


def _setup_contradictions(proof: Proof, share: Share) -> list[str]:
    found = []
    if (proof.commitment, proof.commitment_signature) != (
        share.draw.commitment,
        share.draw.signature,
    ):
        found.append("The server is bound to another secret than before you contributed.")
    if tuple(each.pledge for each in proof.seats) != share.pledges:
        found.append("The record has other pledges than those you saw before you contributed.")
    if tuple(PublicKey(each.key).fingerprint for each in proof.seats) != share.players:
        found.append("The record has other players' keys than those who sat at the table.")
    if share.contribution not in [each.contribution for each in proof.seats]:
        found.append("Your contribution to the setup was left out: it came too late, or was lost.")
    return found
