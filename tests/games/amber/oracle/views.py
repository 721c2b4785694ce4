"""What a seat or a spectator may know (A22)."""

import copy

from tests.games.amber.oracle.facts import PAWNS, is_dummy


def view_of(position, seat):
    """The view of a seat, or of a spectator (None)."""
    view = copy.deepcopy(position)
    if view["step"] == "over":
        return view
    for number, other in enumerate(view["seats"]):
        if number != seat or is_dummy(view, number):
            other["hidden"] = True
            other["hand"] = ["?"] * len(other["hand"])
            other["kept"] = ["?"] * len(other["kept"])
            other["pawn"] = other["pawn"] if other["last"] in PAWNS else "?"
    view["deck"] = ["?"] * len(view["deck"])
    view["deck_hidden"] = True
    view["coins"] = view["coins"] and "?"
    view["later"] = view["later"] and "?"
    return view
