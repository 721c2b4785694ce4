"""The lobby fits one message, whatever the tables."""

from __future__ import annotations

from protocol.codec import MAX_BYTES, pack, to_plain
from protocol.commands import OpenTable, TakeSeat
from protocol.envelope import Envelope, sign
from protocol.keys import SecretKey
from protocol.limits import MAX_NAME, MAX_TABLES
from protocol.states import ClockTerms, LobbyState, SeatState, TableSummary, Terms
from server.lobby.listing import Listing, fit
from server.tables.table import Player
from tests.server.conftest import ANN, BEN, Hall
from tests.server.nothing_known import NothingKnown

KEY = SecretKey.generate()
TERMS = Terms(clock=ClockTerms(60))


def lobby(tables: int, letter: str = "x", seats: int = 4, status: str = "running") -> LobbyState:
    seat = SeatState("stand_in", "f" * 24, letter * MAX_NAME, "greedy")
    table = TableSummary(
        "t" * 8, "siam", letter * 20, (), status, letter * MAX_NAME, (seat,) * seats, TERMS
    )
    return LobbyState(3, "siam 0.1", ("random", "greedy"), (table,) * tables, name="Friday club")


def frame_size(state: LobbyState) -> int:
    return len(sign(Envelope(KEY.public, "topic" * 10, b"b" * 16, 2**40, b"", state), KEY))


def test_a_few_tables_are_listed_whole() -> None:
    assert fit(lobby(20)) == lobby(20)


def test_two_hundred_tables_fit_a_message() -> None:
    state = fit(lobby(MAX_TABLES))
    assert len(state.tables) == MAX_TABLES
    assert frame_size(state) <= MAX_BYTES


def test_when_it_gets_crowded_terms_go_first() -> None:
    state = fit(lobby(118))
    assert {table.terms for table in state.tables} == {None}
    assert all(seat.player for table in state.tables for seat in table.seats)


def test_a_table_is_listed_with_its_terms_and_the_lobby_with_its_name() -> None:
    hall = Hall(name="Friday club")
    hall.ask(ANN, OpenTable("siam", 3, terms=TERMS))
    assert hall.lobby.listing.state.name == "Friday club"
    assert hall.lobby.listing.state.tables[0].terms == TERMS


def test_when_it_gets_crowded_fingerprints_go_before_names() -> None:
    state = fit(lobby(150))
    assert len(state.tables) == 150
    assert {seat.player for table in state.tables for seat in table.seats} == {""}
    assert all(seat.name for table in state.tables for seat in table.seats)


def test_even_the_largest_tables_leave_a_lobby_that_can_be_sent() -> None:
    state = fit(lobby(MAX_TABLES, letter="\U0001f418", seats=8))
    assert 0 < len(state.tables) < MAX_TABLES
    assert frame_size(state) <= MAX_BYTES


def test_open_tables_are_the_last_to_be_left_out() -> None:
    running = lobby(MAX_TABLES, letter="\U0001f418", seats=8).tables
    open_ones = lobby(5, letter="\U0001f418", seats=8, status="open").tables
    state = fit(LobbyState(1, "app", (), (*open_ones, *running[5:])))
    assert state.tables[:5] == fit(LobbyState(1, "app", (), state.tables[:5])).tables
    assert [table.status for table in state.tables].count("open") == 5


class _AllRegular(NothingKnown):
    def is_regular(self, _: str) -> bool:
        return True


def test_a_full_lobby_goes_on_counting_its_revisions(hall: Hall) -> None:
    hall.know(_AllRegular())
    revisions = set()
    for number in range(MAX_TABLES):
        host = Player(SecretKey((number // 5).to_bytes(32)).public, ANN.name)
        table = hall.ask(host, OpenTable("siam", 4, seat=None)).table  # type: ignore[union-attr]
        hall.ask(BEN, TakeSeat(table, 0))
        revisions.add(hall.lobby.listing.state.revision)
    assert len(revisions) == MAX_TABLES
    assert len(pack(to_plain(hall.lobby.listing.state))) <= MAX_BYTES
    assert hall.refusal(ANN, OpenTable("siam", 2)) == "too_many_tables"
    assert hall.lobby.listing.state is hall.lobby.listing.state


def test_a_cluster_lists_open_tables_of_all_parts_and_no_more_than_a_message_has() -> None:
    running, waiting = (lobby(1, seats=2, status=each).tables[0] for each in ("running", "open"))
    others = {f"r{number}": (running, b"") for number in range(MAX_TABLES)}
    listing = Listing("siam 0.1", ("random",), parts=64).with_listed(others)
    listing = listing.with_listed({"w1": (waiting, b""), "w2": (waiting, KEY.seed), "r0": None})
    state = listing.state
    assert (len(listing.tables), len(state.tables), len(state.sealed)) == (201, MAX_TABLES, 1)
    assert (state.parts, state.revision) == (64, 2)
    assert state.tables[-1].status == "open"
    assert listing.with_listed({"gone": None}) is listing
