"""Typing a move: what may come next, and where a text leaves every legal move."""

from random import Random

import pytest

from games.siam.random_moves import random_move
from games.siam.text.completions import Continuations


@pytest.fixture(params=[(2, 0), (3, 12), (4, 25)], ids=["opening", "middle", "late"])
def position(request, siam):
    players, moves = request.param
    random, position = Random(moves), siam.new(players, moves + 1)
    while moves and not position.over:
        position, moves = siam.play(position, random_move(position, random)), moves - 1
    return position


@pytest.fixture
def ahead(siam, position):
    return Continuations(siam, position)


def test_the_moves_that_begin_with_nothing_are_all_legal_moves(siam, position, ahead):
    assert set(ahead.moves("")) == set(map(siam.format_move, siam.moves(position)))


def test_every_legal_move_can_be_typed_piece_by_piece_and_only_those(siam, position, ahead):
    random = Random(1)
    for _ in range(100):
        text = ""
        while pieces := ahead.after(text):
            assert len(set(pieces)) == len(pieces)
            text += random.choice(pieces)
        siam.check(position, siam.parse_move(text))


def test_each_beginning_of_a_move_leads_on_to_it(siam, position, ahead):
    random = Random(2)
    for move in random.sample(sorted(ahead.moves("")), 60):
        for length in range(len(move)):
            pieces = ahead.after(move[:length])
            assert any(move[length:].startswith(piece) for piece in pieces), move[:length]
        assert ahead.after(move) == ()
        assert ahead.reach(move) == len(move)


@pytest.mark.parametrize("order", ["M@PAT+R@SUK+L@AYU", "l@ayu+m@pat+r@suk"])
def test_the_parts_may_come_in_any_order_and_any_case(siam, order):
    ahead = Continuations(siam, siam.new(2, 1))
    text = f"t:{order}"
    assert ahead.reach(text) == len(text)
    assert ahead.after(text[:-3]) != ()


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("", ""),
        ("q", ""),
        ("passe", "pass"),
        ("K:SUK~SUK*", "K:SUK~"),
        ("L:LAN+PATxR@LUA", "L:LAN+"),
        ("2:R@LAN~M@SUK", "2:R@LAN~M"),
        ("T:R@SUK+L@AYU+M@XAT", "T:R@SUK+L@AYU+M@"),
        ("T:R@SUK+L@AYU+M@PATxM@XYZ", "T:R@SUK+L@AYU+M@PATxM@"),
        ("T:R@SUK+L@AYU+M@PATxM@PATx", "T:R@SUK+L@AYU+M@PATxM@PAT"),
    ],
)
def test_a_text_is_followed_as_far_as_it_begins_a_legal_move(siam, text, good):
    ahead = Continuations(siam, siam.new(2, 1))
    assert text[: ahead.reach(text)] == good


def test_a_hand_without_cards_can_only_pass(siam):
    position = siam.parse("-/-/-/-/-/-/-/- LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED -.-.K|M.-.K 0 0 0>1 -")
    ahead = Continuations(siam, position)
    assert ahead.after("") == ("pass",)
    assert list(ahead.moves("")) == ["pass"]


def test_after_the_end_nothing_can_be_typed(siam):
    position = siam.parse(
        "=B/=B/=B/=B/-/-/-/- LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED -.-.K|-.-.K 1 0 1>0 -"
    )
    assert Continuations(siam, position).after("") == ()
