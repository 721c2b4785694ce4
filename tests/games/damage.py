"""Texts with one small thing wrong, or with luck still right, for any game's notation."""


def damaged(rng, text, letters, more=()):
    """A text changed somewhere.

    Args:
        rng: a seeded ``random.Random``.
        text: a position or a move.
        letters: what may be written into it.
        more: ways of this game alone to change a text, as functions of chance and text.
    """
    ways = [flip, flip, drop, insert, swap_letters, bump, bump, swap_parts, copy_part, *more]
    how = rng.choice(ways if text else [insert])
    return how(rng, text, letters) if how in (flip, insert) else how(rng, text)


def flip(rng, text, letters):
    place = rng.randrange(len(text))
    return text[:place] + rng.choice(letters) + text[place + 1 :]


def drop(rng, text):
    place = rng.randrange(len(text))
    return text[:place] + text[place + 1 :]


def insert(rng, text, letters):
    place = rng.randrange(len(text) + 1)
    return text[:place] + rng.choice(letters) + text[place:]


def swap_letters(rng, text):
    place = rng.randrange(max(1, len(text) - 1))
    return text[:place] + text[place + 1 : place + 2] + text[place] + text[place + 2 :]


def bump(rng, text):
    """One number in it one higher or lower, or many higher."""
    places = [place for place, letter in enumerate(text) if letter in "0123456789"]
    if not places:
        return text
    place = rng.choice(places)
    number = max(0, int(text[place]) + rng.choice([-1, 1, 1, 2, 9]))
    return text[:place] + str(number) + text[place + 1 :]


def split_somewhere(rng, text):
    separator = rng.choice([letter for letter in " /,|.>~@+:" if letter in text] or [" "])
    return separator, text.split(separator)


def swap_parts(rng, text):
    separator, parts = split_somewhere(rng, text)
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return separator.join(parts)


def copy_part(rng, text):
    """One part written over another, added once more, or left out."""
    separator, parts = split_somewhere(rng, text)
    part = rng.choice(parts)
    where = rng.randrange(len(parts))
    parts[where : where + 1] = rng.choice([[part], [part, parts[where]], []])
    return separator.join(parts)
