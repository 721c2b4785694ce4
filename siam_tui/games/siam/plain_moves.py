"""Moves as sentences to be heard: names in full, no letters and no signs. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.siam import FACTIONS, Card, Exchange, Map, Move, Placement, Swap
from games.siam.constants import FACTION_OF_CARD
from games.siam.moves import Action
from siam_tui.games.siam.names import card_name
from siam_tui.ui.text import listed

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """Return a small number as a word."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(board: Map, trio: Sequence[int]) -> str:
    """Return numbers of followers in words.

    >>> from games.siam import load_map
    >>> counted(load_map("siam"), (2, 0, 1)), counted(load_map("siam"), (0, 0, 0))
    ('2 Rama and 1 Malay', 'none')
    """
    parts = [f"{trio[f]} {board.faction_names[f]}" for f in FACTIONS if trio[f]]
    return listed(parts) if parts else "none"


def move_told(board: Map, move: Move, who: str) -> str:
    """Return what somebody did, or would do.

    Args:
        board: the map.
        move: the move.
        who: ``You``, or a name.

    >>> from games.siam import Siam
    >>> siam = Siam()
    >>> move_told(siam.map, siam.parse_move("L:SUK+SUKxR@AYU"), "Ann")
    'Ann plays Lao: two Lao followers to Sukothai. Ann takes one Rama follower from Ayutthaya.'
    """
    s = "" if who == "You" else "s"
    if move.card is None:
        return f"{who} pass{'es' if s else ''}."
    name = card_name(board, move.card)
    played = f"{who} play{s} {name}: {_action(board, move.card, move.action)}."
    if move.follower is None:
        return f"{played} There is no follower left to take."
    faction, province = move.follower
    taken = f"one {board.faction_names[faction]} follower"
    return f"{played} {who} take{s} {taken} from {board.provinces[province].name}."


def _action(board: Map, card: Card, action: Action) -> str:
    names = [province.name for province in board.provinces]
    factions = board.faction_names
    match action:
        case Swap(first, second, marked):
            tiles = f"{names[first]} and {names[second]}"
            return f"{tiles} change places in the queue, the King marker goes to {names[marked]}"
        case Placement(followers) if card in FACTION_OF_CARD:
            places = Counter(follower.province for follower in followers)
            faction = factions[FACTION_OF_CARD[card]]
            return listed([_placed(n, faction, names[place]) for place, n in places.items()])
        case Placement(followers):
            return listed(
                [f"a {factions[f.faction]} follower to {names[f.province]}" for f in followers]
            )
        case Exchange(given, source, taken, target):
            trio = [given.count(faction) for faction in FACTIONS]
            side = counted(board, trio)
            return f"{side} of {names[source]} for 1 {factions[taken]} of {names[target]}"
    return "without effect"


def _placed(count: int, faction: str, place: str) -> str:
    return f"{number(count)} {faction} follower{'s' * (count > 1)} to {place}"


def time_told(seconds: float) -> str:
    """Return a time as it is said, in its two largest units.

    >>> time_told(59.9), time_told(61), time_told(7200), time_told(93784)
    ('59 seconds', '1 minute and 1 second', '2 hours', '1 day and 2 hours')
    """
    left, parts = int(seconds), []
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {unit}{'s' * (count > 1)}")
    return " and ".join(parts[:2]) or "no time"
