"""Checks a draw, or a record's account of it, against what the player was bound to. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from client.draws.pledges import Share
from client.findings import Finding, joined, player_name
from games.record import Record
from protocol.draws import GivenUp, GivenUpReason, SignedCommitment
from protocol.fairness import FORMAT
from protocol.keys import PublicKey
from protocol.proof import Proof
from protocol.states import DrawState, TableState

_UNSIGNED = (
    "The server has not signed its commitment to the setup of game {number}. Your siam gives "
    "nothing to that setup."
)
_OLD = (
    "The server deals game {number} in the form of an earlier release, in which a move that was "
    "taken back could count again. Your siam gives nothing to that setup."
)
_GAPS = (
    "The server's account of the earlier setups at this table has gaps, or is not as it was. "
    "Your siam gives nothing to the setup of game {number}."
)
TWO = (
    "The server broke its commitment: it has signed two different ones for game {number}. Your "
    "siam gives nothing to the second."
)
_BACK = (
    "The server has gone back from game {known} to game {number}, perhaps to an older copy of its "
    "store. Your siam gives nothing to that setup."
)
_AGAIN = (
    "The server asks again for your part in game {number}, which it has had. Your siam refuses."
)
LOST = (
    "You contributed to the setup of game {known}, but the server never showed you that game, and "
    "signed no reason. It may have thrown the setup away."
)
_FORGED = "The server shows a pledge in your name for game {number} that you did not make."
_CHANGED = (
    "For game {number} the server shows other pledges or players than before you contributed."
)
REASONS: dict[GivenUpReason, str] = {
    "nobody": "nobody answered in time",
    "closed": "the table was closed",
    "restored": "its store had been put back to an older copy",
    "updated": "an earlier release had begun it",
}
"""Why a draw was given up, in words."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a player takes no part in a draw.

    Attributes:
        sentence: what is wrong, for people.
        other: a second commitment for the same game, which the server has signed.
    """

    sentence: str
    other: SignedCommitment | None = None


def find_problem(
    share: Share | None, draw: DrawState, server: PublicKey, table: str
) -> Problem | None:
    """Return why a player takes no part in a draw that has begun; None if all is well.

    Args:
        share: the player's part in the latest draw at the table.
        draw: the draw.
        server: the lobby's key.
        table: the table's id.
    """
    committed = draw.committed(server.fingerprint, table)
    if committed is None or not committed.is_signed(server, table):
        return Problem(_UNSIGNED.format(number=draw.number))
    known = share.draw.number if share else 0
    if share and draw.number == known and committed != share.draw:
        return Problem(TWO.format(number=known), committed)
    if draw.format < FORMAT:
        return Problem(_OLD.format(number=draw.number))
    if draw.number < known:
        return Problem(_BACK.format(number=draw.number, known=known))
    sound = draw.before.is_sound(server, table) and draw.before.next_number == draw.number
    sentence = _GAPS if not sound else _contradiction(share, draw) if share else ""
    return Problem(sentence.format(number=draw.number, known=known)) if sentence else None


def _contradiction(share: Share, draw: DrawState) -> str:
    """Return what is wrong with a sound draw that is not before the one the player knows."""
    known = share.draw.number
    if draw.number == known:
        had = share.dealt or (share.pledges and draw.stage == "pledging")
        return _AGAIN if had else ""
    if is_lost(share, draw):
        return LOST
    other_base = draw.dealt == known and share.chain and draw.base != share.chain
    return _GAPS if other_base else ""


def is_lost(share: Share, draw: DrawState) -> bool:
    """Return whether a later draw says that a game was dealt which the player never saw."""
    return bool(share.pledges) and not share.dealt and draw.dealt >= share.draw.number


def find_change(
    share: Share, draw: DrawState, players: tuple[str, ...], pledge: bytes | None, shown: bytes
) -> str:
    """Return what a server has changed in a draw after this player was bound; empty for nothing.

    Args:
        share: the player's part in this draw.
        draw: the draw as it is shown now, in the stage contributing or dealt.
        players: fingerprints of those who have the seats.
        pledge: what the player has pledged; empty if nothing, None if that is not known here.
        shown: the pledge that is shown for the player's seat.
    """
    if pledge is not None and shown not in (b"", pledge):
        return _FORGED.format(number=draw.number)
    if share.pledges and (share.pledges, share.players) != (draw.pledges, players):
        return _CHANGED.format(number=draw.number)
    return ""


def games_of(given_up: GivenUp) -> str:
    """Return the numbers that were given up, for people."""
    first, last = given_up.number, given_up.last
    return f"game {first}" if first == last else f"games {first} to {last}"


def given_up_sentence(given_up: GivenUp, state: TableState) -> str:
    """Return a sentence about a draw that was given up."""
    missing = [_player_name(key, state) for key in given_up.missing]
    who = f", without {joined(missing)}" if missing else ""
    return f"The server gave up the setup of {games_of(given_up)}: {REASONS[given_up.reason]}{who}."


def _player_name(key: bytes, state: TableState) -> str:
    keys = () if state.draw is None else state.draw.keys
    names = [seat.name for seat, each in zip(state.seats, keys, strict=False) if each == key]
    return names[0] if names and names[0] else "somebody who has left"


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
