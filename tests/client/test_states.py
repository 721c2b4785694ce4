"""Which states may be shown, without any wire."""

from __future__ import annotations

import pytest
from attrs import evolve

from client.errors import MisplacedError, StaleError
from client.states import LobbyWatch, TableWatch
from protocol.states import LobbyState, SeatState, TableState

ME = "me"
SEATS = (
    SeatState("person", "ann", "Ann"),
    SeatState("person", ME, "Ben"),
)
STRANGERS = (SeatState("person", "ann", "Ann"), SeatState("person", "cat", "Cat"))


def state(revision: int, viewer: int | None = None, **fields) -> TableState:
    fields = {"seats": STRANGERS, "status": "running", **fields}
    return TableState(
        table="t1", revision=revision, game="siam", map="", options=(), host="ann",
        host_name="Ann", viewer=viewer, **fields,
    )  # fmt: skip


def lobby(revision: int) -> LobbyState:
    return LobbyState(revision, "test", (), ())


@pytest.fixture
def watch() -> TableWatch:
    """A table about which there are no doubts any more."""
    watch = TableWatch("t1", ME)
    watch._doubted = False
    return watch


class TestSpectator:
    def test_each_newer_public_state_is_shown(self, watch):
        assert watch.offer_public(state(1))
        assert watch.offer_public(state(4))
        assert watch.shown == state(4)

    def test_the_same_state_again_is_no_news(self, watch):
        watch.offer_public(state(3))
        assert not watch.offer_public(state(3))
        assert not watch.offer_private(state(3))

    def test_an_older_state_is_refused(self, watch):
        watch.offer_public(state(3))
        with pytest.raises(StaleError):
            watch.offer_public(state(2))
        with pytest.raises(StaleError):
            watch.offer_private(state(2))
        assert watch.shown == state(3)

    def test_another_tables_state_is_refused(self, watch):
        for offer in (watch.offer_public, watch.offer_private):
            with pytest.raises(MisplacedError):
                offer(evolve(state(1), table="t2"))

    def test_a_seats_view_in_public_is_refused(self, watch):
        with pytest.raises(MisplacedError):
            watch.offer_public(state(1, viewer=0))

    def test_the_view_of_a_seat_that_is_none_is_refused(self, watch):
        with pytest.raises(MisplacedError):
            watch.offer_private(state(1, viewer=2))


class TestSeated:
    def test_a_public_state_waits_for_the_view_of_ones_own_seat(self, watch):
        watch.offer_private(state(1, viewer=1, seats=SEATS))
        assert not watch.offer_public(state(2, seats=SEATS))
        assert watch.behind
        assert watch.shown.revision == 1
        assert watch.offer_private(state(2, viewer=1, seats=SEATS))
        assert not watch.behind

    def test_it_waits_from_the_first_state_on(self, watch):
        assert not watch.offer_public(state(1, seats=SEATS))
        assert watch.shown is None
        assert watch.behind

    def test_another_seats_view_is_refused_even_from_the_server(self, watch):
        with pytest.raises(MisplacedError):
            watch.offer_private(state(2, viewer=0, seats=SEATS))
        with pytest.raises(MisplacedError):
            watch.offer_private(state(2, viewer=None, seats=SEATS))

    def test_it_waits_while_a_stand_in_plays_too(self, watch):
        seats = (SEATS[0], SeatState("stand_in", ME, "Ben", "greedy"))
        assert not watch.offer_public(state(1, seats=seats))
        assert watch.offer_private(state(1, viewer=1, seats=seats))

    def test_after_leaving_the_public_state_is_shown(self, watch):
        watch.offer_private(state(1, viewer=1, seats=SEATS))
        assert watch.offer_public(state(2, seats=STRANGERS))

    def test_a_closed_table_is_shown_as_everybody_sees_it(self, watch):
        watch.offer_private(state(1, viewer=1, seats=SEATS))
        assert watch.offer_public(state(2, seats=SEATS, status="closed"))


class TestStandIn:
    seats = (SEATS[0], SeatState("stand_in", "cat", "Cat", "greedy"))

    def test_its_view_replaces_the_public_state_of_the_same_revision(self, watch):
        assert watch.offer_public(state(5, seats=self.seats))
        assert watch.offer_private(state(5, viewer=1, seats=self.seats))
        assert not watch.offer_public(state(5, seats=self.seats))

    def test_from_then_on_public_states_wait_for_it(self, watch):
        watch.offer_private(state(5, viewer=1, seats=self.seats))
        assert not watch.offer_public(state(6, seats=self.seats))
        assert watch.behind

    def test_when_the_person_is_back_it_sees_what_everybody_sees(self, watch):
        watch.offer_private(state(5, viewer=1, seats=self.seats))
        assert watch.offer_public(state(6, seats=STRANGERS))


class TestAnotherBoot:
    def test_revisions_begin_anew(self, watch):
        watch.offer_public(state(30))
        watch.new_boot()
        assert watch.offer_private(state(2))
        assert watch.shown == state(2)

    def test_a_table_the_server_does_not_know_is_shown_closed_once(self, watch):
        assert not watch.close()
        watch.offer_public(state(3))
        assert watch.close()
        assert watch.shown.status == "closed"
        assert not watch.close()


class TestDoubt:
    def test_what_the_broker_kept_is_not_shown_before_the_server_has_answered(self):
        watch = TableWatch("t1", ME)
        assert not watch.offer_public(state(3))
        assert watch.shown is None
        assert watch.offer_private(state(7))
        assert watch.take_early() == state(3)
        with pytest.raises(StaleError):
            watch.offer_public(state(3))
        assert watch.shown == state(7)

    def test_what_is_newer_than_the_answer_is_shown_after_it(self):
        watch = TableWatch("t1", ME)
        for revision in (8, 7):
            watch.offer_public(state(revision))
        watch.offer_private(state(6))
        assert watch.offer_public(watch.take_early())
        assert watch.shown == state(8)
        assert watch.take_early() is None

    def test_what_is_sealed_for_one_comes_after_what_the_broker_kept(self):
        watch = TableWatch("t1", ME)
        watch.offer_public(state(3))  # kept by the broker from before one sat down
        watch.offer_public(state(4, seats=SEATS))
        watch.offer_private(state(4, 1, seats=SEATS))
        assert watch.take_early() is None
        assert watch.shown == state(4, 1, seats=SEATS)

    def test_after_an_absence_the_server_is_asked_again(self, watch):
        watch.offer_public(state(3))
        watch.doubt()
        assert not watch.offer_public(state(5))
        assert watch.shown == state(3)


class TestLobby:
    def test_the_newest_is_shown_and_an_older_one_refused(self):
        watch = LobbyWatch()
        assert watch.confirm(lobby(1))
        assert watch.offer(lobby(2))
        assert not watch.offer(lobby(2))
        with pytest.raises(StaleError):
            watch.offer(lobby(1))
        assert watch.shown == lobby(2)

    def test_only_what_came_from_the_present_boot_is_shown(self):
        watch = LobbyWatch()
        watch.set_aside(b"old", lobby(9))
        watch.set_aside(b"new", lobby(2))
        watch.set_aside(b"new", lobby(1))
        watch.set_aside(b"old", lobby(10))
        watch.start_boot(b"new")
        assert watch.shown is None
        assert watch.confirm(lobby(1))
        assert watch.shown == lobby(2)

    def test_an_old_lobby_the_broker_kept_is_not_shown(self):
        watch = LobbyWatch()
        watch.start_boot(b"new")
        assert not watch.offer(lobby(3))
        assert watch.confirm(lobby(5))
        assert watch.shown == lobby(5)

    def test_what_arrived_is_shown_once_the_server_says_that_it_is_the_present_one(self):
        watch = LobbyWatch()
        watch.start_boot(b"new")
        watch.offer(lobby(3))
        assert watch.known == 3
        assert not watch.confirm_known(4)
        assert watch.shown is None
        assert watch.confirm_known(3)
        assert watch.shown == lobby(3)
        watch.doubt()
        assert not watch.confirm_known(3)  # no news, but it is shown without a doubt
        assert watch.offer(lobby(4))

    def test_a_new_boot_of_which_nothing_is_known_shows_nothing(self):
        watch = LobbyWatch()
        watch.confirm(lobby(5))
        watch.start_boot(b"new")
        assert watch.shown is None

    def test_an_answer_older_than_what_is_shown_changes_nothing(self):
        watch = LobbyWatch()
        watch.confirm(lobby(5))
        assert not watch.confirm(lobby(4))
        assert watch.shown == lobby(5)

    def test_what_is_kept_aside_is_bounded(self):
        watch = LobbyWatch()
        for number in range(1000):
            watch.set_aside(bytes([number % 256, number // 256]), lobby(1))
        assert len(watch._aside) <= 8
