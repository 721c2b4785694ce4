"""What a server signs about draws, and the proof that it signed two commitments for a game."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from protocol.draws import (
    DrawHistory,
    GivenUp,
    SignedCommitment,
    TwoCommitments,
    first_link,
    is_dispute,
    read_dispute,
)
from protocol.errors import MalformedError
from protocol.keys import SecretKey

SERVER, STRANGER = SecretKey(b"s" * 32), SecretKey(b"x" * 32)
LOBBY = SERVER.public.fingerprint
ONE, TWO = (
    SignedCommitment(7, 6, bytes(32), each * 32).signed(SERVER, "t1") for each in (b"1", b"2")
)
DISPUTE = TwoCommitments(SERVER.public.raw, "t1", ONE, TWO)


def history() -> DrawHistory:
    """Return two draws given up at a new table, the second over three numbers."""
    base = first_link(LOBBY, "t1")
    first = GivenUp(1, 1, b"c" * 32, "contributing", "nobody", (STRANGER.public.raw,))
    first = first.signed(SERVER, "t1", base)
    link = DrawHistory(0, base, (first,)).link(LOBBY, "t1")
    second = GivenUp(2, 4, b"", "none", "restored", ()).signed(SERVER, "t1", link)
    return DrawHistory(0, base, (first, second))


class TestHistory:
    def test_what_was_signed_is_sound(self) -> None:
        assert history().is_sound(SERVER.public, "t1")
        assert history().next_number == 5
        assert DrawHistory(3, b"b" * 32, ()).is_sound(SERVER.public, "t1")

    @pytest.mark.parametrize(
        "change",
        [
            {"number": 2},
            {"last": 2},
            {"commitment": b"d" * 32},
            {"stage": "pledging"},
            {"reason": "closed"},
            {"missing": ()},
            {"signature": bytes(64)},
        ],
    )
    def test_nothing_in_it_can_be_changed(self, change: dict[str, object]) -> None:
        whole = history()
        first = evolve(whole.given_up[0], **change)  # type: ignore[arg-type]
        assert not DrawHistory(0, whole.base, (first, *whole.given_up[1:])).is_sound(
            SERVER.public, "t1"
        )

    def test_nothing_can_be_left_out_or_turned_or_moved(self) -> None:
        whole = history()
        for parts in (whole.given_up[1:], whole.given_up[::-1]):
            assert not DrawHistory(0, whole.base, parts).is_sound(SERVER.public, "t1")
        assert not whole.is_sound(SERVER.public, "t2")
        assert not whole.is_sound(STRANGER.public, "t1")
        assert not DrawHistory(0, b"b" * 32, ()).is_sound(SERVER.public, "t1")


class TestTwoCommitments:
    def test_two_that_are_signed_prove_it(self) -> None:
        assert DISPUTE.proves()
        assert read_dispute(DISPUTE.to_text()) == DISPUTE
        assert is_dispute(DISPUTE.to_text())

    @pytest.mark.parametrize(
        "change",
        [
            {"second": ONE},
            {"second": evolve(ONE, signature=bytes(64))},
            {"second": evolve(TWO, commitment=b"3" * 32)},
            {"second": SignedCommitment(8, 6, bytes(32), b"2" * 32).signed(SERVER, "t1")},
            {"table": "t2"},
            {"server": STRANGER.public.raw},
        ],
    )
    def test_anything_else_proves_nothing(self, change: dict[str, object]) -> None:
        assert not evolve(DISPUTE, **change).proves()  # type: ignore[arg-type]

    @given(st.text(max_size=300) | st.dictionaries(st.text(), st.integers()).map(json.dumps))
    def test_any_other_text_is_refused(self, text: str) -> None:
        with pytest.raises(MalformedError):
            read_dispute(text)
