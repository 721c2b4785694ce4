"""Names in records: they can be taken out, and not be changed."""

from __future__ import annotations

import re

import pytest

from client.verify import Verdict, verify
from protocol.proof import read_proof
from tests.client.test_verify import TEXT, wrong


def without(tag: str, text: str = TEXT) -> str:
    return re.sub(rf'\[{tag} "[^"]*"\]\n', "", text)


def proven(verdict: Verdict) -> str:
    assert verdict.proven, verdict.findings
    return " ".join(verdict.marked("proven"))


def test_a_name_can_go_with_its_salt_and_the_proof_holds() -> None:
    told = proven(verify(without("Seat0", without("Salt0"))))
    assert "Removed, as it may be: the name of seat 1." in told
    assert "seat 1 (name removed) (" in told  # the signer is known by their key
    assert "Ann" not in told


def test_all_names_can_go() -> None:
    text = re.sub(r'\[(Seat|Salt)[0-9] "[^"]*"\]\n', "", TEXT)
    assert "Ann" not in text
    assert "the name of seat 1 and seat 2" in proven(verify(text))


def test_what_is_left_does_not_tell_the_name() -> None:
    """The same name has another hash in each record and at each seat."""
    proof = read_proof(re.search(r'\[Proof "([^"]*)"\]', TEXT)[1])
    assert len({each.name for each in proof.seats}) == len(proof.seats)
    salts = re.findall(r'\[Salt[0-9] "([0-9a-f]{32})"\]', TEXT)
    assert len(set(salts)) == len(proof.seats)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: without("Salt0", text), "has no salt"),
        (lambda text: without("Seat0", text), "delete the tags Seat0 and Salt0 together"),
        (
            lambda text: text.replace('[Seat0 "Ann"]', '[Seat0 ""]'),
            "delete the tags Seat0 and Salt0 together",
        ),
        (lambda text: text.replace("Ann", "Eve"), "Eve is not what seat 1 was called"),
        (lambda text: text.replace("Ann", "Ben"), "Ben is not what seat 1 was called"),
        (
            lambda text: re.sub(r'(Salt0 ").{4}', r"\g<1>0000", text),
            "is not what seat 1 was called",
        ),
        (lambda text: re.sub(r'(Salt0 ").', r"\g<1>G", text), "the tag Salt0 is not 32 digits"),
        (lambda text: without("Format", text), "the tag Format is not as it was signed"),
        (lambda text: text.replace('Format "3"', 'Format "03"'), "there is no format '03'"),
        (
            lambda text: text.replace("[Start", '[Salt2 "00"]\n[Start'),
            "over the whole record does not fit",
        ),
    ],
)
def test_another_name_salt_or_format_is_refused(change, told):
    text = change(TEXT)
    assert text != TEXT
    assert told in wrong(text)


def test_a_later_format_is_neither_proven_nor_wrong() -> None:
    verdict = verify(TEXT.replace('Format "3"', 'Format "4"'))
    assert [(each.mark, each.sentence) for each in verdict.findings] == [
        ("open", "Not checked: the record has format 4: update siam to read it.")
    ]
