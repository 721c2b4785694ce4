"""Moves of King of Siam as sentences, and how to type them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from games.siam import FACTIONS, Card, Exchange, Map, Move, Placement, Siam, Swap
from games.siam.constants import FACTION_OF_CARD
from games.siam.moves import Action
from siam_tui.games.move_context import MoveContext
from siam_tui.games.siam.names import card_name
from siam_tui.ui.text import listed

move_words: Final[Mapping[str, str]] = MappingProxyType({"pass": "Pass."})
move_help: Final = (
    "For example: L:SUK+AYUxR@LAN, or lao suk ayu lan rama. "
    "A card's letter alone (K, T, 1, 2, R, L or M) asks you for its move step by step."
)
notation: Final = tuple(
    """\
A move is the word pass, or: the letter of the card, a colon, what the card does, an x, and the \
follower you take.
Cards are K for Maharacha, T for Khon Thai, 1 for 1 vs 1, 2 for 2 vs 1, and R, L and M for the \
cards of the factions.
Factions are R, L and M on every map: Rama, Lao and Malay in Siam, English, Scottish and Welsh in \
Albion. A province is the three letters that board with its name tells.
A follower is a faction, an at sign and a province, such as R@SUK.
K: the two tiles, a tilde between, an asterisk behind the one that gets the marker. \
K:SUK~AYU*xL@LAN
T: one follower of each faction, plus signs between. T:R@SUK+L@AYU+M@PATxM@KED
1: two followers, a tilde between. 1:R@SUK~L@AYUxL@LAN
2: two followers of a province against one of a neighbour. 2:RL@SUK~M@AYUxL@LAN
R, L or M: one or two provinces, a plus sign between. L:SUK+AYUxR@LAN
If a card can do nothing, write a hyphen. 2:-xL@LAN
Upper and lower case are the same, and so is the order of the parts.""".splitlines()
)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _spell_number(count: int) -> str:
    """Return a small number as a word."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def count_followers(board: Map, trio: Sequence[int]) -> str:
    """Return numbers of followers in words.

    >>> from games.siam import load_map
    >>> count_followers(load_map("siam"), (2, 0, 1)), count_followers(load_map("siam"), (0, 0, 0))
    ('2 Rama and 1 Malay', 'none')
    """
    parts = [f"{trio[f]} {board.faction_names[f]}" for f in FACTIONS if trio[f]]
    return listed(parts) if parts else "none"


def tell_forced_move(who: str) -> str:
    """Return why the table passed for somebody."""
    return f"{who} {'have' if who == 'You' else 'has'} no card left."


def tell_move(game: Siam, move: Move, who: str, context: MoveContext | None = None) -> str:
    """Return what somebody did, or would do; `who` is ``You`` or a name.

    >>> siam = Siam()
    >>> tell_move(siam, siam.parse_move("L:SUK+SUKxR@AYU"), "Ann")
    'Ann plays Lao: two Lao followers to Sukothai. Ann takes one Rama follower from Ayutthaya.'
    """
    del context
    board, s = game.map, "" if who == "You" else "s"
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
            side = count_followers(board, trio)
            return f"{side} of {names[source]} for 1 {factions[taken]} of {names[target]}"
    return "without effect"


def _placed(count: int, faction: str, place: str) -> str:
    return f"{_spell_number(count)} {faction} follower{'s' * (count > 1)} to {place}"
