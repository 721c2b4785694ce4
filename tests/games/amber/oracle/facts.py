"""What there is, and what a position says without its being written: reserve, sums, open Problems.

A position is a dict:

- ``places``: the areas from place 1 to the Borderland; ``markers``: a list of counts by area;
  ``confidant``: an area or None.
- ``seats``: dicts of ``hand`` (a list, the dummy's next card first), ``pawn``, ``last``,
  ``supply``, ``gold``, ``kept``, and ``hidden``, for a seat whose cards a view hides. Hidden
  cards and Problems are ``"?"``. ``dummy``: whether seat 1 is one.
- ``row``: dicts of ``card``, ``claims`` (a list of seats) and ``award``; ``discard``, ``deck``.
- ``period``, ``round``, ``power``, ``first``, ``solver``, ``turn``, ``step`` as in the notation.
- ``coins``: text or None; ``later``: a dict of ``order``, ``coins``, ``pile``, or ``"?"``, or None.
- ``deck_hidden``: whether the deck ends in cards that a view hides, also if there are none.
"""

AREAS = {
    "LUN": "MW",
    "PEN": "SY",
    "MAR": "VK",
    "CHA": "MV",
    "CAS": "SK",
    "CAV": "WY",
    "BOR": "WVY",
}
PROBLEMS = [
    *("2MK", "2SY", "2WV", "3MW", "3SK", "3VY", "4MS", "4WV", "4YK"),
    *("5MV", "5SW", "5YK", "8MS", "8WV", "8YK", "9MS", "9WY", "9VK"),
    *("CM", "CS", "CW", "CV", "CY", "CK"),
]
ACES = "MSWVYK"
PAWNS = {"H": "MSV", "T": "MYK", "L": "SWK"}
CARDS = "MSWVYKHTL"
COINS = [
    *("M", "S", "K", "CM", "CS", "CW", "CV", "CY", "CK"),
]
OPTIONS = [
    *("two_periods", "no_doubles", "barbarians_8", "dummy_wins_ties"),
    *("goal_10", "goal_15", "goal_20"),
]


class HiddenError(ValueError):
    """The answer depends on something that a view hides."""


def is_dummy(position, seat):
    return position["dummy"] and seat == 1


def seats_in_order(position):
    """The seats clockwise from the first player."""
    count = len(position["seats"])
    return [(position["first"] + n) % count for n in range(count)]


def seats_before(position, seat):
    order = seats_in_order(position)
    return order[: order.index(seat)]


def place(position, area):
    """1 to 6, and 7 for the Borderland."""
    return position["places"].index(area) + 1


def is_crown(problem):
    return problem[0] == "C"


def areas_of_suits(suits):
    return [area for area, own in AREAS.items() if set(own) & set(suits)]


def areas_of_problem(problem):
    """The areas that share a suit with a Problem, each once (A8)."""
    return areas_of_suits(problem[1:])


def areas_of_card(card):
    return areas_of_suits(PAWNS.get(card, card))


def total_on_areas(position, seat):
    return sum(counts[seat] for counts in position["markers"].values())


def reserve(position, seat):
    """A seat's influence in the reserve (A3, A12); negative if there are too many markers."""
    every = 10 if position["period"] == 1 else 14
    return every - total_on_areas(position, seat) - position["seats"][seat]["supply"]


def open_problems(position):
    """The Problems that a Penitent may solve: of the row, and awarded to nobody (A6)."""
    return [entry["card"] for entry in position["row"] if entry["award"] is None]


def claim_strength(position, seat, problem):
    """What counts for a seat in an attempt (A8, A7)."""
    total = 0
    for area in areas_of_problem(problem):
        own = position["markers"][area][seat]
        total += own
        if position["confidant"] == area and own > 0:
            total += 1
    return total


def in_problem_order(problems):
    return sorted(problems, key=PROBLEMS.index)
