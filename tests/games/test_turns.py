"""Turns, struggles and the end of the game: S7 to S10 and S15 to S17."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

import pytest

from games.contract import IllegalMoveError
from games.siam import BRITISH, PASS, Siam
from games.siam.constants import LAO, RAMA

OUT = "-.R2.M|-.L2.M|-.M2.M"


def after(siam, position, *moves):
    for move in moves:
        position = siam.play(position, siam.parse_move(move))
    return position


def test_S7_the_rulebook_table_of_a_struggle(siam, build):
    """Alfred and Benjamin pass, Charles acts; Alfred passes, Benjamin acts; three passes end it."""
    position = after(siam, build(), "pass", "pass", "T:R@LAN+L@LAN+M@LANxR@LAN")
    assert (position.turn, position.passes, position.resolved) == (0, 0, 0)
    position = after(siam, position, "pass", "K:LUA~SUK*xM@KED", "pass", "pass")
    assert (position.turn, position.passes, position.resolved) == (1, 2, 0)
    position = after(siam, position, "pass")
    assert position.resolved == 1
    assert position.turn == 2  # Charles begins: Benjamin was the last to pass
    assert position.passes == 0


def test_S7_a_seat_that_passed_may_come_back(siam, build):
    moves = ("pass", "K:LUA~SUK*xM@KED", "pass", "R:SUK+KHOxR@SUK")
    position = after(siam, build(), *moves)
    assert position.recency == (0, 1)


def test_S8_a_seat_without_cards_can_only_pass(siam, build, texts):
    position = build(seats="-.R2.M|1.L2.M|-.M2.M", recency="0>1>2")
    assert texts(position) == {"pass"}
    assert siam.forced(position) == PASS
    assert siam.cards(position) == ()
    with pytest.raises(IllegalMoveError, match="no card left"):
        siam.check(position, siam.parse_move("1:R@SUK~L@KHOxL@KHO"))


def test_S8_a_seat_with_cards_may_always_pass(siam, build):
    assert siam.forced(build()) is None
    assert siam.can_pass(build())
    siam.check(build(), PASS)


def test_S9_a_follower_must_be_taken_and_may_be_one_just_placed(siam, build, texts):
    position = build(board="-/-/-/-/-/-/-/-", seats="T.-.K|1.R3.M|-.L2.M", recency="0>1>2")
    assert "T:R@LAN+L@LAN+M@SUKxM@SUK" in texts(position)
    with pytest.raises(IllegalMoveError, match="must be taken"):
        siam.check(position, siam.parse_move("T:R@LAN+L@LAN+M@SUKx-"))


def test_S9_nothing_is_taken_from_an_empty_board(siam, build, texts):
    position = build(board="-/-/-/-/-/-/-/-", seats="1.-.K|1.R3.M|-.L2.M", recency="0>1>2")
    assert texts(position) == {"pass", "1:-x-"}
    done = siam.play(position, siam.parse_move("1:-x-"))
    assert done.seats[0].followers == (0, 0, 0)


@pytest.mark.parametrize(
    ("followers", "control"),
    [("R2L1", RAMA), ("R1L2", LAO), ("R1L1", BRITISH), ("R1L1M1", BRITISH), ("-", BRITISH)],
)
def test_S16_a_struggle_goes_to_the_strict_majority_else_to_the_british(
    siam, build, followers, control
):
    position = build(board=f"{followers}/L3M1/R3M1/R2L2/R3M1/R1L2M1/R2L2/M4", passes="2")
    supply = position.supply
    resolved = siam.play(position, PASS)
    assert resolved.control(0) == control
    assert resolved.followers(0) == (0, 0, 0)
    freed = [new - old for new, old in zip(resolved.supply, supply, strict=True)]
    assert tuple(freed) == position.followers(0)
    assert resolved.contested == 1


def test_S16_a_king_marker_stays_on_its_tile_when_that_is_resolved(siam, build):
    position = build(
        queue="LAN*,LUA,SUK,KHO,AYU,NAK,PAT,KED",
        seats="TT12RLM.R1L1.K|KTT12RLM.R1M1.-|KTT12RLM.L1M1.-",
        recency="0",
        passes="2",
    )
    assert siam.play(position, PASS).fields()[1].startswith("LAN*,")


def test_S17_the_fourth_british_province_ends_the_game_at_once(siam, build):
    position = build(
        board="=B/=B/=B/R1L1/R3M1/R1L2M1/R2L2/M4", seats=OUT, recency="2>1>0", passes="2", turn="2"
    )
    assert not position.over
    over = siam.play(position, PASS)
    assert over.over
    assert over.contested is None
    assert siam.turn(over) is None
    assert (over.turn, over.passes) == (0, 0)
    assert siam.outcome(over).text == "colony seats 2"
    assert siam.outcome(over).faction is None
    assert not list(siam.moves(over))
    assert siam.count(over) == 0
    assert siam.perft(over, 0) == 1
    assert siam.perft(over, 2) == 0
    with pytest.raises(IllegalMoveError, match="over"):
        siam.play(over, PASS)


def test_S17_the_eighth_struggle_ends_the_game(siam, build):
    position = build(
        board="=B/=B/=B/=R/=R/=L/=L/M4", seats=OUT, recency="2>1>0", passes="2", turn="1"
    )
    over = siam.play(position, PASS)
    assert over.over
    assert siam.outcome(over).text == "faction L seats 1"


# S15: the last card of the game

LAST = {
    "board": "=R/=R/=R/=L/=L/=L/R1L1/M3",
    "queue": "LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED",
}


def test_S15_the_last_card_only_if_its_player_then_wins(siam, build, texts):
    """Alfred (0) has the last card; Rama and Lao have three provinces each."""
    position = build(**LAST, seats="K.R5L1.M|-.R1L5.M|-.M2.M", recency="1>2>0")
    # If all pass, Pattani is a tie and goes to the British: Lao, last to win one, reigns.
    assert siam.outcome(siam.if_all_pass(position)).text == "faction L seats 1"
    # Taking the Lao follower there lets Rama win Pattani, and Alfred has most Rama followers.
    winning = {"K:PAT~KED*xL@PAT", "K:PAT*~KEDxL@PAT"}
    assert texts(position) == {"pass", *winning}
    assert siam.cards(position) == ("K",)
    assert siam.count(position) == 3
    with pytest.raises(IllegalMoveError, match="last card"):
        siam.check(position, siam.parse_move("K:PAT~KED*xM@KED"))


def test_S15_where_no_move_wins_only_a_pass_is_left(siam, build, texts):
    position = build(**LAST, seats="K.M2.M|-.R4L3.M|-.R3L4.M", recency="1>2>0")
    assert texts(position) == {"pass"}
    assert siam.cards(position) == ()
    assert siam.actions(position, "K") == []
    assert siam.forced(position) is None  # the seat passes itself: it has a card


def test_S15_counts_with_the_card_just_played_as_the_newest(siam, build, texts):
    """A tie that the older card would win is lost by playing the last one."""
    fields = LAST | {"board": "=R/=R/=R/=L/=L/=L/M1/M3"}
    tied = build(**fields, seats="K.R4.M|-.R4.M|-.M2.M", recency="1>2>0")
    assert siam.outcome(siam.if_all_pass(tied)).text == "faction L seats 0"
    assert texts(tied) == {"pass"}


def test_S15_a_colony_ending_counts_too(siam, build, texts):
    position = build(
        board="=B/=B/=B/=L/=L/=L/R1L1/M3", seats="K.R2L2M1.M|-.R2L5M2.M|-.M2.M", recency="1>2>0"
    )
    # Taking the third Malay: two sets each, and the newest card wins the tie (S19).
    assert texts(position) == {"pass", "K:PAT~KED*xM@KED", "K:PAT*~KEDxM@KED"}


def test_S15_in_a_team_the_partner_may_win(siam, build, texts):
    position = build(**LAST, seats="K.M3.M|-.R1L2.M|-.R5.M|-.L3.M", recency="1>2>3>0")
    assert texts(position) == {"pass", "K:PAT~KED*xL@PAT", "K:PAT*~KEDxL@PAT"}


def test_S15_the_rulebook_example_of_the_24th_card(siam, build, texts):
    """All cards of three players but one are played: only then the rule applies."""
    one_more = build(**LAST, seats="K.M2.M|1.R4L3.M|-.R3L4.M", recency="1>2>0")
    assert len(texts(one_more, "K")) > 0


def test_a_chapter_is_a_struggle(build):
    assert Siam().chapter(build()) == 0
    assert Siam().chapter(build(board="=R/L3M1/R3M1/R2L2/R3M1/R1L2M1/R2L2/M4")) == 1
