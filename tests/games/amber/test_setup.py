"""The start of a game: A1 to A4, A21."""

from __future__ import annotations

import pytest

from games.amber.constants import BOR, PROBLEMS
from games.seeded_chance import Chance

SEEDS = range(60)


def test_a4_everybody_starts_with_the_same(game):
    for players, seats in ((1, 2), (2, 2), (3, 3)):
        for seed in SEEDS:
            start = game.new(players, seed)
            assert len(start.seats) == len(start.row) == seats
            assert sorted(start.places) == list(range(7))
            assert start.places[-1] == BOR
            for number, seat in enumerate(start.seats):
                assert (seat.influence, seat.gold, seat.kept, seat.last) == (4, 3, (), None)
                assert sum(start.markers_of(number)) == 2
                assert start.markers_in(BOR)[number] == 0
                assert start.reserve(number) == 4
                assert set(seat.hand) == {*"MSWVYK", seat.pawn}
            assert start.gold_reserve == seats
            assert len({seat.pawn for seat in start.seats}) == seats
            assert (start.power, start.confidant, start.solver) == (0, None, None)
            drawn = [*(row.problem for row in start.row), *start.deck]
            assert sorted(drawn) == list(range(len(PROBLEMS)))
            assert start.turn == start.first


def test_a4_alone_the_dummy_begins_and_else_anybody(game):
    assert {game.new(1, seed).first for seed in SEEDS} == {1}
    assert {game.new(3, seed).first for seed in SEEDS} == {0, 1, 2}
    assert game.new(1, 1).dummy == 1
    assert game.new(2, 1).dummy is None


def test_a4_two_markers_fall_on_one_area_unless_no_doubles_is_chosen(game, rules):
    markers = [game.new(2, seed).markers for seed in SEEDS]
    assert any(2 in each for each in markers)
    markers = [rules("no_doubles").new(2, seed).markers for seed in SEEDS]
    assert not any(2 in each[0::2] or 2 in each[1::2] for each in markers)


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("options", [(), ("no_doubles", "two_periods")])
def test_a21_all_is_drawn_in_this_order(rules, players, options):
    """The draws, written out once more from the text."""
    for seed in range(12):
        chance, alone = Chance(seed), players == 1
        areas = ["LUN", "PEN", "MAR", "CHA", "CAS", "CAV"]
        chance.shuffle(areas)
        pawns = list("HTL")
        chance.shuffle(pawns)
        markers = {area: [0] * max(players, 2) for area in [*areas, "BOR"]}
        for seat in range(max(players, 2)):
            first, second = chance.below(6), chance.below(6)
            while options and first == second:
                second = chance.below(6)
            markers[areas[first]][seat] += 1
            markers[areas[second]][seat] += 1
        first = 1 if alone else chance.below(players)
        deck = list(PROBLEMS)
        chance.shuffle(deck)

        def dummy(chance=chance, pawn=pawns[1]):
            pile = [*"MSWVYK", pawn]
            chance.shuffle(pile)
            return "".join(pile), "".join(str(chance.below(2)) for _ in range(9))

        pile, coins = dummy() if alone else ("", "-")
        later = "-"
        if options:
            order = list(PROBLEMS)
            chance.shuffle(order)
            later = ",".join(order)
            if alone:
                second_pile, second_coins = dummy()
                later += f";{second_coins};{second_pile}"
        board = "/".join(area + ".".join(map(str, markers[area])) for area in [*areas, "BOR"])
        hands = [f"MSWVYK{pawn}.{pawn}" for pawn in pawns[: max(players, 2)]]
        if alone:
            hands[1] = f">{pile}.{pawns[1]}"
        seats = "|".join(f"{hand}.-.4.3.-" for hand in hands)
        row, rest = deck[: len(hands)], deck[len(hands) :]
        expected = (
            f"{board} {seats} {','.join(row)} - 1.1 0 {first} - {first} act "
            f"{','.join(rest)} {coins} {later}"
        )
        game = rules(*options)
        assert game.format(game.new(players, seed)) == expected


def test_other_players_and_seeds_are_refused(game):
    for players in (0, 4):
        with pytest.raises(ValueError, match="1 to 3"):
            game.new(players, 1)
    with pytest.raises(ValueError, match="seed"):
        game.new(2, 2**256)
