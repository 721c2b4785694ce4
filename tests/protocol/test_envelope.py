"""Frames: sealed for one, or signed for all; and every way to tamper with them."""

from __future__ import annotations

from dataclasses import replace

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import PROTOCOL_VERSION
from protocol.codec import MAX_BYTES, to_plain
from protocol.commands import Look, OpenTable
from protocol.envelope import (
    Envelope,
    lock,
    open_locked,
    open_sealed,
    open_signed,
    seal,
    sign,
    signed_version,
)
from protocol.errors import (
    ForgedError,
    MalformedError,
    OversizedError,
    ProtocolError,
    UnknownTypeError,
    VersionError,
)
from protocol.keys import SecretKey
from tests.protocol.strategies import ALICE, MALLORY, SERVER, TOPIC, envelopes

LOOK = Envelope(ALICE.public, TOPIC, bytes(16), 7, bytes(16), Look("a"))
SEALED = seal(LOOK, ALICE, SERVER.public)
SIGNED = sign(LOOK, ALICE)
TABLE_KEY = b"k" * 32
HEAD = b"SIAM" + bytes([PROTOCOL_VERSION])
LOCKED = lock(LOOK, ALICE, TABLE_KEY)


def other_version(frame: bytes) -> bytes:
    return frame[:4] + bytes([PROTOCOL_VERSION + 1]) + frame[5:]


def signed_body(body: bytes, key: SecretKey = ALICE, version: int = PROTOCOL_VERSION) -> bytes:
    """Sign any bytes as an envelope."""
    head = b"SIAM" + bytes([version, ord("p")])
    return head + key.sign(head + body) + body


class TestRoundTrip:
    @given(envelopes)
    def test_a_sealed_envelope_is_opened_by_its_reader(self, envelope):
        assert open_sealed(seal(envelope, ALICE, SERVER.public), SERVER, TOPIC) == envelope

    @given(envelopes)
    def test_a_signed_envelope_is_opened_by_everybody(self, envelope):
        assert open_signed(sign(envelope, ALICE), ALICE.public, TOPIC) == envelope

    @given(envelopes)
    def test_a_locked_envelope_is_opened_by_whoever_has_the_tables_key(self, envelope):
        frame = lock(envelope, ALICE, TABLE_KEY)
        assert open_locked(frame, ALICE.public, TOPIC, TABLE_KEY) == envelope
        assert TOPIC.encode() not in frame
        for signer, topic, key in (
            (ALICE.public, TOPIC, bytes(32)),
            (MALLORY.public, TOPIC, TABLE_KEY),
            (ALICE.public, TOPIC + "x", TABLE_KEY),
        ):
            with pytest.raises(ForgedError):
                open_locked(frame, signer, topic, key)
        with pytest.raises(MalformedError):
            open_signed(frame, ALICE.public, TOPIC)

    @given(st.integers(0, len(LOCKED) * 8 - 1))
    def test_no_bit_of_a_locked_frame_can_be_flipped(self, bit):
        flipped = bytearray(LOCKED)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ProtocolError):
            open_locked(bytes(flipped), ALICE.public, TOPIC, TABLE_KEY)

    def test_a_sealed_frame_does_not_show_what_it_says(self):
        assert b"Look" not in SEALED
        assert TOPIC.encode() not in SEALED

    def test_the_same_envelope_is_sealed_differently_each_time(self):
        assert seal(LOOK, ALICE, SERVER.public) != SEALED


class TestTampering:
    @given(st.integers(0, len(SEALED) * 8 - 1))
    def test_no_bit_of_a_sealed_frame_can_be_flipped(self, bit):
        frame = bytearray(SEALED)
        frame[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ProtocolError):
            open_sealed(bytes(frame), SERVER, TOPIC)

    def test_no_bit_of_a_signed_frame_can_be_flipped(self):
        for bit in range(len(SIGNED) * 8):
            frame = bytearray(SIGNED)
            frame[bit // 8] ^= 1 << bit % 8
            with pytest.raises(ProtocolError):
                open_signed(bytes(frame), ALICE.public, TOPIC)

    def test_no_frame_can_be_cut_short_or_made_longer(self):
        for frame, opened in [
            (SEALED, lambda frame: open_sealed(frame, SERVER, TOPIC)),
            (SIGNED, lambda frame: open_signed(frame, ALICE.public, TOPIC)),
        ]:
            for length in range(len(frame)):
                with pytest.raises(ProtocolError):
                    opened(frame[:length])
            with pytest.raises(ProtocolError):
                opened(frame + b"\0")

    @given(st.binary(max_size=400))
    def test_any_bytes_are_refused_by_name(self, data):
        for frame in (data, HEAD + b"s" + data, HEAD + b"p" + data):
            with pytest.raises(ProtocolError):
                open_sealed(frame, SERVER, TOPIC)
            with pytest.raises(ProtocolError):
                open_signed(frame, ALICE.public, TOPIC)
            with pytest.raises(ProtocolError):
                signed_version(frame, ALICE.public)

    @given(st.binary(max_size=400))
    def test_whatever_bytes_somebody_signs_are_refused_by_name(self, body):
        with pytest.raises(ProtocolError):
            open_signed(signed_body(body), ALICE.public, TOPIC)


class TestForgery:
    def test_another_reader_cannot_open_it(self):
        with pytest.raises(ForgedError, match="not for this reader"):
            open_sealed(SEALED, MALLORY, TOPIC)

    def test_a_frame_moved_to_another_topic_is_refused(self):
        with pytest.raises(ForgedError, match="another topic"):
            open_sealed(SEALED, SERVER, "siam/v5/lobby/in/bob")
        with pytest.raises(ForgedError, match="another topic"):
            open_signed(SIGNED, ALICE.public, "siam/v5/lobby/lobby")

    def test_a_frame_reflected_to_its_sender_names_its_sender(self):
        # One box key serves both directions, so Mallory can make what Alice sealed for the server
        # come to Alice as a frame of the server's. The name inside gives it away.
        reflected = SEALED[:6] + SERVER.public.raw + SEALED[38:]
        with pytest.raises(ForgedError, match="another sender"):
            open_sealed(reflected, ALICE, TOPIC)

    def test_mallory_cannot_put_her_name_before_what_alice_sealed(self):
        with pytest.raises(ForgedError):
            open_sealed(SEALED[:6] + MALLORY.public.raw + SEALED[38:], SERVER, TOPIC)

    def test_mallory_cannot_seal_or_sign_in_the_name_of_alice(self):
        with pytest.raises(ForgedError, match="another sender"):
            open_sealed(seal(LOOK, MALLORY, SERVER.public), SERVER, TOPIC)
        with pytest.raises(ForgedError, match="signature"):
            open_signed(sign(LOOK, MALLORY), ALICE.public, TOPIC)

    def test_a_key_of_small_order_is_no_sender(self):
        with pytest.raises(ForgedError):
            open_sealed(SEALED[:6] + bytes([1]) + bytes(31) + SEALED[38:], SERVER, TOPIC)

    def test_sealed_and_signed_frames_do_not_pass_for_each_other(self):
        with pytest.raises(MalformedError, match="wrong kind"):
            open_signed(SEALED, ALICE.public, TOPIC)
        with pytest.raises(MalformedError, match="wrong kind"):
            open_sealed(SIGNED, SERVER, TOPIC)


class TestLimits:
    def test_a_frame_over_64_kib_is_neither_made_nor_read(self):
        with pytest.raises(OversizedError):
            open_sealed(SEALED + bytes(MAX_BYTES), SERVER, TOPIC)
        with pytest.raises(OversizedError):
            open_signed(SIGNED + bytes(MAX_BYTES), ALICE.public, TOPIC)
        with pytest.raises(OversizedError):
            signed_version(SIGNED + bytes(MAX_BYTES), ALICE.public)
        huge = replace(LOOK, message=OpenTable("siam", 2, (), "ด" * 32_000))
        with pytest.raises(OversizedError):
            seal(huge, ALICE, SERVER.public)

    @pytest.mark.parametrize(
        "fields",
        [
            [ALICE.public.raw, TOPIC, bytes(15), 0, b"", to_plain(Look("a"))],
            [ALICE.public.raw, TOPIC, bytes(16), -1, b"", to_plain(Look("a"))],
            [ALICE.public.raw, TOPIC, bytes(16), 2**63, b"", to_plain(Look("a"))],
            [ALICE.public.raw, TOPIC, bytes(16), True, b"", to_plain(Look("a"))],
            [ALICE.public.raw, TOPIC, bytes(16), "0", b"", to_plain(Look("a"))],
            [ALICE.public.raw, TOPIC, bytes(16), 0, b"x", to_plain(Look("a"))],
            [ALICE.public.raw, TOPIC, bytes(16), 0, None, to_plain(Look("a"))],
            [ALICE.public.raw, TOPIC.encode(), bytes(16), 0, b"", to_plain(Look("a"))],
            [bytes(31), TOPIC, bytes(16), 0, b"", to_plain(Look("a"))],
            ["alice", TOPIC, bytes(16), 0, b"", to_plain(Look("a"))],
            [ALICE.public.raw, TOPIC, bytes(16), 0, b""],
            {},
        ],
    )
    def test_an_envelope_with_a_wrong_field_is_malformed(self, fields):
        with pytest.raises(MalformedError, match="envelope"):
            open_signed(signed_body(msgpack.packb(fields)), ALICE.public, TOPIC)

    def test_an_unknown_message_is_refused_by_name(self):
        fields = [ALICE.public.raw, TOPIC, bytes(16), 0, b"", ["Win", {}]]
        with pytest.raises(UnknownTypeError, match="Win"):
            open_signed(signed_body(msgpack.packb(fields)), ALICE.public, TOPIC)


class TestVersions:
    def test_a_frame_of_another_version_says_so_before_anything_else(self):
        for opened in (
            lambda: open_sealed(other_version(SEALED), SERVER, TOPIC),
            lambda: open_signed(other_version(SIGNED), ALICE.public, TOPIC),
        ):
            with pytest.raises(VersionError, match=f"version {PROTOCOL_VERSION + 1}") as caught:
                opened()
            assert caught.value.theirs == PROTOCOL_VERSION + 1

    def test_the_version_of_what_somebody_signed_is_told_whatever_it_is(self):
        assert signed_version(SIGNED, ALICE.public) == PROTOCOL_VERSION
        assert signed_version(signed_body(b"from the future", version=9), ALICE.public) == 9

    def test_nobody_can_change_the_version_of_what_another_signed(self):
        with pytest.raises(ForgedError):
            signed_version(other_version(SIGNED), ALICE.public)
        with pytest.raises(ForgedError):
            signed_version(signed_body(b"x", MALLORY, 9), ALICE.public)
        with pytest.raises(MalformedError):
            signed_version(SEALED, ALICE.public)
