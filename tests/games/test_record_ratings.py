"""Ratings in a record: what is read, what is refused, and that they are signed with the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from client.verify import Verdict, verify
from games.contract import InvalidRecordError
from games.record import Record, format_record, parse_record
from games.record_tags import FORMAT, Rating, RatingChange, Ratings, parse_ratings
from protocol import fairness
from protocol.proof import read_proof
from protocol.signing import record_stated
from tests.client.test_verify import TEXT
from tests.server.conftest import SERVER

TAG = "1 12:1500.0000~350.0000>1512.3104~341.2000 3:1620.5000~90.0000>1608.1896~89.1000"

values = st.integers(-(10**9), 10**9).map(lambda number: number / 10_000)
spreads = st.integers(0, 10**8).map(lambda number: number / 10_000)
changes = st.builds(
    RatingChange,
    st.integers(1, 10**9 - 1),
    st.builds(Rating, values, spreads),
    st.builds(Rating, values, spreads),
)
ratings = st.builds(
    Ratings,
    st.integers(1, 9999),
    st.lists(st.none() | changes, min_size=2, max_size=6)
    .map(tuple)
    .filter(lambda each: sum(one is not None for one in each) > 1),
)


def rated(tag: str = TAG) -> str:
    """Return a record with ratings that its server signed."""
    record = replace(parse_record(TEXT), ratings=parse_ratings(tag, 2))
    proof = read_proof(record.proof or "").unsigned()
    stated = record_stated(record.signed_part(proof.to_text(), 2), FORMAT)
    return format_record(
        replace(record, proof=evolve(proof, signature=SERVER.sign(stated)).to_text())
    )


def told(verdict: Verdict) -> str:
    return " ".join(verdict.marked("wrong"))


def test_the_record_and_what_is_signed_have_the_same_format() -> None:
    assert FORMAT == fairness.FORMAT


@given(ratings)
def test_they_come_back_as_they_were_written(ratings: Ratings) -> None:
    assert parse_ratings(str(ratings), 6) == ratings


@given(st.text(max_size=120) | st.text("0123456789.:~>- ", max_size=120))
def test_what_is_read_was_written_so(text: str) -> None:
    try:
        found = parse_ratings(text, 4)
    except InvalidRecordError:
        return
    assert str(found) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "starts with the version of its formula, not ''"),
        ("0 - -", "starts with the version of its formula, not '0'"),
        ("01 - -", "starts with the version"),
        ("99999 - -", "starts with the version"),
        ("1", "fewer than 2 rated players"),
        ("1 - -", "fewer than 2 rated players"),
        (TAG.rpartition(" ")[0], "fewer than 2 rated players"),
        (f"{TAG} - -", "has 4 players, but the game 2 seats"),
        (TAG.replace(" 12:", " 0:"), "cannot read"),
        (TAG.replace(" 12:", " 9999999999:"), "cannot read"),
        (TAG.replace("1500.0000", "1500"), "cannot read"),
        (TAG.replace("1500.0000", "01500.0000"), "cannot read"),
        (TAG.replace("1500.0000", "1e3"), "cannot read"),
        (TAG.replace("1500.0000", "nan"), "cannot read"),
        (TAG.replace("1500.0000", "9999999.0000"), "cannot read"),
        (TAG.replace("1500.0000", "-0.0000"), "cannot be"),
        (TAG.replace("350.0000", "-350.0000"), "cannot be"),
        (TAG.replace(" 3:", "\t3:"), "cannot read"),
    ],
)
def test_what_is_not_canonical_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidRecordError, match="Ratings") as caught:
        parse_ratings(text, 2)
    assert reason in str(caught.value)


def test_the_servers_signature_covers_them() -> None:
    text = rated()
    verdict = verify(text)
    assert verdict.proven
    assert (
        "The server states ratings by its formula 1: Ann 1500 to 1512 in rated game 12 and Ben "
        "1620 to 1608 in rated game 3."
    ) in " ".join(verdict.marked("proven"))
    for changed in (
        text.replace("1512.3104", "1612.3104"),
        text.replace("Ratings", "Rating"),
        text.replace(f'[Ratings "{TAG}"]\n', ""),
        TEXT.replace("[Proof", f'[Ratings "{TAG}"]\n[Proof'),
    ):
        assert "over the whole record does not fit" in told(verify(changed))


def test_a_tag_that_this_release_does_not_know_is_kept_and_verified() -> None:
    """So a later release can add one that this one verifies without understanding it."""
    record = replace(parse_record(TEXT), tags={"Weather": "rain"})
    proof = read_proof(record.proof or "").unsigned()
    stated = record_stated(record.signed_part(proof.to_text(), 2), FORMAT)
    signed = evolve(proof, signature=SERVER.sign(stated)).to_text()
    text = format_record(replace(record, proof=signed))
    assert verify(text).proven
    assert parse_record(text).tags == {"Weather": "rain"}
    assert verify(text.replace("rain", "sun")).wrong


def test_twice_is_refused_with_the_line() -> None:
    doubled = rated().replace("[Proof", f'[Ratings "{TAG}"]\n[Proof')
    with pytest.raises(InvalidRecordError, match="line 12: the tag Ratings is there twice"):
        parse_record(doubled)


def test_in_an_older_record_the_tag_means_nothing() -> None:
    record = parse_record(TEXT)
    old = format_record(Record(record.game, record.start, format=2, tags={"Ratings": "high"}))
    assert parse_record(old).tags == {"Ratings": "high"}
    assert format_record(parse_record(old)) == old
