"""What is done with sentences that are told already: the only place that puts texts together."""

from __future__ import annotations


def join_sentences(*sentences: str) -> str:
    """Return whole sentences one after the other, without the empty ones.

    >>> join_sentences("Your turn.", "", "You have 2 cards.")
    'Your turn. You have 2 cards.'
    """
    return " ".join(filter(None, sentences))


def without_stop(sentence: str) -> str:
    """Return a sentence as it stands inside another one, which has its own full stop.

    >>> without_stop("the file is damaged.")
    'the file is damaged'
    """
    return sentence.rstrip(".")


def capitalized(text: str) -> str:
    """Return a text with a capital letter at its beginning, as a sentence has it.

    >>> capitalized("the Lao and Ben")
    'The Lao and Ben'
    """
    return f"{text[:1].upper()}{text[1:]}"
