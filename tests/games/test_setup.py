"""Fresh setups: S1 to S6."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

from collections import Counter

import pytest

from games.seeded_chance import Chance
from games.siam import BUILT_IN_MAPS, FACTIONS, Siam, load_map

SEEDS = range(40)


@pytest.mark.parametrize("name", BUILT_IN_MAPS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_S2_S5_every_province_gets_four_and_the_rest_is_the_supply(name, players):
    siam = Siam(load_map(name))
    for seed in SEEDS:
        position = siam.new(players, seed)
        assert all(sum(position.followers(province)) == 4 for province in range(8))
        for faction in FACTIONS:
            assert position.followers(siam.map.homes[faction])[faction] >= 2
            everywhere = position.supply[faction] + sum(
                position.followers(province)[faction] for province in range(8)
            )
            everywhere += sum(seat.followers[faction] for seat in position.seats)
            assert everywhere == (16 if players == 2 else 18)
        assert sorted(position.queue) == list(range(8))


@pytest.mark.parametrize("players", [2, 3])
def test_S3_S4_each_seat_gets_two_factions_and_the_lowest_help_card_begins(players):
    number = {(1, 1, 0): 1, (1, 0, 1): 2, (0, 1, 1): 3}
    for seed in SEEDS:
        position = Siam().new(players, seed)
        cards = [number[seat.followers] for seat in position.seats]
        assert len(set(cards)) == players
        assert cards[position.turn] == min(cards)


def test_S3_help_card_four_gives_what_the_seat_to_the_left_has():
    kinds = Counter()
    for seed in SEEDS:
        position = Siam().new(4, seed)
        followers = [seat.followers for seat in position.seats]
        pairs = [seat for seat in range(4) if followers[seat] == followers[(seat + 1) % 4]]
        assert len(set(followers)) == 3
        assert len(pairs) == 1
        # Card 1 begins; it may be the card that is shown twice, but card 4 never begins.
        assert followers[position.turn] == (1, 1, 0)
        assert pairs[0] != position.turn
        kinds[followers[pairs[0]]] += 1
    assert set(kinds) == {(1, 1, 0), (1, 0, 1), (0, 1, 1)}


def test_the_same_seed_gives_the_same_setup_everywhere():
    assert str(Siam().new(3, 5)) == (
        "R1L1M2/L4/R3L1/R2L2/R2L1M1/R2L2/L3M1/R2M2 PAT,LUA,LAN,AYU,KED,NAK,SUK,KHO "
        "KTT12RLM.L1M1.-|KTT12RLM.R1M1.-|KTT12RLM.R1L1.- 2 0 - -"
    )
    assert Siam().new(4, 2**256 - 1) == Siam().new(4, 2**256 - 1)
    assert Siam().new(4, 2**256 - 1) != Siam().new(4, 2**256 - 2)


@pytest.mark.parametrize(("players", "seed"), [(1, 0), (5, 0), (2, -1), (2, 2**256)])
def test_what_cannot_be_set_up_is_refused(players, seed):
    with pytest.raises(ValueError, match=r"2 to 4|a seed is"):
        Siam().new(players, seed)


def test_chance_draws_every_number_about_equally_often():
    chance = Chance(1)
    drawn = Counter(chance.below(6) for _ in range(6000))
    assert set(drawn) == set(range(6))
    assert all(abs(count - 1000) < 150 for count in drawn.values())
