"""What can be read up: the commands, the rules and the notation, a sentence or two a line. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.registry import game_names
from siam_tui.games.registry import ui_of
from siam_tui.profile.user_error import UserError
from siam_tui.rules.rules_text import rules_text, summary_text
from siam_tui.typed.commands import Place, Typed, word_of, words_at

NOTATION = """\
A move is the word pass, or: the letter of the card, a colon, what the card does, an x, and the \
follower you take.
Cards are K for Maharacha, T for Khon Thai, 1 for 1 vs 1, 2 for 2 vs 1, and R, L and M for the \
cards of the factions.
Factions are R for Rama, L for Lao and M for Malay. A province is the three letters that board \
with its name tells.
A follower is a faction, an at sign and a province, such as R@SUK.
K: the two tiles, a tilde between, an asterisk behind the one that gets the marker. \
K:SUK~AYU*xL@LAN
T: one follower of each faction, plus signs between. T:R@SUK+L@AYU+M@PATxM@KED
1: two followers, a tilde between. 1:R@SUK~L@AYUxL@LAN
2: two followers of a province against one of a neighbour. 2:RL@SUK~M@AYUxL@LAN
R, L or M: one or two provinces, a plus sign between. L:SUK+AYUxR@LAN
Where a card can do nothing there stands a hyphen. 2:-xL@LAN
Capitals or not is all the same, and so is the order of the parts."""

_UNBROKEN = 10_000
"""Characters a line may have where whoever reads it out breaks it."""


def pages(typed: Typed, place: Place) -> list[str]:
    """Return what there is to read about something.

    Raises:
        UserError: help is asked about a command that is none here.
    """
    match typed.name:
        case "rules":
            return list(_rules(typed.rest))
        case "notation":
            return NOTATION.splitlines()
    if not typed.rest:
        return list(_help(place))
    word = word_of(typed.rest, place)
    if word is None:
        raise UserError("This is no command you can type here. Type help for all.")
    also = f" Also {', '.join(word.also)}." if word.also else ""
    return [f"{word.usage}. {word.about}{also}"]


def _help(place: Place) -> Iterator[str]:
    yield "You can type here:"
    for word in words_at(place):
        yield f"{word.usage}. {word.about}"
    if place in {Place.TABLE, Place.PRACTICE}:
        yield "The letter of a card alone asks you for its move step by step."


def _rules(about: str) -> Iterator[str]:
    """Iterate over the rules, a paragraph a line: on one page, or the chapters asked for.

    Raises:
        UserError: no chapter's title has these words.
    """
    guide = ui_of(game_names()[0]).rules
    if about:
        found = rules_text(guide, _UNBROKEN, None, about.split())
        if not found:
            raise UserError("No chapter is called so. Type rules to hear which there are.")
        yield from (line.strip() for line in found.splitlines() if line.strip("= "))
        return
    yield from filter(None, summary_text(guide, _UNBROKEN).splitlines())
    titles = ", ".join(chapter.title for chapter in guide.chapters())
    yield f"There is more, with examples: type rules and words of a chapter's title. {titles}."
