"""Whether one move is legal, and if not, why: without listing the others."""

from __future__ import annotations

from games.contract import IllegalMoveError
from games.quoting import quote
from games.siam import actions
from games.siam.constants import (
    CARDS,
    FACTION_OF_CARD,
    FACTIONS,
    PROVINCES,
    Card,
)
from games.siam.last_card import LastCard, is_last_card
from games.siam.moves import Action, Exchange, Follower, Move, Placement, Swap, canonical
from games.siam.play import stacks_after
from games.siam.position import Position
from texts import Message, Noun, say


def check(position: Position, move: Move) -> None:
    """Return when the move is legal.

    Raises:
        IllegalMoveError: saying why it is not, in a player's words.
    """
    if position.over:
        raise IllegalMoveError(say("siam/refused/over"))
    card, action, follower = move
    if card is None:
        if action is not None or follower is not None:
            raise IllegalMoveError(say("siam/refused/pass-alone"))
        return
    check_play(position, card, action)
    _check_follower(position, action, follower)
    if is_last_card(position) and follower not in LastCard(position).takes(action):
        raise IllegalMoveError(say("siam/refused/last-card"))


def check_play(position: Position, card: Card, action: Action) -> None:
    """Check that the seat to move may play a card for an action, with any follower taken.

    Raises:
        IllegalMoveError: saying why it may not.
    """
    if position.over:
        raise IllegalMoveError(say("siam/refused/over"))
    _check_card(position, card)
    _check_form(action)
    _check_action(position, card, action)


def _check_card(position: Position, card: Card) -> None:
    hand = position.hand
    if hand is None:
        raise IllegalMoveError(say("siam/refused/hidden-hand"))
    if not hand:
        raise IllegalMoveError(say("siam/refused/no-card-left"))
    if card not in hand:
        name = _card(card) if card in CARDS else quote(card)
        raise IllegalMoveError(say("siam/refused/no-such-card", card=name, hand=hand))


def _check_form(action: Action) -> None:
    """Refuse an action that is impossible on any board, such as one with its parts out of order."""
    places: tuple[int, ...] = ()
    factions: tuple[int, ...] = ()
    match action:
        case Swap():
            places = action
        case Placement(followers):
            factions = tuple(follower.faction for follower in followers)
            places = tuple(follower.province for follower in followers)
        case Exchange():
            factions, places = (*action.given, action.taken), (action.source, action.target)
    if not all(0 <= place < PROVINCES for place in places) or not set(factions) <= set(FACTIONS):
        raise IllegalMoveError(say("siam/refused/off-the-map"))
    if action != canonical(action):
        raise IllegalMoveError(say("siam/refused/order"))


def _check_action(position: Position, card: Card, action: Action) -> None:
    if card == "K":
        _check_swap(position, action)
    elif card == "T":
        _check_khon_thai(position, action)
    elif card == "1":
        _check_one_for_one(position, action)
    elif card == "2":
        _check_two_for_one(position, action)
    else:
        _check_reinforcement(position, card, action)


def _wrong_kind(card: Card) -> IllegalMoveError:
    return IllegalMoveError(say("siam/refused/wrong-kind", card=_card(card)))


def _idle(refusal: Message, *, possible: bool) -> None:
    """Allow a card without action only when nothing is possible (S10)."""
    if possible:
        raise IllegalMoveError(refusal)


def _card(card: str) -> Noun:
    return Noun("siam/card", card)


def _check_open(position: Position, province: int) -> None:
    control = position.control(province)
    if control is not None:
        place, side = position.map.place(province), position.map.side(control)
        raise IllegalMoveError(say("siam/refused/controlled", place=place, side=side))


# Maharacha


def _check_swap(position: Position, action: Action) -> None:
    if action is None:
        possible = len(actions.swappable(position)) > 1
        return _idle(say("siam/refused/idle-swap", card=_card("K")), possible=possible)
    if not isinstance(action, Swap) or action.marked not in (action.first, action.second):
        raise _wrong_kind("K")
    if action.first == action.second:
        raise IllegalMoveError(say("siam/refused/same-tile", card=_card("K")))
    for province in (action.first, action.second):
        place = position.map.place(province)
        if position.control(province) is not None:
            raise IllegalMoveError(say("siam/refused/resolved", place=place))
        if province in position.markers:
            raise IllegalMoveError(say("siam/refused/marked", place=place))
    return None


# Khon Thai and the cards of the factions


def _check_khon_thai(position: Position, action: Action) -> None:
    factions, card = actions.placeable(position), _card("T")
    if action is None:
        possible = bool(factions) and bool(actions.open_provinces(position))
        return _idle(say("siam/refused/idle-khon-thai", card=card), possible=possible)
    if not isinstance(action, Placement) or not action.followers:
        raise _wrong_kind("T")
    placed = [follower.faction for follower in action.followers]
    for faction in FACTIONS:
        side = position.map.side(faction)
        if placed.count(faction) > 1:
            raise IllegalMoveError(say("siam/refused/second-of-faction", card=card, faction=side))
        if faction in placed and faction not in factions:
            raise IllegalMoveError(say("siam/refused/none-in-supply", faction=side))
        if faction in factions and faction not in placed:
            raise IllegalMoveError(say("siam/refused/faction-missing", card=card, faction=side))
    for follower in action.followers:
        _check_open(position, follower.province)
    return None


def _check_reinforcement(position: Position, card: Card, action: Action) -> None:
    faction = FACTION_OF_CARD[card]
    side, count = position.map.side(faction), min(2, position.supply_of(faction))
    reachable = actions.targets(position.map, position.controls, faction)
    if action is None:
        refusal = say("siam/refused/idle-faction", card=_card(card), n=count, faction=side)
        return _idle(refusal, possible=bool(count and reachable))
    if not isinstance(action, Placement) or not action.followers:
        raise _wrong_kind(card)
    for other, province in action.followers:
        if other != faction:
            raise IllegalMoveError(say("siam/refused/other-faction", faction=side))
        _check_open(position, province)
        if province not in reachable:
            raise IllegalMoveError(_out_of_reach(position, faction, province))
    if len(action.followers) > count:
        raise IllegalMoveError(
            say("siam/refused/two-at-most", faction=side)
            if count == 2
            else say("siam/refused/supply", n=count, faction=side)
        )
    if len(action.followers) < count:
        raise IllegalMoveError(say("siam/refused/too-few", n=count, faction=side))
    return None


def _out_of_reach(position: Position, faction: int, province: int) -> Message:
    board = position.map
    place, side = board.place(province), board.side(faction)
    home, holder = board.place(board.homes[faction]), position.control(board.homes[faction])
    if holder in (None, faction):
        return say("siam/refused/out-of-reach", place=place, faction=side, home=home)
    lost_to = board.side(holder)
    return say("siam/refused/home-lost", place=place, faction=side, home=home, holder=lost_to)


# 1 vs 1 and 2 vs 1


def _check_one_for_one(position: Position, action: Action) -> None:
    if action is None:
        possible = actions.one_for_one_exists(position)
        return _idle(say("siam/refused/idle-1-vs-1", card=_card("1")), possible=possible)
    if not isinstance(action, Exchange) or len(action.given) != 1:
        raise _wrong_kind("1")
    return _check_exchange(position, "1", action)


def _check_two_for_one(position: Position, action: Action) -> None:
    if action is None:
        full = actions.full_two_for_one_exists(position)
        possible = full or actions.partial_two_for_one_exists(position)
        return _idle(say("siam/refused/idle-2-vs-1", card=_card("2")), possible=possible)
    if not isinstance(action, Exchange) or len(action.given) not in (1, 2):
        raise _wrong_kind("2")
    if action.target not in position.map.borders[action.source]:
        source, target = map(position.map.place, (action.source, action.target))
        raise IllegalMoveError(say("siam/refused/no-border", source=source, target=target))
    if len(action.given) == 1 and actions.full_two_for_one_exists(position):
        raise IllegalMoveError(say("siam/refused/one-for-one", card=_card("2")))
    return _check_exchange(position, "2", action)


def _check_exchange(position: Position, card: Card, exchange: Exchange) -> None:
    given, source, taken, target = exchange
    if source == target:
        raise IllegalMoveError(say("siam/refused/same-province"))
    for faction in given:
        _check_present(position, faction, source, given.count(faction))
    _check_present(position, taken, target, 1)
    if exchange == actions.banned(position, card):
        raise IllegalMoveError(say("siam/refused/undoes", card=_card(card)))


def _check_present(position: Position, faction: int, province: int, needed: int) -> None:
    present = position.followers(province)[faction]
    if present < needed:
        place, side = position.map.place(province), position.map.side(faction)
        raise IllegalMoveError(say("siam/refused/absent", place=place, faction=side, n=present))


# The follower taken


def _check_follower(position: Position, action: Action, follower: Follower | None) -> None:
    after = stacks_after(position.stacks, action)
    if follower is None:
        if any(after):
            raise IllegalMoveError(say("siam/refused/none-taken"))
        return
    faction, province = follower
    if not 0 <= province < PROVINCES or faction not in FACTIONS:
        raise IllegalMoveError(say("siam/refused/off-the-map"))
    if not after[3 * province + faction]:
        place, side = position.map.place(province), position.map.side(faction)
        raise IllegalMoveError(say("siam/refused/nobody-to-take", place=place, faction=side))
