"""What the cards do: S10 to S14."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

import pytest

from games.contract import IllegalMoveError
from games.siam import Siam, load_map


def refused(siam, position, text, because):
    with pytest.raises(IllegalMoveError, match=because):
        siam.check(position, siam.parse_move(text))


# Maharacha


def test_maharacha_swaps_two_tiles_and_marks_one(siam, build):
    position = siam.play(build(), siam.parse_move("K:LAN*~KEDxM@KED"))
    assert position.fields()[1] == "KED,LUA,SUK,KHO,AYU,NAK,PAT,LAN*"
    assert position.contested == 7


def test_maharacha_has_every_pair_with_either_tile_marked(build, actions):
    assert len(actions(build(), "K")) == 8 * 7


def test_maharacha_spares_marked_and_resolved_tiles(siam, build, actions):
    position = build(
        board="=R/L3M1/R3M1/R2L2/R3M1/R1L2M1/R2L2/M4",
        queue="LAN,LUA,SUK*,KHO,AYU,NAK,PAT,KED",
        seats="TT12RLM.R1L1.K|KTT12RLM.R1M1.-|KTT12RLM.L1M1.-",
        recency="0",
        turn="1",
    )
    assert len(actions(position, "K")) == 6 * 5
    refused(siam, position, "K:SUK~KHO*xM@KED", "tile of Sukothai bears a King marker")
    refused(siam, position, "K:LAN~KHO*xM@KED", "Lan Na is already resolved")


def test_S10_maharacha_does_nothing_with_fewer_than_two_tiles(siam, build, actions):
    position = build(board="=R/=R/=B/=L/=L/=L/=M/R1L1M3")
    assert actions(position, "K") == {"-"}
    refused(siam, position, "K:LAN~KED*xM@KED", "Lan Na is already resolved")
    refused(siam, build(), "K:-xM@KED", "must be carried out")


# Khon Thai


def test_khon_thai_places_one_of_each_faction_anywhere_open(build, actions):
    assert len(actions(build(), "T")) == 8**3
    assert "R@LAN+L@LAN+M@KED" in actions(build(), "T")


def test_S10_khon_thai_leaves_out_a_faction_with_none_in_the_supply(siam, build, actions):
    position = build(
        board="R2L2/=B/=B/R4L4/R4L3/R1L2/R5/M4", queue="LUA,SUK,LAN,KHO,AYU,NAK,PAT,KED"
    )
    assert position.supply[0] == 0
    assert len(actions(position, "T")) == 6**2
    refused(siam, position, "T:R@LAN+L@LAN+M@LANxM@KED", "no Rama follower left")
    refused(siam, position, "T:L@LANxM@KED", "must place a Malay follower too")


def test_S10_khon_thai_does_nothing_with_an_empty_supply(build, actions):
    position = build(
        board="R6L6M6/=B/=B/R6L6M6/R4L4M4/-/-/-", queue="LUA,SUK,LAN,KHO,AYU,NAK,PAT,KED"
    )
    assert position.supply == (0, 0, 0)
    assert actions(position, "T") == {"-"}
    assert actions(position, "R") == {"-"}


def test_S11_followers_are_placed_only_where_nobody_has_control(siam, build, actions):
    position = build(
        board="R1L1M2/L3M1/R3M1/R2L2/=L/R1L2M1/=B/M4", queue="AYU,PAT,LAN,LUA,SUK,KHO,NAK,KED"
    )
    assert len(actions(position, "T")) == 6**3
    refused(
        siam, position, "T:R@AYU+L@LAN+M@LANxM@KED", "Ayutthaya is already controlled by the Lao"
    )
    refused(siam, position, "M:PAT+PATxM@KED", "Pattani is already controlled by the British")


def test_a_map_names_its_own_factions():
    albion = Siam(load_map("albion"))
    position = albion.new(2, 1)
    text = str(position).split(" ")
    text[0] = "/".join(["=R", *text[0].split("/")[1:]])
    text[1] = ",".join(["MOR", *(tile for tile in text[1].split(",") if tile != "MOR")])
    position = albion.parse(" ".join(text))
    with pytest.raises(IllegalMoveError, match="Moray is already controlled by the English"):
        albion.check(position, albion.parse_move("T:R@MOR+L@STR+M@STRxR@STR"))


# Rama, Lao, Malay


@pytest.mark.parametrize(
    ("board", "rama"),
    [
        ("R1/R1/R1/R1/R1/R1/R1/R1", {"SUK", "KHO", "NAK"}),  # next to the home
        ("=R/R1/R1/R1/R1/R1/R1/R1", {"LUA", "SUK", "KHO", "NAK"}),  # and next to Lan Na
        ("R1/R1/R1/R1/=L/R1/R1/R1", set()),  # the Lao hold the home
        ("R1/R1/R1/R1/=B/R1/R1/R1", set()),  # the British hold it
        ("R1/R1/R1/R1/=R/R1/R1/R1", {"SUK", "KHO", "NAK"}),  # Rama holds it
        ("=R/R1/R1/R1/=L/R1/R1/R1", {"LUA", "SUK"}),
    ],
)
def test_a_faction_spreads_from_its_home_and_from_what_it_controls(build, actions, board, rama):
    ids = ["LAN", "LUA", "SUK", "KHO", "AYU", "NAK", "PAT", "KED"]
    held = [name for name, part in zip(ids, board.split("/"), strict=True) if "=" in part]
    queue = ",".join(held + [name for name in ids if name not in held])
    found = actions(build(board=board, queue=queue), "R")
    reached = {province for action in found if action != "-" for province in action.split("+")}
    assert reached == rama
    assert len(found) == (len(rama) * (len(rama) + 1) // 2 or 1)


def test_S10_a_faction_places_one_if_one_is_left(siam, build, actions):
    position = build(board="R10L1M2/L3M1/R3M1/R2L2/L1/L2M1/L2/M4")
    assert position.supply[0] == 1
    assert actions(position, "R") == {"SUK", "KHO", "NAK"}
    refused(siam, position, "R:SUK+SUKxM@KED", "only 1 Rama")
    refused(siam, build(), "R:SUKxM@KED", "2 Rama followers must be placed")


def test_out_of_reach_is_said_with_the_reason(siam, build):
    refused(siam, build(), "R:LAN+SUKxM@KED", "nor on their home Ayutthaya")
    position = build(board="R1/R1/R1/R1/=B/R1/R1/R1", queue="AYU,LAN,LUA,SUK,KHO,NAK,PAT,KED")
    refused(siam, position, "R:SUK+SUKxR@LAN", "Ayutthaya is controlled by the British")


# 1 vs 1


def test_S12_a_1_vs_1_need_not_be_between_neighbours(siam, build):
    position = siam.play(build(), siam.parse_move("1:R@LAN~M@KEDxR@KED"))
    assert position.fields()[0] == "L1M3/L3M1/R3M1/R2L2/R3M1/R1L2M1/R2L2/M3"
    assert position.fields()[6] == "1:R@LAN~M@KED"


def test_a_1_vs_1_of_the_same_colour_is_allowed(siam, build):
    position = siam.play(build(), siam.parse_move("1:M@LAN~M@KEDxM@KED"))
    assert position.fields()[6] == "1:M@LAN~M@KED"


def test_S14_nothing_is_exchanged_against_nothing(siam, build, actions):
    position = build(board="R1L1M2/-/-/-/-/-/-/-")
    assert actions(position, "1") == {"-"}
    assert actions(position, "2") == {"-"}
    refused(siam, position, "1:R@LAN~M@KEDxR@LAN", "Kedah has no Malay follower")


PLAYED = {"turn": "1", "recency": "0"}


def test_S13_a_1_vs_1_may_not_undo_the_one_before(siam, build, actions):
    seats = "KTT2RLM.R1L1.1|KTT12RLM.R1M1.-|KTT12RLM.L1M1.-"
    free = actions(build(seats=seats, **PLAYED), "1")
    banned = actions(build(seats=seats, **PLAYED, exchange="1:R@LAN~M@KED"), "1")
    assert free - banned == {"M@LAN~R@KED"} & free
    position = build(board="M1/-/-/-/-/-/-/R1", seats=seats, **PLAYED, exchange="1:R@LAN~M@KED")
    assert actions(position, "1") == {"-"}
    refused(siam, position, "1:M@LAN~R@KEDxR@LAN", "only undo the 1 vs 1")
    # A pass in between changes nothing, nor does the end of the struggle.
    assert actions(siam.play(position, siam.parse_move("pass")), "1") == {"-"}
    # The same in the forward direction is no undoing, nor is a 2 vs 1 banned by a 1 vs 1.
    assert "R@LAN~M@KED" in actions(build(seats=seats, **PLAYED, exchange="1:R@LAN~M@KED"), "1")


def test_S13_a_same_colour_exchange_is_its_own_reverse(build, actions):
    seats = "KTT2RLM.R1L1.1|KTT12RLM.R1M1.-|KTT12RLM.L1M1.-"
    position = build(board="M1/-/-/-/-/-/-/M1", seats=seats, **PLAYED, exchange="1:M@LAN~M@KED")
    assert actions(position, "1") == {"-"}


def test_S13_another_card_in_between_lifts_the_ban(siam, build, actions):
    seats = "KTT2RLM.R1L1.1|KTT12RLM.R1M1.-|KTT12RLM.L1M1.-"
    position = build(board="M2/-/-/-/-/-/-/R1", seats=seats, **PLAYED, exchange="1:R@LAN~M@KED")
    after = siam.play(position, siam.parse_move("K:LUA~SUK*xM@LAN"))
    assert after.exchange is None
    assert actions(after, "1") == {"M@LAN~R@KED"}


# 2 vs 1


def test_a_2_vs_1_is_between_neighbours_in_either_direction(siam, build, actions):
    position = build(board="R2L1/M1/-/-/-/-/-/R1")
    assert actions(position, "2") == {"RR@LAN~M@LUA", "RL@LAN~M@LUA"}
    refused(siam, position, "2:RR@LAN~R@KEDxM@LUA", "Lan Na and Kedah have no common border")
    refused(siam, position, "2:LL@LAN~M@LUAxM@LAN", "Lan Na has only one Lao follower")
    done = siam.play(position, siam.parse_move("2:M@LUA~RR@LANxM@LAN"))
    assert done.fields()[0] == "L1/R2/-/-/-/-/-/R1"
    assert done.fields()[6] == "2:RR@LAN~M@LUA"


def test_S10_a_partial_2_vs_1_only_if_no_full_one_exists_anywhere(siam, build, actions):
    position = build(board="R1/M1/-/L1/-/-/-/R1")
    assert actions(position, "2") == {"R@LAN~M@LUA", "M@LUA~L@KHO"}
    done = siam.play(position, siam.parse_move("2:R@LAN~M@LUAxM@LAN"))
    assert done.fields()[6] == "2:R@LAN~M@LUA"
    refused(siam, build(), "2:R@LAN~M@LUAxM@LAN", "two followers for one as long as")


def test_S13_a_2_vs_1_may_not_undo_the_one_before(siam, build, actions):
    seats = "KTT1RLM.R1L1.2|KTT12RLM.R1M1.-|KTT12RLM.L1M1.-"
    board = "M1/R2/-/-/-/-/-/-"
    position = build(board=board, seats=seats, **PLAYED, exchange="2:RR@LAN~M@LUA")
    # No full exchange is left by the ban, so a partial one is legal (S10).
    assert actions(position, "2") == {"M@LAN~R@LUA"}
    refused(siam, position, "2:RR@LUA~M@LANxR@LAN", "only undo the 2 vs 1")
    assert actions(build(board=board), "2") == {"RR@LUA~M@LAN"}
    # A 1 vs 1 is not banned by a 2 vs 1.
    assert actions(position, "1") == {"M@LAN~R@LUA"}


def test_S13_a_partial_2_vs_1_bans_only_a_partial_one(build, actions):
    seats = "KTT1RLM.R1L1.2|KTT12RLM.R1M1.-|KTT12RLM.L1M1.-"
    position = build(board="M1/R1/-/-/-/-/-/-", seats=seats, **PLAYED, exchange="2:R@LAN~M@LUA")
    assert actions(position, "2") == {"-"}
    assert actions(position, "1") == {"M@LAN~R@LUA"}
    position = build(board="M1/R2/-/-/-/-/-/-", seats=seats, **PLAYED, exchange="2:R@LAN~M@LUA")
    assert actions(position, "2") == {"RR@LUA~M@LAN"}


# Refusals that belong to no card


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("1:R@LAN~M@KEDxL@KED", "Kedah has no Lao follower to take"),
        ("1:R@LAN~M@KEDx-", "must be taken"),
    ],
)
def test_a_follower_that_is_not_there_cannot_be_taken(siam, build, text, because):
    refused(siam, build(), text, because)


def test_a_card_that_is_not_in_the_hand_cannot_be_played(siam, build):
    position = build(seats="TT12RLM.R1L1.K|KTT12RLM.R1M1.-|KTT12RLM.L1M1.-", recency="0")
    refused(siam, position, "K:LUA~SUK*xM@KED", "no Maharacha card")
