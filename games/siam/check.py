"""Whether one move is legal, and if not, why: without listing the others."""

from __future__ import annotations

from games.contract import IllegalMoveError
from games.plural import count_of
from games.quoting import quote
from games.siam import actions
from games.siam.constants import (
    CARD_NAMES,
    FACTION_OF_CARD,
    FACTIONS,
    PROVINCES,
    Card,
)
from games.siam.last_card import LastCard, is_last_card
from games.siam.moves import Action, Exchange, Follower, Move, Placement, Swap, canonical
from games.siam.play import stacks_after
from games.siam.position import Position


def check(position: Position, move: Move) -> None:
    """Return when the move is legal.

    Raises:
        IllegalMoveError: saying why it is not, in a player's words.
    """
    if position.over:
        raise IllegalMoveError("The game is over.")
    card, action, follower = move
    if card is None:
        if action is not None or follower is not None:
            raise IllegalMoveError("A pass does nothing and takes no follower.")
        return
    check_play(position, card, action)
    _check_follower(position, action, follower)
    if is_last_card(position) and follower not in LastCard(position).takes(action):
        raise IllegalMoveError(
            "This is the last card of the game: it may only be played if you then win "
            "when everybody passes. This move does not make you win."
        )


def check_play(position: Position, card: Card, action: Action) -> None:
    """Check that the seat to move may play a card for an action, with any follower taken.

    Raises:
        IllegalMoveError: saying why it may not.
    """
    if position.over:
        raise IllegalMoveError("The game is over.")
    _check_card(position, card)
    _check_form(action)
    _check_action(position, card, action)


def _check_card(position: Position, card: Card) -> None:
    hand = position.hand
    if hand is None:
        raise IllegalMoveError(
            f"The hand of seat {position.turn} is hidden here: only a pass can be played."
        )
    if card not in hand:
        name = CARD_NAMES.get(card, quote(card))
        played = "has no card left" if not hand else f"has no {name} card (any more)"
        raise IllegalMoveError(f"Seat {position.turn} {played}: its hand is {hand or 'empty'}.")


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
        raise IllegalMoveError("There is no such province or faction.")
    if action != canonical(action):
        raise IllegalMoveError("The parts of the action are not in the order of the notation.")


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
    return IllegalMoveError(f"The {CARD_NAMES[card]} card cannot do that.")


def _idle(card: Card, *, possible: bool, must: str) -> None:
    """Allow a card without action only when nothing is possible (S10)."""
    if possible:
        raise IllegalMoveError(f"{CARD_NAMES[card]} must be carried out: {must}.")


def _province_name(position: Position, province: int) -> str:
    return position.map.provinces[province].name


def _faction(position: Position, faction: int) -> str:
    return position.map.faction_names[faction]


def _check_open(position: Position, province: int) -> None:
    control = position.control(province)
    if control is not None:
        raise IllegalMoveError(
            f"{_province_name(position, province)} is already controlled by the "
            f"{position.map.control_name(control)}: no followers can be placed there."
        )


# Maharacha


def _check_swap(position: Position, action: Action) -> None:
    if action is None:
        possible = len(actions.swappable(position)) > 1
        return _idle("K", possible=possible, must="swap two tiles without a King marker")
    if not isinstance(action, Swap) or action.marked not in (action.first, action.second):
        raise _wrong_kind("K")
    if action.first == action.second:
        raise IllegalMoveError("Maharacha swaps two different tiles.")
    for province in (action.first, action.second):
        name = _province_name(position, province)
        if position.control(province) is not None:
            raise IllegalMoveError(
                f"The struggle over {name} is already resolved: its tile lies face down."
            )
        if province in position.markers:
            raise IllegalMoveError(f"The tile of {name} bears a King marker: it cannot be swapped.")
    return None


# Khon Thai and the cards of the factions


def _check_khon_thai(position: Position, action: Action) -> None:
    factions = actions.placeable(position)
    if action is None:
        return _idle(
            "T",
            possible=bool(factions) and bool(actions.open_provinces(position)),
            must="place one follower of each faction that has any in the supply",
        )
    if not isinstance(action, Placement) or not action.followers:
        raise _wrong_kind("T")
    placed = [follower.faction for follower in action.followers]
    for faction in FACTIONS:
        name = _faction(position, faction)
        if placed.count(faction) > 1:
            raise IllegalMoveError(f"Khon Thai places only one {name} follower.")
        if faction in placed and faction not in factions:
            raise IllegalMoveError(f"There is no {name} follower left in the supply.")
        if faction in factions and faction not in placed:
            raise IllegalMoveError(f"Khon Thai must place a {name} follower too.")
    for follower in action.followers:
        _check_open(position, follower.province)
    return None


def _check_reinforcement(position: Position, card: Card, action: Action) -> None:
    faction = FACTION_OF_CARD[card]
    name = _faction(position, faction)
    count = min(2, position.supply_of(faction))
    reachable = actions.targets(position.map, position.controls, faction)
    if action is None:
        must = f"place {count_of(count, f'{name} follower')}"
        return _idle(card, possible=bool(count and reachable), must=must)
    if not isinstance(action, Placement) or not action.followers:
        raise _wrong_kind(card)
    for other, province in action.followers:
        if other != faction:
            raise IllegalMoveError(f"This card places {name} followers only.")
        _check_open(position, province)
        if province not in reachable:
            raise IllegalMoveError(_why_out_of_reach(position, faction, province))
    if len(action.followers) > count:
        raise IllegalMoveError(
            f"Two {name} followers can be placed at most."
            if count == 2
            else f"The supply has only {count_of(count, f'{name} follower')} left."
        )
    if len(action.followers) < count:
        told = count_of(count, f"{name} follower")
        raise IllegalMoveError(f"{told} must be placed: so many are left.")
    return None


def _why_out_of_reach(position: Position, faction: int, province: int) -> str:
    name = _faction(position, faction)
    home = position.map.homes[faction]
    holder = position.control(home)
    here = f"{_province_name(position, province)} borders on no province the {name} control"
    if holder in (None, faction):
        return f"{here}, nor on their home {_province_name(position, home)}."
    return (
        f"{here}; their home {_province_name(position, home)} is controlled by the "
        f"{position.map.control_name(holder)}."
    )


# 1 vs 1 and 2 vs 1


def _check_one_for_one(position: Position, action: Action) -> None:
    if action is None:
        possible = actions.one_for_one_exists(position)
        return _idle("1", possible=possible, must="exchange two followers of different provinces")
    if not isinstance(action, Exchange) or len(action.given) != 1:
        raise _wrong_kind("1")
    return _check_exchange(position, "1", action)


def _check_two_for_one(position: Position, action: Action) -> None:
    if action is None:
        full = actions.full_two_for_one_exists(position)
        possible = full or actions.partial_two_for_one_exists(position)
        return _idle("2", possible=possible, must="exchange followers of neighbouring provinces")
    if not isinstance(action, Exchange) or len(action.given) not in (1, 2):
        raise _wrong_kind("2")
    if action.target not in position.map.borders[action.source]:
        source, target = (_province_name(position, p) for p in (action.source, action.target))
        raise IllegalMoveError(f"{source} and {target} have no common border.")
    if len(action.given) == 1 and actions.full_two_for_one_exists(position):
        raise IllegalMoveError(
            "2 vs 1 must exchange two followers for one as long as that is possible anywhere."
        )
    return _check_exchange(position, "2", action)


def _check_exchange(position: Position, card: Card, exchange: Exchange) -> None:
    given, source, taken, target = exchange
    if source == target:
        raise IllegalMoveError("An exchange is between two different provinces.")
    for faction in given:
        _check_present(position, faction, source, given.count(faction))
    _check_present(position, taken, target, 1)
    if exchange == actions.banned(position, card):
        raise IllegalMoveError(
            f"This would only undo the {CARD_NAMES[card]} played just before: that is forbidden."
        )


def _check_present(position: Position, faction: int, province: int, needed: int) -> None:
    present = position.followers(province)[faction]
    if present < needed:
        found = "no" if not present else "only one"
        raise IllegalMoveError(
            f"{_province_name(position, province)} has {found} "
            f"{_faction(position, faction)} follower."
        )


# The follower taken


def _check_follower(position: Position, action: Action, follower: Follower | None) -> None:
    after = stacks_after(position.stacks, action)
    if follower is None:
        if any(after):
            raise IllegalMoveError("A follower must be taken while there is any on the board.")
        return
    faction, province = follower
    if not 0 <= province < PROVINCES or faction not in FACTIONS:
        raise IllegalMoveError("There is no such province or faction.")
    if not after[3 * province + faction]:
        raise IllegalMoveError(
            f"{_province_name(position, province)} has no "
            f"{_faction(position, faction)} follower to take."
        )
