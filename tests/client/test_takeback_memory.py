"""A host that counts a move again after it was taken back, and who notices."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from attrs import evolve

from client.record_audit import TakeBackMemory, check_as_seen
from client.signing import sign_move
from client.verify import Verdict, verify
from protocol.commands import PlayMove, TakeBack
from protocol.proof import read_proof
from server.tables import play
from server.tables.table import Table
from server.tables.views import table_state
from tests.server.conftest import _SECRETS, ANN, BEN, SERVER, Hall
from tests.server.draws import drawn, play_on, record

LOBBY = SERVER.public.fingerprint


def told(verdict: Verdict) -> str:
    return " ".join(verdict.marked("wrong"))


class Evening:
    """A game of two whose fifth move was taken back, as one of them saw it."""

    def __init__(self) -> None:
        self.hall = Hall(patience=3)
        self.shares = drawn(self.hall, 2).shares
        self.memory = TakeBackMemory()
        play_on(self.hall, Random(1), 4)
        self.see()
        self.mover = self.to_move()
        self.other = ANN if self.mover == BEN else BEN
        play_on(self.hall, Random(3), 1)
        self.see()
        self.undone = self.hall.table()
        for each in (self.mover, self.other):
            self.hall.ask(each, TakeBack("t1", 1, len(self.undone.log), yes=True))
        self.see()

    def to_move(self) -> object:
        table = self.hall.table()
        return (ANN, BEN)[table.game.turn(table.position)]

    def see(self) -> None:
        self.memory.note(table_state(self.hall.table(), 0))

    def put(self, table: Table) -> None:
        """Let the host show another table than there was."""
        revision = self.hall.table().revision + 1
        self.hall.take(self.hall.lobby.with_table(replace(table, revision=revision)))

    def audit(self, text: str) -> Verdict:
        state = table_state(self.hall.table(), 0)
        share = self.shares[ANN].share_of_game("t1", 1)
        return check_as_seen(text, state, share, take_backs=self.memory)


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_an_honest_game_with_take_backs_is_proven_and_as_seen(evening: Evening) -> None:
    text = record(play_on(evening.hall, Random(4)))
    evening.see()
    assert verify(text).proven
    assert evening.audit(text).proven


def test_a_take_back_that_a_later_one_drops_is_no_contradiction(evening: Evening) -> None:
    """Two moves go, one after the other; only the second place is left in the record."""
    hall = evening.hall
    for each in (evening.other, evening.mover):  # the other's last move, before the one taken back
        hall.ask(each, TakeBack("t1", 1, len(hall.table().log), yes=True))
    evening.see()
    assert (hall.table().takes, len(hall.table().forks)) == (2, 1)
    text = record(play_on(hall, Random(4)))
    evening.see()
    assert evening.audit(text).proven


def test_the_client_signs_nothing_after_a_move_that_counts_again(evening: Evening) -> None:
    assert evening.memory.refusal(table_state(evening.hall.table(), 0)) == ""
    evening.put(evening.undone)
    state = table_state(evening.hall.table(), 0)
    assert "would count again" in evening.memory.refusal(state)


def test_a_record_in_which_the_move_counts_again_is_not_what_was_seen(evening: Evening) -> None:
    """The host has the other player's signatures for it: their client remembers nothing."""
    evening.put(evening.undone)
    text = record(play_on(evening.hall, Random(4)))
    assert "By the record, moves were taken back 0 times, but you saw it 1 times" in told(
        evening.audit(text)
    )


def test_an_invented_take_back_does_not_hide_it(evening: Evening) -> None:
    """The host takes another move back in its place, so that the numbers are right."""
    evening.put(evening.undone)
    hall = evening.hall
    play_on(hall, Random(5), 1)
    for each in (evening.other, evening.mover):
        hall.ask(each, TakeBack("t1", 1, len(hall.table().log), yes=True))
    text = record(play_on(hall, Random(4)))
    assert verify(text).proven  # they signed it; only who saw the game can know better
    assert "You saw the game go on from after move 4" in told(evening.audit(text))


def test_a_move_that_answers_a_true_count_proves_it_to_everybody(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host shows the true number of take-backs, and the board with the old move."""
    evening.put(evening.undone)
    table = evening.hall.table()
    player = evening.to_move()
    seat = (ANN, BEN).index(player)
    state = evolve(table_state(table, seat), takes=1)
    move = table.game.format_move(next(iter(table.game.moves(table.position))))
    command = PlayMove("t1", 1, len(table.log), move)
    command = sign_move(_SECRETS[player.name], LOBBY, command, state)
    monkeypatch.setattr(play, "_check_signature", lambda *_: None)
    evening.hall.ask(player, command)
    text = record(play_on(evening.hall, Random(4)))
    assert re.search(rf"The signature of Move {command.ply + 1} .*", told(verify(text)))
    audit = told(evening.audit(text))
    assert f"The signature of Move {command.ply + 1}" in audit
    assert "may count again" in audit


@pytest.mark.parametrize("change", ["fewer", "none", "later", "back", "twice"])
def test_another_account_of_take_backs_fits_no_signature(evening: Evening, change: str) -> None:
    text = record(play_on(evening.hall, Random(4)))
    old = re.search(r'\[Proof "([^"]*)"\]', text)[1]
    proof = read_proof(old)
    (fork,) = proof.forks
    forks = {
        "fewer": (evolve(fork, takes=2),),
        "none": (),
        "later": (evolve(fork, ply=5),),
        "back": (evolve(fork, takes=2, ply=2), fork),
        "twice": (fork, fork),
    }[change]
    doctored = evolve(proof, forks=forks).to_text()
    assert verify(text.replace(old, doctored)).wrong
