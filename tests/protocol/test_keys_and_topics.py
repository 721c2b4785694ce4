"""Identities, and the topics they are named in."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import ForgedError, KeyTextError
from protocol.keys import PublicKey, SecretKey, decode_key, encode_key
from protocol.topics import Topics
from tests.protocol.strategies import ALICE, MALLORY


class TestKeys:
    @given(st.binary(min_size=32, max_size=32))
    def test_a_secret_key_comes_back_from_its_text(self, seed):
        key = SecretKey(seed)
        assert SecretKey.from_text(f" {key.to_text()}\n") == key

    @given(st.text(max_size=60))
    def test_any_text_is_a_key_in_its_one_form_or_refused(self, text):
        try:
            key = decode_key(text)
        except KeyTextError:
            return
        assert encode_key(key) == text

    @pytest.mark.parametrize(
        "text", ["", "A" * 42, "A" * 44, "A" * 42 + "=", "A" * 42 + "B", "ä" * 43]
    )
    def test_a_text_that_is_nearly_a_key_is_refused(self, text):
        with pytest.raises(KeyTextError, match="43 characters"):
            decode_key(text)

    @given(st.binary(max_size=40))
    def test_any_bytes_are_a_public_key_or_refused(self, raw):
        with contextlib.suppress(KeyTextError):
            PublicKey(raw)

    def test_a_key_of_small_order_is_none(self):
        with pytest.raises(KeyTextError):
            PublicKey(bytes([1]) + bytes(31))

    def test_new_keys_differ(self):
        assert SecretKey.generate() != SecretKey.generate()

    def test_the_secret_does_not_show_when_printed(self):
        assert ALICE.to_text() not in repr(ALICE)
        assert repr(ALICE.seed) not in repr(ALICE)

    def test_a_fingerprint_fits_a_topic_and_tells_keys_apart(self):
        assert re.fullmatch("[a-z2-7]{24}", ALICE.public.fingerprint)
        assert ALICE.public.fingerprint != MALLORY.public.fingerprint

    @given(st.binary(max_size=100))
    def test_a_signature_is_its_signers_only(self, text):
        signature = ALICE.sign(text)
        ALICE.public.verify(text, signature)
        with pytest.raises(ForgedError):
            MALLORY.public.verify(text, signature)
        with pytest.raises(ForgedError):
            ALICE.public.verify(text + b".", signature)


class TestTopics:
    topics = Topics("lobby")

    def test_each_has_its_place(self):
        assert self.topics.lobby_state() == "siam/v5/lobby/lobby"
        assert self.topics.table("t1") == "siam/v5/lobby/table/t1"
        assert self.topics.inbox("p") == "siam/v5/lobby/in/p"
        assert self.topics.outbox("p") == "siam/v5/lobby/out/p"

    def test_filters_hear_every_version_of_the_protocol(self):
        assert self.topics.every_inbox() == "siam/+/lobby/in/+"
        assert self.topics.any_version(self.topics.lobby_state()) == "siam/+/lobby/lobby"
