"""Positions to try the rules on, from a seeded ``random.Random``: played ones and made-up ones.

Made-up ones keep the notation's rules and are drawn scene by scene. Random play hardly ever meets
full supplies, a Chance Meeting without markers, or a second period with hardly a deck.
"""

from tests.games.amber import oracle
from tests.games.amber.oracle.checks import has_acted
from tests.games.amber.oracle.choices import all_moves
from tests.games.amber.oracle.facts import (
    ACES,
    AREAS,
    CARDS,
    PAWNS,
    PROBLEMS,
    in_problem_order,
    is_crown,
    reserve,
    seats_before,
    seats_in_order,
)
from tests.games.amber.oracle.notation import STEPS, format_position, parse
from tests.games.amber.oracle.rules import after_move

SCENES = [
    *("any", "any", "full", "full", "no supply", "no supply", "nothing on areas", "poor", "last"),
    *("last", "nothing solved", "few left", "few left", "level", "level", "crowns", "crowns"),
    *("useless", "useless"),
]
DECISIONS = [step for step in STEPS if step != "over"]


def draw_options(rng):
    """Some options, and at most one goal."""
    goals = [word for word in oracle.OPTIONS if word.startswith("goal")]
    others = [word for word in oracle.OPTIONS if word not in goals and rng.random() < 0.5]
    return frozenset([*others, *rng.sample(goals, rng.choice([0, 1]))])


def walk(rng, start, options):
    """One random game: pairs of a position and the move that led to it (None: the start)."""
    position, move = parse(start, options), None
    while True:
        yield format_position(position), move
        moves = all_moves(position, options)
        if not moves:
            return
        eager = [move for move in moves if not move.startswith(("pass", "CHA:-"))]
        move = rng.choice(eager if eager and rng.random() < 0.7 else moves)
        position = after_move(position, move, options)


def made_up(rng, options, players):
    """A position drawn without playing."""
    while True:
        text = format_position(draw(rng, options, players, rng.choice(SCENES)))
        if oracle.refusal(text, options) is None:
            return text


def draw(rng, options, players, scene):
    count = max(2, players)
    later_period = {"nothing solved": 0.9, "few left": 1, "full": 0.7}.get(scene, 0.4)
    most = 8 if "barbarians_8" in options else 6
    position = {
        "places": [*rng.sample([area for area in AREAS if area != "BOR"], 6), "BOR"],
        "confidant": rng.choice([None, *AREAS, *AREAS]),
        "dummy": players == 1,
        "period": 2 if rng.random() < later_period else 1,
        "round": 7 if scene == "last" or rng.random() < 0.2 else rng.randint(1, 7),
        "power": rng.choice([0, rng.randint(0, most), most]),
        "first": rng.randrange(count),
        "solver": None if scene == "nothing solved" else rng.choice([None, *range(count)]),
        "turn": 1 if players == 1 and rng.random() < 0.6 else rng.randrange(count),
        "step": draw_step(rng, scene, players),
        "deck_hidden": False,
    }
    if scene in ("last", "few left") and rng.random() < 0.6:  # the round may end with this
        position["turn"] = seats_in_order({**position, "seats": range(count)})[-1]
    if scene == "level":
        position["power"] = rng.randint(0, 3)
    pawns = rng.sample(list(PAWNS), count)
    position["seats"] = [{"pawn": pawn, "hidden": False, "dummy": False} for pawn in pawns]
    position["seats"][1]["dummy"] = position["dummy"]
    draw_markers(rng, position, scene)
    draw_cards(rng, position)
    draw_problems(rng, position, scene)
    draw_claims(rng, position)
    draw_chance(rng, position)
    if position["step"] == "over":
        position.update(turn=None, later=None)
    return position


def draw_step(rng, scene, players):
    if players == 1 and scene in ("any", "useless", "no supply", "crowns"):  # the dummy's choices
        return rng.choice(["act", "act", "act", "solve", "solve", "act+PEN", "solve+PEN"])
    if scene in ("last", "few left"):
        return rng.choice(["declare", "declare", "solve", "solve+CHA", "solve+CAV", "over"])
    if scene == "nothing on areas":
        return rng.choice(["act", "act", "act", "solve", "act+PEN", "solve+PEN"])
    if scene == "level":
        return rng.choice(["over", "over", "declare", "declare"])
    return rng.choice([*DECISIONS, "act", "act", "declare", "declare", "solve", "solve", "over"])


def draw_markers(rng, position, scene):
    position["markers"] = {area: [0] * len(position["seats"]) for area in position["places"]}
    for seat, own in enumerate(position["seats"]):
        own["gold"] = rng.choice([0, 0, 1]) if scene == "poor" else rng.randint(0, 4)
        own["supply"] = rng.choice([0, 1, rng.randint(0, 10), rng.randint(0, 10)])
        if scene == "full":
            own["supply"] = rng.choice([8, 9, 10, 10])
        if scene == "useless":
            own["gold"] = rng.choice([0, 0, 4])
        if scene == "no supply" or (scene == "crowns" and rng.random() < 0.5):
            own["supply"] = 0
        most = reserve(position, seat)
        total = rng.choice([0, 1, 2, most, most, rng.randint(0, most), rng.randint(0, most)])
        if scene == "useless":
            total = most
        if scene == "nothing on areas" and rng.random() < 0.7:
            total = 0
        wide = rng.sample(position["places"], rng.choice([1, 2, 3, 7]))
        if scene == "level" or rng.random() < 0.15:
            wide = ["BOR"]
            total = min(most, rng.choice([3, 3, 3, 4, most]))
        for _ in range(total):
            position["markers"][rng.choice(wide)][seat] += 1


def draw_cards(rng, position):
    for seat, own in enumerate(position["seats"]):
        cards = rng.sample(list(ACES + own["pawn"]), 7)
        left = 8 - position["round"] - has_acted(position, seat)
        own["hand"], played = cards[:left], cards[left:]
        own["last"] = played[0] if played else None
        if not own["dummy"]:
            own["hand"].sort(key=CARDS.index)


def draw_problems(rng, position, scene):
    seats = position["seats"]
    pool = rng.sample(PROBLEMS, len(PROBLEMS))
    if scene == "crowns":  # rather in the row than in the deck
        pool.sort(key=lambda card: is_crown(card) and rng.random() < 0.8)
    if position["period"] == 1:
        in_deck = 24 - len(seats) * position["round"]
    else:
        few = scene == "few left" or rng.random() < 0.2
        in_deck = rng.choice([0, 1, 2, 3]) if few else rng.randint(0, 20)
    position["deck"], pool = pool[:in_deck], pool[in_deck:]
    in_row = min(len(pool), rng.choice([0, 1, len(seats), len(seats)]))
    if position["step"] == "over":
        in_row = 0
    position["row"] = [{"card": pool.pop(), "claims": [], "award": None} for _ in range(in_row)]
    for own in seats:
        own["kept"] = []
    if scene == "level":
        keep_alike(rng, seats, pool)
    likely = 0 if scene == "level" else rng.choice([0, 0.3, 0.9])
    for card in list(pool):
        if not is_crown(card) and position["solver"] is not None and rng.random() < likely:
            pool.remove(card)
            rng.choice(seats)["kept"].append(card)
    for own in seats:
        own["kept"] = in_problem_order(own["kept"])
    if any(own["kept"] for own in seats) and position["solver"] is None:
        position["solver"] = rng.randrange(len(seats))
    position["discard"] = in_problem_order(pool)


def keep_alike(rng, seats, pool):
    """Give every seat Problems of the same numbers."""
    for number in "234589":
        alike = [card for card in pool if card[0] == number]
        if len(alike) >= len(seats) and rng.random() < 0.5:
            for own, card in zip(seats, alike, strict=False):
                own["kept"].append(card)
                pool.remove(card)


def draw_claims(rng, position):
    row, turn = position["row"], position["turn"]
    if position["step"] == "declare" and row:
        for seat in seats_before(position, turn):
            if rng.random() < 0.8:
                rng.choice(row[:2])["claims"].append(seat)
    if position["step"].startswith("solve"):
        following = [
            seat for seat in seats_in_order(position) if seat not in seats_before(position, turn)
        ]
        if position["step"] == "solve":
            wanting = [turn, *(seat for seat in following[1:] if rng.random() < 0.6)]
        else:
            wanting = [seat for seat in following[1:] if rng.random() < 0.5]
        for entry, seat in zip(rng.sample(row, len(row)), wanting, strict=False):
            entry["award"] = seat


def draw_chance(rng, position):
    position["coins"] = position["later"] = None
    alone = position["dummy"]
    if alone:
        position["coins"] = draw_coins(rng)
    if position["period"] == 1 and rng.random() < 0.6:
        order = rng.sample(PROBLEMS, len(PROBLEMS))
        pile = "".join(rng.sample(ACES + position["seats"][1]["pawn"], 7)) if alone else None
        coins = draw_coins(rng) if alone else None
        position["later"] = {"order": order, "coins": coins, "pile": pile}


def draw_coins(rng):
    return "".join(rng.choice("01") for _ in range(9))
