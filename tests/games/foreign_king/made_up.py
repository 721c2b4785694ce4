"""Positions to try the rules on, from a seeded ``random.Random``: played ones and made-up ones.

Everything here is text, and every position keeps the notation's rules about what a position is.
Made-up ones are drawn scene by scene, because the corners (nobody can act, a tie in the Congress,
the virtual player's steps) are hardly ever met by playing at random.
"""

import itertools

from tests.games.foreign_king import oracle
from tests.games.foreign_king.oracle.actions import free_spaces, most_to_pay, spaces, ways
from tests.games.foreign_king.oracle.facts import (
    industrialised,
    leader,
    letter,
    letters,
    second_score,
    supply,
)
from tests.games.foreign_king.oracle.maps import provinces
from tests.games.foreign_king.oracle.rules import after_move, all_moves, final_points

PROVINCE_IDS = [
    *("XXX", "AXA", "ABV", "MTT", "ACT", "YES", "SUP", "KIN", "QUE", "VVV", "BAB", "ONE", "TMT"),
]
SCENES = [
    *("any", "any", "any", "arrival", "arrival", "tied arrival", "shift", "shift", "stuck"),
    *("stuck", "worn out", "late", "late", "beginning", "rich", "level", "level"),
]


def draw_map(rng):
    """A connected map with ids that look like other parts of the notation; as in ``MAPS``."""
    order = rng.sample(PROVINCE_IDS, 9)
    borders = {(rng.choice(order[:n]), order[n]) for n in range(1, 9)}
    more = rng.choice([0, 0.1, 0.25])
    borders |= {pair for pair in itertools.combinations(order, 2) if rng.random() < more}
    rng.shuffle(order)
    return {one: " ".join(sorted(b for a, b in borders if a == one)) for one in order}


def toml(one_map):
    """The text of a map file with each border told from one side."""
    lines = ['name = "drawn"', 'title = "Drawn by lot"']
    for province, borders in one_map.items():
        lines += ["[[province]]", f'id = "{province}"', f'name = "Province {province}"']
        lines += [f"borders = {borders.split()}"]
    return "\n".join(lines)


# --- played positions ------------------------------------------------------------------------


def fresh(rng, players):
    """A setup with an order by chance (F2)."""
    return setup(rng.sample(range(players), players))


def setup(order):
    """The setup with this turn order (F2)."""
    francs = [5 + order.index(seat) for seat in sorted(order)]
    seats = "|".join(f"0.{n}.0.0.0.-" for n in francs)
    virtual = "0" if len(order) == 2 else "-"
    return f"-/-/-/-/-/-/-/-/- -.30 {seats} {virtual} {'>'.join(map(str, order))} - {order[0]} act"


def walk(rng, start, game_map):
    """One random game: pairs of a position and the move that led to it (None: the start)."""
    position = oracle.parse(start, game_map)
    move = None
    while True:
        yield oracle.format_position(position), move
        if position["asks"] == "over":
            return
        move = rng.choice(some_moves(rng, position))
        position = after_move(position, move)


def some_moves(rng, position):
    """Legal moves, not too many, and at least one: of an action those of one space."""
    if position["asks"] != "act":
        return all_moves(position)
    seat = position["turn"]
    most = min(most_to_pay(position["seats"][seat]), rng.choice([2, 3, 5]))
    free = free_spaces(position)
    rng.shuffle(free)
    if "king" in free and rng.random() < 0.3:
        free.insert(0, "king")
    for space in free:
        found = ways(position, seat, space, most)
        if found:
            return found
    return all_moves(position)


# --- made-up positions -------------------------------------------------------------------------


def made_up(rng, game_map):
    """A position drawn without playing."""
    while True:
        scene = rng.choice(SCENES)
        position = {"map": game_map}
        draw_seats(rng, position, scene)
        draw_factories(rng, position, scene)
        draw_citizens(rng, position, scene)
        draw_king(rng, position, scene)
        draw_purses(rng, position, scene)
        draw_pawns(rng, position, scene)
        for _ in range(12):
            draw_question(rng, position, scene)
            if scene == "level" and position["king"]:
                level_points(rng, position)
            text = oracle.format_position(position)
            if oracle.refusal(text, game_map) is None:
                return text


def draw_seats(rng, position, scene):
    players = 2 if scene == "arrival" and rng.random() < 0.5 else rng.choice([2, 2, 3, 3, 4, 4])
    position["seats"] = [{"score": 0, "congressmen": 0} for _ in range(players)]
    position["order"] = rng.sample(range(players), players)
    position["turn"] = rng.randrange(players)
    position["virtual"] = 0 if players == 2 else None


def draw_factories(rng, position, scene):
    every = provinces(position["map"])
    built = {kind: rng.choice([0, 1, 2, 3, 4, 5, 5]) for kind in "MT"}
    inactive = rng.choice([0, 0, 0.3, 0.6, 1])
    if scene == "worn out":
        built = {"M": 5, "T": 5}
        inactive = 1
    if scene == "level" and rng.random() < 0.5:
        built = {"M": 0, "T": 0}
    if scene in ("beginning", "tied arrival"):
        inactive = 0
    factories = [
        kind.lower() if rng.random() < inactive else kind
        for kind in "MT"
        for _ in range(built[kind])
    ]
    if scene == "stuck" and rng.random() < 0.5:  # nothing left to build
        factories = list(rng.choice(["MMMMMTTTTT", "MMMMmttttt", "mmmmmTtttt"]))
    if scene == "worn out" and rng.random() < 0.5:  # one short of the end
        last = rng.randrange(10)
        factories[last : last + 1] = rng.choice([[], [factories[last].upper()]])
    wide = scene == "tied arrival"
    crowded = rng.sample(every, 9 if wide else rng.choice([1, 2, 3, 5, 9]))
    position["factories"] = dict.fromkeys(every, "")
    for factory in factories:
        position["factories"][rng.choice(crowded)] += factory


def draw_citizens(rng, position, scene):
    """Citizens in the provinces and in the Congress, colour by colour."""
    every = provinces(position["map"])
    colours = letters(len(position["seats"]))
    position["board"] = {province: dict.fromkeys(colours, 0) for province in every}
    alike = scene == "tied arrival" or rng.random() < 0.2
    crowded = rng.choices(every, k=rng.randint(1, 14))
    few = rng.choice([None, None, 0, 1, 2, 3])
    for colour in colours:
        if not alike:
            crowded = rng.choices(every, k=rng.choice([0, 1, 1, 3, 6, 14]))
        left = supply(position, colour)
        if few is not None and rng.random() < 0.7:
            left = few
        on_map = rng.choice([left, left, left // 2, min(3, left), rng.randint(0, left)])
        for n in range(on_map if crowded else 0):
            position["board"][crowded[n % len(crowded)]][colour] += 1
    style = rng.choice(["none", "any", "same", "all"])
    same = rng.randint(1, 4)
    for seat, owner in enumerate(position["seats"]):
        left = supply(position, letter(seat))
        wish = {"none": 0, "any": rng.randint(0, left), "same": same, "all": left}[style]
        owner["congressmen"] = min(left, wish)
        if scene == "stuck" and rng.random() < 0.9:
            to_congress(position, seat)


def to_congress(position, seat):
    """All citizens of a seat into the Congress, so that hardly any action is left."""
    colour = letter(seat)
    for citizens in position["board"].values():
        citizens[colour] = 0
    position["seats"][seat]["congressmen"] += supply(position, colour)


def draw_king(rng, position, scene):
    """The King, and with him the scores: none while he is on his portrait."""
    every = provinces(position["map"])
    inactive = any(factories != factories.upper() for factories in position["factories"].values())
    if (scene == "beginning" or rng.random() < 0.1) and not inactive:
        position["king"], position["marker"] = None, 30
        return
    settled = [p for p in every if any(position["board"][p].values())]
    position["king"] = rng.choice(every)
    if "arrival" in scene and settled:
        tied = [p for p in settled if leader(position, p) is None]
        busy = [p for p in tied if {*"MT"} & {*position["factories"][p]}]
        position["king"] = rng.choice(rng.choice([settled, tied or settled, busy or settled]))
    high = rng.choice([0, 1, 3, 10, 28, 28])
    level = rng.randint(0, high)
    for seat in position["seats"]:
        seat["score"] = level if scene == "level" else rng.randint(0, high)
    if position["virtual"] is not None:
        position["virtual"] = level if scene == "level" else rng.randint(0, high)
    position["marker"] = rng.randint(0, 29)
    if scene == "late" or rng.random() < 0.3:  # the end is near, or just there
        position["marker"] = second_score(position) + rng.choice([-1, 0, 0, 1, 2, 3])
        position["marker"] = min(29, max(0, position["marker"]))
    if scene == "late" and rng.random() < 0.3:
        rng.choice(position["seats"])["score"] += rng.choice([1, 100, 5000])


def draw_purses(rng, position, scene):
    seats = position["seats"]
    rich = rng.choice([0, 1, 3, 6, 12, 20])
    if scene == "rich":
        rich = rng.choice([30, 60, 200, 90_000])
    elif scene == "stuck":
        rich = rng.choice([0, 0, 1, 2, 3])
    same = rng.randint(0, rich)
    for seat in seats:
        seat["francs"] = same if scene == "level" else rng.randint(0, rich)
        seat["medals"] = 0
    few = rng.sample(range(len(seats)), rng.randint(1, len(seats)))
    for n in range(len(industrialised(position))):
        owner = few[n % len(few)] if scene == "level" else rng.choice(few)
        seats[owner]["medals"] += 1
    borrowing = rng.choice(["none", "any", "all"])
    if scene == "stuck" and rng.random() < 0.7:
        borrowing = "all"
    for seat in seats:
        most = seat["medals"]
        seat["loans"] = {"none": 0, "any": rng.randint(0, most), "all": most}[borrowing]


def draw_pawns(rng, position, scene):
    seats = position["seats"]
    free = spaces(len(seats))
    wished = {
        "stuck": ["coins", "king", "order", "queen"],
        "shift": ["order", "queen"],
    }.get(scene, [])
    wished = [space for space in wished if space in free and rng.random() < 0.95]
    others = [space for space in free if space not in wished]
    chosen = (wished + rng.sample(others, len(others)))[: len(seats)]
    if scene == "stuck" and len(seats) == 4 and rng.random() < 0.5:
        chosen[3] = rng.choice(["build", "move"])  # then only who can pay the queen can act
    if scene == "stuck" and rng.random() < 0.4:  # one action, and nobody can act any more
        chosen[rng.randrange(len(seats))] = rng.choice([None, "congress", "place"])
    rng.shuffle(chosen)
    idle = 0.3 if scene in ("any", "beginning") else 0.03
    for seat, space in zip(seats, chosen, strict=True):
        seat["pawn"] = None if rng.random() < idle else space
    if "arrival" in scene:
        mover = position["turn"]
        wish = rng.choice(["king", "king", "queen"]) if len(seats) == 4 else "king"
        for seat in seats:
            if seat["pawn"] == wish:
                seat["pawn"] = seats[mover]["pawn"]
        seats[mover]["pawn"] = wish


def draw_question(rng, position, scene):
    """Who shifts when the round ends, whose turn it is, and what is asked."""
    seats = position["seats"]
    if "arrival" not in scene:
        position["turn"] = rng.randrange(len(seats))
    on = {seat["pawn"]: number for number, seat in enumerate(seats)}
    shifting = [on[space] for space in ("order", "queen") if space in on]
    if len(seats) == 2 or (scene != "shift" and rng.random() < 0.5):
        shifting = []
    if shifting and rng.random() < 0.3:
        shifting = [rng.choice(shifting)]
    if shifting and scene == "shift" and rng.random() < 0.5:  # late enough in the round
        position["turn"] = position["order"][-1]
    position["changes"] = shifting
    asks = ["act", "act", "act", "loans", "loans", "over", "over"]
    if "arrival" in scene:
        asks = ["shut", "shut", "shut", "congress", "congress", "virtual", "virtual"]
    elif scene == "stuck":
        asks = ["act", "over", "loans"]
    elif scene == "shift":
        asks = ["order", "order", "act", "loans", "over"]
    word = rng.choice(asks)
    if word == "order" and shifting:
        position["turn"] = shifting[0]
    if word == "congress":
        word = f"congress.{rng.randrange(len(seats))}"
    if word == "virtual":
        word = f"virtual.{rng.randrange(2)}.{rng.choice([1, 1, 2, 3, 5, 20, 44])}"
    position["asks"] = word


def level_points(rng, position):
    """Scores with which several have the same points in the end (F16, F17)."""
    points = final_points(position)
    for number, total in enumerate(points):
        missing = max(points) - total - (rng.random() < 0.2)
        if missing > 0 and number < len(position["seats"]):
            position["seats"][number]["score"] += missing
        elif missing > 0:
            position["virtual"] += missing
