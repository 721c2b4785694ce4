"""The course of a turn: what is asked, what an answer changes, and how the game ends."""

import copy

from tests.games.foreign_king.oracle.actions import (
    actions,
    can_act,
    carry_out,
    count_actions,
    free_spaces,
    is_action,
    nobody_can_act,
    ways,
)
from tests.games.foreign_king.oracle.facts import (
    asked_in_congress,
    can_close,
    has_citizens,
    has_ended,
    industrialised,
    leader,
    led,
    letter,
    seats_of,
    supply,
    unused_medals,
)
from tests.games.foreign_king.oracle.maps import adjacent, provinces

# --- what can be answered --------------------------------------------------------------------


def decider(position):
    """The seat that decides now, or None."""
    word, *rest = position["asks"].split(".")
    if word == "over":
        return None
    return int(rest[0]) if rest else position["turn"]


def all_moves(position):
    """Every legal move as text, each once."""
    word = position["asks"].split(".")[0]
    if word == "act":
        return actions(position, position["turn"])
    if word == "congress":
        return ["yes", "no"]
    if word == "shut":
        active = position["factories"][position["king"]]
        return [f"shut:{kind}" for kind in "MT" if kind in active] + ["shut:-"]
    if word == "virtual":
        return virtual_steps(position)
    if word == "loans":
        return closings(position)
    if word == "order":
        return [f"order:{seat + 1}" for seat in seats_of(position)]
    return []


def count_moves(position):
    if position["asks"] == "act":
        return count_actions(position, position["turn"])
    return len(all_moves(position))


def is_legal(position, text):
    if position["asks"] == "act":
        return is_action(position, position["turn"], text)
    return text in all_moves(position)


def virtual_steps(position):
    every = provinces(position["map"])
    placing = [f"virtual:{p}" for p in every] if supply(position, "V") > 0 else []
    return placing + [
        f"virtual:{one}>{other}"
        for one in every
        for other in every
        if adjacent(position["map"], one, other) and position["board"][one]["V"] > 0
    ]


def closings(position):
    seat = position["seats"][position["turn"]]
    most_repaid = min(seat["loans"], seat["francs"] // 4)
    loans = [f"loan:{n}" for n in range(1, unused_medals(seat) + 1)]
    return ["done", *loans, *(f"repay:{n}" for n in range(1, most_repaid + 1))]


# --- what a move leads to --------------------------------------------------------------------


def after_move(position, text):
    """The position after a legal move."""
    after = copy.deepcopy(position)
    word = position["asks"].split(".")[0]
    {
        "act": play_action,
        "congress": answer_in_congress,
        "shut": shut_factory,
        "virtual": step_virtually,
        "loans": close,
        "order": shift,
    }[word](after, text)
    for province, letters in after["factories"].items():
        after["factories"][province] = "".join(sorted(letters, key="MmTt".index))
    return after


def play_action(position, text):
    if text == "skip":
        end_action(position)
        return
    carry_out(position, text)
    if not text.removeprefix("queen:").startswith("king:"):
        end_action(position)
    elif has_citizens(position, position["king"]):
        ask_congress(position, asked_in_congress(position))
    else:
        end_action(position)


def ask_congress(position, still_to_ask):
    if still_to_ask:
        position["asks"] = f"congress.{still_to_ask[0]}"
    else:
        score_province(position)


def answer_in_congress(position, text):
    asked = int(position["asks"].split(".")[1])
    if text == "yes":
        seat = position["seats"][asked]
        position["board"][position["king"]][letter(asked)] += seat["congressmen"]
        seat["congressmen"] = 0
        score_province(position)
    else:
        every = asked_in_congress(position)
        ask_congress(position, every[every.index(asked) + 1 :])


def score_province(position):
    """F11.2 and F11.3."""
    province = position["king"]
    first = leader(position, province)
    factories = position["factories"][province]
    active = "M" in factories or "T" in factories
    if first is None:
        if active:
            position["asks"] = "shut"
        else:
            end_action(position)
        return
    if active:
        points = 6 * factories.count("M") + 3 * factories.count("T")
        position["factories"][province] = factories.lower()
    else:
        points = position["board"][province][first] // 3
    if first == "V":
        position["virtual"] += points
        end_action(position)
        return
    seat = "ABCD".index(first)
    position["seats"][seat]["score"] += points
    if position["virtual"] is not None and points - 1 > 0:
        position["asks"] = f"virtual.{1 - seat}.{points - 1}"  # F17
    else:
        end_action(position)


def shut_factory(position, text):
    kind = text.removeprefix("shut:")
    if kind != "-":
        factories = position["factories"][position["king"]]
        position["factories"][position["king"]] = factories.replace(kind, kind.lower(), 1)
    end_action(position)


def step_virtually(position, text):
    origin, _, goal = text.removeprefix("virtual:").rpartition(">")
    if origin:
        position["board"][origin]["V"] -= 1
    position["board"][goal]["V"] += 1
    _, seat, left = position["asks"].split(".")
    if int(left) > 1:
        position["asks"] = f"virtual.{seat}.{int(left) - 1}"
    else:
        end_action(position)


def end_action(position):
    """All that follows from the action is done: the closing, unless there is no choice (F5)."""
    if can_close(position):
        position["asks"] = "loans"
    else:
        end_turn(position)


def close(position, text):
    seat = position["seats"][position["turn"]]
    word, _, number = text.partition(":")
    if word == "loan":
        seat["loans"] += int(number)
        seat["francs"] += 3 * int(number)
    elif word == "repay":
        seat["loans"] -= int(number)
        seat["francs"] -= 4 * int(number)
    end_turn(position)


def end_turn(position):
    """A closing changes neither scores nor factories, so F15 is the same before and after it."""
    if has_ended(position):
        position["asks"] = "over"
        return
    order = position["order"]
    following = order[order.index(position["turn"]) + 1 :]
    if following:
        begin_turn(position, following[0])
    else:
        end_round(position)


def end_round(position):
    """F13: the shifts, one after the other, and then the next round."""
    if position["changes"]:
        position["asks"] = "order"
        position["turn"] = position["changes"][0]
    else:
        begin_turn(position, position["order"][0])


def shift(position, text):
    seat = position["turn"]
    order = [other for other in position["order"] if other != seat]
    order.insert(int(text.removeprefix("order:")) - 1, seat)
    position["order"] = order
    position["changes"] = position["changes"][1:]
    end_round(position)


def begin_turn(position, seat):
    position["turn"] = seat
    position["asks"] = "over" if nobody_can_act(position) else "act"  # F4


# --- how it ends -----------------------------------------------------------------------------


def share(prize, values):
    """The prize for the most of something, shared and rounded down, for each value (F16)."""
    most = max(values)
    tied = values.count(most)
    return [prize // tied if value == most and most > 0 else 0 for value in values]


def final_points(position):
    """The seats' points, and then the virtual player's if there is one (F16, F17)."""
    seats = position["seats"]
    colours = [letter(seat) for seat in seats_of(position)] + ["V"] * (len(seats) == 2)
    areas = [
        sum(1 + len(position["factories"][p]) for p in led(position, colour)) for colour in colours
    ]
    points = share(9, areas)
    for seat in seats_of(position):
        points[seat] += seats[seat]["score"] - 6 * seats[seat]["loans"]
    for prize, thing in ((9, "medals"), (3, "congressmen"), (3, "francs")):
        for seat, won in enumerate(share(prize, [seat[thing] for seat in seats])):
            points[seat] += won
    if len(seats) == 2:
        own = led(position, "V")
        points[2] += points[2]  # its share of the provinces, doubled
        points[2] += position["virtual"] + len(own)
        points[2] += 3 * len([p for p in own if p in industrialised(position)])
    return points


def result_of(position):
    if position["asks"] != "over":
        return None
    points = final_points(position)
    medals = [seat["medals"] for seat in position["seats"]] + [0]
    best = [n for n, total in enumerate(points) if total == max(points)]
    most = max(medals[n] for n in best)
    winners = [n for n in best if medals[n] == most]
    names = ["V" if n == len(position["seats"]) else str(n) for n in winners]
    return f"seats {','.join(names)} points {','.join(map(str, points))}"


# --- what the table plays by itself ------------------------------------------------------------


def idle_move(position):
    """The move for a seat whose time has run out, or None if the notation names none."""
    word = position["asks"].split(".")[0]
    if word == "act":
        return idle_action(position)
    if word == "order":
        return f"order:{position['order'].index(position['turn']) + 1}"
    return {"congress": "no", "shut": "shut:-", "loans": "done"}.get(
        word, min(all_moves(position), default=None)
    )


def idle_action(position):
    seat = position["turn"]
    if not can_act(position, seat):
        return "skip"
    free = free_spaces(position)
    for space in ("coins", "order"):
        if space in free:
            return space
    for space in ("place", "congress", "move", "king"):
        without_cost = ways(position, seat, space, 0) if space in free else []
        if without_cost:
            return min(without_cost)
    return None
