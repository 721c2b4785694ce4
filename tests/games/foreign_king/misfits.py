"""Texts that are nearly positions or moves of The Foreign King."""

from tests.games import damage
from tests.games.foreign_king.oracle.actions import most_to_pay, spaces, ways
from tests.games.foreign_king.oracle.facts import letter, supply
from tests.games.foreign_king.oracle.maps import provinces

LETTERS = "ABCDVMTmt-+./|> 0123459:@KESXacdlnqréKſ²１"
QUESTIONS = [
    *("act", "shut", "loans", "order", "over", "congress.0", "congress.1", "congress.3"),
    *("virtual.0.1", "virtual.1.2", "virtual.1.44", "virtual.0.45", "virtual.0.0", "congress"),
]
MARKERS = ["-.30", "-.29", "{}.30", "{}.0", "{}.15", "{}.29", "{}.31"]
CHANGES = ["-", "0", "1", "2", "3", "0>1", "1>0", "2>0", "0>3", "1>2", "2>2", "0>1>2"]


def damaged(rng, text, game_map):
    """A position or move with one small thing wrong, or with luck still right."""

    def misfit(rng, text):
        return with_misfit(rng, text, game_map)

    return damage.damaged(rng, text, LETTERS, [misfit] * 9 if text.count(" ") == 7 else [])


def with_misfit(rng, text, game_map):
    """A position in which one thing, right by itself, may not fit the others."""
    fields = text.split(" ")
    number = rng.choice([0, 0, 1, 2, 2, 2, 3, 4, 5, 5, 6, 7, 7, 7])
    if number in (0, 2):
        separator = "/" if number == 0 else "|"
        parts = fields[number].split(separator)
        one = rng.randrange(len(parts))
        parts[one] = other_cell(rng, parts[one]) if number == 0 else other_seat(rng, parts[one])
        fields[number] = separator.join(parts)
    else:
        seats = fields[4].split(">")
        fields[number] = {
            1: rng.choice(MARKERS).format(rng.choice(provinces(game_map))),
            3: rng.choice(["-", "0", "1", "29"]),
            4: ">".join(rng.sample(seats, len(seats))),
            5: rng.choice(CHANGES),
            6: rng.choice("0123"),
            7: rng.choice(QUESTIONS),
        }[number]
    return " ".join(fields)


def other_cell(rng, cell):
    """A province with other citizens, or with a factory more, less, or shut."""
    citizens, _, factories = cell.partition("+")
    kinds = list(factories)
    if rng.random() < 0.3:
        citizens = rng.choice(["-", "A1", "B15", "A7B7", "V2", "A14"])
    elif kinds and rng.random() < 0.5:
        at = rng.randrange(len(kinds))
        kinds[at] = rng.choice([kinds[at].swapcase(), ""])
    else:
        kinds.append(rng.choice("MmTt"))
    kinds.sort(key="MmTt".find)
    return citizens + "+" * any(kinds) + "".join(kinds)


def other_seat(rng, seat):
    """A seat with another score, francs, medals, loans, congressmen or space."""
    parts = seat.split(".")
    number = rng.randrange(len(parts))
    if number < 5:
        parts[number] = str(rng.choice([0, 1, 2, 4, 15, 30]))
    else:
        parts[number] = rng.choice([*spaces(4), "-"])
    return ".".join(parts)


def untidy(rng, move):
    """The same move as a careless person may type it: any case, goals in any order."""
    head, arrow, goals = move.rpartition(">")
    if arrow and "virtual" not in head:
        parts = goals.split("+")
        rng.shuffle(parts)
        move = head + arrow + "+".join(parts)
    return rng.choice([move, move.lower(), move.upper(), move.swapcase()])


ANSWERS = [
    *("skip", "yes", "no", "shut:M", "shut:T", "shut:-", "done", "coins", "order", "queen:coins"),
    *("queen:order", "queen:skip", "queen:queen:coins", "queen", "loan:1", "repay:1", "move", ""),
]


def tempting(rng, position):
    """Moves one could wrongly think legal: taken spaces, too dear, too many, answers not asked."""
    every, mover = provinces(position["map"]), position["turn"]
    seat, players = position["seats"][mover], len(position["seats"])
    most = min(most_to_pay(seat) + rng.choice([1, 2, 3]), 6)
    yield from ANSWERS
    for space in spaces(4):
        found = ways(position, mover, space, most)
        yield from rng.sample(found, min(len(found), 15))
    for one in every:
        other = rng.choice(every)
        yield f"build:{rng.choice('MT')}@{one}"
        yield f"place:{supply(position, letter(mover)) + rng.choice([0, 1])}@{one}"
        yield f"move:{one}>{other}{rng.choice([1, 2, 15])}"
        yield f"move:{one}>supply{rng.choice([1, position['board'][one][letter(mover)] + 1])}"
        yield f"congress:{one}"
        yield from (f"king:{one}{k}" for k in range(10))
        yield from (f"virtual:{one}", f"virtual:{one}>{other}")
    yield f"loan:{seat['medals'] - seat['loans'] + rng.choice([0, 1])}"
    yield f"repay:{seat['francs'] // 4 + rng.choice([0, 1])}"
    yield f"repay:{seat['loans'] + rng.choice([0, 1])}"
    yield from (f"order:{place}" for place in range(players + 2))
