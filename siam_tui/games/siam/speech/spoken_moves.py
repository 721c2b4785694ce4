"""Moves of King of Siam as sentences, and how to type them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from games.siam import FACTIONS, Card, Exchange, Map, Move, Placement, Siam, Swap
from games.siam.constants import FACTION_OF_CARD
from games.siam.moves import Action
from siam_tui.games.map_board.drawing import drawing_of
from siam_tui.games.move_context import MoveContext
from siam_tui.games.siam.names import card_name
from siam_tui.ui.text import listed

move_words: Final[Mapping[str, str]] = MappingProxyType({"pass": "Pass."})
move_help: Final = (
    "For example: L:SUK+AYUxR@LAN, or lao suk ayu lan rama. "
    "A card's letter alone, as your turn tells it, asks you for its move step by step."
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
    names = [province.name for province in board.provinces]
    action = _action(board, move.card, move.action, names)
    played = f"{who} play{s} {name}{': ' if move.action else ' '}{action}."
    if move.follower is None:
        return f"{played} There is no follower left to take."
    faction, province = move.follower
    taken = f"one {board.faction_names[faction]} follower"
    return f"{played} {who} take{s} {taken} from {board.provinces[province].name}."


def advise_move(game: Siam, move: Move) -> str:
    """Return a move as a hint names it: in whole words, with the board's names of provinces.

    >>> siam = Siam()
    >>> advise_move(siam, siam.parse_move("L:SUK+NAKxR@AYU"))
    'play Lao: one Lao follower to Sukothai and one to Nakhon; take one Rama from Ayutthaya'
    >>> advise_move(siam, siam.parse_move("2:-xR@AYU"))
    'play 2 vs 1 without effect; take one Rama from Ayutthaya'
    """
    board = game.map
    if move.card is None:
        return "pass"
    names = drawing_of(board).names
    action = _action(board, move.card, move.action, names)
    played = f"play {card_name(board, move.card)}{': ' if move.action else ' '}{action}"
    if move.follower is None:
        return played
    faction, province = move.follower
    return f"{played}; take one {board.faction_names[faction]} from {names[province]}"


def _action(board: Map, card: Card, action: Action, names: Sequence[str]) -> str:
    factions = board.faction_names
    match action:
        case Swap(first, second, marked):
            tiles = f"{names[first]} and {names[second]}"
            return f"{tiles} change places, and {names[marked]} gets the King marker"
        case Placement(followers) if card in FACTION_OF_CARD:
            faction = factions[FACTION_OF_CARD[card]]
            return _placed((faction, names[f.province]) for f in followers)
        case Placement(followers):
            return _placed((factions[f.faction], names[f.province]) for f in followers)
        case Exchange(given, source, taken, target):
            sides = Counter(factions[faction] for faction in given)
            side = listed([f"{_spell_number(count)} {name}" for name, count in sides.items()])
            return f"{side} of {names[source]} for one {factions[taken]} of {names[target]}"
    return "without effect"


def _placed(placed: Iterable[tuple[str, str]]) -> str:
    """Return what is placed where; the word *follower* is said once, and one faction, too."""
    told: list[str] = []
    named = ""
    for (faction, place), count in Counter(placed).items():
        what = "" if faction == named else f" {faction}"
        what += f" follower{'s' * (count > 1)}" * (not told)
        told.append(f"{_spell_number(count)}{what} to {place}")
        named = faction
    return listed(told)
