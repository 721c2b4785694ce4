"""Remembers what the player saw of a game, and compares its record with that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from client.draws.pledges import Share
from client.findings import Finding
from client.verify import Verdict, verify
from protocol.fairness import BINDS_TAKE_BACKS
from protocol.keys import PublicKey
from protocol.proof import Proof
from protocol.states import TableState
from texts import Message, say, tell

_MOST = 64
"""Take-backs remembered of a game: the latest ones."""


class TakeBackMemory:
    """Remembers the latest game of a table."""

    def __init__(self) -> None:
        self._game = 0
        self._lowest: dict[int, int] = {}

    def note(self, state: TableState) -> None:
        """Note how many take-backs a state shows, and the fewest moves that were left then."""
        if state.game_number != self._game:
            self._game, self._lowest = state.game_number, {}
        if state.status in ("running", "over"):
            lowest = self._lowest.get(state.takes, state.ply)
            self._lowest[state.takes] = min(lowest, state.ply)
            while len(self._lowest) > _MOST:
                del self._lowest[min(self._lowest)]

    def refusal(self, state: TableState) -> str:
        """Return why the player signs no move of the game that is shown; empty if they do."""
        is_back = state.game_number == self._game and state.takes < max(self._lowest, default=0)
        return tell("client/went-back") if is_back else ""

    def contradictions(self, proof: Proof) -> list[Message]:
        """Return what a record's proof says otherwise."""
        if proof.game != self._game or proof.format < BINDS_TAKE_BACKS or not self._lowest:
            return []
        stated, seen = proof.forks[-1].takes if proof.forks else 0, max(self._lowest)
        if stated != seen:
            return [say("client/other-take-backs", stated=stated, seen=seen)]
        for takes, ply in self._lowest.items():
            # A take-back that is not in the record was dropped by a later one to an earlier place.
            fork = next((each for each in proof.forks if each.takes >= takes), None)
            if takes and (fork is None or fork.ply > ply):
                return [say("client/other-place", n=ply, takes=takes)]
        return []


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


def _contradictions(verdict: Verdict, state: TableState, share: Share | None) -> list[Message]:
    proof, record = verdict.proof, verdict.record
    assert proof is not None
    assert record is not None
    found = []
    if (proof.table, proof.game) != (state.table, state.game_number):
        found.append(say("client/another-game"))
    if (record.result, len(record.moves)) != (state.result, state.ply):
        found.append(say("client/another-end"))
    if share is not None and share.pledges:
        found += _setup_contradictions(proof, share)
    return found


def _setup_contradictions(proof: Proof, share: Share) -> list[Message]:
    found = []
    if (proof.commitment, proof.commitment_signature) != (
        share.draw.commitment,
        share.draw.signature,
    ):
        found.append(say("client/another-secret"))
    if tuple(each.pledge for each in proof.seats) != share.pledges:
        found.append(say("client/other-pledges"))
    if tuple(PublicKey(each.key).fingerprint for each in proof.seats) != share.players:
        found.append(say("client/other-keys"))
    if share.contribution not in [each.contribution for each in proof.seats]:
        found.append(say("client/left-out"))
    return found
