"""The fair setup's hashes, the statements that are signed, and the proof as text."""

from __future__ import annotations

import base64
import json
from hashlib import blake2b

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from protocol.draws import GivenUp
from protocol.errors import MalformedError
from protocol.fairness import GameId, commitment, pledge, seed, statement
from protocol.keys import SecretKey
from protocol.proof import MoveProof, Proof, SeatProof, read_proof
from protocol.signing import Fork, Setup, SignedMove

thirty_two = st.binary(min_size=32, max_size=32)
maybe = st.just(b"") | thirty_two
sixty_four = st.binary(min_size=64, max_size=64)
words = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=20)
games = st.builds(GameId, words, words, st.integers(1, 99))
seats = st.builds(SeatProof, thirty_two, maybe, maybe, thirty_two)
forks = st.builds(Fork, st.integers(0, 99), st.integers(0, 99), thirty_two)
given_up = st.builds(
    GivenUp,
    st.integers(0, 99),
    st.integers(0, 99),
    maybe,
    st.sampled_from(["none", "pledging", "contributing"]),
    st.sampled_from(["nobody", "closed", "restored", "updated"]),
    st.lists(thirty_two, max_size=4).map(tuple),
    sixty_four,
)
proofs = st.builds(
    Proof,
    thirty_two,
    words,
    st.integers(0, 99),
    thirty_two,
    thirty_two,
    st.lists(seats, max_size=4).map(tuple),
    st.lists(
        st.builds(MoveProof, st.sampled_from(["player", "table"]), sixty_four), max_size=9
    ).map(tuple),
    st.just(b"") | sixty_four,
    dealt=st.integers(0, 99),
    base=thirty_two,
    given_up=st.lists(given_up, max_size=3).map(tuple),
    commitment_signature=sixty_four,
    forks=st.lists(forks, max_size=3).map(tuple),
)
GAME = GameId("lobby", "table", 1)
ANN, BEN = SecretKey(bytes(32)).public, SecretKey(bytes(31) + b"\1").public


class TestSeed:
    @given(games, thirty_two, st.lists(maybe, min_size=2, max_size=4), st.data())
    def test_every_part_changes_it(self, game, secret, contributions, data):
        before = seed(game, secret, contributions)
        assert 0 <= before < 2**256
        place = data.draw(st.integers(0, len(contributions) - 1))
        other = data.draw(maybe.filter(lambda each: each != contributions[place]))
        changed = [*contributions[:place], other, *contributions[place + 1 :]]
        assert before != seed(game, secret, changed)
        assert before != seed(game._replace(number=game.number + 1), secret, contributions)
        assert before != seed(game, bytes(31) + bytes([secret[31] ^ 1]), contributions)

    def test_it_is_the_hash_of_lines_anybody_can_write(self):
        # printf 'siam-tui seed\nlobby lobby\n…' | b2sum -l 256
        lines = (
            "siam-tui seed\nlobby lobby\ntable table\ngame 1\n"
            f"secret {'00' * 32}\nseat 0 {'31' * 32}\nseat 1 -"
        )
        expected = int(blake2b(lines.encode(), digest_size=32).hexdigest(), 16)
        assert seed(GAME, bytes(32), [b"1" * 32, b""]) == expected

    @given(thirty_two, thirty_two)
    def test_commitments_and_pledges_bind_to_one_number_one_seat_and_one_key(self, one, other):
        assert (commitment(GAME, one) == commitment(GAME, other)) == (one == other)
        assert (pledge(GAME, 0, ANN, one) == pledge(GAME, 0, ANN, other)) == (one == other)
        assert pledge(GAME, 0, ANN, one) != pledge(GAME, 0, BEN, one)
        assert pledge(GAME, 0, ANN, one) != pledge(GAME, 1, ANN, one)
        assert pledge(GAME, 0, ANN, one) != commitment(GAME, one)

    def test_no_part_of_a_statement_can_pass_for_two(self):
        with pytest.raises(ValueError, match="printable"):
            statement("move", "move pass\nply 7")


class TestChain:
    setup = Setup(
        GAME, "siam", "a map", ("b", "a"), bytes(32), (ANN.raw, BEN.raw), (b"", b"1" * 32)
    )

    @given(st.data())
    def test_each_link_stands_for_everything_before_it(self, data):
        field, value = data.draw(
            st.sampled_from(
                [
                    ("game", GAME._replace(table="other")),
                    ("rules", "amber"),
                    ("map", "another map"),
                    ("options", ("a",)),
                    ("commitment", b"1" * 32),
                    ("keys", (BEN.raw, ANN.raw)),
                    ("pledges", (b"1" * 32, b"")),
                    ("draw", b"1" * 32),
                ]
            )
        )
        fields = {name: getattr(self.setup, name) for name in Setup.__slots__}
        changed = Setup(**(fields | {field: value}))
        assert changed.chain() != self.setup.chain()
        one, other = (
            SignedMove(GAME, 0, 0, "player", each.chain(), "pass") for each in (changed, self.setup)
        )
        assert one.next_chain() != other.next_chain()

    def test_options_have_no_order(self):
        turned = Setup(
            GAME, "siam", "a map", ("a", "b"), bytes(32), self.setup.keys, self.setup.pledges
        )
        assert turned.chain() == self.setup.chain()


class TestProofAsText:
    @given(proofs)
    def test_it_comes_back(self, proof):
        assert read_proof(proof.to_text()) == proof
        assert proof.unsigned().signature == b""

    def test_it_can_be_looked_into(self):
        proof = Proof(ANN.raw, "t1", 1, bytes(32), bytes(32), (), ())
        shown = json.loads(base64.b64decode(proof.to_text()))
        assert (shown["table"], shown["game"], shown["seats"]) == ("t1", 1, [])

    @given(
        st.text(max_size=200)
        | st.binary(max_size=200).map(lambda raw: base64.b64encode(raw).decode())
    )
    def test_anything_else_is_refused(self, text):
        with pytest.raises(MalformedError):
            read_proof(text)

    @given(
        st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5),
        st.data(),
    )
    def test_a_field_of_another_kind_is_refused_by_name(self, value, data):
        proof = Proof(ANN.raw, "t1", 1, bytes(32), bytes(32), (SeatProof(ANN.raw, b"", b""),), ())
        plain = json.loads(base64.b64decode(proof.to_text()))
        field = data.draw(st.sampled_from(sorted(plain)))
        if plain[field] == value or (field == "signature" and value == ""):
            return
        text = base64.b64encode(json.dumps(plain | {field: value}).encode()).decode()
        try:
            changed = read_proof(text)
        except MalformedError:
            return
        assert getattr(changed, field) != getattr(proof, field)

    @pytest.mark.parametrize("field", ["moves", "seats"])
    def test_an_empty_text_is_no_empty_list(self, field):
        proof = Proof(ANN.raw, "t1", 1, bytes(32), bytes(32), (), ())
        plain = json.loads(base64.b64decode(proof.to_text())) | {field: ""}
        with pytest.raises(MalformedError):
            read_proof(base64.b64encode(json.dumps(plain).encode()).decode())

    def test_a_later_format_is_refused(self):
        proof = Proof(ANN.raw, "t1", 1, bytes(32), bytes(32), (), ())
        plain = json.loads(base64.b64decode(proof.to_text())) | {"format": 2}
        with pytest.raises(MalformedError):
            read_proof(base64.b64encode(json.dumps(plain).encode()).decode())
        with pytest.raises(ValueError, match="bytes"):
            evolve(proof, secret=b"short")
