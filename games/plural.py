"""Numbers of things in words."""


def count_of(number: int, noun: str) -> str:
    """Return a number of things.

    >>> count_of(1, "franc"), count_of(2, "citizen"), count_of(1500, "game")
    ('1 franc', '2 citizens', '1,500 games')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"
