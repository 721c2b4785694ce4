"""What holds in every game: random games, and listing against checking."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import IllegalMoveError
from games.record import Record, format_record, parse_record
from games.registry import game_names, game_of, spec_of, spec_with_title
from games.siam import (
    CARDS,
    FACTIONS,
    Exchange,
    Follower,
    Move,
    Placement,
    Siam,
    Swap,
    load_map,
)
from games.siam.play import if_all_pass, play

SEEDS = st.integers(0, 2**256 - 1)
PLAYERS = st.sampled_from([2, 3, 4])
MAPS = st.sampled_from(["siam", "albion"])


def game(name, players, seed):
    """Return the rules, and every position and move of a random game."""
    siam = Siam(load_map(name))
    random = Random(seed)
    positions, moves = [siam.new(players, seed)], []
    while siam.turn(positions[-1]) is not None:
        moves.append(siam.random_move(positions[-1], random))
        positions.append(siam.play(positions[-1], moves[-1]))
    return siam, positions, moves


@settings(max_examples=30, deadline=None)
@given(MAPS, PLAYERS, SEEDS)
def test_every_random_game_keeps_the_invariants(name, players, seed):
    siam, positions, moves = game(name, players, seed)
    untaken = Counter()
    for position, move in zip(positions, [*moves, None], strict=True):
        exist = 16 if players == 2 else 18
        for faction in FACTIONS:
            board = sum(position.followers(province)[faction] for province in range(8))
            seats = sum(seat.followers[faction] for seat in position.seats)
            assert 0 <= position.supply[faction] == exist - board - seats
        for number, seat in enumerate(position.seats):
            assert sum(seat.followers) == 2 + (8 - seat.cards) - untaken[number]
        assert siam.parse(siam.format(position)) == position
        for viewer in (None, *range(players)):
            view = siam.view(position, viewer)
            assert siam.parse(siam.format(view)) == view
            for number, seat in enumerate(view.seats):
                assert (seat.hand is None) == (number != viewer and not position.over)
        if move is not None:
            assert siam.parse_move(siam.format_move(move)) == move
            untaken[position.turn] += move.card is not None and move.follower is None
    outcome = siam.outcome(positions[-1])
    assert outcome.winners
    assert outcome.text.endswith(",".join(map(str, outcome.winners)))
    record = Record(siam, positions[0], tuple(moves), outcome.text)
    assert list(parse_record(format_record(record)).replay()) == positions


def every_move(siam):
    """Yield every move there could be on any board, legal here or not, in its one form."""
    provinces = range(8)
    for first, second in product(provinces, repeat=2):
        if first < second:
            yield "K", Swap(first, second, first)
            yield "K", Swap(first, second, second)
            for f, g in product(FACTIONS, repeat=2):
                yield "1", Exchange((f,), first, g, second)
                yield "2", Exchange((f,), first, g, second)
        if second in siam.map.borders[first]:
            for f, g, h in product(FACTIONS, repeat=3):
                if f <= g:
                    yield "2", Exchange((f, g), first, h, second)
    for faction, card in enumerate("RLM"):
        for p in provinces:
            yield card, Placement((Follower(faction, p),))
            for q in range(p, 8):
                yield card, Placement((Follower(faction, p), Follower(faction, q)))
    for choice in product([None, *provinces], repeat=3):
        placed = tuple(Follower(f, p) for f, p in enumerate(choice) if p is not None)
        if placed:
            yield "T", Placement(placed)
    for card in CARDS:
        yield card, None


@settings(max_examples=12, deadline=None)
@given(MAPS, PLAYERS, SEEDS, st.data())
def test_the_moves_listed_are_exactly_those_that_pass_the_check(name, players, seed, data):
    siam, positions, _ = game(name, players, seed)
    position = data.draw(st.sampled_from(positions))
    legal = set(siam.moves(position))
    assert len(legal) == siam.count(position) == siam.perft(position, 1)
    assert len(list(siam.moves(position))) == len(legal)
    random = Random(seed)
    takes = [None, *(Follower(f, p) for f in FACTIONS for p in range(8))]
    for card, action in every_move(siam):
        for follower in random.sample(takes, 3):
            move = Move(card, action, follower)
            try:
                siam.check(position, move)
            except IllegalMoveError:
                assert move not in legal, siam.format_move(move)
            else:
                assert move in legal, siam.format_move(move)
    listed = [text for card in siam.cards(position) for text in siam.move_texts(position, card)]
    assert set(listed) | ({"pass"} if legal else set()) == set(map(siam.format_move, legal))
    for card in siam.cards(position):
        found = siam.actions(position, card)
        assert len(set(found)) == len(found)
        chosen = random.choice(found)
        assert {Move(card, chosen, take) for take in siam.takes(position, card, chosen)} == {
            move for move in legal if move[:2] == (card, chosen)
        }


def last_cards(players):
    """Return positions whose seat to move holds the last card of the game."""
    found = []
    for seed in range(8):
        siam, positions, _ = game("siam", players, seed)
        found += [
            position
            for position in positions
            if sum(seat.cards for seat in position.seats) == 1 == len(position.hand or "")
        ]
    return siam, found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S15_is_what_playing_on_by_passes_says(players):
    siam, positions = last_cards(players)
    assert positions
    judged = Counter()
    for position in positions:
        if position.over:
            continue
        legal = set(siam.moves(position))
        # The same seat with a second card may do anything: these are the moves without S15.
        seat = position.turn
        other = (seat + 1) % players
        seats = list(position.seats)
        seats[other] = seats[other]._replace(hand="K", cards=1)
        for move in siam.moves(position._replace(seats=tuple(seats))):
            if move.card is not None:
                outcome = siam.outcome(if_all_pass(play(position, move)))
                assert (seat in outcome.winners) == (move in legal)
                judged[seat in outcome.winners] += 1
    assert min(judged[True], judged[False]) > 0


OPENINGS = [
    ("siam", 2, 1, 17419),
    ("siam", 3, 5, 14526),
    ("siam", 4, 3, 18758),
    ("albion", 3, 7, 17712),
]
QUEUE = "LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED"
PERFT = [
    ("-/-/-/-/-/R1/L1/M1", "K1.R1.T|1L.L1.T 0 0 1>0 -", (1, 178, 4285, 68299)),
    ("=R/=B/=L/=R/R2/L1/M2/M1", "12.R3.K|2R.L3.M 0 0 0>1 -", (1, 42, 906, 15504)),
    ("=B/=B/=B/=R/-/L1M1/R1/M1", "K.R1L1.T|T.R1L1.K|-.M1.1|2.L1.M 3 1 0>1>2>3 -", (1, 9, 345)),
]


@pytest.mark.parametrize(("name", "players", "seed", "moves"), OPENINGS)
def test_perft_of_an_opening(name, players, seed, moves):
    siam = Siam(load_map(name))
    assert siam.perft(siam.new(players, seed), 1) == moves


@pytest.mark.parametrize(("board", "rest", "nodes"), PERFT)
def test_perft_of_late_positions(siam, board, rest, nodes):
    position = siam.parse(f"{board} {QUEUE} {rest}")
    assert tuple(siam.perft(position, depth) for depth in range(len(nodes))) == nodes


def test_the_registry_gives_a_game_by_its_name():
    for name in game_names():
        assert spec_with_title(game_of(name).title) is spec_of(name)
    albion = game_of("siam", map_text=load_map("albion").toml, options=frozenset({"open_discards"}))
    assert "MOR" in albion.format(albion.view(albion.new(2, 1), None))
    with pytest.raises(ValueError, match="there is no game 'chess'"):
        game_of("chess")
    with pytest.raises(ValueError, match="no option 'fast'"):
        game_of("siam", options=frozenset({"fast"}))
