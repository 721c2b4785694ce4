"""What a move does to the position. Nothing here asks whether the move is legal."""

from __future__ import annotations

from collections.abc import Sequence

from games.siam.constants import HAND_AFTER, LAO, MALAY, RAMA, Card, Control, Faction, Trio
from games.siam.moves import Action, Exchange, Follower, Move, Placement, Swap
from games.siam.position import Position, Seat
from games.siam.scoring import majority


def play(position: Position, move: Move) -> Position:
    """Return the position after a legal move."""
    if move.card is None:
        return play_pass(position)
    return play_card(position, move.card, move.action, move.follower)


def taking(followers: Trio, faction: Faction | None) -> Trio:
    """Return a seat's followers with one more of a faction (None: as they are)."""
    rama, lao, malay = followers
    return rama + (faction == RAMA), lao + (faction == LAO), malay + (faction == MALAY)


def stacks_after(stacks: Sequence[int], action: Action) -> list[int]:
    """Return the followers on the board after an action."""
    after = list(stacks)
    if isinstance(action, Placement):
        for faction, province in action.followers:
            after[3 * province + faction] += 1
    elif isinstance(action, Exchange):
        given, source, taken, target = action
        for faction in given:
            after[3 * source + faction] -= 1
            after[3 * target + faction] += 1
        after[3 * source + taken] += 1
        after[3 * target + taken] -= 1
    return after


def queue_after(queue: tuple[int, ...], action: Action) -> tuple[int, ...]:
    """Return the order of the tiles after an action."""
    if not isinstance(action, Swap):
        return queue
    exchanged = {action.first: action.second, action.second: action.first}
    return tuple(exchanged.get(province, province) for province in queue)


def play_action(position: Position, action: Action) -> Position:
    """Return the board after an action, before the follower is taken."""
    if action is None:
        return position
    if isinstance(action, Swap):
        return position._replace(
            queue=queue_after(position.queue, action), markers=position.markers | {action.marked}
        )
    return position._replace(stacks=tuple(stacks_after(position.stacks, action)))


def play_card(
    position: Position, card: Card, action: Action, follower: Follower | None
) -> Position:
    """Return the position after a card, its action and the follower taken."""
    board, stacks, controls, queue, markers, seats, turn, _, recency, _ = position
    seat = seats[turn]
    after = stacks_after(stacks, action)
    followers = seat.followers
    if follower is not None:
        faction, province = follower
        after[3 * province + faction] -= 1
        followers = taking(followers, faction)
    if isinstance(action, Swap):
        queue = queue_after(queue, action)
        markers |= {action.marked}
    hand = None if seat.hand is None else HAND_AFTER[seat.hand, card]
    played = Seat(hand, seat.cards - 1, followers, card)
    return Position(
        board,
        tuple(after),
        controls,
        queue,
        markers,
        (*seats[:turn], played, *seats[turn + 1 :]),
        (turn + 1) % len(seats),
        0,
        (turn, *[other for other in recency if other != turn]),
        action if isinstance(action, Exchange) else None,
    )


def play_pass(position: Position) -> Position:
    """Return the position after a pass; the last pass in a row ends the struggle (S7)."""
    board, stacks, controls, queue, markers, seats, turn, passes, recency, exchange = position
    passes += 1
    if passes == len(seats):
        passes = 0
        stacks, controls = _resolve(stacks, controls, queue)
    turn = (turn + 1) % len(seats)
    return Position(board, stacks, controls, queue, markers, seats, turn, passes, recency, exchange)


def _resolve(
    stacks: tuple[int, ...], controls: tuple[Control | None, ...], queue: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[Control | None, ...]]:
    """End the struggle (S16): its province gets a controller, its followers leave the board."""
    province = next(province for province in queue if controls[province] is None)
    start = 3 * province
    rama, lao, malay = stacks[start : start + 3]
    winner = majority((rama, lao, malay))
    return (
        (*stacks[:start], 0, 0, 0, *stacks[start + 3 :]),
        (*controls[:province], winner, *controls[province + 1 :]),
    )


def if_all_pass(position: Position) -> Position:
    """Return the end of the game if everybody only passes from here on."""
    while not position.over:
        position = play_pass(position)
    return position
