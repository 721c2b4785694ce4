"""The actions of a turn (F6 to F14): which there are, what they cost, what they change."""

import functools
import re

from tests.games.foreign_king.oracle.facts import leader, letter, stock, supply, unused_medals
from tests.games.foreign_king.oracle.maps import distance, journeys, provinces


def spaces(players):
    every = ["build", "place", "move", "congress", "king", "coins"]
    return every + ["order"] * (players >= 3) + ["queen"] * (players == 4)


def free_spaces(position):
    """The spaces no pawn stands on (F3)."""
    taken = [seat["pawn"] for seat in position["seats"]]
    return [space for space in spaces(len(position["seats"])) if space not in taken]


def most_to_pay(seat):
    """Francs, and a loan on every unused medal (F5)."""
    return seat["francs"] + 3 * unused_medals(seat)


def can_act(position, seat):
    """Whether a seat could use a space if it were on turn now."""
    return any(count_ways(position, seat, space) for space in free_spaces(position))


def nobody_can_act(position):
    return not any(can_act(position, seat) for seat in range(len(position["seats"])))


def actions(position, seat):
    """All actions as text; a seat that can use no space skips (F4)."""
    found = [text for space in free_spaces(position) for text in ways(position, seat, space)]
    return found or ["skip"]


def count_actions(position, seat):
    return sum(count_ways(position, seat, space) for space in free_spaces(position)) or 1


# --- the ways to use a space -----------------------------------------------------------------


def ways(position, seat, space, most=None):
    """All ways for a seat to use a space, for as many francs as it can pay or ``most``."""
    if most is None:
        most = most_to_pay(position["seats"][seat])
    found = {
        "build": build_ways,
        "place": place_ways,
        "move": move_ways,
        "congress": congress_ways,
        "king": king_ways,
        "coins": lambda *_: ["coins"],
        "order": lambda *_: ["order"],
        "queen": queen_ways,
    }[space](position, seat, most)
    return [text for text in found if cost(position, text) <= most]


def build_ways(position, _seat, _most):
    kinds = [kind for kind in "MT" if stock(position, kind) > 0]
    return [f"build:{kind}@{p}" for kind in kinds for p in provinces(position["map"])]


def place_ways(position, seat, _most):
    numbers = range(1, supply(position, letter(seat)) + 1)
    return [f"place:{n}@{p}" for n in numbers for p in provinces(position["map"])]


def move_ways(position, seat, most):
    found = []
    for origin in provinces(position["map"]):
        goals = move_goals(position["map"], origin)
        citizens = position["board"][origin][letter(seat)]
        for counts in sendings(citizens, [steps for _, steps in goals], most + 1):
            sent = [f"{g}{n}" for (g, _), n in zip(goals, counts, strict=True) if n]
            if sent:
                found.append(f"move:{origin}>{'+'.join(sent)}")
    return found


def move_goals(game_map, origin):
    """All goals from a province with the steps there, in the notation's order (F8)."""
    others = [p for p in provinces(game_map) if p != origin]
    return [(p, distance(game_map, origin, p)) for p in others] + [("supply", 1)]


def sendings(citizens, steps, most):
    """Every way to send so many citizens or fewer to goals so far away, in ``most`` steps."""
    if not steps:
        yield []
        return
    for sent in range(citizens + 1):
        if sent * steps[0] <= most:
            for others in sendings(citizens - sent, steps[1:], most - sent * steps[0]):
                yield [sent, *others]


def congress_ways(position, seat, _most):
    board, colour = position["board"], letter(seat)
    found = [f"congress:{p}" for p in provinces(position["map"]) if board[p][colour] > 0]
    return found + ["congress:supply"] * (supply(position, colour) > 0)


def king_ways(position, _seat, _most):
    if position["king"] is None:
        return [f"king:{p}0" for p in provinces(position["map"])]
    return [f"king:{goal}{k}" for goal, k in journeys(position["map"], position["king"])]


def queen_ways(position, seat, most):
    others = [space for space in spaces(4) if space != "queen"]
    return [f"queen:{text}" for space in others for text in ways(position, seat, space, most - 2)]


# --- their number, where a list would be too long ----------------------------------------------


def count_ways(position, seat, space, most=None):
    if most is None:
        most = most_to_pay(position["seats"][seat])
    if most < 0:
        return 0
    if space == "queen":
        others = [space for space in spaces(4) if space != "queen"]
        return sum(count_ways(position, seat, other, most - 2) for other in others)
    if space != "move":
        return len(ways(position, seat, space, most))
    count = 0
    for origin in provinces(position["map"]):
        steps = tuple(steps for _, steps in move_goals(position["map"], origin))
        citizens = position["board"][origin][letter(seat)]
        count += count_sendings(citizens, steps, min(most + 1, 8 * citizens)) - 1
    return count


@functools.cache
def count_sendings(citizens, steps, most):
    if not steps:
        return 1
    return sum(
        count_sendings(citizens - sent, steps[1:], most - sent * steps[0])
        for sent in range(citizens + 1)
        if sent * steps[0] <= most
    )


def is_action(position, seat, text):
    """Whether a text is a legal action, found without a list of all citizens' ways."""
    if text.partition(":")[0] not in free_spaces(position):
        return text == "skip" and not can_act(position, seat)
    most = most_to_pay(position["seats"][seat])
    if text.startswith("queen:"):
        text = text.removeprefix("queen:")
        most -= 2
    space = text.partition(":")[0]
    if space == "move":
        return is_move_way(position, seat, text, most)
    return space in spaces(4) and space != "queen" and text in ways(position, seat, space, most)


def is_move_way(position, seat, text, most):
    origin, _, goals = text.removeprefix("move:").partition(">")
    sent = [re.fullmatch("([A-Z]{3}|supply)([1-9][0-9]*)", goal) for goal in goals.split("+")]
    if origin not in position["board"] or not all(sent):
        return False
    named = [found[1] for found in sent]
    in_order = [goal for goal, _ in move_goals(position["map"], origin) if goal in named]
    citizens = position["board"][origin][letter(seat)]
    return (
        named == in_order
        and sum(int(found[2]) for found in sent) <= citizens
        and cost(position, text) <= most
    )


# --- cost and effect -------------------------------------------------------------------------


def sent_citizens(text):
    """``move:LIE>BRA2+supply1`` as the origin and pairs of a goal and a count."""
    origin, _, goals = text.removeprefix("move:").partition(">")
    pairs = [re.fullmatch("([A-Z]{3}|supply)([0-9]+)", goal).groups() for goal in goals.split("+")]
    return origin, [(goal, int(count)) for goal, count in pairs]


def cost(position, text):
    """The francs an action costs; what it brings comes later (F5)."""
    space, _, rest = text.partition(":")
    if space == "queen":
        return 2 + cost(position, rest)
    if space == "build":
        return 3
    if space == "place":
        return int(rest.partition("@")[0]) - 1
    if space == "move":
        origin, sent = sent_citizens(text)
        steps = dict(move_goals(position["map"], origin))
        return sum(count * steps[goal] for goal, count in sent) - 1
    if space == "king":
        return max(0, int(rest[3:]) - 1)
    return 0


def pay(seat, francs):
    """Pay for an action, with as many loans as that needs and no more (F5)."""
    while seat["francs"] < francs:
        seat["loans"] += 1
        seat["francs"] += 3
    seat["francs"] -= francs


def carry_out(position, text):
    """Change a position by an action of the seat on turn; what follows from it comes later."""
    seat = position["seats"][position["turn"]]
    pay(seat, cost(position, text))
    seat["pawn"] = text.partition(":")[0]
    text = text.removeprefix("queen:")
    colour = letter(position["turn"])
    space, _, rest = text.partition(":")
    if space == "build":
        kind, province = rest.split("@")
        seat["medals"] += position["factories"][province] == ""
        position["factories"][province] += kind
    elif space == "place":
        count, province = rest.split("@")
        position["board"][province][colour] += int(count)
    elif space == "move":
        origin, sent = sent_citizens(text)
        for goal, count in sent:
            position["board"][origin][colour] -= count
            if goal != "supply":
                position["board"][goal][colour] += count
    elif space == "congress":
        if rest != "supply":
            position["board"][rest][colour] -= 1
        seat["congressmen"] += 1
    elif space == "king":
        position["king"] = rest[:3]
        position["marker"] = max(0, position["marker"] - int(rest[3:]) - 1)
    elif space == "coins":
        seat["francs"] += 3 + sum(
            factories.count("T") + factories.count("t")
            for province, factories in position["factories"].items()
            if leader(position, province) == colour
        )
    elif space == "order":
        seat["francs"] += 1
        shifting = [*position["changes"], position["turn"]]
        # Whose pawn came to the space shifts first, whoever was earlier (F13).
        pawns = {other: position["seats"][other]["pawn"] for other in shifting}
        position["changes"] = sorted(shifting, key=lambda other: pawns[other] == "queen")
