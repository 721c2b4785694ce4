"""Checks a draw, or a record's account of it, against what the player was bound to. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from client.draws.pledges import Share
from client.findings import Finding, player_name
from games.record import Record
from protocol.draws import GivenUp, GivenUpReason, SignedCommitment
from protocol.fairness import FORMAT
from protocol.keys import PublicKey
from protocol.proof import Proof
from protocol.states import DrawState, TableState
from texts import Message, Person, say

REASONS: Final[dict[GivenUpReason, Message]] = {
    "nobody": say("client/nobody"),
    "closed": say("client/closed"),
    "restored": say("client/restored"),
    "updated": say("client/updated"),
}
"""Why a draw was given up."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a player takes no part in a draw.

    Attributes:
        reason: what is wrong, for people.
        other: a second commitment for the same game, which the server has signed.
    """

    reason: Message
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
        return Problem(say("client/unsigned", n=draw.number))
    known = share.draw.number if share else 0
    if share and draw.number == known and committed != share.draw:
        return Problem(say("client/two", n=known), committed)
    if draw.format < FORMAT:
        return Problem(say("client/old", n=draw.number))
    if draw.number < known:
        return Problem(say("client/back", n=draw.number, known=known))
    sound = draw.before.is_sound(server, table) and draw.before.next_number == draw.number
    if not sound:
        return Problem(say("client/gaps", n=draw.number))
    reason = _contradiction(share, draw) if share else None
    return Problem(reason) if reason else None


def _contradiction(share: Share, draw: DrawState) -> Message | None:
    """Return what is wrong with a sound draw that is not before the one the player knows."""
    known = share.draw.number
    if draw.number == known:
        had = share.dealt or (share.pledges and draw.stage == "pledging")
        return say("client/again", n=draw.number) if had else None
    if is_lost(share, draw):
        return say("client/lost", n=known)
    other_base = draw.dealt == known and share.chain and draw.base != share.chain
    return say("client/gaps", n=draw.number) if other_base else None


def is_lost(share: Share, draw: DrawState) -> bool:
    """Return whether a later draw says that a game was dealt which the player never saw."""
    return bool(share.pledges) and not share.dealt and draw.dealt >= share.draw.number


def find_change(
    share: Share, draw: DrawState, players: tuple[str, ...], pledge: bytes | None, shown: bytes
) -> Message | None:
    """Return what a server has changed in a draw after this player was bound; None for nothing.

    Args:
        share: the player's part in this draw.
        draw: the draw as it is shown now, in the stage contributing or dealt.
        players: fingerprints of those who have the seats.
        pledge: what the player has pledged; empty if nothing, None if that is not known here.
        shown: the pledge that is shown for the player's seat.
    """
    if pledge is not None and shown not in (b"", pledge):
        return say("client/forged", n=draw.number)
    if share.pledges and (share.pledges, share.players) != (draw.pledges, players):
        return say("client/changed", n=draw.number)
    return None


def games_of(given_up: GivenUp) -> Message:
    """Return the numbers that were given up, for people."""
    first, last = given_up.number, given_up.last
    return say("client/game", n=first) if first == last else say("client/games", n=first, last=last)


def tell_given_up(given_up: GivenUp, state: TableState) -> Message:
    """Return a sentence about a draw that was given up."""
    return say(
        "client/given-up",
        games=games_of(given_up),
        reason=REASONS[given_up.reason],
        missing=tuple(_player_name(key, state) for key in given_up.missing),
    )


def _player_name(key: bytes, state: TableState) -> Person | Message:
    keys = () if state.draw is None else state.draw.keys
    names = [seat.name for seat, each in zip(state.seats, keys, strict=False) if each == key]
    return Person(names[0]) if names and names[0] else say("client/somebody-left")


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
        yield Finding("wrong", say("client/setup-unsigned"))
    if not before.is_sound(server, proof.table) or before.next_number != proof.game:
        yield Finding("wrong", say("client/setups-missing"))
    for each in proof.given_up:
        yield Finding("open", _tell_given_up(each, record, proof))


def _tell_given_up(each: GivenUp, record: Record, proof: Proof) -> Message:
    names = {seat.key: player_name(record, number) for number, seat in enumerate(proof.seats)}
    return say(
        "client/given-up-before",
        games=games_of(each),
        reason=REASONS[each.reason],
        missing=tuple(names.get(key) or Person(PublicKey(key).short) for key in each.missing),
    )
