"""How an oracle refuses a text."""


class RefusedError(ValueError):
    """A text that the notation refuses, or a move that the rules do."""


def demand(condition, why):
    """Refuse a text unless a condition holds."""
    if not condition:
        raise RefusedError(why)
