"""Moves in words: played moves, the move that is being built, and advice. Pure functions.

The caller chooses the names of the provinces: full, short, or ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from games.siam import FACTIONS, Card, Exchange, Map, Move, Placement, Siam, Swap
from games.siam.constants import FACTION_OF_CARD
from games.siam.moves import Action
from siam_tui.games.map_board.place_names import full_names, short_names
from siam_tui.games.siam.move_builder import Builder, Draft, Kind
from siam_tui.games.siam.names import card_name, side_letters
from siam_tui.ui.text import listed

_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)


def move_words(board: Map, move: Move, names: Sequence[str]) -> str:
    """Return a move in words: card, action and follower taken."""
    if move.card is None:
        return "pass"
    action = _action(board, move.card, move.action, names)
    return f"{card_name(board, move.card)}: {action}; {_take(board, move, names)}"


def describe_move(board: Map, move: Move, names: Sequence[str]) -> str:
    """Return a played move as a predicate, such as ``passes``.

    >>> siam = Siam()
    >>> move = siam.parse_move("T:R@SUK+L@AYU+M@PATxM@KED")
    >>> describe_move(siam.map, move, full_names(siam.map))
    'plays Khon Thai: R Sukothai, L Ayutthaya, M Pattani; takes M from Kedah'
    """
    return "passes" if move.card is None else f"plays {move_words(board, move, names)}"


def draft_words(builder: Builder, draft: Draft, names: Sequence[str]) -> str:
    """Return the move in words as far as it is built; empty before the first choice."""
    if draft.start is None:
        return ""
    board, move = builder.position.map, builder.move(draft)
    if move is not None:
        return move_words(board, move, names)
    assert draft.card is not None
    card = card_name(board, draft.card)
    if not builder.action_done(draft):
        begun = _begun(builder, draft, draft.card, names)
        return f"{card}: {begun}..." if begun else f"{card}..."
    where = f" ... from {names[draft.taken[0].value]}" if draft.taken else "..."
    return f"{card}: {_action(board, draft.card, builder.action(draft), names)}; takes{where}"


def _action(board: Map, card: Card, action: Action, names: Sequence[str]) -> str:
    signs = side_letters(board)
    match action:
        case Swap(first, second, marked):
            return f"swaps {names[first]} and {names[second]}, King on {names[marked]}"
        case Placement(followers) if card in FACTION_OF_CARD:
            return ", ".join(names[follower.province] for follower in followers)
        case Placement(followers):
            return ", ".join(f"{signs[f.faction]} {names[f.province]}" for f in followers)
        case Exchange(given, source, taken, target):
            letters = "".join(signs[faction] for faction in given)
            return f"{letters} of {names[source]} for {signs[taken]} of {names[target]}"
    return "without effect"


def _take(board: Map, move: Move, names: Sequence[str]) -> str:
    if move.follower is None:
        return "no follower left to take"
    faction, province = move.follower
    return f"takes {side_letters(board)[faction]} from {names[province]}"


def _begun(builder: Builder, draft: Draft, card: Card, names: Sequence[str]) -> str:
    """Return the chosen part of an action, worded like the whole."""
    if not draft.acted:
        return ""
    signs = side_letters(builder.position.map)
    chosen = [choice.value for choice in draft.acted]
    if card == "K":
        swapped = " and ".join(names[province] for province in chosen)
        return f"swaps {swapped}{', King on ' if len(chosen) > 1 else ' and '}"
    if card in ("1", "2"):
        return _begun_exchange(signs, draft, names)
    if card == "T":
        placed = [faction for faction in FACTIONS if builder.position.supply_of(faction)]
        pairs = zip(placed, chosen, strict=False)
        return ", ".join(f"{signs[faction]} {names[p]}" for faction, p in pairs) + ", "
    return ", ".join(names[province] for province in chosen) + ", "


def _begun_exchange(signs: str, draft: Draft, names: Sequence[str]) -> str:
    sides: list[tuple[str, str]] = []
    for choice in draft.acted:
        if choice.kind is Kind.PROVINCE:
            sides.append(("", names[choice.value]))
        else:
            letters, name = sides.pop()
            sides.append((letters + signs[choice.value], name))
    return " for ".join(f"{letters or '...'} of {name}" for letters, name in sides) + " "


# In whole words


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


def tell_move(game: Siam, move: Move, who: str) -> str:
    """Return what somebody did, or would do; `who` is ``You`` or a name.

    >>> siam = Siam()
    >>> tell_move(siam, siam.parse_move("L:SUK+SUKxR@AYU"), "Ann")
    'Ann plays Lao: two Lao followers to Sukothai. Ann takes one Rama follower from Ayutthaya.'
    """
    board, s = game.map, "" if who == "You" else "s"
    if move.card is None:
        return f"{who} pass{'es' if s else ''}."
    name = card_name(board, move.card)
    names = full_names(board)
    action = _spelled_action(board, move.card, move.action, names)
    played = f"{who} play{s} {name}{': ' if move.action else ' '}{action}."
    if move.follower is None:
        return f"{played} There is no follower left to take."
    faction, province = move.follower
    taken = f"one {board.faction_names[faction]} follower"
    return f"{played} {who} take{s} {taken} from {names[province]}."


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
    names = short_names(board)
    action = _spelled_action(board, move.card, move.action, names)
    played = f"play {card_name(board, move.card)}{': ' if move.action else ' '}{action}"
    if move.follower is None:
        return played
    faction, province = move.follower
    return f"{played}; take one {board.faction_names[faction]} from {names[province]}"


def _spelled_action(board: Map, card: Card, action: Action, names: Sequence[str]) -> str:
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
        what += (" followers" if count > 1 else " follower") * (not told)
        told.append(f"{_spell_number(count)}{what} to {place}")
        named = faction
    return listed(told)
