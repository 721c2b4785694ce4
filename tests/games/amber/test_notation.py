"""Positions, views and moves as text, and what is refused."""

from __future__ import annotations

import pytest

from games.amber import Amber
from games.amber.constants import PROBLEMS
from games.contract import InvalidMoveError, InvalidPositionError
from tests.games.amber.conftest import build_text

FIELDS = (
    *("board", "seats", "row", "discard", "round", "power", "first", "solver", "turn", "step"),
    *("deck", "coins", "later"),
)
USUAL = build_text(row="CM,CS", round="1.3", lasts={0: "V", 1: "V"}, kept=("9MS", "-"))
ALONE = build_text(alone=True, turn=1, first=1)
DECLARE = build_text(step="declare", turn=1)
SOLVE = build_text(step="solve", row="2MK=0,2SY=1")
OVER = build_text(round="1.7", turn=None, step="over", row="-")
SECOND = build_text(round="2.3", turn=1, lasts={0: "V", 1: "V"})
ORDER = ",".join(reversed(PROBLEMS))
PILE = "KYVWSMT"


def changed(text: str = USUAL, **fields: str) -> str:
    """Return a position with some of its fields changed."""
    return " ".join((dict(zip(FIELDS, text.split(" "), strict=True)) | fields).values())


def replaced(text: str, field: str, old: str, new: str) -> str:
    """Return a position with something replaced in a field."""
    found = dict(zip(FIELDS, text.split(" "), strict=True))[field]
    assert old in found
    return changed(text, **{field: found.replace(old, new, 1)})


def view(text: str, seat: int | None = None) -> str:
    """Return a view of a position."""
    game = Amber()
    return game.format(game.view(game.parse(text), seat))


@pytest.mark.parametrize(
    "text",
    [
        *(USUAL, ALONE, DECLARE, SOLVE, OVER, SECOND),
        changed(power="6"),
        changed(board=USUAL.split(" ")[0].replace("CAV0.0", "CAV1.5*")),
        changed(DECLARE, row="2MK:0,2SY"),
        changed(ALONE, later=f"{ORDER};010101010;{PILE}"),
        changed(later=ORDER),
        replaced(SECOND, "board", "BOR0.0", "BOR10.0"),
        build_text(alone=True, turn=None, step="over", row="-", round="1.7"),
        build_text(round="2.3", turn=None, step="over", row="-", deck="CM"),
        *(view(each, seat) for each in (USUAL, ALONE, SOLVE, SECOND) for seat in (None, 0, 1)),
        changed(view(USUAL), deck="5SW,CV,?16", seats=view(USUAL).split(" ")[1]),
        replaced(view(USUAL), "seats", "?5.?.V", "?5.H.V"),
        changed(view(OVER.replace(" over ", " over ")), power="1"),
        "CAV0.1/MAR2.1*/PEN1.0/LUN0.0/CAS1.0/CHA0.0/BOR3.0 "
        "MSVY.H.K.1.4.9MS|>LKSW.L.V.0.3.2SY+5YK 2MK,2WV 3MW 1.3 3 1 0 1 act+PEN "
        "3SK,3VY,4MS,4WV,4YK,5MV,5SW,8MS,8WV,8YK,9WY,9VK,CM,CS,CW,CV,CY,CK 010011010 -".replace(
            "act+PEN", "declare"
        ),
    ],
)
def test_a_position_or_view_is_read_and_printed(game, text):
    assert game.format(game.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "field", "because"),
    [
        (USUAL + " ", "position", "13 fields with one space between"),
        (USUAL.replace(" act ", " "), "position", "not 12"),
        (changed(board="LUN0.0"), "board", "needs 7 areas"),
        (replaced(USUAL, "board", "LUN", "LUX"), "board", "must begin with an area"),
        (replaced(USUAL, "board", "LUN", "lun"), "board", "must begin with an area"),
        (replaced(USUAL, "board", "LUN", "PEN"), "board", "PEN is there twice"),
        (replaced(USUAL, "board", "CAV0.0/BOR", "BOR0.0/CAV"), "board", "must be the last"),
        (replaced(USUAL, "board", "LUN0.0", "LUN0"), "board", "the markers of 2 seats"),
        (replaced(USUAL, "board", "LUN0.0", "LUN0.0.0"), "board", "the markers of 2 seats"),
        (replaced(USUAL, "board", "LUN0.0", "LUN00.0"), "board", "without leading zeros"),
        (replaced(USUAL, "board", "LUN0.0", "LUN15.0"), "board", "from 0 to 14"),
        (replaced(USUAL, "board", "LUN0.0", "LUN0.0**"), "board", "must be a number"),
        (replaced(changed(board=USUAL.split(" ")[0] + "*"), "board", "0/", "0*/"),
         "board", "two Confidants"),
        (replaced(USUAL, "board", "LUN0.0", "LUN7.0"), "board", "more than 10 markers of seat 0"),
        (replaced(SECOND, "board", "LUN0.0", "LUN11.0"), "board", "more than 14 markers"),
        (changed(seats="MSWVYKH.H.-.4.3.-"), "seats", "2 or 3 seats, not 1"),
        (replaced(USUAL, "seats", "|", ".|"), "seats", "seat 0 needs hand.pawn"),
        (replaced(ALONE, "seats", "MSWVYKH.", ">MSWVYKH."), "seats", "only seat 1 of two"),
        (replaced(build_text(seats=3, row="CM"), "seats", "|MSWVYKT", "|>MSWVYKT"),
         "seats", "only seat 1 of two"),
        (replaced(USUAL, "seats", "MSWYK.", "MSWYX."), "seats", "must be cards of"),
        (replaced(USUAL, "seats", "MSWYK.", "."), "seats", "must be cards of"),
        (replaced(USUAL, "seats", "MSWYK.", "MSWYY."), "seats", "has a card twice"),
        (replaced(USUAL, "seats", "MSWYK.", "MSWYT."), "seats", "cannot have the card T"),
        (replaced(USUAL, "seats", "MSWYK.", "SMWYK."), "seats", "out of order"),
        (replaced(USUAL, "seats", "MSWYK.", "MSWY."), "seats", "seat 0 has 5 cards now, not 4"),
        (replaced(DECLARE, "seats", "MSWVYH.", "MSWVYKH."), "seats", "has 6 cards now, not 7"),
        (replaced(USUAL, "seats", ".H.", ".X."), "seats", "must be one of HTL"),
        (replaced(USUAL, "seats", ".H.", ".?."), "seats", "must be named"),
        (replaced(USUAL, "seats", ".H.", ".T."), "seats", "two seats have the same pawn"),
        (replaced(USUAL, "seats", ".V.", ".Z."), "seats", "the last card of seat 0"),
        (replaced(USUAL, "seats", ".V.", ".-."), "seats", "exactly if it has played one"),
        (replaced(ALONE, "seats", "H.-.", "H.K."), "seats", "exactly if it has played one"),
        (replaced(USUAL, "seats", ".V.", ".M."), "seats", "M, is in its hand"),
        (replaced(USUAL, "seats", ".V.", ".T."), "seats", "is not its pawn"),
        (replaced(USUAL, "seats", ".4.3.", ".11.3."), "seats", "from 0 to 10"),
        (replaced(USUAL, "seats", ".4.3.", ".4.5."), "seats", "from 0 to 4"),
        (replaced(USUAL, "seats", ".4.3.", ".04.3."), "seats", "without leading zeros"),
        (replaced(USUAL, "seats", ".4.3.", ".4.٣."), "seats", "must be a number"),
        (replaced(USUAL, "seats", "9MS", "CK"), "seats", "has kept a Crown"),
        (replaced(USUAL, "seats", "9MS", "9MS+8YK"), "seats", "out of order"),
        (replaced(USUAL, "seats", "9MS", "9SM"), "seats", "is no Problem"),
        (replaced(USUAL, "seats", "9MS", "?1"), "seats", "hidden together"),
        (changed(solver="-"), "solver", "seat 0 has kept a Problem"),
        (changed(solver="2"), "solver", "a seat from 0 to 1"),
        (changed(row="CM,CM"), "deck", "CM is there twice"),
        (changed(row="CM"), "deck", "are 23 cards, not 24"),
        (changed(row=""), "row", "is no Problem"),
        (changed(row="CM:,CS"), "row", "no seat stands behind"),
        (changed(row="CM:0,CS"), "row", "only while attempts are declared"),
        (changed(row="CM=0,CS"), "row", "only while they are solved"),
        (changed(row="CM:0=0,CS"), "row", "must be a seat"),
        (replaced(DECLARE, "row", "2MK", "2MK:1"), "row", "seat 1 has not spoken yet"),
        (replaced(DECLARE, "row", "2MK", "2MK:00"), "row", "stands there twice"),
        (changed(build_text(seats=3, step="declare", turn=2, row="CM"), row="CM:10"),
         "row", "not in turn order"),
        (replaced(SOLVE, "row", "=1", "=0"), "row", "stands there twice"),
        (changed(SOLVE, turn="1"), "row", "seat 0 has solved its Problem already"),
        (changed(build_text(row="CM,CS,CW"), turn="0"), "row", "2 Problems at most"),
        (changed(OVER, row="CM"), "deck", "CM is there twice"),
        (build_text(round="1.7", turn=None, step="over", row="CM"), "row", "0 Problems at most"),
        (replaced(USUAL, "discard", "2MK,2SY", "2SY,2MK"), "discard", "out of order"),
        (changed(round="1.8"), "round", "from 1 to 7"),
        (changed(round="3.1"), "round", "from 1 to 2"),
        (changed(round="0.1"), "round", "from 1 to 2"),
        (changed(round="13"), "round", "the period, '.' and the round"),
        (changed(power="7"), "power", "from 0 to 6"),
        (changed(power="03"), "power", "without leading zeros"),
        (changed(first="2"), "first", "a seat from 0 to 1"),
        (changed(first="-"), "first", "a seat from 0 to 1"),
        (changed(turn="-"), "turn", "only then"),
        (changed(OVER, turn="0"), "turn", "only then"),
        (changed(turn="2"), "turn", "a seat from 0 to 1"),
        (changed(step="play"), "step", "must be one of act act+PEN"),
        (changed(step="act+LUN"), "step", "must be one of"),
        (changed(OVER, round="1.6"), "seats", "has 1 card now, not"),
        (build_text(round="1.6", turn=None, step="over", row="-"), "step", "not over in round 6"),
        (build_text(round="2.6", turn=None, step="over", row="-", deck="CM,CS"),
         "step", "not over in round 6"),
        (build_text(step="solve", row="CM"), "step", "has been awarded no Problem"),
        (build_text(step="solve+CHA", row="CM=0"), "step", "still has a Problem"),
        (build_text(step="act+PEN", gold=(0, 3)), "step", "has no gold"),
        (build_text(step="act+PEN", row="-"), "step", "no Problem of the row is open"),
        (build_text(step="solve+PEN", row="CM=1"), "step", "no Problem of the row is open"),
        (build_text(step="act+CAV", board={"LUN": "1.0"}), "step", "no opponent"),
        (build_text(step="act+CHA", board={"LUN": "0.1"}), "step", "has no marker"),
        (changed(deck=""), "deck", "is no Problem"),
        (changed(deck="-,?18"), "deck", "known Problems and then"),
        (changed(deck=",?18"), "deck", "known Problems and then"),
        (changed(deck="?17"), "deck", "are 23 cards"),
        (changed(deck="?018"), "deck", "without leading zeros"),
        (changed(DECLARE, deck="?21", discard="CM"), "deck", "has 22 Problems in this round"),
        (changed(coins="000000000"), "coins", "only a dummy"),
        (changed(coins="?"), "coins", "only a dummy"),
        (changed(ALONE, coins="-"), "coins", "the dummy has coins"),
        (changed(ALONE, coins="00000000"), "coins", "9 digits"),
        (changed(ALONE, coins="000000002"), "coins", "9 digits"),
        (changed(later="CM,CS"), "later", "each of the 24 Problems once"),
        (changed(later=f"{ORDER};010101010;{PILE}"), "later", "only a dummy"),
        (changed(ALONE, later=ORDER), "later", "needs the dummy's coins and pile"),
        (changed(ALONE, later=f"{ORDER};010101010;"), "later", "needs the dummy's coins and pile"),
        (changed(ALONE, later=f"{ORDER};010101010"), "later", "with ';' between"),
        (changed(ALONE, later=f"{ORDER};010101;{PILE}"), "later", "9 digits"),
        (changed(ALONE, later=f"{ORDER};010101010;KYVWSMH"), "later", "the dummy's pawn"),
        (changed(ALONE, later=f"{ORDER};010101010;KYVWSMM"), "later", "the dummy's pawn"),
        (changed(SECOND, later=ORDER), "later", "no period is to come"),
        (changed(OVER, later="?"), "later", "no period is to come"),
    ],
)  # fmt: skip
def test_a_position_that_is_none_is_refused_with_field_and_reason(game, text, field, because):
    with pytest.raises(InvalidPositionError) as caught:
        game.parse(text)
    assert str(caught.value).startswith(f"{field}: ")
    assert because in str(caught.value)


def test_a_power_of_8_belongs_to_its_option(rules):
    text = changed(power="8")
    assert rules("barbarians_8").format(rules("barbarians_8").parse(text)) == text


# Moves


@pytest.mark.parametrize(
    "text",
    [
        "S:CAS", "H:MAR>LUN", "K:-", "try:9MS", "pass", "9MS:keep", "9MS:CAS", "9MS:MAR>CAS",
        "CM:^CAV", "CAV:1@BOR", "CHA:2@MAR>CAS", "CHA:-",
    ],
)  # fmt: skip
def test_a_move_is_printed_in_one_form_and_read_whatever_the_case(game, text):
    for typed in (text, text.upper(), text.lower()):
        assert game.format_move(game.parse_move(typed)) == text
    assert len(text) <= 16


@pytest.mark.parametrize(
    ("text", "at", "because"),
    [
        ("", 0, "a card (M S W V Y K H T L) or a Problem"),
        ("walk", 0, "'walk' stands where"),
        ("S", 0, "with ':' behind it"),
        ("S:", 2, "an area or -"),
        ("S:LUX", 2, "an area or -"),
        ("S:CAS>", 6, "an area (LUN PEN"),
        ("S:CAS>LUNx", 9, "the move is complete before"),
        ("6MS:keep", 0, "a card"),
        ("9MS:", 4, "keep, ^ or an area"),
        ("9MS:kept", 4, "keep, ^ or an area"),
        ("CM:^", 4, "an area"),
        ("CM:^CAV>LUN", 7, "the move is complete before"),
        ("try:6MS", 4, "a Problem"),
        ("CAV:3@BOR", 4, "the seat of the opponent"),
        ("CAV:1BOR", 5, "'@' between seat and area"),
        ("CHA:3@MAR>CAS", 4, "(1 or 2) or -"),
        ("CHA:1@MAR", 9, "'>' between the two areas"),
        (" pass", 0, "no blanks"),
        ("pass\n", 0, "no blanks"),
        ("paſs", 0, "a card"),
    ],
)
def test_what_is_no_move_is_refused_at_its_place(game, text, at, because):
    with pytest.raises(InvalidMoveError) as caught:
        game.parse_move(text)
    assert caught.value.at == at
    assert because in str(caught.value)
