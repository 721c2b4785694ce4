"""Texts that are nearly positions or moves of Reino de Ámbar."""

import re

from tests.games import damage
from tests.games.amber.oracle.facts import ACES, AREAS, CARDS, PROBLEMS, in_problem_order
from tests.games.amber.oracle.notation import STEPS

LETTERS = "MSWVYKHTLC-+./|>*:=,;@^? 0123456789aklnruésſ²１"
FIELDS = 13


def damaged(rng, text):
    """A position or move with one small thing wrong, or with luck still right."""
    is_position = text.count(" ") == FIELDS - 1
    more = [*[with_misfit] * 9, *[with_problem_elsewhere] * 3] if is_position else []
    return damage.damaged(rng, text, LETTERS, more)


def with_misfit(rng, text):
    """A position in which one thing, right by itself, may not fit the others."""
    fields = text.split(" ")
    number = rng.choice([0, 1, 1, 1, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 10, 11, 12])
    seat = rng.choice("012")
    fields[number] = {
        0: other_part(rng, fields[0], "/", other_area),
        1: other_part(rng, fields[1], "|", other_seat),
        2: other_part(rng, fields[2], ",", other_entry),
        3: other_problems(rng, fields[3], ","),
        4: f"{rng.choice('0123')}.{rng.choice('01234567789')}",
        5: rng.choice("0678"),
        6: seat,
        7: rng.choice([seat, "-", "-"]),
        8: rng.choice([seat, seat, "-"]),
        9: rng.choice([*STEPS, "declare+PEN", "act+LUN", "solve+"]),
        10: other_problems(rng, fields[10], ","),
        11: rng.choice(["-", "000000000", "010101010", "0101", "?", "012000000"]),
        12: rng.choice(["-", "?", fields[12].partition(";")[0], other_later(rng, fields[12])]),
    }[number]
    return " ".join(fields)


def with_problem_elsewhere(rng, text):
    """A position in which two Problems change places, or one goes to another list."""
    fields = text.split(" ")
    lists = {"row": fields[2], "discard": fields[3], "deck": fields[10]}
    lists |= {n: seat.rpartition(".")[2] for n, seat in enumerate(fields[1].split("|"))}
    one, other = rng.choice(list(lists)), rng.choice(list(lists))
    here, there = (re.split("[,+]", lists[each].replace("-", "")) for each in (one, other))
    if rng.random() < 0.4:
        at, to = rng.randrange(len(here)), rng.randrange(len(there))
        here[at], there[to] = there[to], here[at]
    else:
        there.append(here.pop(rng.randrange(len(here))))
    for each, problems in ((one, here), (other, there)):
        if each in ("discard", 0, 1, 2) and rng.random() < 0.8 and {*problems} <= {*PROBLEMS}:
            problems = in_problem_order(problems)  # noqa: PLW2901 - as they are written
        separator = "+" if isinstance(each, int) else ","
        lists[each] = separator.join(filter(None, problems)) or "-"
    seats = [seat.rpartition(".")[0] for seat in fields[1].split("|")]
    fields[1] = "|".join(f"{seat}.{lists[n]}" for n, seat in enumerate(seats))
    fields[2], fields[3], fields[10] = lists["row"], lists["discard"], lists["deck"]
    return " ".join(fields)


def other_part(rng, text, separator, change):
    parts = text.split(separator)
    one = rng.randrange(len(parts))
    parts[one] = change(rng, parts[one])
    return separator.join(parts)


def other_area(rng, text):
    area = rng.choice([text[:3], text[:3], *AREAS])
    counts = [rng.choice([one, one, "0", "1", "9", "14"]) for one in text[3:].strip("*").split(".")]
    return area + ".".join(counts) + rng.choice(["", "", "*"])


def other_seat(rng, text):
    parts = text.split(".")
    if len(parts) != 6:
        return text
    which = rng.choice([0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5])
    parts[which] = {
        0: other_hand(rng, parts[0]),
        1: rng.choice(["H", "T", "L", "-", "M"]),
        2: rng.choice([*CARDS, "-"]),
        3: rng.choice(["0", "1", "4", "9", "10", "11"]),
        4: rng.choice(["0", "1", "4", "5"]),
        5: other_problems(rng, parts[5], "+"),
    }[which]
    return ".".join(parts)


def other_hand(rng, text):
    mark, cards = text[: text.count(">")], text.replace(">", "").replace("-", "")
    if rng.random() < 0.3:
        mark = rng.choice([">", ""])
    some = rng.sample(list(ACES + rng.choice("HTL")), min(7, len(cards)))
    ordered = sorted(some, key=CARDS.index)
    return mark + "".join(rng.choice([cards, cards[:-1], cards[::-1], some, ordered])) or "-"


def other_entry(rng, text):
    if ":" in text and rng.random() < 0.3:
        card, _, claims = text.partition(":")
        return f"{card}:{claims[::-1]}"
    card = rng.choice([text[:3].rstrip(":="), text[:3].rstrip(":="), rng.choice(PROBLEMS)])
    marks = ["", "", ":0", ":1", ":2", ":01", ":10", ":012", ":201", "=0", "=1", "=2", "=01", ":"]
    return card + rng.choice(marks)


def other_problems(rng, text, separator):
    """Some Problems, with one more, less, or other, and mostly in order."""
    problems = [one for one in text.split(separator) if one in PROBLEMS]
    where = rng.randint(0, len(problems))
    problems[where : where + rng.choice([0, 1])] = rng.sample(PROBLEMS, rng.choice([0, 1, 1]))
    if rng.random() < 0.7:
        problems = in_problem_order(problems)
    return separator.join(problems) or "-"


def other_later(rng, text):
    parts = text.split(";")
    order = rng.sample(PROBLEMS, len(PROBLEMS))
    pile = "".join(rng.sample(ACES + rng.choice("HTL"), 7))
    parts = [",".join(order), *(parts[1:] or ["010101010", pile])]
    return ";".join(parts[: rng.choice([1, 2, 3, 3])])


def hidden_misfit(rng, text):
    """A view with one hidden number other, or the beginning of its deck known."""
    fields = text.split(" ")
    if rng.random() < 0.3:
        known = rng.sample(PROBLEMS, rng.choice([1, 2]))
        rest = max(0, int(fields[10].rpartition("?")[2] or 0) - len(known))
        fields[10] = ",".join([*known, f"?{rest}"])
        return " ".join(fields)
    places = [place for place, letter in enumerate(text) if letter == "?"]
    place = rng.choice(places)
    return text[: place + 1] + rng.choice("0123456789") + text[place + 2 :]


TEMPTING = ["pass", "try", "try:", "CHA:-", "CAV:-", "keep", "-", "", ":", "M:", "M:-", "H:-"]


def tempting(rng, position):
    """Moves one could wrongly think legal in a position."""
    yield from TEMPTING
    areas = list(AREAS)
    rows = [entry["card"] for entry in position["row"]] + rng.sample(PROBLEMS, 2)
    for _ in range(20):
        one, other, number = rng.choice(areas), rng.choice(areas), rng.choice("0123")
        card, problem = rng.choice(CARDS), rng.choice(rows)
        yield rng.choice([f"{card}:{one}", f"{card}:{one}>{other}", f"{card}:-", f"{card}:^{one}"])
        yield rng.choice([f"{problem}:{one}", f"{problem}:{one}>{other}", f"{problem}:^{one}"])
        yield rng.choice([f"{problem}:keep", f"try:{problem}", f"{problem}:-"])
        yield rng.choice([f"CAV:{number}@{one}", f"CHA:{number}@{one}>{other}"])
