"""The dummy's one legal move in each of its decisions (A14–A20)."""

import copy

from tests.games.amber.oracle.effects import pay_gold, put_marker
from tests.games.amber.oracle.facts import (
    COINS,
    HiddenError,
    areas_of_card,
    areas_of_problem,
    claim_strength,
    is_crown,
    open_problems,
    place,
    reserve,
    total_on_areas,
)

PERSON, DUMMY = 0, 1


def choose_move(position, options):
    step = position["step"]
    if step == "act":
        return choose_card(position)
    if step == "declare":
        return choose_attempt(position, options)
    if step == "solve":
        awards = [entry["card"] for entry in position["row"] if entry["award"] == DUMMY]
        return choose_solution(position, awards[0])
    if step.endswith("+PEN"):
        paid = copy.deepcopy(position)
        pay_gold(paid, DUMMY)
        return choose_solution(paid, first_problem(open_problems(position)))
    if step.endswith("+CAV"):
        return f"CAV:{PERSON}@{most_markers(position, PERSON, position['places'])}"
    source = marker_source(position, "BOR")
    if source is None:
        return "CHA:-"
    return f"CHA:{min(2, position['markers'][source][DUMMY])}@{source}>BOR"


def most_markers(position, seat, areas):
    """Of some areas that with most markers of a seat, of these the lowest place, or None."""
    counts = {area: position["markers"][area][seat] for area in areas}
    if not any(counts.values()):
        return None
    best = [area for area in areas if counts[area] == max(counts.values())]
    return min(best, key=lambda area: place(position, area))


def marker_source(position, target):
    """From where it moves a marker to an area (A15), or None."""
    areas = [area for area in position["places"] if area not in (target, "BOR")]
    return most_markers(position, DUMMY, areas)


def way_into(position, area):
    """How it puts its marker into an area: ``CAS``, ``MAR>CAS``, or None if it cannot."""
    if position["seats"][DUMMY]["supply"] > 0:
        return area
    source = marker_source(position, area)
    return f"{source}>{area}" if source else None


def choose_card(position):
    seat = position["seats"][DUMMY]
    if seat["hidden"]:
        raise HiddenError("the dummy's pile")
    card = seat["hand"][0]
    areas = areas_of_card(card) if card in "MSK" else ["BOR"]
    ways = [way for area in areas if (way := way_into(position, area))]
    afters = []
    for way in ways:
        after = copy.deepcopy(position)
        put_marker(after, DUMMY, way)
        afters.append(after)
    return f"{card}:{between(position, card, ways, afters)}"


def between(position, coin, ways, afters):
    """Choose of at most two ways, given what each leads to before the effect (A16)."""
    if not ways:
        return "-"
    if len(ways) == 1:
        return ways[0]
    areas = [way[-3:] for way in ways]
    useful = [
        way for way, area, after in zip(ways, areas, afters, strict=True) if is_useful(after, area)
    ]
    if len(useful) == 1:
        return useful[0]
    if position["coins"] == "?":
        raise HiddenError("a coin")
    lower_first = sorted(ways, key=lambda way: place(position, way[-3:]))
    return lower_first[int(position["coins"][COINS.index(coin)])]


def is_useful(position, area):
    """Whether an area's effect is of use, once the marker or the Confidant is there (A16)."""
    own = position["seats"][DUMMY]
    gold_would_come = own["gold"] < 4
    influence_would_come = reserve(position, DUMMY) > 0 and own["supply"] < 10
    outside = total_on_areas(position, DUMMY) - position["markers"]["BOR"][DUMMY]
    return {
        "LUN": gold_would_come or influence_would_come,
        "MAR": gold_would_come,
        "CAS": influence_would_come,
        "PEN": own["gold"] > 0 and bool(open_problems(position)),
        "CAV": total_on_areas(position, PERSON) > 0,
        "CHA": outside > 0,
    }[area]


def first_problem(problems):
    """A17: the highest number, then the Crowns of W, V, Y, then the others; then the first."""

    def rank(problem):
        if not is_crown(problem):
            return int(problem[0])
        return 1 if problem[1] in "WVY" else 0

    return max(problems, key=rank)  # of several the first, so the one revealed first


def choose_attempt(position, options):
    """A19."""
    ties_too = "dummy_wins_ties" in options
    wanted = []
    for entry in position["row"]:
        lead = claim_strength(position, DUMMY, entry["card"]) - claim_strength(
            position, PERSON, entry["card"]
        )
        if lead > 0 or (lead == 0 and ties_too):
            wanted.append(entry["card"])
    if position["seats"][DUMMY]["gold"] == 0 or not wanted:
        return "pass"
    return f"try:{first_problem(wanted)}"


def choose_solution(position, problem):
    """A18."""
    if not is_crown(problem):
        return f"{problem}:keep"
    if problem[1] in "WVY":
        way = way_into(position, "BOR")
        if way:
            return f"{problem}:{way}"
    areas = [area for area in areas_of_problem(problem) if area != "BOR"]
    ways = [f"^{area}" for area in areas if area != position["confidant"]]
    afters = [moved(position, problem, way) for way in ways]
    return f"{problem}:{between(position, problem, ways, afters)}"


def moved(position, problem, way):
    """The position with the Problem gone and the Confidant there, before the effect."""
    after = copy.deepcopy(position)
    after["row"] = [entry for entry in after["row"] if entry["card"] != problem]
    after["confidant"] = way[1:]
    return after
