"""Texts of authored games: only canonical ones are read, and errors name what is missing where."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from games.author import Annotated, Move, Points
from games.author.move_text import MoveTable, MoveText
from games.author.nodes import Number, TextError
from games.author.types_to_nodes import node_of
from games.contract import GameError, InvalidMoveError, InvalidPositionError
from games.registry import game_of
from games.testing import play_random_game

GAMES = ("morris", "four", "heaps", "shires", "five")
SIGNS = "0123456789abcdefgABCDEF./:,+;-? @>"


def damaged(text: str, random: Random) -> str:
    """Return a text with a few characters changed, left out, doubled or added."""
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(text) + 1)
        cut = random.randint(0, 2)
        text = text[:at] + random.choice(("", random.choice(SIGNS))) + text[at + cut :]
    return text


@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_position_is_refused_or_is_another_position(name):
    random, game = Random(name), game_of(name)
    met = set()
    for seed in range(3):
        for position in play_random_game(game, 2, seed).positions[::4]:
            for _ in range(40):
                text = damaged(game.format(position), random)
                try:
                    read = game.parse(text)
                except InvalidPositionError as error:
                    met.add(str(error).partition(":")[0])
                else:
                    assert game.format(read) == text
                    assert game.view(read, None) is not None
    assert len(met) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_move_is_refused_or_is_another_move(name):
    random, game = Random(name), game_of(name)
    for move in play_random_game(game, 2, 1).moves:
        for _ in range(20):
            text = damaged(game.format_move(move), random)
            with suppress(InvalidMoveError):
                read = game.parse_move(text)
                assert game.parse_move(game.format_move(read)) == read


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("morris", "", "3 fields (men turn past)"),
        ("morris", "... 0 -", "men: '...' stands where 9 times a seat"),
        ("morris", "..1/0../.10 5 -", "turn: there is no seat 5"),
        ("morris", "..1/0../.10 x -", "turn: 'x' stands where a seat"),
        ("morris", "..1/0../.10 0 abc", "past: 'abc' stands where a digest of ten characters"),
        ("heaps", "123 ?/? 0/0 0 . 1", "5 fields (heaps cards shown turn last) is missing"),
        ("heaps", "123 1/1 0/0 0 .", "card 1 is there 1 times too often"),
        ("heaps", "123 ?/?/? 0/0 0 .", "shown: needs one item for each of 3 seats"),
        ("shires", "0:0/0:0/0/0:0/0:0/0:0 -/- - - 0", "men: needs one item for each of 2 seats"),
        ("four", "x" * 600, "longer than 512 characters"),
    ],
)
def test_an_error_names_the_field_and_what_is_missing(name, text, complaint):
    with pytest.raises(InvalidPositionError) as caught:
        game_of(name).parse(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "at", "complaint"),
    [
        ("morris", "", 0, "begin with a place such as 1"),
        ("morris", "5-", 2, "add a place such as 1"),
        ("morris", "5-x", 2, "'x' stands where a place such as 1"),
        ("heaps", "show:9@1", 5, "'9@1' stands where a card (1 2 3 4) is missing"),
        ("shires", "a>b>c", 3, "the move is complete before '>c'"),
        ("four", "1" * 70, 64, "a move has at most 64 characters"),
    ],
)
def test_an_error_of_a_move_names_the_character(name, text, at, complaint):
    with pytest.raises(InvalidMoveError) as caught:
        game_of(name).parse_move(text)
    assert caught.value.at == at
    assert complaint in str(caught.value)


def test_a_move_that_is_not_legal_says_why():
    morris, heaps = game_of("morris"), game_of("heaps")
    start = morris.new(2, 1)
    for move, why in (("1-2", "You cannot slide now."),):
        with pytest.raises(GameError, match=why):
            morris.check(start, morris.parse_move(move))
    taken = morris.play(start, morris.parse_move("5"))
    with pytest.raises(GameError, match=r"5 cannot be chosen now\. Possible: 1 2 3 4 6"):
        morris.check(taken, morris.parse_move("5"))
    with pytest.raises(GameError, match=r"That is not your card\."):
        heaps.check(heaps.parse("345 1/2 0/0 0 ."), heaps.parse_move("show:2@1"))


@pytest.mark.parametrize(
    ("text", "say", "complaint"),
    [
        ("drop {card}", "", "'drop {card}' has a blank or a lone brace; write :"),
        ("drop:{card}}", "", "has a blank or a lone brace"),
        ("", "{who: drop, drops} {card} on {place}", "{place} in say is no field"),
        (
            "",
            "{who: drops} {card}",
            "{who: drops} in say is no field; a verb is {who: move, moves}",
        ),
    ],
)
def test_a_template_that_records_or_logs_could_not_use_is_refused(text, say, complaint):
    class Drop(Move, text=text, say=say):
        card: int

    with pytest.raises(TypeError) as caught:
        MoveText(Drop)
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("Drop: ")


@pytest.mark.parametrize("word", ["Old Town", "Old\tTown", "Old\u2003Town", "{A}", ""])
def test_a_name_of_a_place_that_a_record_would_break_is_refused(word):
    with pytest.raises(TypeError, match="cannot be a word"):
        node_of(Annotated[int, Points({word: (0, 0)})])


def test_a_number_that_no_text_allows_is_printed_as_it_is_and_not_read():
    for number, wrong in ((Number(0, 9), -1), (Number(0, 9), 100), (Number(), -(10**9))):
        assert number.print(wrong) == str(wrong)
        with pytest.raises(TextError):
            number.read(str(wrong), 0)


def test_words_of_other_alphabets_are_read_as_they_are_printed():
    class Go(Move, text="nach:{to}"):
        to: Annotated[int, Points({"Ärö": (0, 0), "łód": (1, 0)})]

    table = MoveTable([MoveText(Go)])
    for move in (Go(0), Go(1)):
        assert table.parse(table.format(move)) == move
    assert table.parse("NACH:ÄRö") == Go(0)
