"""What cannot be: the part of the refusal list that holds one field against another."""

from collections import Counter

from tests.games.amber.oracle.facts import (
    ACES,
    CARDS,
    PAWNS,
    PROBLEMS,
    in_problem_order,
    is_crown,
    is_dummy,
    open_problems,
    reserve,
    seats_before,
    total_on_areas,
)
from tests.games.refusal import demand


def check_position(position):
    over = position["step"] == "over"
    demand((position["turn"] is None) == over, "turn: '-' when over, and only then")
    if over and position["round"] < 7:
        short = position["period"] == 2 and len(position["deck"]) < 2
        demand(short, "step: over too early")
    check_cards(position)
    check_markers(position)
    check_problems(position)
    check_row(position)
    check_chance(position)
    check_step(position)


def check_cards(position):
    pawns = [seat["pawn"] for seat in position["seats"] if seat["pawn"] != "?"]
    demand(len(set(pawns)) == len(pawns), "seats: a pawn that two seats have")
    for number, seat in enumerate(position["seats"]):
        hand, last = seat["hand"], seat["last"]
        own = ACES + seat["pawn"].replace("?", "HTL")
        if not seat["hidden"]:
            demand(len(set(hand)) == len(hand), "seats: a card twice")
            demand(all(card in own for card in hand), "seats: a foreign card")
            if not is_dummy(position, number):
                demand(sorted(hand, key=CARDS.index) == hand, "seats: a hand out of order")
        demand(seat["pawn"] != "?" or last not in PAWNS, "seats: its pawn lies open")
        demand(last is None or (last in own and last not in hand), "seats: last card")
        demand((last is None) == (len(hand) == 7), "seats: last card missing, or full hand")
        acted = has_acted(position, number)
        demand(len(hand) == 8 - position["round"] - acted, "seats: so many cards cannot be")


def has_acted(position, seat):
    """Whether a seat has played its card of this round."""
    if not position["step"].startswith("act"):
        return True
    if seat == position["turn"]:
        return position["step"] != "act"
    return seat in seats_before(position, position["turn"])


def check_markers(position):
    for seat in range(len(position["seats"])):
        demand(reserve(position, seat) >= 0, "more markers of a colour than exist")


def check_problems(position):
    kept = [card for seat in position["seats"] for card in seat["kept"]]
    row = [entry["card"] for entry in position["row"]]
    every = row + position["discard"] + position["deck"] + kept
    demand(len(every) == len(PROBLEMS), "not 24 Problems")
    counts = Counter(every)
    demand(all(counts[problem] < 2 for problem in PROBLEMS), "a Problem twice")
    demand(in_problem_order(position["discard"]) == position["discard"], "discard: out of order")
    for seat in position["seats"]:
        if not seat["hidden"]:
            demand(not any(map(is_crown, seat["kept"])), "seats: a kept Crown")
            demand(in_problem_order(seat["kept"]) == seat["kept"], "seats: kept out of order")
    demand(not kept or position["solver"] is not None, "solver: who solved what is kept?")
    if position["period"] == 1:
        left = 24 - len(position["seats"]) * position["round"]
        demand(len(position["deck"]) == left, "deck: not so many in the first period")


def check_row(position):
    row, step, turn = position["row"], position["step"], position["turn"]
    demand(len(row) <= len(position["seats"]), "row: longer than the seats")
    demand(not row or step != "over", "row: the game is over")
    claims = [seat for entry in row for seat in entry["claims"]]
    awards = [entry["award"] for entry in row if entry["award"] is not None]
    demand(not claims or step == "declare", "row: claims, but nobody declares")
    demand(not awards or step.startswith("solve"), "row: awards, but nobody solves")
    demand(len(set(claims)) == len(claims), "row: a seat with two claims")
    demand(len(set(awards)) == len(awards), "row: a seat with two awards")
    if turn is None:
        return
    before = seats_before(position, turn)
    demand(all(seat in before for seat in claims), "row: a claim of who has not spoken")
    for entry in row:
        in_order = sorted(entry["claims"], key=before.index)
        demand(in_order == entry["claims"], "row: claims out of turn order")
    demand(not any(seat in before for seat in awards), "row: an award to who has solved")
    if step.startswith("solve"):
        demand((turn in awards) == (step == "solve"), "step: by the awards")


def check_chance(position):
    demand((position["coins"] is not None) == position["dummy"], "coins: not by the dummy")
    later = position["later"]
    if later is None:
        return
    demand(position["period"] == 1 and position["step"] != "over", "later: nothing is to come")
    if later != "?":
        demand((later["pile"] is not None) == position["dummy"], "later: not by the dummy")
        pawn = position["seats"][1]["pawn"]
        demand(not later["pile"] or pawn in "?" + later["pile"], "later: a foreign pawn")


def check_step(position):
    area, turn = position["step"].partition("+")[2], position["turn"]
    if area == "PEN":
        demand(position["seats"][turn]["gold"] > 0, "step: no gold for the Penitent")
        demand(open_problems(position), "step: no Problem for the Penitent")
    if area == "CAV":
        others = [seat for seat in range(len(position["seats"])) if seat != turn]
        any_marker = any(total_on_areas(position, seat) for seat in others)
        demand(any_marker, "step: no marker for the Cave")
    if area == "CHA":
        demand(total_on_areas(position, turn), "step: no marker for the Chance Meeting")
