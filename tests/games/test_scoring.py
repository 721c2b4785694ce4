"""Who wins: S18 to S21, and the rulebooks' worked examples."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

import pytest

from games.siam.scoring import rank, sets, winners_of


def result(siam, build, **fields):
    return siam.outcome(build(**fields))


RAMA_REIGNS = {
    "board": "=R/=R/=R/=R/=L/=L/=M/=B",
    "queue": "LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED",
}
COLONY = {"board": "=B/=B/=B/=B/R1/R1/R1/R1", "queue": "LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED"}


def test_S18_example_the_faction_that_was_last_to_win_a_province_reigns():
    """Lao and Rama have three provinces each; Rama won the later one."""
    assert rank([0, 1, 3, 1, 0, 1, 2, 0])[:2] == (0, 1)
    assert rank([0, 1, 3, 0, 0, 2, 2, 1])[:2] == (0, 1)
    assert rank([2, 2, 3, 3, 3, 2, 0, 2]) == (2, 0)


def test_S18_example_the_second_faction_breaks_the_tie(siam, build):
    """Lao reigns before Rama; Alfred and Benjamin tie on Lao, Alfred has more Rama."""
    found = result(
        siam,
        build,
        board="=L/=L/=L/=L/=R/=R/=R/=M",
        seats="-.R3L5M1.M|-.R2L5M3.M|-.R5L2M2.M",
        recency="0>1>2",
    )
    assert found.text == "faction L seats 0"
    assert found.faction == 1
    assert found.reason == "equal in Lao followers (5), and most Rama ones (3)"


def test_S18_most_followers_of_the_first_faction_win(siam, build):
    found = result(siam, build, **RAMA_REIGNS, seats="-.R3.M|-.R4.M|-.L9.M", recency="0>1>2")
    assert (found.text, found.winners) == ("faction R seats 1", (1,))
    assert found.reason == "most Rama followers (4)"


def test_S18_of_those_still_tied_the_oldest_card_wins(siam, build):
    seats = "-.R3L1.M|-.R3L1.M|-.R3L1.M"
    for recency, winner in [("0>1>2", 2), ("2>0>1", 1), ("1>2>0", 0)]:
        found = result(siam, build, **RAMA_REIGNS, seats=seats, recency=recency)
        assert found.winners == (winner,)
        assert "longest ago" in found.reason


def test_S18_never_played_counts_as_oldest_and_several_share(siam, build):
    seats = "KTT12RLM.R1L1.-|-.R1L1.M|KTT12RLM.R1L1.-"
    found = result(siam, build, **RAMA_REIGNS, seats=seats, recency="1")
    assert found.text == "faction R seats 0,2"
    assert "never played" in found.reason
    seats = "KTT12RLM.R1L1.-|-.R1L1.M|-.R1L1.M"
    found = result(siam, build, **RAMA_REIGNS, seats=seats, recency="1>2")
    assert found.text == "faction R seats 0"


def test_S18_the_second_faction_is_skipped_if_there_is_none(siam, build):
    board = "=R/=R/=R/=R/=R/=B/=B/=B"
    found = result(siam, build, board=board, seats="-.R3L1.M|-.R3.M|-.L9.M", recency="0>1>2")
    assert found.text == "faction R seats 1"


def test_S19_example_most_complete_sets_win_a_colony(siam, build):
    """Alfred and Benjamin have one set each, Charles two."""
    found = result(siam, build, **COLONY, seats="-.R1L4M3.M|-.R5L2M1.M|-.R2L2M2.M", recency="0>1>2")
    assert found.text == "colony seats 2"
    assert found.faction is None
    assert found.reason == "most complete sets of followers (2 against 1 and 1)"


def test_S19_a_tie_goes_to_the_later_card_and_none_played_share(siam, build):
    seats = "-.R1L4M3.M|-.R5L2M1.M|-.L9.M"
    found = result(siam, build, **COLONY, seats=seats, recency="2>1>0")
    assert found.winners == (1,)
    assert found.reason == "equal in complete sets (1), and played a card last"
    seats = "KTT12RLM.R1L1.-|-.M2.M|KTT12RLM.R1L1.-"
    assert result(siam, build, **COLONY, seats=seats, recency="1").winners == (1,)
    seats = "KTT12RLM.R1L1.-|KTT12RLM.M2.-|KTT12RLM.R1L1.-"
    found = result(siam, build, **COLONY, seats=seats)
    assert found.winners == (0, 1, 2)
    assert found.reason == "equal in complete sets (0), and none of them ever played a card"


def test_S20_example_the_partner_of_the_winner_wins_too(siam, build):
    """Rama reigns: Alfred 4, Benjamin 5, Alice 3, Bertha 1; Alice sits opposite Alfred."""
    found = result(
        siam, build, **RAMA_REIGNS, seats="-.R4.M|-.R5.M|-.R3.M|-.R1.M", recency="0>1>2>3"
    )
    assert found.text == "faction R seats 1,3"  # although Alfred and Alice have 7 together


def test_S20_two_individual_winners_of_both_teams_share_with_all(siam, build):
    seats = "KTT12RLM.R1L1.-|KTT12RLM.R1L1.-|-.R1.M|-.L1.M"
    assert result(siam, build, **RAMA_REIGNS, seats=seats, recency="2>3").winners == (0, 1, 2, 3)


def test_S21_example_partners_pool_their_sets():
    """Together 7 blue, 3 red and 6 yellow followers are three sets; the others have four."""
    alfred, alice = (4, 3, 2), (2, 0, 5)
    benjamin, bertha = (4, 0, 1), (0, 4, 3)
    assert sets([alfred, alice]) == 3
    assert sets([benjamin, bertha]) == 4
    assert winners_of([alfred, benjamin, alice, bertha], (0, 1, 2, 3), None) == (1, 3)


@pytest.mark.parametrize(
    ("recency", "winners"), [((0, 1, 2, 3), (0, 2)), ((3, 0), (1, 3)), ((), (0, 1, 2, 3))]
)
def test_S21_a_tie_goes_to_the_team_with_the_later_card(recency, winners):
    assert winners_of([(1, 1, 1)] * 4, recency, None) == winners


def test_if_all_pass_ends_every_struggle_and_plays_no_card(siam, build):
    end = siam.if_all_pass(build(passes="1"))
    assert end.over
    assert end.resolved == 8
    # One seat has passed already: two more, then three for each of the other seven.
    assert (end.turn, end.passes) == ((2 + 7 * 3) % 3, 0)
    assert siam.reign(end) == rank(end.controls[province] for province in end.queue)
