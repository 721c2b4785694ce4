"""Positions to try rules on, from a seeded ``random.Random``: real ones and far-fetched ones.

Everything here is text, and every position keeps the notation's rules about what a position is.
Far-fetched ones are drawn style by style, because the corners (an empty supply, a ban that bites,
the last card of the game) are hardly ever met by playing at random.
"""

import itertools

from tests.games import damage, oracle
from tests.games.oracle.notation import FACTIONS, FULL_HAND, MAPS, format_position, without
from tests.games.oracle.rules import after_move, all_moves, ways_to_play

PROVINCE_IDS = ["XXX", "AXA", "XAX", "LRM", "RLM", "KTT", "PAS", "LXR", "BBB", "ZZZ", "ONE", "TWO"]
HELP_CARDS = {1: "RL", 2: "RM", 3: "LM"}


def game_map(rng):
    """A connected map with ids that look like other parts of the notation; as in ``MAPS``."""
    order = rng.sample(PROVINCE_IDS, 8)
    tree = {(rng.choice(order[:n]), order[n]) for n in range(1, 8)}
    more = {pair for pair in itertools.combinations(order, 2) if rng.random() < 0.15}
    rng.shuffle(order)
    return {
        "provinces": order,
        "home": dict(zip(FACTIONS, rng.sample(order, 3), strict=True)),
        "borders": " ".join("-".join(pair) for pair in sorted(tree | more)),
    }


def toml(one_map):
    """The text of a map file with each border told from one side."""
    lines = ['name = "drawn"', 'title = "Drawn by lot"']
    for province in one_map["provinces"]:
        lines += ["[[province]]", f'id = "{province}"', f'name = "Province {province}"']
        lines += [f'home = "{f}"' for f, home in one_map["home"].items() if home == province]
        pairs = [pair.split("-") for pair in one_map["borders"].split()]
        lines += [f"borders = {[other for one, other in pairs if one == province]}"]
    return "\n".join(lines)


def fresh(rng, players, game_map):
    """A setup after S2 to S5."""
    cards = rng.sample([1, 2, 3, 4] if players == 4 else [1, 2, 3], players)
    seats = []
    for seat, number in enumerate(cards):
        pair = HELP_CARDS[number if number != 4 else cards[(seat + 1) % 4]]
        seats.append({"followers": {faction: pair.count(faction) for faction in FACTIONS}})
    bag = list(FACTIONS * (16 if players == 2 else 18))
    for seat in seats:
        seat.update(hand=FULL_HAND, cards=8, top=None)
        for faction in FACTIONS:
            take(bag, faction, seat["followers"][faction])
    home_of = {home: faction for faction, home in MAPS[game_map]["home"].items()}
    board = {}
    for province in MAPS[game_map]["provinces"]:
        own = take(bag, home_of[province], 2) if province in home_of else []
        board[province] = own
    rng.shuffle(bag)
    for followers in board.values():
        followers += [bag.pop() for _ in range(4 - len(followers))]
    position = {
        "board": {
            province: {faction: followers.count(faction) for faction in FACTIONS}
            for province, followers in board.items()
        },
        "control": {},
        "queue": rng.sample(MAPS[game_map]["provinces"], 8),
        "kings": set(),
        "seats": seats,
        "turn": cards.index(min(cards)),
        "passes": 0,
        "recency": [],
        "exchange": None,
    }
    return format_position(position, game_map)


def take(bag, faction, count):
    for _ in range(count):
        bag.remove(faction)
    return [faction] * count


def walk(rng, start, game_map, pass_rate):
    """One random game: pairs of a position and the move that led to it (None: the start)."""
    position = oracle.parse(start, game_map)
    move = None
    while True:
        yield format_position(position, game_map), move
        moves = all_moves(position, game_map)
        if not moves:
            return
        by_card = {card: [move for move in moves if move[0] == card] for card in FULL_HAND}
        by_card = [sorted(group) for group in by_card.values() if group]
        passing = not by_card or rng.random() < pass_rate
        move = "pass" if passing else rng.choice(rng.choice(by_card))
        position = after_move(position, moves[move])


def far_fetched(rng, game_map):
    """A position drawn without playing."""
    players = rng.choice([2, 2, 3, 3, 4, 4])
    position = {"turn": rng.randrange(players), "passes": rng.randrange(players)}
    hands = draw_hands(rng, players, position["turn"])
    position["seats"] = [
        {"hand": hand, "cards": len(hand), "top": draw_top(rng, hand)} for hand in hands
    ]
    position["recency"] = [seat for seat in range(players) if len(hands[seat]) < 8]
    rng.shuffle(position["recency"])
    draw_queue(rng, position, game_map)
    draw_followers(rng, position, game_map)
    position["exchange"] = draw_exchange(rng, position, game_map)
    return format_position(position, game_map)


def draw_hands(rng, players, mover):
    style = rng.choice(["any", "any", "few", "one left", "ban", "full", "few kinds", "idle"])
    if style == "one left":
        holder = mover if rng.random() < 0.9 else rng.randrange(players)
        return [rng.choice(FULL_HAND) if seat == holder else "" for seat in range(players)]
    if style == "ban":  # who moves can exchange, and so could those who may have moved before
        others = [rng.choice(["", "K", "TT", "RLM", "KTTRLM"]) for _ in range(players)]
        others[mover] = rng.choice(["1", "2", "12", "12"])
        return others
    if style == "few kinds":
        kinds = rng.choice(["12", "2", "1", "RLM", "T", "K", "KT", "12R"])
        return ["".join(c for c in FULL_HAND if c in kinds) for _ in range(players)]
    if style == "idle":  # hardly anybody has played a card, so nobody may have broken a tie
        return [rng.choice([FULL_HAND, FULL_HAND, FULL_HAND, "T"]) for _ in range(players)]
    hands = []
    for _ in range(players):
        size = {"any": rng.randrange(9), "few": rng.randrange(3), "full": rng.choice([7, 8])}[style]
        places = sorted(rng.sample(range(8), size))
        hands.append("".join(FULL_HAND[place] for place in places))
    return hands


def draw_top(rng, hand):
    played = without(FULL_HAND, hand)
    exchanges = [card for card in played if card in "12"]
    if exchanges and rng.random() < 0.6:
        return rng.choice(exchanges)
    return rng.choice(played) if played else None


def draw_queue(rng, position, game_map):
    """Tiles, who controls the resolved ones (the British often), and the King markers."""
    queue = rng.sample(MAPS[game_map]["provinces"], 8)
    resolved = rng.choice([0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 8])
    letters = rng.choice(["RLMB", "RLMB", "RLMBBB", "RLM", "RB", "LMB"])
    controllers = [rng.choice(letters) for _ in range(resolved)]
    if controllers.count("B") > 4 or (controllers.count("B") == 4 and rng.random() < 0.5):
        spare = [place for place, letter in enumerate(controllers) if letter == "B"][3:]
        for place in spare:
            controllers[place] = rng.choice(FACTIONS)
    position["queue"] = queue
    position["control"] = dict(zip(queue, controllers, strict=False))
    kings = sum("K" not in seat["hand"] for seat in position["seats"])
    position["kings"] = set(rng.sample(queue, rng.choice([0, kings, rng.randint(0, kings)])))


def draw_followers(rng, position, game_map):
    players = len(position["seats"])
    left = dict.fromkeys(FACTIONS, 16 if players == 2 else 18)
    alike = rng.random() < 0.4  # seats with the same followers, so that they tie
    same = [rng.choice(FACTIONS) for _ in range(10)]
    for seat in position["seats"]:
        seat["followers"] = dict.fromkeys(FACTIONS, 0)
        most = 2 + 8 - seat["cards"]
        few = rng.random() < 0.2
        for place in range(rng.randint(0, most) if few else most):
            faction = same[place] if alike else rng.choice(FACTIONS)
            if left[faction]:
                left[faction] -= 1
                seat["followers"][faction] += 1
    draw_board(rng, position, left, game_map)


def draw_board(rng, position, left, game_map):
    every = MAPS[game_map]["provinces"]
    position["board"] = {province: dict.fromkeys(FACTIONS, 0) for province in every}
    free = [province for province in every if province not in position["control"]]
    if not free:
        return
    style = rng.choice(["any", "any", "any", "alike", "few", "singles", "pair"])
    if style == "pair":  # two against one, so that one ban can leave no full exchange
        one, other = rng.choice(MAPS[game_map]["borders"].split()).split("-")
        crowded = rng.choice([(one, one, other), (one, other, other)])
    elif style == "singles":
        crowded = rng.sample(free, rng.randint(1, len(free)))
    if style in ("pair", "singles"):
        for province in crowded:
            faction = rng.choice(FACTIONS)
            if province in free and left[faction]:
                left[faction] -= 1
                position["board"][province][faction] += 1
        return
    crowded = rng.sample(free, rng.randint(1, len(free)))
    only = rng.choice(FACTIONS)
    for faction in FACTIONS:
        amount = draw_amount(rng, left[faction])
        if style == "alike" and faction != only:
            amount = 0
        if style == "few":
            amount = min(amount, rng.randrange(3))
        for _ in range(amount):
            position["board"][rng.choice(crowded)][faction] += 1


def draw_amount(rng, most):
    """Of a faction's followers left: none, few, some, all but few (a small supply), all."""
    few = min(rng.randint(0, 3), most)
    return rng.choice([0, few, rng.randint(0, most), most - few, most])


def draw_exchange(rng, position, game_map):
    """None, or an exchange of the newest top card; often the one whose reverse is possible now."""
    newest = position["recency"][:1]
    card = position["seats"][newest[0]]["top"] if newest else None
    if card not in ("1", "2") or rng.random() < 0.1:
        return None
    position["exchange"] = None
    actions = {action for _, action, *_ in ways_to_play(position, card, game_map).values()}
    if actions != {"-"} and rng.random() < 0.8:
        return f"{card}:{reverse(rng.choice(sorted(actions)))}"
    order = MAPS[game_map]["provinces"]
    borders = [tuple(pair.split("-")) for pair in MAPS[game_map]["borders"].split()]
    one, other = rng.choice(borders if card == "2" else list(itertools.combinations(order, 2)))
    if card == "2" and rng.random() < 0.6:
        given = "".join(sorted(rng.choices(FACTIONS, k=2), key=FACTIONS.index))
        one, other = rng.sample([one, other], 2)
    else:
        given = rng.choice(FACTIONS)
        one, other = sorted([one, other], key=order.index)
    return f"{card}:{given}@{one}~{rng.choice(FACTIONS)}@{other}"


def reverse(action):
    """The exchange that an exchange would undo."""
    (given, source), (taken, target) = (side.split("@") for side in action.split("~"))
    if len(given) == 1:
        return f"{taken}@{source}~{given}@{target}"
    return f"{given}@{target}~{taken}@{source}"


# --- texts that are nearly right -------------------------------------------------------------

LETTERS = "RLMBKT12?-=.*/|,>~:@x+ 0345678SUAYNQé"


def damaged(rng, text):
    """A text with one small thing wrong, or with luck still right."""
    return damage.damaged(rng, text, LETTERS, [colonize, crown])


def colonize(rng, text):
    """Some controlled provinces, or all of them, given to the British."""
    left_alone = rng.choice(["", FACTIONS[rng.randrange(3)]])
    return "".join(
        "B" if before == "=" and letter != left_alone else letter
        for before, letter in zip(" " + text, text, strict=False)
    )


def crown(rng, text):
    """One King marker more."""
    tiles = text.split(",")
    place = rng.randrange(len(tiles) - 1) if len(tiles) > 1 else 0
    return ",".join([*tiles[:place], tiles[place] + "*", *tiles[place + 1 :]])


def tempting(position_text, game_map):
    """Moves one could wrongly think legal: no action, the last exchange undone, half a 2 vs 1.

    For every card of the hand, with every follower to take, there or not.
    """
    position = oracle.parse(position_text, game_map)
    order = MAPS[game_map]["provinces"]
    undo = reverse(position["exchange"][2:]) if position["exchange"] else "-"
    pairs = [sorted(b.split("-"), key=order.index) for b in MAPS[game_map]["borders"].split()]
    halves = [
        f"{one}@{source}~{other}@{target}"
        for source, target in pairs
        for one, other in itertools.product(FACTIONS, repeat=2)
    ]
    takes = ["-"] + [f"{faction}@{province}" for province in order for faction in FACTIONS]
    for card in sorted(set(position["seats"][position["turn"]]["hand"])):
        for action in ["-", *([undo, *halves] if card in "12" else [])]:
            for taken in takes if action in ("-", undo) else takes[:2]:
                yield f"{card}:{action}x{taken}"


def untidy(rng, move):
    """The same move as a careless person may type it: any case, parts in any order."""
    text = move
    if move != "pass":
        card, rest = move.split(":")
        action, _, follower = rest.rpartition("x")
        for separator in "+~":
            parts = action.split(separator)
            rng.shuffle(parts)
            action = separator.join(parts)
        if card == "2":
            sides = [side.partition("@") for side in action.split("~")]
            action = "~".join("".join(rng.sample(f, len(f))) + at + p for f, at, p in sides)
        text = f"{card}:{action}x{follower}"
    return rng.choice([text, text.lower(), text.upper(), text.swapcase()])
