"""Checks a record: moves and result by the rules, setup, names and signatures by its proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from client.draws.draw_check import check_draws
from client.findings import Finding, Mark, player_name
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
from texts import say


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
            removed.append(say("client/seat", n=seat + 1))
        elif not salt:
            yield Finding("wrong", say("client/name-without-salt", n=seat + 1, tag=f"Seat{seat}"))
        elif name_hash(game, seat, salt, name) != each.name:
            who = player_name(record, seat)
            yield Finding("wrong", say("client/other-name", who=who, n=seat + 1))
    if removed:
        yield Finding("proven", say("client/names-removed", seats=tuple(removed)))


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
        """Return the findings of one kind, as sentences."""
        return tuple(each.told for each in self.findings if each.mark == mark)

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
        findings.append(Finding("proven", say("client/moves-legal")))
    except LaterFormatError as error:
        return Verdict((Finding("open", say("client/not-checked", why=_why_failed(error))),))
    except GameError as error:
        findings.append(Finding("wrong", say("client/game-wrong", why=_why_failed(error))))
    try:
        record = read_record(text)
    except GameError:
        return Verdict(tuple(findings))
    if record.proof is None:
        return Verdict((*findings, Finding("open", say("client/no-proof"))), None, record)
    try:
        proof = read_proof(record.proof)
        findings += _compare_with_proof(record, proof)
    except (MalformedError, KeyTextError, ValueError) as error:
        unreadable = say("client/proof-unreadable", why=_why_failed(error))
        return Verdict((*findings, Finding("wrong", unreadable)), None, record)
    return Verdict(tuple(findings), proof, record)


def _check_dispute(text: str) -> Finding:
    """Check a proof that a server has signed two commitments for one game."""
    try:
        dispute = read_dispute(text)
        proves, lobby = dispute.proves(), PublicKey(dispute.server).fingerprint
    except (MalformedError, KeyTextError, ValueError) as error:
        return Finding("open", say("client/proves-nothing", why=_why_failed(error)))
    if not proves:
        return Finding("open", say("client/not-both-signed"))
    number, table = dispute.first.number, dispute.table
    return Finding("wrong", say("client/two-signed", lobby=lobby, n=number, table=table))


def _compare_with_proof(record: Record, proof: Proof) -> list[Finding]:
    if record.format != max(proof.format, OLD_FORMAT):
        return [Finding("wrong", say("client/other-format", n=record.format, proven=proof.format))]
    seats = record.game.count_seats(record.start)
    proven = spec_of(record.game.name).count_seats(len(proof.seats))
    if proven != seats:
        return [Finding("wrong", say("client/other-seats", n=seats, proven=proven))]
    found = [*_check_setup(record, proof), *check_names(record, proof)]
    if len(proof.moves) == len(record.moves):
        found += check_signatures(record, proof)
    else:
        other = say("client/other-length", n=len(record.moves), proven=len(proof.moves))
        found.append(Finding("wrong", other))
    return [*found, *_check_ratings(record, proof), _check_whole(record, proof)]


def _check_setup(record: Record, proof: Proof) -> Iterator[Finding]:
    """Check that the start follows from the secret and the contributions."""
    game, draw = proof.game_id(), proof.draw_hash()
    if fairness.commitment(game, proof.secret) != proof.commitment:
        yield Finding("wrong", say("client/other-secret"))
    for seat, each in enumerate(proof.seats):
        if not each.contribution:
            continue
        bound = fairness.pledge(game, seat, PublicKey(each.key), each.contribution, draw)
        if bound != each.pledge:
            who = player_name(record, seat)
            yield Finding("wrong", say("client/other-contribution", who=who))
    seed = fairness.seed(game, proof.secret, [each.contribution for each in proof.seats])
    rules = record.game
    dealt, start = rules.format(rules.new(len(proof.seats), seed)), rules.format(record.start)
    if dealt != start:
        yield Finding("wrong", say("client/other-start", position=dealt))
        return
    yield from check_draws(record, proof)
    parts = [(player_name(record, n), each.contribution) for n, each in enumerate(proof.seats)]
    given = (say("client/server"), *(name for name, part in parts if part))
    missing = tuple(name for name, part in parts if not part)
    yield Finding("proven", say("client/start-fair", given=given))
    if missing:
        yield Finding("open", say("client/gave-nothing", who=missing))


def _check_ratings(record: Record, proof: Proof) -> Iterator[Finding]:
    """Say what the record tells of ratings, which its formula alone can prove."""
    if (ratings := record.ratings) is None:
        return
    if len(ratings.changes) != len(proof.seats):
        found, proven = len(ratings.changes), len(proof.seats)
        yield Finding("wrong", say("client/other-ratings", n=found, proven=proven))
        return
    stated = tuple(
        say(
            "client/rating",
            who=player_name(record, seat),
            before=round(each.before.value),
            after=round(each.after.value),
            n=each.number,
        )
        for seat, each in enumerate(ratings.changes)
        if each is not None
    )
    yield Finding("proven", say("client/ratings", formula=ratings.formula, stated=stated))


def _check_whole(record: Record, proof: Proof) -> Finding:
    """Check the server's signature over the whole record."""
    server = PublicKey(proof.server)
    hashed = len(proof.seats) if proof.format >= NAMES_ARE_HASHED else 0
    text = record.signed_part(proof.unsigned().to_text(), hashed)
    if not server.has_signed(record_stated(text, proof.format), proof.signature):
        return Finding("wrong", say("client/record-unsigned"))
    signed = say(
        "client/signed-but-comments" if record.comments else "client/signed",
        lobby=server.fingerprint,
    )
    return Finding("proven", signed)


def _why_failed(error: Exception) -> str:
    return str(error).removesuffix(".")
