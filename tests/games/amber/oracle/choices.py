"""What may be decided in a position: the legal moves as text (A6, A8, A9, A24)."""

from tests.games.amber.oracle import dummy
from tests.games.amber.oracle.facts import (
    CARDS,
    HiddenError,
    areas_of_card,
    areas_of_problem,
    is_crown,
    is_dummy,
    open_problems,
)


def all_moves(position, options):
    """Every legal move as text, in canonical order."""
    seat, step = position["turn"], position["step"]
    if step == "over":
        return []
    if is_dummy(position, seat):
        return [dummy.choose_move(position, options)]
    if step == "act":
        moves = card_moves(position, seat)
    elif step == "declare":
        can_pay = position["seats"][seat]["gold"] > 0
        moves = ["pass", *(f"try:{entry['card']}" for entry in position["row"] if can_pay)]
    elif step == "solve":
        moves = ways_to_solve(position, seat, awarded(position, seat))
    elif step.endswith("+PEN"):
        solutions = [ways_to_solve(position, seat, card) for card in open_problems(position)]
        moves = [way for ways in solutions for way in ways]
    elif step.endswith("+CAV"):
        moves = [
            f"CAV:{other}@{area}"
            for area in position["places"]
            for other, count in enumerate(position["markers"][area])
            if other != seat and count > 0
        ]
    else:
        moves = ["CHA:-", *chance_meetings(position, seat)]
    return sorted(moves)


def ways_into(position, seat, areas):
    """How a marker can come into one of some areas (A6): ``CAS``, or ``MAR>CAS`` without supply."""
    if position["seats"][seat]["supply"] > 0:
        return list(areas)
    return [
        f"{source}>{area}"
        for area in areas
        for source in position["places"]
        if source != area and position["markers"][source][seat] > 0
    ]


def card_moves(position, seat):
    if position["seats"][seat]["hidden"]:
        raise HiddenError("the hand")
    moves = []
    for card in position["seats"][seat]["hand"]:
        ways = ways_into(position, seat, areas_of_card(card))
        moves += [f"{card}:{way}" for way in ways or ["-"]]
    return moves


def ways_to_solve(position, seat, card):
    ways = ways_into(position, seat, areas_of_problem(card))
    if is_crown(card):
        ways += [f"^{area}" for area in position["places"] if area != position["confidant"]]
    else:
        ways += ["keep"]
    return [f"{card}:{way}" for way in ways]


def chance_meetings(position, seat):
    for source in position["places"]:
        for number in range(1, min(2, position["markers"][source][seat]) + 1):
            for goal in position["places"]:
                if goal != source:
                    yield f"CHA:{number}@{source}>{goal}"


def awarded(position, seat):
    return next((each["card"] for each in position["row"] if each["award"] == seat), None)


def idle_move(position, options):
    """The move for a seat whose time has run out (A24)."""
    moves = all_moves(position, options)
    if position["step"] == "act":
        hand = sorted({move[0] for move in moves}, key=CARDS.index)
        return min(move for move in moves if move[0] == hand[0])
    if position["step"] == "declare" and not is_dummy(position, position["turn"]):
        return "pass"
    return "CHA:-" if "CHA:-" in moves else moves[0]
