"""What a card does now, and why it may do less than it says."""

import pytest

from games.siam import CARDS, Siam
from siam_tui.games.siam.move_options import card_text, has_no_effect
from tests.siam_tui.table.stage import stage
from texts import tell


def with_supply(rama, lao, malay):
    """A position with so many left in the supply: the others stand in the first province."""
    position = stage(3).position
    left = position.supply
    moved = (left[0] - rama, left[1] - lao, left[2] - malay)
    stacks = tuple(have + more for have, more in zip(position.stacks, moved, strict=False))
    return position._replace(stacks=(*stacks, *position.stacks[3:]))


def text_of(position, card):
    return card_text(position, card, Siam().actions(position, card))


@pytest.mark.parametrize("card", CARDS)
def test_with_enough_in_the_supply_a_card_does_all_it_can(card):
    assert text_of(with_supply(2, 2, 2), card) == tell("siam/effect/full", card=card)


@pytest.mark.parametrize(
    ("supply", "card", "told"),
    [
        ((0, 2, 2), "R", "no effect: no Rama left in the supply"),
        ((2, 1, 2), "L", "only one: the last Lao in the supply"),
        ((2, 2, 0), "T", "one of each, but no Malay: none left"),
        ((0, 1, 0), "T", "one of each, but no Rama and Malay: none left"),
        ((0, 0, 0), "T", "no effect: nobody is left in the supply"),
        ((0, 0, 0), "1", "exchange one follower for one, anywhere"),
    ],
)
def test_s9_a_card_says_what_the_supply_has_too_few_of(supply, card, told):
    position = with_supply(*supply)
    assert position.supply == supply
    assert text_of(position, card) == told


HANDS = "KTT12RLM.-.-|KTT12RLM.-.- 0 0 - -"
NO_NEIGHBOURS = "R2L1M1/-/-/-/-/-/-/L1M2 SUK,AYU,KED,LUA,NAK,LAN,PAT,KHO"
ONE_AND_ONE = "R1/L1/-/-/-/-/-/- SUK,AYU,KED,LUA,NAK,LAN,PAT,KHO"
ONE_TILE = "=L/=L/=R/=R/=B/=L/=L/R2L2 LAN,SUK,KHO,AYU,LUA,NAK,PAT,KED"
HOME_LOST = "R2L1M1/R1L3/R2L2/L2M2/=B/R1M3/L1M3/L1M2 AYU,SUK,KED,LUA,NAK,LAN,PAT,KHO"
EMPTY = "-/-/-/-/-/-/-/- SUK,AYU,KED,LUA,NAK,LAN,PAT,KHO"


@pytest.mark.parametrize(
    ("board", "card", "told"),
    [
        (NO_NEIGHBOURS, "2", "no effect: no two neighbours have followers to exchange"),
        (ONE_AND_ONE, "2", "one for one of a neighbour: two for one is not possible"),
        (EMPTY, "1", "no effect: no two provinces have followers to exchange"),
        (ONE_TILE, "K", "no effect: no two tiles can be swapped"),
        (HOME_LOST, "R", "no effect: no province next to theirs is open"),
    ],
)
def test_s10_a_card_says_that_it_can_do_less_or_nothing(board, card, told):
    position = Siam().parse(f"{board} {HANDS}")
    assert text_of(position, card) == told
    assert has_no_effect(Siam().actions(position, card)) == told.startswith("no effect")
