"""Francs, loans and the closing of a turn (F5)."""

# ruff: noqa: N802 - the F-numbers are written as in the decisions about the rules

from __future__ import annotations


def seats(first: str) -> str:
    return f"{first}|0.6.0.0.0.-|0.7.0.0.0.-"


def test_F5_an_action_takes_as_many_loans_as_it_needs_and_no_more(build, play):
    board = {"LIE": "-+T", "LUX": "-+T", "NAM": "-+M"}
    for francs, citizens, loans, left in ((1, 2, 0, 0), (0, 2, 1, 2), (1, 6, 2, 2), (0, 10, 3, 0)):
        start = build(**board, seats=seats(f"0.{francs}.3.0.0.-"))
        after = play(start, f"place:{citizens}@BRA")
        assert (after.loans[0], after.francs[0]) == (loans, left)


def test_F5_a_medal_won_by_the_factory_does_not_pay_for_it(build, refusal, play):
    assert "costs 3 francs; you have 2" in refusal(build(seats=seats("0.2.0.0.0.-")), "build:T@LIE")
    after = play(build(seats=seats("0.3.0.0.0.-")), "build:T@LIE", "loan:1")
    assert (after.francs[0], after.medals[0], after.loans[0], after.turn) == (3, 1, 1, 1)


def test_F5_no_more_loans_than_medals(build, refusal):
    start = build(LIE="-+T", LUX="-+T", seats=seats("0.0.2.1.0.-"))
    assert refusal(start, "place:5@BRA") == (
        "That costs 4 francs; you have 0 francs and 3 more for 1 loan. Choose something cheaper."
    )


def test_F5_the_closing_takes_loans_or_pays_back_or_neither(build, play, legal, refusal):
    board = {"LIE": "-+T", "LUX": "-+T", "NAM": "-+M", "ANT": "-+M"}
    start = build(**board, seats=seats("0.8.4.3.0.-"))
    closing = play(start, "place:1@BRA")
    assert closing.asks == "loans"
    assert legal(closing) == {"done", "loan:1", "repay:1", "repay:2"}
    assert play(closing, "repay:2").francs[0] == 0
    assert play(closing, "repay:2").loans[0] == 1
    assert play(closing, "loan:1").francs[0] == 11
    assert play(closing, "done").francs[0] == 8
    assert refusal(closing, "repay:3") == (
        "Your turn ends: pay back 2 loans at most (repay:2) "
        "or take 1 loan at most (loan:1) or end it (done)."
    )
    assert refusal(closing, "coins").startswith("Your turn ends")


def test_F5_who_can_do_nothing_at_the_closing_is_not_asked(build, play):
    board = {"LIE": "-+T", "LUX": "-+T"}
    assert play(build(**board, seats=seats("0.3.2.2.0.-")), "place:1@BRA").turn == 1
    assert play(build(**board, seats=seats("0.4.2.2.0.-")), "place:1@BRA").asks == "loans"
    assert play(build(**board, seats=seats("0.0.2.1.0.-")), "place:1@BRA").asks == "loans"
    assert play(build(), "place:1@BRA").turn == 1


def test_F5_a_loan_paid_back_may_serve_again(build, play):
    start = build(LIE="-+T", seats=seats("0.4.1.1.0.-"))
    closed = play(start, "place:1@BRA", "repay:1", "coins", "king:LUX0")
    assert (closed.turn, closed.loans[0], closed.francs[0]) == (0, 0, 0)
    assert play(closed, "build:M@BRA").loans[0] == 1


def test_F5_only_the_seat_on_turn_is_asked_at_the_closing(build, play):
    start = build(LIE="-+T", seats="0.5.0.0.0.-|0.6.1.0.0.-|0.7.0.0.0.-")
    assert play(start, "coins").asks == "act"
