"""The course of a game: what a move changes, and how the game ends."""

import copy

from tests.games.amber.oracle.choices import awarded
from tests.games.amber.oracle.effects import carry_out, pay_gold, put_marker, solve
from tests.games.amber.oracle.facts import (
    HiddenError,
    claim_strength,
    in_problem_order,
    is_dummy,
    seats_in_order,
)

# --- what a move changes ---------------------------------------------------------------------


def after_move(position, text, options):
    """The position after a legal move."""
    after = copy.deepcopy(position)
    seat = after["turn"]
    head, _, rest = text.partition(":")
    if after["step"] == "declare":
        declare(after, seat, rest, options)
    elif after["step"] == "act":
        follow(after, play_card(after, seat, head, rest), options)
    elif head == "CAV":
        other, area = rest.split("@")
        after["markers"][area][int(other)] -= 1
        follow(after, None, options)
    elif head == "CHA":
        follow(after, meet(after, seat, rest), options)
    else:
        if after["step"].endswith("+PEN"):
            pay_gold(after, seat)
        follow(after, solve(after, seat, head, rest), options)
    return after


def play_card(position, seat, card, way):
    """Play a card; return the area whose effect asks for a decision, or None."""
    own = position["seats"][seat]
    own["hand"].remove(card)
    own["last"] = card
    if way == "-":
        return None
    return carry_out(position, seat, put_marker(position, seat, way))


def meet(position, seat, how):
    if how == "-":
        return None
    number, way = how.split("@")
    source, goal = way.split(">")
    position["markers"][source][seat] -= int(number)
    position["markers"][goal][seat] += int(number)
    return carry_out(position, seat, goal)


def follow(position, asking, options):
    """Ask what an effect asks for; without anything to ask, go on to the next seat."""
    phase = position["step"].partition("+")[0]
    if asking:
        position["step"] = f"{phase}+{asking}"
    elif phase == "act":
        order = seats_in_order(position)
        later = order[order.index(position["turn"]) + 1 :]
        position["step"] = "act" if later else "declare"
        position["turn"] = later[0] if later else position["first"]
    else:
        ask_next_solver(position, options)


def declare(position, seat, problem, options):
    if problem:
        pay_gold(position, seat)
        entry = next(each for each in position["row"] if each["card"] == problem)
        entry["claims"].append(seat)
    order = seats_in_order(position)
    later = order[order.index(seat) + 1 :]
    if later:
        position["turn"] = later[0]
        return
    for entry in position["row"]:
        if entry["claims"]:
            entry["award"] = strongest(position, entry, options)
            entry["claims"] = []
    ask_next_solver(position, options)


def strongest(position, entry, options):
    """Who gets a Problem of those who claim it, in the order in which they spoke (A8)."""
    strength = {seat: claim_strength(position, seat, entry["card"]) for seat in entry["claims"]}
    best = [seat for seat in entry["claims"] if strength[seat] == max(strength.values())]
    if position["dummy"] and "dummy_wins_ties" in options and 1 in best:
        return 1
    return best[0]


def ask_next_solver(position, options):
    """In turn order, and nobody twice: an award leaves the row when it is solved."""
    for seat in seats_in_order(position):
        if awarded(position, seat):
            position["turn"] = seat
            position["step"] = "solve"
            return
    end_round(position, options)


# --- rounds and periods ------------------------------------------------------------------------


def end_round(position, options):
    unsolved = [entry["card"] for entry in position["row"]]
    most = 8 if "barbarians_8" in options else 6
    position["power"] = min(most, position["power"] + len(unsolved))
    position["discard"] = in_problem_order(position["discard"] + unsolved)
    position["row"] = []
    position["first"] = (position["first"] + 1) % len(position["seats"])
    if position["round"] < 7:
        begin_round(position, position["period"], position["round"] + 1)
    elif position["later"] is not None:
        begin_second_period(position)
    else:
        end_game(position)


def begin_round(position, period, number):
    if len(position["deck"]) < 2:
        end_game(position)
        return
    position["period"], position["round"] = period, number
    count = min(len(position["seats"]), len(position["deck"]))
    revealed, position["deck"] = position["deck"][:count], position["deck"][count:]
    if "?" in revealed:
        raise HiddenError("the deck")
    position["row"] = [{"card": card, "claims": [], "award": None} for card in revealed]
    position["step"] = "act"
    position["turn"] = position["first"]


def begin_second_period(position):
    later = position["later"]
    if later == "?":
        raise HiddenError("the second deck")
    kept = [card for seat in position["seats"] for card in seat["kept"]]
    if "?" in kept:
        raise HiddenError("what is kept")
    position["deck"] = [card for card in later["order"] if card not in kept]
    position["discard"] = []
    position["later"] = None
    for number, seat in enumerate(position["seats"]):
        seat["hand"] = list("MSWVYK" + seat["pawn"])
        seat["last"] = None
        if is_dummy(position, number):
            seat["hand"] = list(later["pile"])
            position["coins"] = later["coins"]
    if position["solver"] is not None:
        position["first"] = position["solver"]
    begin_round(position, 2, 1)


def end_game(position):
    position["step"] = "over"
    position["turn"] = None


# --- the end -----------------------------------------------------------------------------------


def points_of(position, seat):
    """The points of a seat when the barbarians have come (A11)."""
    wall = 6 - position["power"] + position["markers"]["BOR"][seat]
    values = [int(card[0]) for card in position["seats"][seat]["kept"]]
    return sum(value for value in values if value < wall)


def result_of(position, options):
    """The result as a record writes it, or None."""
    if position["step"] != "over":
        return None
    seats = range(len(position["seats"]))
    points = [points_of(position, seat) for seat in seats]
    text = "points " + ",".join(map(str, points))
    goals = [int(word.removeprefix("goal_")) for word in options if word.startswith("goal_")]
    if max(points) < (goals or [1])[0]:
        return f"barbarians {text}"
    ranks = [(points[seat], position["markers"]["BOR"][seat]) for seat in seats]
    winners = [str(seat) for seat in seats if ranks[seat] == max(ranks)]
    return f"seats {','.join(winners)} {text}"
