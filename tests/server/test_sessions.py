"""Sessions: who may speak, once, and as whom."""

from __future__ import annotations

from itertools import count

import pytest

from protocol.commands import Hello, Look
from protocol.envelope import Envelope
from protocol.keys import SecretKey
from protocol.messages import Done, Welcome
from server.players.sessions import MAX_ANSWERS, MAX_SESSIONS, Sessions, Standing

ANN, BEN = (SecretKey.generate().public for _ in range(2))
BOOT = b"b" * 16
NONCE = b"n" * 16


def token(number: int) -> bytes:
    return number.to_bytes(16, "big")


@pytest.fixture
def sessions() -> Sessions:
    return new_sessions()


def new_sessions(**options: object) -> Sessions:
    tokens = map(token, count(1000))
    return Sessions(boot=BOOT, app="test", token=lambda: next(tokens), **options)  # type: ignore[arg-type]


def hello(sessions: Sessions, who: object = ANN, command: int = 1, name: str = "Ann") -> Welcome:
    return sessions.hello(who, token(10**6 + command), Hello(name, "test", NONCE))  # type: ignore[arg-type]


def command(session: bytes, counter: int, number: int = 0, who: object = ANN) -> Envelope:
    return Envelope(who, "topic", session, counter, token(number or counter), Look("t"))  # type: ignore[arg-type]


def standing(sessions: Sessions, *args: object) -> Standing:
    return sessions.admit(command(*args)).standing  # type: ignore[arg-type]


class TestHello:
    def test_is_answered_with_its_nonce_and_the_boot(self, sessions: Sessions) -> None:
        welcome = hello(sessions)
        assert (welcome.nonce, welcome.boot, welcome.name) == (NONCE, BOOT, "Ann")

    def test_without_a_name_keeps_the_known_one(self, sessions: Sessions) -> None:
        assert hello(sessions, name="").name == "Player"
        standing(sessions, hello(sessions, command=2, name="Ann").session, 1)
        assert hello(sessions, command=3, name="").name == "Ann"

    def test_repeated_gets_the_same_answer(self, sessions: Sessions) -> None:
        assert hello(sessions) == hello(sessions)

    def test_played_again_by_others_changes_nothing(self, sessions: Sessions) -> None:
        first = hello(sessions, name="Ann").session
        standing(sessions, first, 1)
        hello(sessions, command=2, name="Anna")
        assert standing(sessions, first, 2) is Standing.NEXT
        known = sessions.get(ANN.fingerprint)
        assert known is not None
        assert known.name == "Ann"

    def test_offers_are_bounded(self, sessions: Sessions) -> None:
        first = hello(sessions, command=1).session
        for number in range(2, MAX_SESSIONS + 2):
            hello(sessions, command=number)
        assert standing(sessions, first, 1) is Standing.NO_SESSION


class TestNames:
    def test_two_players_never_have_the_same(self, sessions: Sessions) -> None:
        assert hello(sessions, ANN).name == "Ann"
        assert hello(sessions, BEN, name="ANN").name == "ANN 2"

    def test_a_player_keeps_theirs(self, sessions: Sessions) -> None:
        for number in (1, 2):
            session = hello(sessions, command=number)
            assert session.name == "Ann"
            standing(sessions, session.session, 1)

    def test_a_new_one_counts_with_the_first_command(self, sessions: Sessions) -> None:
        standing(sessions, hello(sessions).session, 1)
        session = hello(sessions, command=2, name="Anna").session
        known = sessions.get(ANN.fingerprint)
        assert known is not None
        assert known.name == "Ann"
        standing(sessions, session, 1, 5)
        assert known.name == "Anna"
        assert hello(sessions, BEN, name="Ann").name == "Ann"


class TestCommands:
    def test_before_any_hello_there_is_no_session(self, sessions: Sessions) -> None:
        assert standing(sessions, token(1), 1) is Standing.NO_SESSION

    def test_of_nobodys_session(self, sessions: Sessions) -> None:
        hello(sessions)
        assert standing(sessions, token(5), 1) is Standing.NO_SESSION

    def test_of_anothers_session(self, sessions: Sessions) -> None:
        session = hello(sessions).session
        hello(sessions, BEN)
        assert standing(sessions, session, 1, 1, BEN) is Standing.NO_SESSION

    def test_need_a_rising_counter(self, sessions: Sessions) -> None:
        session = hello(sessions).session
        assert standing(sessions, session, 5, 1) is Standing.NEXT
        assert standing(sessions, session, 5, 2) is Standing.REPLAYED
        assert standing(sessions, session, 4, 3) is Standing.REPLAYED
        assert standing(sessions, session, 6, 4) is Standing.NEXT

    def test_answered_before_are_known_again(self, sessions: Sessions) -> None:
        session = hello(sessions).session
        known = sessions.get(ANN.fingerprint)
        assert known is not None
        standing(sessions, session, 1, 7)
        sessions.remember_answer(known, token(7), Done())
        assert standing(sessions, session, 2, 7) is Standing.REPEATED
        assert standing(sessions, session, 1, 7) is Standing.REPEATED

    def test_answers_are_remembered_across_sessions(self, sessions: Sessions) -> None:
        standing(sessions, hello(sessions).session, 1, 7)
        known = sessions.get(ANN.fingerprint)
        assert known is not None
        sessions.remember_answer(known, token(7), Done())
        session = hello(sessions, command=2).session
        assert standing(sessions, session, 1, 7) is Standing.REPEATED

    def test_only_so_many_answers_are_remembered(self, sessions: Sessions) -> None:
        hello(sessions)
        known = sessions.get(ANN.fingerprint)
        assert known is not None
        for number in range(1, 2 * MAX_ANSWERS):
            sessions.remember_answer(known, token(number), Done())
        assert len(known.answers) == MAX_ANSWERS

    def test_all_players_together_have_only_so_many_answers_remembered(self) -> None:
        sessions = new_sessions(all_answers=20)
        keys = [SecretKey.generate().public for _ in range(8)]
        for key in keys:
            hello(sessions, key)
            for number in range(1, 5):
                sessions.remember_answer(sessions.get(key.fingerprint), token(number), Done())  # type: ignore[arg-type]
        found = [sessions.get(key.fingerprint) for key in keys]
        assert [len(known.answers) for known in found if known] == [0] * 4 + [5] * 4

    def test_an_answer_taken_back_leaves_its_place(self) -> None:
        sessions = new_sessions(all_answers=4)
        hello(sessions, BEN)
        hello(sessions)
        ann, ben = (sessions.get(key.fingerprint) for key in (ANN, BEN))
        assert ann is not None
        assert ben is not None
        for number in range(1, 9):
            sessions.remember_answer(ann, token(number), Done())
            sessions.forget_answer(ann, token(number))
            sessions.forget_answer(ann, token(number))
        assert len(ben.answers) == len(ann.answers) == 1


class TestNewerSessions:
    def test_end_the_older_with_their_first_command(self, sessions: Sessions) -> None:
        first = hello(sessions).session
        standing(sessions, first, 1)
        second = hello(sessions, command=2).session
        admission = sessions.admit(command(second, 1))
        assert (admission.standing, admission.superseded) == (Standing.NEXT, first)
        assert standing(sessions, first, 2) is Standing.SUPERSEDED
        assert sessions.admit(command(second, 2)).superseded == b""


class TestForgetting:
    def test_the_player_heard_of_longest_ago_goes_first(self) -> None:
        sessions = new_sessions(limit=2)
        people = [SecretKey.generate().public for _ in range(3)]
        first = hello(sessions, people[0]).session
        hello(sessions, people[1], name="Ben")
        sessions.admit(command(first, 1, who=people[0]))
        hello(sessions, people[2], name="Cat")
        known = [sessions.get(person.fingerprint) is not None for person in people]
        assert known == [True, False, True]
        assert hello(sessions, ANN, name="Ben").name == "Ben"

    def test_but_nobody_who_sits_at_a_table(self) -> None:
        seated: set[str] = set()
        sessions = new_sessions(limit=1, keep=lambda: seated)
        hello(sessions, ANN)
        seated.add(ANN.fingerprint)
        hello(sessions, BEN)
        assert sessions.get(ANN.fingerprint) is not None
