"""Checks a record: moves and result by the rules, setup, names and signatures by its proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from client.draws.draw_check import check_draws
from client.findings import Finding, Mark, joined, player_name, plural
from client.signatures import check_signatures
from games.contract import GameError
from games.record import Record, parse_record, read_record
from games.record_tags import OLD_FORMAT, LaterFormatError
from games.registry import spec_of
from protocol import fairness
from protocol.draws import is_dispute, read_dispute
from protocol.errors import KeyTextError, MalformedError
from protocol.keys import PublicKey
from protocol.proof import NAMES_ARE_HASHED, Proof, name_hash, read_proof
from protocol.signing import record_stated


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


_NO_PROOF = (
    "The record has no proof: who played, which moves were theirs, and whether the setup was fair "
    "cannot be known."
)
_OTHER_LENGTH = (
    "The record has {moves}, but the proof was made for {proven}: a move is missing, or one too "
    "many."
)

_OTHER_FORMAT = (
    "The record has format {}, but its proof format {}: the tag Format is not as it was signed."
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check.

    Attributes:
        findings: in the order they were found.
        proof: the record's proof, or None if it has none that can be read.
        record: the record, or None if it cannot be read.
    """

    findings: tuple[Finding, ...]
    proof: Proof | None = None
    record: Record | None = None

    def marked(self, mark: Mark) -> tuple[str, ...]:
        """Return the sentences of the findings of one kind."""
        return tuple(each.sentence for each in self.findings if each.mark == mark)

    @property
    def wrong(self) -> bool:
        """Whether anything is wrong."""
        return bool(self.marked("wrong"))

    @property
    def proven(self) -> bool:
        """Whether nothing is wrong and nothing open."""
        return not self.wrong and not self.marked("open")


def verify(text: str) -> Verdict:
    """Check a record's text, or a proof of two commitments; never raises."""
    if is_dispute(text):
        return Verdict((_check_dispute(text),))
    findings = []
    try:
        parse_record(text)
        findings.append(Finding("proven", "The moves are legal and give the result."))
    except LaterFormatError as error:
        return Verdict((Finding("open", _with_full_stop(f"Not checked: {error}")),))
    except GameError as error:
        findings.append(Finding("wrong", _with_full_stop(f"The game is not right: {error}")))
    try:
        record = read_record(text)
    except GameError:
        return Verdict(tuple(findings))
    if record.proof is None:
        return Verdict((*findings, Finding("open", _NO_PROOF)), None, record)
    try:
        proof = read_proof(record.proof)
        findings += _compare_with_proof(record, proof)
    except (MalformedError, KeyTextError, ValueError) as error:
        sentence = _with_full_stop(f"The tag Proof cannot be read: {error}")
        return Verdict((*findings, Finding("wrong", sentence)), None, record)
    return Verdict(tuple(findings), proof, record)


def _check_dispute(text: str) -> Finding:
    """Check a proof that a server has signed two commitments for one game."""
    try:
        dispute = read_dispute(text)
        proves, lobby = dispute.proves(), PublicKey(dispute.server).fingerprint
    except (MalformedError, KeyTextError, ValueError) as error:
        return Finding("open", _with_full_stop(f"This proves nothing: {error}"))
    if not proves:
        return Finding("open", "This proves nothing: the server has not signed both commitments.")
    game = f"game {dispute.first.number} at table {dispute.table}"
    return Finding(
        "wrong",
        f"The server of the lobby {lobby} signed two commitments for {game}. It may sign only one: "
        "with two it can choose the setup after having seen what the players gave.",
    )


def _compare_with_proof(record: Record, proof: Proof) -> list[Finding]:
    if record.format != max(proof.format, OLD_FORMAT):
        return [Finding("wrong", _OTHER_FORMAT.format(record.format, proof.format))]
    seats = record.game.count_seats(record.start)
    proven = spec_of(record.game.name).count_seats(len(proof.seats))
    if proven != seats:
        return [Finding("wrong", f"The game has {seats} seats, but the proof {proven}.")]
    found = [*_check_setup(record, proof), *check_names(record, proof)]
    if len(proof.moves) == len(record.moves):
        found += check_signatures(record, proof)
    else:
        moves, proven = plural(len(record.moves), "move"), len(proof.moves)
        found.append(Finding("wrong", _OTHER_LENGTH.format(moves=moves, proven=proven)))
    return [*found, *_check_ratings(record, proof), _check_whole(record, proof)]


def _check_setup(record: Record, proof: Proof) -> Iterator[Finding]:
    """Check that the start follows from the secret and the contributions."""
    game, draw = proof.game_id(), proof.draw_hash()
    if fairness.commitment(game, proof.secret) != proof.commitment:
        yield Finding("wrong", "The server's secret is not the one it was bound to.")
    for seat, each in enumerate(proof.seats):
        if not each.contribution:
            continue
        bound = fairness.pledge(game, seat, PublicKey(each.key), each.contribution, draw)
        if bound != each.pledge:
            name = player_name(record, seat)
            yield Finding("wrong", f"The contribution of {name} is not the one they pledged.")
    seed = fairness.seed(game, proof.secret, [each.contribution for each in proof.seats])
    rules = record.game
    dealt, start = rules.format(rules.new(len(proof.seats), seed)), rules.format(record.start)
    if dealt != start:
        yield Finding(
            "wrong",
            "The start is not the setup that the server's secret and the contributions give. "
            f"They give {dealt}",
        )
        return
    yield from check_draws(record, proof)
    parts = [(player_name(record, n), each.contribution) for n, each in enumerate(proof.seats)]
    given = [name for name, part in parts if part]
    missing = [name for name, part in parts if not part]
    yield Finding(
        "proven", f"The start is the setup that chance from {joined(['the server', *given])} gives."
    )
    if missing:
        yield Finding("open", f"{joined(missing)} gave nothing to the chance of the setup in time.")


def _check_ratings(record: Record, proof: Proof) -> Iterator[Finding]:
    """Say what the record tells of ratings, which its formula alone can prove."""
    if (ratings := record.ratings) is None:
        return
    if len(ratings.changes) != len(proof.seats):
        yield Finding(
            "wrong",
            f"The tag Ratings has {plural(len(ratings.changes), 'player')}, but the proof "
            f"{len(proof.seats)}.",
        )
        return
    told = [
        f"{player_name(record, seat)} {each.before.value:.0f} to {each.after.value:.0f} in rated "
        f"game {each.number}"
        for seat, each in enumerate(ratings.changes)
        if each is not None
    ]
    yield Finding(
        "proven",
        f"The server states ratings by its formula {ratings.formula}: {joined(told)}. Whether they "
        "follow from earlier games is not checked here.",
    )


def _check_whole(record: Record, proof: Proof) -> Finding:
    """Check the server's signature over the whole record."""
    server = PublicKey(proof.server)
    hashed = len(proof.seats) if proof.format >= NAMES_ARE_HASHED else 0
    text = record.signed_part(proof.unsigned().to_text(), hashed)
    if not server.has_signed(record_stated(text, proof.format), proof.signature):
        return Finding(
            "wrong",
            "The server's signature over the whole record does not fit: a tag, a name, the result, "
            "a move or the proof is not as it was signed.",
        )
    lobby = f"The server of the lobby {server.fingerprint} has signed the record"
    if record.comments:
        return Finding("proven", f"{lobby}, but for its comments, which anybody may write.")
    return Finding("proven", f"{lobby} as it is.")


def _with_full_stop(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
