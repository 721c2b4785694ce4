"""The oracle's rules: every imaginable action is tried, and what the decisions allow is kept."""

import copy
import itertools
import re

from tests.games.oracle.notation import (
    FACTIONS,
    MAPS,
    adjacent,
    provinces,
    supply,
    two_of_each_kind,
)
from tests.games.refusal import demand


def is_colony(position):
    return list(position["control"].values()).count("B") >= 4


def is_over(position):
    return is_colony(position) or len(position["control"]) == 8


def resolve_struggle(position):
    """End the struggle for the contested province (S16)."""
    contested = position["queue"][len(position["control"])]
    counts = position["board"][contested]
    most = max(counts.values())
    leaders = [faction for faction in FACTIONS if counts[faction] == most]
    position["control"][contested] = leaders[0] if len(leaders) == 1 else "B"
    position["board"][contested] = dict.fromkeys(FACTIONS, 0)


def rank_factions(position):
    """First and following factions by provinces, then by who won one last (S18)."""
    won = [position["control"][tile] for tile in position["queue"][: len(position["control"])]]
    ranked = [faction for faction in FACTIONS if faction in won]

    def strength(faction):
        return (won.count(faction), max(i for i, w in enumerate(won) if w == faction))

    return sorted(ranked, key=strength, reverse=True)


def winners(position):
    """The winning seats of a game that is over, ascending."""
    count = len(position["seats"])
    seats = list(range(count))
    if is_colony(position):
        groups = [[0, 2], [1, 3]] if count == 4 else [[seat] for seat in seats]
        return colony_winners(position, groups)
    for faction in rank_factions(position)[:2]:
        owned = {seat: position["seats"][seat]["followers"][faction] for seat in seats}
        seats = [seat for seat in seats if owned[seat] == max(owned.values())]
    for later in position["recency"]:  # newest first: each in turn drops out, while two are tied
        if later in seats and len(seats) > 1:
            seats.remove(later)
    if count == 4:
        seats = sorted({s for seat in seats for s in (seat, (seat + 2) % 4)})
    return seats


def colony_winners(position, groups):
    def sets(group):
        return min(
            sum(position["seats"][seat]["followers"][faction] for seat in group)
            for faction in FACTIONS
        )

    best = max(sets(group) for group in groups)
    tied = [group for group in groups if sets(group) == best]
    if len(tied) > 1:
        for newest in position["recency"]:
            if any(newest in group for group in tied):
                return next(group for group in tied if newest in group)
    return sorted(seat for group in tied for seat in group)


def result_of(position):
    if not is_over(position):
        return None
    first = "colony" if is_colony(position) else "faction " + rank_factions(position)[0]
    return f"{first} seats {','.join(str(seat) for seat in winners(position))}"


# --- cards: every execution there is, as (action text, position after it) -----------------------


def with_followers_moved(position, *moves):
    """A copy with one follower added to (+1) or gone from (-1) a province for each move."""
    after = copy.copy(position)
    after["board"] = {province: dict(counts) for province, counts in position["board"].items()}
    for faction, province, change in moves:
        after["board"][province][faction] += change
    return after


def executions(position, card, game_map):
    """All legal executions: the full ones, or else the partial ones, or else none (S10)."""
    if card == "K":
        full, partial = maharacha(position, game_map), []
    elif card == "T":
        full, partial = khon_thai(position, game_map), []
    elif card == "1":
        full, partial = one_for_one(position, "1", game_map), []
    elif card == "2":
        full = two_for_one(position, game_map)
        partial = one_for_one(position, "2", game_map)
    else:
        full, partial = faction_card(position, card, game_map), []
    return full or partial or [("-", position)]


def maharacha(position, game_map):
    found = []
    for one, other in itertools.combinations(provinces(game_map), 2):
        if any(tile in position["control"] or tile in position["kings"] for tile in (one, other)):
            continue
        for marked in (one, other):
            after = copy.copy(position)
            exchanged = {one: other, other: one}
            after["queue"] = [exchanged.get(tile, tile) for tile in position["queue"]]
            after["kings"] = position["kings"] | {marked}
            text = "~".join(tile + ("*" if tile == marked else "") for tile in (one, other))
            found.append((text, after))
    return found


def open_provinces(position, game_map):
    return [p for p in provinces(game_map) if p not in position["control"]]


def khon_thai(position, game_map):
    factions = [faction for faction in FACTIONS if supply(position)[faction] > 0]
    if not factions:
        return []
    found = []
    for targets in itertools.product(open_provinces(position, game_map), repeat=len(factions)):
        pairs = list(zip(factions, targets, strict=True))
        text = "+".join(f"{faction}@{province}" for faction, province in pairs)
        found.append((text, with_followers_moved(position, *((f, p, +1) for f, p in pairs))))
    return found


def faction_card(position, faction, game_map):
    amount = min(2, supply(position)[faction])
    home = MAPS[game_map]["home"][faction]
    control = position["control"]
    bases = [province for province in control if control[province] == faction]
    if home not in control:
        bases.append(home)
    targets = [
        province
        for province in open_provinces(position, game_map)
        if any(adjacent(game_map, base, province) for base in bases)
    ]
    if not amount:
        return []
    return [
        ("+".join(chosen), with_followers_moved(position, *((faction, p, +1) for p in chosen)))
        for chosen in itertools.combinations_with_replacement(targets, amount)
    ]


def one_for_one(position, card, game_map):
    """Exchanges of a 1 vs 1, or the partial ones of a 2 vs 1 (adjacent only)."""
    banned = None
    if position["exchange"]:
        last, given, source, taken, target = re.split("[:@~]", position["exchange"])
        if last == card and len(given) == 1:
            banned = f"{taken}@{source}~{given}@{target}"
    found = []
    for source, target in itertools.combinations(provinces(game_map), 2):
        if card == "2" and not adjacent(game_map, source, target):
            continue
        for given, taken in itertools.product(FACTIONS, repeat=2):
            text = f"{given}@{source}~{taken}@{target}"
            there = position["board"][source][given] and position["board"][target][taken]
            if there and text != banned:
                found.append((text, exchanged(position, given, source, taken, target)))
    return found


def two_for_one(position, game_map):
    banned = None
    if position["exchange"]:
        last, given, source, taken, target = re.split("[:@~]", position["exchange"])
        if last == "2" and len(given) == 2:
            banned = f"{given}@{target}~{taken}@{source}"
    found = []
    for source, target in itertools.permutations(provinces(game_map), 2):
        if not adjacent(game_map, source, target):
            continue
        for given, taken in itertools.product(two_of_each_kind(), FACTIONS):
            text = f"{given}@{source}~{taken}@{target}"
            there = position["board"][target][taken] and all(
                position["board"][source][faction] >= given.count(faction) for faction in given
            )
            if there and text != banned:
                found.append((text, exchanged(position, given, source, taken, target)))
    return found


def exchanged(position, given, source, taken, target):
    gone = [(faction, source, -1) for faction in given] + [(taken, target, -1)]
    come = [(faction, target, +1) for faction in given] + [(taken, source, +1)]
    return with_followers_moved(position, *gone, *come)


# --- moves -----------------------------------------------------------------------------------


def ways_to_play(position, card, game_map):
    """Every way to play a card now, as {move text: what carry_out needs}; S15 not yet asked."""
    found = {}
    for action, acted in executions(position, card, game_map):
        followers = [
            (faction, province)
            for province in provinces(game_map)
            for faction in FACTIONS
            if acted["board"][province][faction]
        ]
        for follower in followers or [None]:
            taken = "@".join(follower) if follower else "-"
            found[f"{card}:{action}x{taken}"] = (card, action, acted, follower)
    return found


def carry_out(position, card, action, acted, follower):
    """The position after a card whose action has led to ``acted`` and the follower taken."""
    mover = position["turn"]
    before = position["seats"][mover]
    seat = dict(before, followers=dict(before["followers"]), top=card)
    seat["hand"] = before["hand"].replace(card, "", 1)
    seat["cards"] = before["cards"] - 1
    after = with_followers_moved(acted)
    if follower:
        faction, province = follower
        after["board"][province][faction] -= 1
        seat["followers"][faction] += 1
    after["seats"] = [seat if s == mover else other for s, other in enumerate(position["seats"])]
    after["passes"] = 0
    after["turn"] = (mover + 1) % len(position["seats"])
    after["recency"] = [mover] + [s for s in position["recency"] if s != mover]
    after["exchange"] = f"{card}:{action}" if card in "12" and action != "-" else None
    return after


def passed(position):
    after = copy.deepcopy(position)
    after["turn"] = (position["turn"] + 1) % len(position["seats"])
    after["passes"] += 1
    if after["passes"] == len(position["seats"]):
        after["passes"] = 0
        resolve_struggle(after)
    return after


def if_all_pass(position):
    """The end of the game if nobody plays a card any more; whose turn it is then is left alone."""
    end = copy.deepcopy(position)
    while not is_over(end):
        resolve_struggle(end)
    return end


def all_moves(position, game_map):
    """Every legal move by its text, with what ``after`` needs to carry it out."""
    if is_over(position):
        return {}
    mover = position["turn"]
    hand = position["seats"][mover]["hand"]
    demand(hand is not None, "the hand of the seat to move is hidden")
    the_last_of_the_game = sum(seat["cards"] for seat in position["seats"]) == 1
    found = {"pass": None}
    for card in set(hand):
        found |= ways_to_play(position, card, game_map)
    if not the_last_of_the_game:
        return found
    return {
        text: way
        for text, way in found.items()
        if way is None or mover in winners(if_all_pass(carry_out(position, *way)))
    }


def after_move(position, way):
    return passed(position) if way is None else carry_out(position, *way)
