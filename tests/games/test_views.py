"""What a seat and a spectator may know: S22 and S23."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

import pytest

from games.siam import Siam

SEATS = "KT12.R3L2M1.T|T1RLM.R1L1M1.2|-.M2.1"


@pytest.fixture
def position(build):
    return build(seats=SEATS, recency="2>0>1", exchange="1:R@LAN~M@KED")


def test_S22_a_seat_sees_its_own_hand_and_numbers_of_cards(siam, position):
    view = siam.view(position, 0)
    assert str(view).split(" ")[2] == "KT12.R3L2M1.T|?5.R1L1M1.2|?0.M2.1"
    assert view.seats[1].hand is None
    assert view.seats[1].cards == 5


def test_S22_a_spectator_sees_no_hand(siam, position):
    assert str(siam.view(position, None)).split(" ")[2] == "?4.R3L2M1.T|?5.R1L1M1.2|?0.M2.1"


def test_S22_partners_see_no_more_than_others(siam):
    position = siam.new(4, 1)
    assert [seat.hand is None for seat in siam.view(position, 0).seats] == [False, True, True, True]


def test_a_view_is_read_back_and_moves_come_from_an_open_hand(siam, position):
    for seat in (None, 0, 1, 2):
        view = siam.view(position, seat)
        assert siam.parse(str(view)) == view
    own = siam.view(position, 0)
    assert list(siam.moves(own)) == list(siam.moves(position))
    with pytest.raises(ValueError, match="hand of seat 0 is hidden"):
        siam.count(siam.view(position, 1))
    with pytest.raises(ValueError, match="hidden"):
        siam.check(siam.view(position, 1), siam.parse_move("1:R@LAN~L@LUAxM@KED"))
    siam.check(siam.view(position, 1), siam.parse_move("pass"))


def test_an_empty_hand_cannot_be_hidden(siam, build):
    position = build(seats="?2.R3L2M1.T|?6.R1L1M1.2|?0.M2.1", recency="2>0>1", turn="2")
    assert siam.forced(position) is not None
    assert [siam.format_move(move) for move in siam.moves(position)] == ["pass"]


def test_S23_with_open_discards_nothing_is_hidden(position):
    game = Siam(options=frozenset({"open_discards"}))
    assert game.view(position, 0) == position
    assert game.view(position, None) == position


def test_when_the_game_is_over_nothing_is_hidden(siam, build):
    over = build(board="=B/=B/=B/=B/R1/R1/R1/R1", seats=SEATS, recency="2>0>1")
    assert siam.view(over, None) == over


def test_there_is_no_view_of_a_seat_nobody_has(siam, position):
    with pytest.raises(ValueError, match="no seat 3"):
        siam.view(position, 3)
