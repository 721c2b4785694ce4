"""Moves in words: played moves, the move that is being built, and advice. Pure functions.

The caller chooses the names of the provinces: full, short, or ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.siam import FACTIONS, Card, Exchange, Map, Move, Placement, Siam, Swap
from games.siam.constants import FACTION_OF_CARD
from games.siam.moves import Action
from siam_tui.games.siam.move_builder import Builder, Draft, Kind
from siam_tui.games.siam.names import Places, card_noun, places, side_letters
from texts import Argument, Message, Noun, Person, say, tell


def move_words(board: Map, move: Move, names: Places) -> str:
    """Return a move in words: card, action and follower taken."""
    return tell(_move_message(board, move, names))


def describe_move(board: Map, move: Move, names: Places) -> str:
    """Return a played move as a predicate, such as ``passes``.

    >>> siam = Siam()
    >>> move = siam.parse_move("T:R@SUK+L@AYU+M@PATxM@KED")
    >>> describe_move(siam.map, move, places(siam.map, "full"))
    'plays Khon Thai: R Sukothai, L Ayutthaya, M Pattani; takes M from Kedah'
    """
    if move.card is None:
        return tell("siam/move/passes")
    return tell("siam/move/plays", move=_move_message(board, move, names))


def try_move(board: Map, move: Move, names: Places) -> Message:
    """Return a move without the follower taken, to be told."""
    if move.card is None:
        return say("siam/move/pass")
    action = _action(board, move.card, move.action, names)
    return say("siam/move/action", card=card_noun(board, move.card), action=action)


def _move_message(board: Map, move: Move, names: Places) -> Message:
    if move.card is None:
        return say("siam/move/pass")
    card, action = card_noun(board, move.card), _action(board, move.card, move.action, names)
    if move.follower is None:
        return say("siam/move/takes-nobody", card=card, action=action)
    letter, place = side_letters(board)[move.follower.faction], names[move.follower.province]
    return say("siam/move/takes", card=card, action=action, letter=letter, place=place)


def draft_words(builder: Builder, draft: Draft, names: Places) -> str:
    """Return the move in words as far as it is built; empty before the first choice."""
    if draft.start is None:
        return ""
    board, move = builder.position.map, builder.move(draft)
    if move is not None:
        return move_words(board, move, names)
    assert draft.card is not None
    card = card_noun(board, draft.card)
    if not builder.action_done(draft):
        return tell(_begun(builder, draft, card, names))
    action = _action(board, draft.card, builder.action(draft), names)
    place = names[draft.taken[0].value] if draft.taken else None
    return tell("siam/draft/takes", card=card, action=action, place=place)


def _action(board: Map, card: Card, action: Action, names: Places) -> tuple[Argument, ...]:
    """Return what a card does, as a list."""
    signs = side_letters(board)
    match action:
        case Swap(first, second, marked):
            swapped = names[first], names[second], names[marked]
            return (say("siam/move/swaps", first=swapped[0], second=swapped[1], king=swapped[2]),)
        case Placement(followers) if card in FACTION_OF_CARD:
            return tuple(names[follower.province] for follower in followers)
        case Placement(followers):
            return tuple(_placed(signs[f.faction], names[f.province]) for f in followers)
        case Exchange(given, source, taken, target):
            letters = "".join(signs[faction] for faction in given)
            return (_exchanged(letters, names[source], signs[taken], names[target]),)
    return (say("siam/move/idle"),)


def _placed(letter: str, place: Argument) -> Message:
    return say("siam/move/placed", letter=letter, place=place)


def _exchanged(given: str, source: Argument, taken: str, target: Argument) -> Message:
    return say("siam/move/exchanges", given=given, source=source, taken=taken, target=target)


def _begun(builder: Builder, draft: Draft, card: Noun, names: Places) -> Message:
    """Return the chosen part of an action, worded like the whole."""
    signs = side_letters(builder.position.map)
    chosen = [choice.value for choice in draft.acted]
    if not chosen:
        return say("siam/draft/card", card=card)
    if draft.card in ("1", "2"):
        return _begun_exchange(signs, draft, card, names)
    if draft.card == "K":
        first, *other = (names[province] for province in chosen)
        if not other:
            return say("siam/draft/swaps", card=card, first=first)
        return say("siam/draft/swaps-two", card=card, first=first, second=other[0])
    placed: tuple[Argument, ...] = tuple(names[province] for province in chosen)
    if draft.card == "T":
        factions = (faction for faction in FACTIONS if builder.position.supply_of(faction))
        placed = tuple(_placed(signs[f], place) for f, place in zip(factions, placed, strict=False))
    return say("siam/draft/places", card=card, placed=placed)


def _begun_exchange(signs: str, draft: Draft, card: Noun, names: Places) -> Message:
    sides: list[tuple[str, Argument]] = []
    for choice in draft.acted:
        if choice.kind is Kind.PROVINCE:
            sides.append(("", names[choice.value]))
        else:
            letters, name = sides.pop()
            sides.append((letters + signs[choice.value], name))
    (given, source), *other = ((letters or "...", name) for letters, name in sides)
    if not other:
        return say("siam/draft/gives", card=card, given=given, source=source)
    exchange = _exchanged(given, source, *other[0])
    return say("siam/draft/exchanges", card=card, exchange=exchange)


# In whole words


def follower_counts(board: Map, trio: Sequence[int]) -> tuple[Message, ...]:
    """Return how many followers there are of each faction that has any."""
    present = (faction for faction in FACTIONS if trio[faction])
    return tuple(say("siam/followers", n=trio[f], faction=board.side(f)) for f in present)


def count_followers(board: Map, trio: Sequence[int]) -> Argument:
    """Return numbers of followers, to be told.

    >>> from games.siam import load_map
    >>> tell("siam/facts/supply", followers=count_followers(load_map("siam"), (2, 0, 1)))
    'Supply: 2 Rama and 1 Malay.'
    """
    return follower_counts(board, trio) or say("siam/no-followers")


def tell_move(game: Siam, move: Move, who: Person) -> str:
    """Return what somebody did, or would do.

    >>> siam = Siam()
    >>> tell_move(siam, siam.parse_move("L:SUK+SUKxR@AYU"), Person("Ann"))
    'Ann plays Lao: two Lao followers to Sukothai. Ann takes one Rama follower from Ayutthaya.'
    """
    board = game.map
    if move.card is None:
        return tell("siam/told/passes", who=who)
    names, card = places(board, "full"), card_noun(board, move.card)
    action = _spelled_action(board, move.card, move.action, names)
    played = tell("siam/told/plays", who=who, card=card, action=action)
    if move.follower is None:
        return f"{played} {tell('siam/told/takes-nobody')}"
    side, place = board.side(move.follower.faction), names[move.follower.province]
    return f"{played} {tell('siam/told/takes', who=who, faction=side, place=place)}"


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
        return tell("siam/move/pass")
    names, card = places(board, "short"), card_noun(board, move.card)
    action = _spelled_action(board, move.card, move.action, names)
    if move.follower is None:
        return tell("siam/advice/play", card=card, action=action)
    side, place = board.side(move.follower.faction), names[move.follower.province]
    return tell("siam/advice/take", card=card, action=action, faction=side, place=place)


def _spelled_action(board: Map, card: Card, action: Action, names: Places) -> Argument:
    """Return what a card does; None if that is nothing."""
    match action:
        case Swap(first, second, marked):
            swapped = names[first], names[second], names[marked]
            return say("siam/told/swap", first=swapped[0], second=swapped[1], king=swapped[2])
        case Placement(followers) if card in FACTION_OF_CARD:
            side = board.side(FACTION_OF_CARD[card])
            return _spelled_placement((side, names[f.province]) for f in followers)
        case Placement(followers):
            return _spelled_placement((board.side(f.faction), names[f.province]) for f in followers)
        case Exchange(given, source, taken, target):
            sides = tuple(
                say("siam/told/given", n=count, faction=board.side(faction))
                for faction, count in Counter(given).items()
            )
            side, ours, theirs = board.side(taken), names[source], names[target]
            return say("siam/told/exchange", given=sides, source=ours, taken=side, target=theirs)
    return None


def _spelled_placement(placed: Iterable[tuple[Noun, Argument]]) -> tuple[Message, ...]:
    """Return what is placed where; the word *follower* is said once, and one faction, too."""
    told: list[Message] = []
    named = None
    for (side, place), n in Counter(placed).items():
        if not told:
            told.append(say("siam/told/placed", n=n, faction=side, place=place))
        elif side != named:
            told.append(say("siam/told/placed-next", n=n, faction=side, place=place))
        else:
            told.append(say("siam/told/placed-also", n=n, place=place))
        named = side
    return tuple(told)
