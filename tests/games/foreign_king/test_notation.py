"""Positions and moves as text."""

from __future__ import annotations

import pytest

from games.contract import InvalidMoveError, InvalidPositionError

USUAL = "A1B1+M/-/-/-/-/-/-/-/- WFL.20 3.5.1.1.0.king|0.6.0.0.3.order|0.7.0.0.0.- - 0>1>2 - 0 act"
FIELDS = ("board", "king", "seats", "virtual", "order", "changes", "turn", "asks")


def changed(**fields: str) -> str:
    """Return the usual position with some of its fields changed."""
    return " ".join((dict(zip(FIELDS, USUAL.split(), strict=True)) | fields).values())


TWO = {"seats": "3.5.1.1.0.king|0.6.0.0.3.-", "virtual": "0", "order": "0>1"}
FOUR = {
    "seats": "3.5.1.1.0.king|0.6.0.0.3.order|0.7.0.0.0.queen|0.8.0.0.0.-",
    "order": "0>1>2>3",
}


@pytest.mark.parametrize(
    "text",
    [
        USUAL,
        changed(**TWO),
        changed(**FOUR),
        changed(asks="loans", seats="3.5.1.0.0.king|0.6.0.0.3.order|0.7.0.0.0.-"),
        changed(asks="congress.1"),
        changed(asks="shut"),
        changed(**TWO, asks="virtual.1.44"),
        changed(turn="1", changes="1", asks="order"),
        changed(turn="2", changes="1"),
        changed(**FOUR, turn="3", changes="1>2"),
        changed(**FOUR, turn="3", changes="2"),
        changed(**FOUR, turn="2", changes="2", asks="order"),
        changed(king="WFL.0", asks="over"),
        changed(king="WFL.0", turn="1", changes="1", asks="over"),
        "-/-/-/-/-/-/-/-/- -.30 0.5.0.0.0.-|0.6.0.0.0.- 0 1>0 - 1 act",
    ],
)
def test_a_position_is_read_and_printed(game, text):
    assert game.format(game.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "field", "because"),
    [
        (USUAL + " ", "position", "8 fields with one space between"),
        (USUAL.replace(" - ", " "), "position", "not 6"),
        (changed(board="-/-"), "board", "needs 9 provinces"),
        *(
            (changed(board=f"{province}/-/-/-/-/-/-/-/-"), "board", because)
            for province, because in (
                ("", "cannot read citizens"),
                ("A0", "cannot read citizens"),
                ("A01", "cannot read citizens"),
                ("A100", "cannot read citizens"),
                ("A", "cannot read citizens"),
                ("B1A1", "cannot read citizens"),
                ("A1A1", "cannot read citizens"),
                ("D1", "write A, B, C in this order"),
                ("V1", "write A, B, C in this order"),
                ("a1", "cannot read citizens"),
                ("A1+", "no factory stands behind"),
                ("+M", "cannot read citizens"),
                ("A1+TM", "in the order MmTt"),
                ("A1+MX", "cannot read factories"),
                ("A1+MMMMMM", "at most 5 of a type"),
                ("A1+MMMmmm", "more than 5 metal factories"),
                ("A1+TTTTTt", "more than 5 textile factories"),
                ("A15+M", "more than 14 citizens of A"),
                ("B12+M", "more than 14 citizens of B on the board and in the Congress"),
            )
        ),
        (changed(**TWO, board="A1B1C1+M/-/-/-/-/-/-/-/-"), "board", "write A, B, V"),
        (changed(king="WFL"), "king", "must be a province"),
        (changed(king="XXX.20"), "king", "must be a province"),
        (changed(king="wfl.20"), "king", "must be a province"),
        (changed(king="WFL.020"), "king", "without leading zero"),
        (changed(king="WFL.-1"), "king", "must be a number"),
        (changed(king="WFL.31"), "king", "the marker is at 31"),
        (changed(king="WFL.30"), "king", "his marker is below 30"),
        (changed(king="-.20"), "king", "on his portrait his marker is at 30"),
        (changed(king="-.30"), "king", "nobody has a score"),
        (changed(king="-.30", board="A1+m/-/-/-/-/-/-/-/-",
                 seats="0.5.1.1.0.king|0.6.0.0.3.order|0.7.0.0.0.-"),
         "king", "no factory is inactive"),
        (changed(seats="0.5.0.0.0.-"), "seats", "2 to 4 seats can play, not 1"),
        (changed(seats="|".join(["0.5.0.0.0.-"] * 5)), "seats", "not 5"),
        *(
            (changed(seats=f"{seat}|0.6.0.0.3.order|0.7.0.0.0.-"), "seats", because)
            for seat, because in (
                ("3.5.1.1.0", "seat 0 needs score.francs.medals.loans.congressmen.pawn"),
                ("3.5.1.1.0.0.king", "seat 0 needs"),
                ("03.5.1.1.0.king", "without leading zero"),
                ("+3.5.1.1.0.king", "must be a number"),
                ("1000000.5.1.1.0.king", "at most 6 digits"),
                ("3.5.1.1.0.queen", "with 3 seats there is"),
                ("3.5.1.1.0.King", "has its pawn on 'King'"),
                ("3.5.1.1.0.order", "two pawns are on order"),
                ("3.5.2.1.0.king", "2 medals, but 1 province with a factory"),
                ("3.5.0.0.0.king", "0 medals"),
                ("3.5.1.2.0.king", "seat 0 has more loans than medals"),
            )
        ),
        (changed(virtual="0"), "virtual", "must be '-' with 3 seats"),
        (changed(**{**TWO, "virtual": "-"}), "virtual", "the virtual player has a score"),
        (changed(**{**TWO, "virtual": "x"}), "virtual", "must be a number"),
        (changed(order="0>1"), "order", "must name each of the 3 seats"),
        (changed(order="0>1>1"), "order", "stands twice"),
        (changed(order="0>1>3"), "order", "must be a seat from 0 to 2"),
        (changed(order="-"), "order", "must be a seat"),
        (changed(turn="2", changes="1>1"), "changes", "stands twice"),
        (changed(turn="2", changes="0"), "changes", "may name only"),
        (changed(**FOUR, turn="3", changes="2>1"), "changes", "may name only"),
        (changed(changes="1"), "changes", "seat 1 has its turn of this round still to come"),
        (changed(turn="1", changes="1"), "changes", "has not chosen order yet"),
        (changed(turn="3"), "turn", "must be a seat from 0 to 2"),
        (changed(turn="00"), "turn", "must be a seat"),
        (changed(asks="move"), "asks", "'move' must be act, shut, loans, order, over, congress"),
        (changed(asks="congress.3"), "asks", "must be a seat"),
        (changed(asks="congress"), "asks", "'congress' must be"),
        (changed(asks="congress.0"), "asks", "seat 0 has no congressmen"),
        (changed(**{**TWO, "seats": "3.5.1.1.3.king|0.6.0.0.3.-"}, asks="congress.0"),
         "asks", "two players have equally many"),
        (changed(turn="1", asks="congress.1"), "asks", "the pawn of seat 1 is not on king"),
        (changed(king="-.30", seats="0.5.1.1.0.king|0.6.0.0.3.order|0.7.0.0.0.-",
                 asks="congress.1"), "asks", "the King is on his portrait"),
        (changed(king="LUX.20", asks="congress.1"), "asks", "without citizens"),
        (changed(board="A2B1+M/-/-/-/-/-/-/-/-", asks="shut"), "asks", "has a leader"),
        (changed(board="A1B1+m/-/-/-/-/-/-/-/-", asks="shut"), "asks", "no active factory"),
        (changed(asks="virtual.1.3"), "asks", "only two players"),
        (changed(**TWO, asks="virtual.1.0"), "asks", "1 to 44 steps"),
        (changed(**TWO, asks="virtual.1.45"), "asks", "1 to 44 steps"),
        (changed(**TWO, asks="virtual.1.05"), "asks", "without leading zero"),
        (changed(king="WFL.0"), "asks", "act: the marker or the factories have ended the game"),
        (changed(king="WFL.0", turn="1", changes="1", asks="order"), "asks", "have ended the"),
        (changed(asks="order"), "asks", "seat 0 is not the first of changes"),
        (changed(seats="3.5.0.0.0.king|0.6.1.1.3.order|0.7.0.0.0.-", asks="loans"),
         "asks", "seat 0 can neither take a loan nor pay one back"),
        (changed(asks="over"), "asks", "over: the marker is above"),
        ("-+M/-/-/-/-/-/-/-/- WFL.20 0.2.0.0.15.coins|0.2.1.1.15.king 0 0>1 - 0 act",
         "asks", "act: no seat can use a space"),
    ],
)  # fmt: skip
def test_a_position_that_is_none_is_refused_with_field_and_reason(game, text, field, because):
    with pytest.raises(InvalidPositionError) as caught:
        game.parse(text)
    assert str(caught.value).startswith(f"{field}: ")
    assert because in str(caught.value)


# Moves


@pytest.mark.parametrize(
    "text",
    [
        "build:M@LIE", "place:3@LIE", "move:LIM>BRA2+supply1", "congress:LIE", "congress:supply",
        "king:LUX2", "king:LIE0", "coins", "order", "queen:build:T@BRA", "queen:order",
        "queen:move:LIE>WFL1+EFL1+ANT1+LIM1+BRA1+HAI1+NAM1+LUX1+supply7", "skip", "yes", "no",
        "shut:M", "shut:T", "shut:-", "virtual:LIE", "virtual:LIE>LUX", "done", "loan:2",
        "repay:1", "order:1",
    ],
)  # fmt: skip
def test_a_move_is_printed_in_one_form_and_read_whatever_the_case(game, text):
    for typed in (text, text.upper(), text.lower()):
        assert game.format_move(game.parse_move(typed)) == text
    assert len(text) <= 64


def test_goals_are_read_in_any_order(game):
    move = game.parse_move("move:LIE>supply1+lux3+ANT2")
    assert game.format_move(move) == "move:LIE>ANT2+LUX3+supply1"


@pytest.mark.parametrize(
    ("text", "at", "because"),
    [
        ("", 0, "an action (build:"),
        ("walk", 0, "'walk' stands where"),
        ("build", 0, "an action (build:"),
        ("build:X@LIE", 6, "a factory (M or T)"),
        ("build:M LIE", 7, "'@' between factory and province"),
        ("build:M@LIS", 8, "a province (WFL EFL"),
        ("build:M@LIEx", 11, "the move is complete before"),
        ("place:0@LIE", 6, "a number from 1"),
        ("place:01@LIE", 6, "without leading zero"),
        ("place:-1@LIE", 6, "a number"),
        ("place:100@LIE", 6, "at most 2 digits"),
        ("move:LIE", 8, "'>' between the province and the goals"),
        ("move:LIE>", 9, "or supply"),
        ("move:LIE>LUX", 12, "a number"),
        ("move:LIE>LUX1+", 14, "or supply"),
        ("move:LIE>LUX1+LUX2", 14, "LUX is there twice"),
        ("move:LIE>LIE1", 9, "citizens of LIE cannot move there"),
        ("congress:", 9, "or supply"),
        ("king:LIE", 8, "the number of steps"),
        ("king:LIE01", 8, "the number of steps"),
        ("queen:queen:coins", 6, "an action"),
        ("queen:yes", 6, "an action"),
        ("queen:order:1", 11, "the move is complete before"),
        ("shut:X", 5, "M, T or -"),
        ("virtual:", 8, "a province"),
        ("virtual:LIE>supply", 12, "a province"),
        ("loan:0", 5, "a number from 1"),
        ("order:0", 6, "a number from 1"),
        (" coins", 0, "no blanks"),
        ("coins\n", 0, "no blanks"),
        ("coınß", 0, "an action"),
    ],
)
def test_what_is_no_move_is_refused_at_its_place(game, text, at, because):
    with pytest.raises(InvalidMoveError) as caught:
        game.parse_move(text)
    assert caught.value.at == at
    assert because in str(caught.value)
