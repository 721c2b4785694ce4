"""Checks the signatures of a record's moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from client.findings import Finding, player_name
from games.contract import Game, GameError
from games.record import Record
from protocol.fairness import BINDS_TAKE_BACKS
from protocol.keys import PublicKey
from protocol.proof import Proof
from protocol.signing import Setup, SignedMove, are_ordered
from texts import Message, Person, say


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
        return [Finding("wrong", say("client/take-backs-unordered"))]
    checked = list(_check_moves(record, proof))
    bad = [each for each in checked if not each.good]
    found = [Finding("wrong", _tell_unfair(record, each)) for each in checked if not each.fair]
    if bad:
        return [*found, *_wrong_findings(record, checked, bad)]
    if len(checked) < len(record.moves):
        return found  # an illegal move, reported already, ends the check
    found.append(Finding("proven", _tell_signers(record, proof, checked)))
    if proof.forks:
        found.append(Finding("proven", say("client/taken-back", n=proof.forks[-1].takes)))
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
        yield Finding("wrong", say("client/no-signature-fits"))
        return
    tail = checked[bad[0].number - 1 :]
    if bad == tail and len(tail) > 1:
        who = _signer_name(record, bad[0])
        yield Finding("wrong", say("client/other-moves", move=_move_name(bad[0]), who=who))
        return
    for each in bad:
        who = _signer_name(record, each)
        yield Finding("wrong", say("client/other-signature", move=_move_name(each), who=who))


def _tell_unfair(record: Record, each: _Checked) -> Message:
    return say(
        "client/unfair-timeout" if each.by == "clock" else "client/unfair-move",
        move=_move_name(each),
        who=player_name(record, each.seat),
    )


def _move_name(each: _Checked) -> Message:
    return say("client/move", n=each.number, move=each.text)


def _signer_name(record: Record, each: _Checked) -> Person | Message:
    return player_name(record, each.seat) if each.by == "player" else say("client/server")


def _tell_signers(record: Record, proof: Proof, checked: list[_Checked]) -> Message:
    counts = Counter(each.seat for each in checked if each.by == "player")
    signers = [
        say(
            "client/signer",
            who=player_name(record, seat),
            key=PublicKey(proof.seats[seat].key).short,
            n=count,
        )
        for seat, count in sorted(counts.items())
    ]
    by_server = Counter(each.by for each in checked if each.by != "player")
    signers += [say("client/server-moves", by=by, n=n) for by, n in sorted(by_server.items())]
    return say("client/signers", signers=tuple(signers))
