"""Numbers of things in words."""


def count_of(number: int, noun: str) -> str:
    """Return a number of things.

    >>> count_of(1, "franc"), count_of(2, "citizen")
    ('1 franc', '2 citizens')
    """
    return f"{number} {noun}{'s' * (number != 1)}"
