"""The setup from a seed (A21, A4)."""

from games.seeded_chance import Chance
from tests.games.amber.oracle.facts import ACES, PROBLEMS
from tests.games.amber.oracle.rules import begin_round


def new_position(players, seed, options):
    chance = Chance(seed)
    count = 2 if players == 1 else players
    places = shuffled(chance, ["LUN", "PEN", "MAR", "CHA", "CAS", "CAV"])
    pawns = shuffled(chance, ["H", "T", "L"])
    markers = {area: [0] * count for area in [*places, "BOR"]}
    for seat in range(count):
        one, other = chance.below(6), chance.below(6)
        while "no_doubles" in options and one == other:
            other = chance.below(6)
        markers[places[one]][seat] += 1
        markers[places[other]][seat] += 1
    first = 1 if players == 1 else chance.below(players)
    deck = shuffled(chance, PROBLEMS)
    seats = [
        {
            "hand": list(ACES + pawns[seat]),
            "pawn": pawns[seat],
            "last": None,
            "supply": 4,
            "gold": 3,
            "kept": [],
            "hidden": False,
            "dummy": False,
        }
        for seat in range(count)
    ]
    coins = None
    if players == 1:
        pile, coins = draw_for_dummy(chance, pawns[1])
        seats[1].update(dummy=True, hand=list(pile))
    later = None
    if "two_periods" in options:
        later = {"order": shuffled(chance, PROBLEMS), "coins": None, "pile": None}
        if players == 1:
            later["pile"], later["coins"] = draw_for_dummy(chance, pawns[1])
    position = {
        "places": [*places, "BOR"],
        "markers": markers,
        "confidant": None,
        "seats": seats,
        "dummy": players == 1,
        "discard": [],
        "power": 0,
        "first": first,
        "solver": None,
        "deck": deck,
        "deck_hidden": False,
        "coins": coins,
        "later": later,
    }
    begin_round(position, 1, 1)
    return position


def shuffled(chance, items):
    items = list(items)
    chance.shuffle(items)
    return items


def draw_for_dummy(chance, pawn):
    """A pile and nine coins."""
    pile = shuffled(chance, ACES + pawn)
    return "".join(pile), "".join(str(chance.below(2)) for _ in range(9))
