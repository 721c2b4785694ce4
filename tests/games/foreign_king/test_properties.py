"""What holds in every position: those of random games, and far-fetched ones."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import process_time

import pytest

from games import compiled
from games.contract import IllegalMoveError
from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import citizens_of_colour
from games.foreign_king.costs import cost_of_action
from games.foreign_king.moves import Move, UseQueen
from games.foreign_king.text.move_tree import ForeignKingCompletions
from tests.games.foreign_king.positions import far_fetched, of_random_games

GAME = ForeignKing()
POSITIONS = (*of_random_games(4), *far_fetched(400, seed=7))
WIDEST = "A15/-/-/-/-/-/-/-/- -.30 0.999999.0.0.0.-|0.5.0.0.0.- 0 0>1 - 0 act"
FEW = 300
"""Moves of a position that are looked at one by one."""


def test_every_kind_of_decision_is_there() -> None:
    kinds = Counter((position.asks, position.seats) for position in POSITIONS)
    assert len(kinds) == 7 * 3 - 2 - 1  # no virtual player of three or four, no order of two
    assert min(kinds.values()) > 3


def test_what_is_printed_is_read() -> None:
    for position in POSITIONS:
        assert GAME.parse(str(position)) == position
        assert len(str(position)) < 300


def test_moves_are_counted_and_all_legal_and_lead_to_positions() -> None:
    random = Random(3)
    for position in POSITIONS:
        count = GAME.count(position)
        assert (count == 0) == (GAME.turn(position) is None)
        if count <= FEW:
            moves = list(GAME.moves(position))
            assert count == len(moves) == len(set(moves))
            for move in moves:
                assert GAME.parse_move(GAME.format_move(move)) == move
                GAME.check(position, move)
            for move in random.sample(moves, min(8, count)):
                after = GAME.play(position, move)
                assert GAME.parse(str(after)) == after, (str(position), move)


def test_a_move_is_refused_exactly_where_it_is_not_listed() -> None:
    """Every move of one position is tried in others of the same board's size."""
    random = Random(5)
    tried = Counter()
    some = [each for each in POSITIONS if GAME.count(each) <= FEW]
    moves = [move for each in random.sample(some, 80) for move in GAME.moves(each)]
    for position in random.sample(some, 150):
        listed = set(GAME.moves(position))
        for move in random.sample(moves, 60):
            try:
                GAME.check(position, move)
            except IllegalMoveError:
                assert move not in listed, (str(position), move)
            else:
                assert move in listed, (str(position), move)
            tried[move in listed] += 1
    assert min(tried.values()) > 100


def test_a_drawn_move_and_that_of_who_is_late_are_legal() -> None:
    random = Random(1)
    for position in POSITIONS:
        if GAME.turn(position) is not None:
            GAME.check(position, GAME.idle(position))
            for _ in range(5):
                GAME.check(position, GAME.random_move(position, random))


def test_the_move_of_who_is_late_costs_nothing_if_anything_does() -> None:
    for position in POSITIONS:
        if position.asks == "act" and GAME.forced(position) is None and GAME.count(position) <= FEW:
            costs = [cost_of_action(position.map, move) for move in GAME.moves(position)]
            idle = GAME.idle(position)
            assert cost_of_action(position.map, idle) == 0 or min(costs) > 0
            if isinstance(idle, UseQueen):
                assert position.supply(position.turn) == 0


def test_citizens_francs_and_medals_stay_in_their_bounds() -> None:
    for position in POSITIONS:
        for colour in range(len(position.scores)):
            assert position.supply(colour) >= 0
        assert min(position.francs) >= 0
        assert all(a <= b for a, b in zip(position.loans, position.medals, strict=True))


def test_completions_count_and_list_what_begins_with_a_text() -> None:
    random = Random(2)
    for position in POSITIONS[::7]:
        ahead = ForeignKingCompletions(GAME, position)
        assert ahead.count("") == GAME.count(position)
        if 0 < GAME.count(position) <= FEW:
            texts = [GAME.format_move(move) for move in GAME.moves(position)]
            assert sorted(ahead.moves("")) == sorted(texts)
            for text in random.sample(texts, min(5, len(texts))):
                beginning = text[: random.randint(0, len(text))]
                expected = sum(each.startswith(beginning) for each in texts)
                found = list(ahead.moves(beginning.upper()))
                assert ahead.count(beginning) == len(found) == expected
                assert ahead.reach(f"{text}!") == len(text)
                assert ahead.reach(f"{beginning}!") == len(beginning)


def _milliseconds(position: Position) -> float:
    before = process_time()
    GAME.count(position)
    return (process_time() - before) * 1000


@pytest.mark.parametrize(("seats", "count"), [(2, 1_307_532), (4, 1_634_438)])
def test_the_widest_positions_are_counted_in_a_millisecond(seats: int, count: int) -> None:
    others = "|0.5.0.0.0.-" * (seats - 1)
    order, virtual = ">".join("0123"[:seats]), "0" if seats == 2 else "-"
    board = f"A{citizens_of_colour(seats)}{'/-' * 8}"
    position = GAME.parse(f"{board} -.30 0.999999.0.0.0.-{others} {virtual} {order} - 0 act")
    assert GAME.count(position) == count
    assert min(_milliseconds(position) for _ in range(20)) < (1 if compiled.in_use() else 5)
    for move in (GAME.idle(position), GAME.random_move(position, Random(1))):
        GAME.play(position, move)
    ahead = ForeignKingCompletions(GAME, position)
    assert ahead.count("mov") == ahead.count("move:wfl>") > 800_000
    assert ahead.after("move:WFL>LUX1")[:3] == ("+supply", "0", "1")
    assert ahead.after("move:WFL>LUX1+LIE2+")[:2] == ("EFL", "ANT")  # in another order


def test_nothing_lists_the_moves_of_the_widest_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """A listing of 1.3 million moves takes seconds: what needs none must not begin one."""
    wide = GAME.parse(WIDEST)
    move, random = GAME.parse_move("move:WFL>BRA2+LUX3+supply1"), Random(1)
    ahead = ForeignKingCompletions(GAME, wide)
    monkeypatch.delattr(ForeignKing, "moves")
    spent = min(_seconds_without_listing(wide, move, ahead, random) for _ in range(3))
    assert spent < (0.1 if compiled.in_use() else 0.5)


def _seconds_without_listing(
    wide: Position, move: Move, ahead: ForeignKingCompletions, random: Random
) -> float:
    before = process_time()
    GAME.check(wide, move)
    GAME.play(wide, move)
    GAME.play(wide, GAME.random_move(wide, random))
    GAME.play(wide, GAME.idle(wide))
    assert GAME.forced(wide) is None
    assert ahead.count("move:wfl>lux1") > ahead.count("move:wfl>lux1+") > 0
    assert ahead.after("move:")
    return process_time() - before
