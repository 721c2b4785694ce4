"""Checks the signatures of a record's moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from client.findings import Finding, joined, player_name, plural
from games.contract import Game, GameError
from games.record import Record
from protocol.fairness import BINDS_TAKE_BACKS
from protocol.keys import PublicKey
from protocol.proof import Proof
from protocol.signing import Setup, SignedMove, are_ordered

_BY_SERVER = {
    "table": ("forced move", ""),
    "stand_in": ("move", " of a stand-in"),
    "clock": ("move", " for want of time"),
}


_UNORDERED = (
    "The proof's account of moves that were taken back cannot be: their number or their place goes "
    "back, or is after the last move."
)

_TAKEN_BACK = "Moves were taken back {times}, and every signature after that says so."


@dataclass(frozen=True, slots=True)
class _Checked:
    """A move whose signature was looked at.

    Attributes:
        number: from 1.
        seat: whose move it is.
        by: who decided it.
        text: the move.
        good: whether the signer is the one who decided it.
        fair: False if the server played in the name of table or clock what those never play.
    """

    number: int
    seat: int
    by: str
    text: str
    good: bool
    fair: bool


def check_signatures(record: Record, proof: Proof) -> list[Finding]:
    """Check every move's signature, as far as the moves are legal.

    Raises:
        KeyTextError: a key in the proof is none.
    """
    if not are_ordered(proof.forks, len(record.moves)):
        return [Finding("wrong", _UNORDERED)]
    checked = list(_check_moves(record, proof))
    bad = [each for each in checked if not each.good]
    found = [Finding("wrong", _unfair_sentence(record, each)) for each in checked if not each.fair]
    if bad:
        return [*found, *_wrong_findings(record, checked, bad)]
    if len(checked) < len(record.moves):
        return found  # an illegal move, reported already, ends the check
    found.append(Finding("proven", _signers_sentence(record, proof, checked)))
    if proof.forks:
        times = plural(proof.forks[-1].takes, "time")
        found.append(Finding("proven", _TAKEN_BACK.format(times=times)))
    return found


def signed_seat(record: Record, proof: Proof, player: str) -> int | None:
    """Return a seat in which a player, by fingerprint, has signed a move; None if there is none.

    Raises:
        KeyTextError: a key in the proof is none.
    """
    seats = [PublicKey(each.key).fingerprint for each in proof.seats]
    if player not in seats or len(proof.moves) != len(record.moves):
        return None
    checked = (each for each in _check_moves(record, proof) if each.by == "player" and each.good)
    return next((each.seat for each in checked if seats[each.seat] == player), None)


def _check_moves(record: Record, proof: Proof) -> Iterator[_Checked]:
    rules = record.game
    game = proof.game_id()
    keys = [PublicKey(each.key) for each in proof.seats]
    server = PublicKey(proof.server)
    pledges = [each.pledge for each in proof.seats]
    chain = Setup(
        game,
        rules.name,
        record.map_text,
        record.options,
        proof.commitment,
        [key.raw for key in keys],
        pledges,
        proof.draw_hash(),
    ).chain()
    first, setup = chain, b"" if proof.format == 1 else chain
    forks = {each.ply: each for each in proof.forks}
    takes = None if proof.format < BINDS_TAKE_BACKS else 0
    position = record.start
    for ply, (move, signed) in enumerate(zip(record.moves, proof.moves, strict=True)):
        seat = rules.turn(position)
        if seat is None:
            return
        text = rules.format_move(move)
        if (fork := forks.get(ply)) is not None:
            chain, takes = fork.next_chain(game, first, chain), fork.takes
        stated = SignedMove(game, ply, seat, signed.by, chain, text, setup, takes)
        signers = keys[seat : seat + 1] if signed.by == "player" else [server]
        fair = _is_fair(rules, position, move, signed.by)
        good = any(signer.has_signed(stated.stated(), signed.signature) for signer in signers)
        yield _Checked(ply + 1, seat, signed.by, text, good, fair)
        chain = stated.next_chain()
        try:
            position = rules.play(position, move)
        except GameError:
            return


def _is_fair(rules: Game[Any, Any], position: object, move: object, by: str) -> bool:
    """Return whether the table may have decided a move as the proof says."""
    match by:
        case "table":
            return rules.forced(position) == move
        case "clock":
            return bool(rules.idle(position) == move)
    return True


def _wrong_findings(
    record: Record, checked: list[_Checked], bad: list[_Checked]
) -> Iterator[Finding]:
    """Say from which move on signatures are wrong: a changed move invalidates all later ones."""
    if len(bad) == len(checked) and len(bad) > 1:
        yield Finding(
            "wrong",
            "No move's signature fits: the first move, or what was settled before it (keys, "
            "pledges, commitment, options, map, table, take-backs), is not as it was signed.",
        )
        return
    tail = checked[bad[0].number - 1 :]
    if bad == tail and len(tail) > 1:
        yield Finding(
            "wrong",
            f"{_move_name(bad[0])} is not as {_signer_name(record, bad[0])} signed it, "
            "and so no signature after it fits.",
        )
        return
    for each in bad:
        yield Finding(
            "wrong", f"The signature of {_move_name(each)} is not {_signer_name(record, each)}'s."
        )


def _unfair_sentence(record: Record, each: _Checked) -> str:
    name = player_name(record, each.seat)
    if each.by == "clock":
        return (
            f"The server played {_move_name(each)} for {name}, whose time is said to have run out: "
            "by the rules another move is played then."
        )
    return f"The server played {_move_name(each)} for {name}, who had a choice."


def _move_name(each: _Checked) -> str:
    return f"Move {each.number} ({each.text})"


def _signer_name(record: Record, each: _Checked) -> str:
    return player_name(record, each.seat) if each.by == "player" else "the server"


def _server_moves(by: str, count: int) -> str:
    what, why = _BY_SERVER.get(by, ("move", f" ({by})"))
    return f"the server {plural(count, what)}{why}"


def _signers_sentence(record: Record, proof: Proof, checked: list[_Checked]) -> str:
    counts = Counter(each.seat for each in checked if each.by == "player")
    told = [
        f"{player_name(record, seat)} ({PublicKey(proof.seats[seat].key).short}) "
        f"{plural(count, 'move')}"
        for seat, count in sorted(counts.items())
    ]
    by_server = Counter(each.by for each in checked if each.by != "player")
    told += [_server_moves(by, count) for by, count in sorted(by_server.items())]
    return f"Signed by whoever decided them: {joined(told)}." if told else "No move was played."
