"""How a line that is being typed may go on. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from games.contract import Completions
from siam_tui.typed.commands import Place, looks_like_a_move, word_of, words_at

_OF_MOVES = ("move", "why")
_OF_LEVELS = ("bot",)


@dataclass(frozen=True, slots=True)
class Ahead:
    """What may come next in a line.

    Attributes:
        pieces: what can be typed on, the likeliest first.
        about: what the command does that stands there, if one does.
    """

    pieces: tuple[str, ...] = ()
    about: str = ""


def ahead_of(
    line: str, place: Place, moves: Completions | None, levels: tuple[str, ...] = ()
) -> Ahead:
    """Return how a line may go on.

    Args:
        line: what was typed so far.
        place: where.
        moves: the legal moves, if it is one's turn.
        levels: the levels of bots that can be seated.
    """
    text = line.lstrip()
    first, space, rest = text.partition(" ")
    word = word_of(first, place)
    if space and word is not None:
        if word.name in _OF_MOVES and moves is not None:
            return Ahead(moves.after(rest.lstrip()), word.about)
        if word.name in _OF_LEVELS:
            return Ahead(_rests(levels, rest), word.about)
        return Ahead(about=f"{word.usage}: {word.about}")
    pieces = moves.after(text) if moves is not None else ()
    if looks_like_a_move(text) and len(text) > 1:
        return Ahead(pieces)
    names = [each.name for each in words_at(place)]
    found = dict.fromkeys((*pieces, *_rests(names, text)))
    return Ahead(tuple(found), word.about if word else "")


def _rests(words: tuple[str, ...] | list[str], beginning: str) -> tuple[str, ...]:
    """Return what is left to type of the words that begin so."""
    lower = beginning.lower()
    found = dict.fromkeys(word[len(lower) :] for word in words if word.startswith(lower))
    return tuple(filter(None, found))
