"""What an act and a solved Problem change (A6, A7, A9)."""

from tests.games.amber.oracle.facts import (
    in_problem_order,
    open_problems,
    reserve,
    total_on_areas,
)


def pay_gold(position, seat):
    position["seats"][seat]["gold"] -= 1


def put_marker(position, seat, way):
    """Put a marker by ``CAS``, or move one by ``MAR>CAS``; return the area."""
    source, _, area = way.rpartition(">")
    if source:
        position["markers"][source][seat] -= 1
    else:
        position["seats"][seat]["supply"] -= 1
    position["markers"][area][seat] += 1
    return area


def carry_out(position, seat, area):
    """Carry out an area's effect; return the area if it asks for a decision, else None."""
    if area == "LUN":
        take_gold(position, seat, 1)
        take_influence(position, seat, 1)
    if area in ("MAR", "CAS"):
        count = position["markers"][area][seat] + (position["confidant"] == area)
        (take_gold if area == "MAR" else take_influence)(position, seat, count)
    others = [other for other in range(len(position["seats"])) if other != seat]
    asks = {
        "PEN": position["seats"][seat]["gold"] > 0 and open_problems(position),
        "CAV": any(total_on_areas(position, other) > 0 for other in others),
        "CHA": total_on_areas(position, seat) > 0,
    }
    return area if asks.get(area) else None


def take_gold(position, seat, count):
    own = position["seats"][seat]
    own["gold"] = min(4, own["gold"] + count)


def take_influence(position, seat, count):
    own = position["seats"][seat]
    own["supply"] += min(count, reserve(position, seat), 10 - own["supply"])


def solve(position, seat, card, way):
    """Solve a Problem of the row; return the area whose effect asks for a decision, or None."""
    position["row"] = [entry for entry in position["row"] if entry["card"] != card]
    position["solver"] = seat
    own = position["seats"][seat]
    if way == "keep":
        if own["hidden"]:
            own["kept"].append("?")
        else:
            own["kept"] = in_problem_order([*own["kept"], card])
        return None
    position["discard"] = in_problem_order([*position["discard"], card])
    if way.startswith("^"):
        position["confidant"] = way[1:]
        return carry_out(position, seat, position["confidant"])
    return carry_out(position, seat, put_marker(position, seat, way))
