"""What a card does now, and what the supply has too few of for it."""

import pytest

from games.siam import CARDS
from siam_tui.table.cardtext import CARD_TEXTS, card_text
from tests.siam_tui.table.stage import stage


def with_supply(rama, lao, malay):
    """A position with so many left in the supply: the others stand in the first province."""
    position = stage(3).position
    left = position.supply
    moved = (left[0] - rama, left[1] - lao, left[2] - malay)
    stacks = tuple(have + more for have, more in zip(position.stacks, moved, strict=False))
    return position._replace(stacks=(*stacks, *position.stacks[3:]))


@pytest.mark.parametrize("card", CARDS)
def test_with_enough_in_the_supply_a_card_does_all_it_can(card):
    assert card_text(with_supply(2, 2, 2), card) == CARD_TEXTS[card]


@pytest.mark.parametrize(
    ("supply", "card", "told"),
    [
        ((0, 2, 2), "R", "no effect: no Rama left in the supply"),
        ((2, 1, 2), "L", "only one: the last Lao in the supply"),
        ((2, 2, 0), "T", "one of each, but no Malay: none left"),
        ((0, 1, 0), "T", "one of each, but no Rama and Malay: none left"),
        ((0, 0, 0), "T", "no effect: nobody is left in the supply"),
        ((0, 0, 0), "1", CARD_TEXTS["1"]),
    ],
)
def test_s9_a_card_says_what_the_supply_has_too_few_of(supply, card, told):
    position = with_supply(*supply)
    assert position.supply == supply
    assert card_text(position, card) == told
