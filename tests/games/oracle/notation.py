"""The oracle's reading of positions: text to dict and back.

A follower is counted under the letter of its faction; ``control`` holds resolved provinces only.
"""

import itertools
import re

from tests.games.refusal import demand

FACTIONS = "RLM"
FULL_HAND = "KTT12RLM"

# S1, typed in from the tables of the decisions: provinces in order, homes, borders.
MAPS = {
    "siam": {
        "provinces": ["LAN", "LUA", "SUK", "KHO", "AYU", "NAK", "PAT", "KED"],
        "home": {"R": "AYU", "L": "LUA", "M": "KED"},
        "borders": "LAN-LUA LAN-SUK LUA-SUK LUA-KHO SUK-KHO SUK-AYU KHO-AYU AYU-NAK NAK-PAT "
        "NAK-KED PAT-KED",
    },
    "albion": {
        "provinces": ["MOR", "STR", "LAN", "NOR", "GWY", "WAR", "ESS", "DEV"],
        "home": {"R": "ESS", "L": "MOR", "M": "GWY"},
        "borders": "MOR-STR STR-LAN STR-NOR LAN-NOR LAN-GWY LAN-WAR NOR-WAR NOR-ESS GWY-WAR "
        "GWY-DEV WAR-ESS WAR-DEV ESS-DEV",
    },
}


# --- the map ---------------------------------------------------------------------------------


def provinces(game_map):
    return MAPS[game_map]["provinces"]


def adjacent(game_map, one, other):
    borders = MAPS[game_map]["borders"].split()
    return f"{one}-{other}" in borders or f"{other}-{one}" in borders


def supply(position):
    """What is on no province and with no seat (S2: 16 of a faction with two seats, else 18)."""
    all_there_are = 16 if len(position["seats"]) == 2 else 18
    return {
        faction: all_there_are
        - sum(counts[faction] for counts in position["board"].values())
        - sum(seat["followers"][faction] for seat in position["seats"])
        for faction in FACTIONS
    }


# --- text to position ------------------------------------------------------------------------


def parse(text, game_map):
    """Read a position or a view; everything on the notation's refusal list is refused."""
    fields = text.split(" ")
    demand(len(fields) == 7, "not seven fields")
    board, queue, seats, turn, passes, recency, exchange = fields
    position = {}
    parse_board(position, board, game_map)
    parse_queue(position, queue, game_map)
    position["seats"] = [parse_seat(seat) for seat in seats.split("|")]
    count = len(position["seats"])
    demand(2 <= count <= 4, "seats: not 2 to 4")
    demand(re.fullmatch("[0-3]", turn) and int(turn) < count, "turn: no such seat")
    demand(re.fullmatch("[0-3]", passes) and int(passes) < count, "passes: as many as seats")
    position["turn"] = int(turn)
    position["passes"] = int(passes)
    parse_recency(position, recency)
    parse_exchange(position, exchange, game_map)
    played = sum(most_kings_played(seat) for seat in position["seats"])
    demand(len(position["kings"]) <= played, "queue: more King markers than Maharachas played")
    for faction in FACTIONS:
        demand(supply(position)[faction] >= 0, f"more followers of {faction} than exist")
    return position


def parse_followers(text):
    """``R1M2`` as counts by faction: letters in order, no zero written, ``-`` for none."""
    found = re.fullmatch("(?:R([1-9][0-9]?))?(?:L([1-9][0-9]?))?(?:M([1-9][0-9]?))?", text)
    demand(text == "-" or (text and found), f"followers: {text!r}")
    if text == "-":
        return dict.fromkeys(FACTIONS, 0)
    return {faction: int(n or 0) for faction, n in zip(FACTIONS, found.groups(), strict=True)}


def parse_board(position, text, game_map):
    cells = text.split("/")
    demand(len(cells) == 8, "board: not eight provinces")
    position["control"] = {}
    position["board"] = {}
    for province, cell in zip(provinces(game_map), cells, strict=True):
        if cell in ("=R", "=L", "=M", "=B"):
            position["control"][province] = cell[1]
            cell = "-"  # noqa: PLW2901 - what a controlled province holds
        position["board"][province] = parse_followers(cell)
    demand(list(position["control"].values()).count("B") <= 4, "board: more than 4 British")


def parse_queue(position, text, game_map):
    tiles = text.split(",")
    position["queue"] = [tile.removesuffix("*") for tile in tiles]
    position["kings"] = {tile.removesuffix("*") for tile in tiles if tile.endswith("*")}
    demand(sorted(position["queue"]) == sorted(provinces(game_map)), "queue: no permutation")
    resolved = position["queue"][: len(position["control"])]
    demand(set(resolved) == set(position["control"]), "queue: the resolved are not its head")


def parse_seat(text):
    parts = text.split(".")
    demand(len(parts) == 3, f"seat: {text!r} is not hand.followers.top")
    hand, followers, top = parts
    if re.fullmatch("[?][0-8]", hand):
        seat = {"hand": None, "cards": int(hand[1])}
        played = FULL_HAND
    else:
        cards = "" if hand == "-" else hand
        demand(hand and is_part_of_hand(cards), f"hand: {hand!r}")
        seat = {"hand": cards, "cards": len(cards)}
        played = without(FULL_HAND, cards)
    seat["followers"] = parse_followers(followers)
    seat["top"] = None if top == "-" else top
    if seat["cards"] == 8:
        demand(top == "-", "seat: a top card with a full hand")
    else:
        demand(len(top) == 1 and top in played, "seat: no top card it can have played")
    total = sum(seat["followers"].values())
    demand(total <= 2 + 8 - seat["cards"], "seat: more followers than 2 + its played cards")
    return seat


def is_part_of_hand(cards):
    """Whether some choice of the full hand's cards, left in order, reads like this."""
    return any(cards == "".join(choice) for choice in itertools.combinations(FULL_HAND, len(cards)))


def without(cards, gone):
    for card in gone:
        cards = cards.replace(card, "", 1)
    return cards


def most_kings_played(seat):
    """1 if the seat has, or for all a hidden hand says may have, played its Maharacha."""
    if seat["hand"] is not None:
        return 0 if "K" in seat["hand"] else 1
    if seat["cards"] == 7:
        return 1 if seat["top"] == "K" else 0
    return 0 if seat["cards"] == 8 else 1


def parse_recency(position, text):
    order = [] if text == "-" else text.split(">")
    count = len(position["seats"])
    demand(all(re.fullmatch("[0-3]", seat) for seat in order), "recency: not seats")
    order = [int(seat) for seat in order]
    demand(all(seat < count for seat in order), "recency: no such seat")
    demand(len(set(order)) == len(order), "recency: repeated")
    players = {seat for seat in range(count) if position["seats"][seat]["cards"] < 8}
    demand(set(order) == players, "recency: not exactly who has played a card")
    position["recency"] = order


def parse_exchange(position, text, game_map):
    position["exchange"] = None if text == "-" else text
    if text == "-":
        return
    found = re.fullmatch("([12]):([RLM]{1,2})@([A-Z]{3})~([RLM])@([A-Z]{3})", text)
    demand(found, f"exchange: {text!r}")
    card, given, source, _, target = found.groups()
    order = provinces(game_map)
    demand(source in order and target in order, "exchange: no such province")
    demand(source != target, "exchange: within one province")
    if len(given) == 1:
        demand(order.index(source) < order.index(target), "exchange: not in map order")
    else:
        demand(card == "2", "exchange: a 1 vs 1 gives one")
        demand(given in two_of_each_kind(), "exchange: factions not in order")
    # That nobody can have carried it out (2 vs 1 between provinces far apart) is no refusal listed.
    newest = position["recency"][:1]
    demand(newest, "exchange: nobody has played")
    demand(position["seats"][newest[0]]["top"] == card, "exchange: not of the newest top card")


def two_of_each_kind():
    return ["".join(pair) for pair in itertools.combinations_with_replacement(FACTIONS, 2)]


# --- position to text ------------------------------------------------------------------------


def format_position(position, game_map):
    board = "/".join(
        "=" + position["control"][province]
        if province in position["control"]
        else format_followers(position["board"][province])
        for province in provinces(game_map)
    )
    queue = ",".join(
        tile + ("*" if tile in position["kings"] else "") for tile in position["queue"]
    )
    seats = "|".join(
        f"{format_hand(seat)}.{format_followers(seat['followers'])}.{seat['top'] or '-'}"
        for seat in position["seats"]
    )
    recency = ">".join(str(seat) for seat in position["recency"]) or "-"
    turn, passes = position["turn"], position["passes"]
    return f"{board} {queue} {seats} {turn} {passes} {recency} {position['exchange'] or '-'}"


def format_followers(counts):
    return "".join(f"{f}{counts[f]}" for f in FACTIONS if counts[f]) or "-"


def format_hand(seat):
    return f"?{seat['cards']}" if seat["hand"] is None else seat["hand"] or "-"
