"""What a position says without being written in it: supplies, leaders, whether it has ended.

A position is a dict with the notation's fields: ``board`` (citizens by province and letter),
``factories`` (letters by province), ``king`` and ``marker``, ``seats``, ``virtual``, ``order``,
``changes``, ``turn``, ``asks`` (the notation's word), and ``map``, the name of its map.
"""

from tests.games.foreign_king.oracle.maps import provinces

FACTORIES = "MmTt"


def seats_of(position):
    return list(range(len(position["seats"])))


def letter(seat):
    return "ABCD"[seat]


def letters(players):
    """The colours there are, in the notation's order."""
    return ["A", "B", "V"] if players == 2 else ["A", "B", "C", "D"][:players]


def supply(position, colour):
    """F2; negative if there are more citizens than the box holds."""
    every = 15 if len(position["seats"]) == 2 else 14
    on_map = sum(citizens[colour] for citizens in position["board"].values())
    if colour == "V":
        return every - on_map
    return every - on_map - position["seats"]["ABCD".index(colour)]["congressmen"]


def stock(position, kind):
    """How many factories of a type, ``M`` or ``T``, are not built yet (F2)."""
    built = "".join(position["factories"].values())
    return 5 - built.count(kind) - built.count(kind.lower())


def leader(position, province):
    """The colour that leads a province, or None (F17: the virtual player like anyone)."""
    citizens = position["board"][province]
    most = max(citizens.values())
    first = [colour for colour in citizens if citizens[colour] == most]
    return first[0] if most > 0 and len(first) == 1 else None


def led(position, colour):
    return [p for p in provinces(position["map"]) if leader(position, p) == colour]


def industrialised(position):
    return [p for p in provinces(position["map"]) if position["factories"][p]]


def has_citizens(position, province):
    return any(position["board"][province].values())


def second_score(position):
    scores = [seat["score"] for seat in position["seats"]]
    if position["virtual"] is not None:
        scores.append(position["virtual"])
    return sorted(scores)[-2]


def has_ended(position):
    """F15, but not F4."""
    built = "".join(position["factories"].values())
    all_inactive = built.count("m") == 5 and built.count("t") == 5
    return position["marker"] <= second_score(position) or all_inactive


def unused_medals(seat):
    return seat["medals"] - seat["loans"]


def can_close(position):
    """Whether the seat on turn has a choice in its closing (F5)."""
    seat = position["seats"][position["turn"]]
    return unused_medals(seat) > 0 or (seat["loans"] > 0 and seat["francs"] >= 4)


def asked_in_congress(position):
    """The seats to be asked when the King arrives, in this order (F11.1)."""
    men = [seat["congressmen"] for seat in position["seats"]]
    if len(men) == 2 and men[0] == men[1]:
        return []
    asked = [seat for seat in position["order"] if men[seat] > 0]
    return sorted(asked, key=lambda seat: -men[seat])
