"""What has happened at a table between two looks at it, as sentences to be heard. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.contract import GameError
from games.siam import Position
from protocol.messages import Entry, SeatState
from siam_tui.games.siam import plain_facts as facts
from siam_tui.games.siam.plain_moves import counted, move_told
from siam_tui.model.table_view import TableView


def news(
    before: TableView, now: TableView, entries: Iterable[Entry], position: Position | None
) -> list[str]:
    """Return what is new.

    Args:
        before: the table as it was last told.
        now: the table as it is.
        entries: the moves played between the two.
        position: a view of the position before the first of them, if known.
    """
    told = list(_seats(before, now))
    if now.state.host != before.state.host and now.state.host_name:
        you = now.host
        told.append("You are the host now." if you else f"{now.state.host_name} is the host now.")
    again = now.state.game_number != before.state.game_number
    if now.state.status == "running" and (again or before.state.status != "running"):
        told += begun(now)
        before_moves = None
    else:
        before_moves = position
    if now.state.takes > before.state.takes and now.state.taken and not again:
        taken = now.state.taken[-1]
        who = "You" if taken.seat == now.seat else now.name(taken.seat)
        move = now.game.parse_move(taken.move)
        told.append(f"Taken back: {move_told(now.game.map, move, who)}")
    told += moves(now, entries, before_moves)
    told += _wishes(before, now)
    if now.state.status == "over" and before.state.status != "over":
        told += ["The game is over.", *facts.standings(now)]
        if now.seated:
            told.append("Type again for another game, or leave.")
    if now.state.status == "closed" and before.state.status != "closed":
        told.append("The table is closed. Type leave to go on.")
    if now.my_turn and (not before.my_turn or now.state.ply != before.state.ply or again):
        told.append(your_turn(now))
    return told


def begun(sight: TableView) -> Iterator[str]:
    """Tell how a game begins."""
    yield f"The game begins on the map {sight.game.map.title}."
    position = sight.position
    if position is None:
        return
    yield _struggle(sight, position)
    for seat, each in enumerate(position.seats):
        who = "You have" if seat == sight.seat else f"{sight.name(seat)} has"
        yield f"{who} {counted(sight.game.map, each.followers)}."
    if sight.turn is not None and not sight.my_turn:
        yield f"{sight.name(sight.turn)} begins."


def your_turn(sight: TableView) -> str:
    """Say that it is one's turn, and what a pass would do if it ended the struggle."""
    assert sight.position is not None
    if not sight.position.hand:
        return "Your turn. You have no card left: pass."
    return "Your turn."


def moves(sight: TableView, entries: Iterable[Entry], position: Position | None) -> Iterator[str]:
    """Tell moves, and the ends of the struggles they ended."""
    resolved = None if position is None else position.resolved
    for entry in entries:
        yield move_of(sight, entry)
        try:
            after = sight.game.parse(entry.position)
        except GameError:
            continue
        if resolved is not None and after.resolved > resolved:
            yield from _ended(sight, after, resolved)
        resolved = after.resolved


def move_of(sight: TableView, entry: Entry) -> str:
    """Tell one move of the log."""
    who = "You" if entry.seat == sight.seat and entry.by != "stand_in" else sight.name(entry.seat)
    try:
        told = move_told(sight.game.map, sight.game.parse_move(entry.move), who)
    except GameError:
        return f"{who}: {entry.move}."
    match entry.by:
        case "table":
            return f"{who} {'have' if who == 'You' else 'has'} no card left. {told}"
        case "clock":
            return f"{who} ran out of time. {told}"
        case "stand_in":
            return f"For {who}, who is away: {told}"
    return told


def _ended(sight: TableView, after: Position, resolved: int) -> Iterator[str]:
    for place in range(resolved, after.resolved):
        province = after.queue[place]
        control = after.control(province)
        assert control is not None
        name, taker = after.map.provinces[province].name, after.map.control_name(control)
        yield f"The struggle over {name} is over: the {taker} take it."
    if not after.over:
        yield _struggle(sight, after)


def _struggle(sight: TableView, position: Position) -> str:
    place = position.resolved
    name = sight.game.map.provinces[position.queue[place]].name
    return f"Struggle {place + 1} of {len(position.queue)}: {name}."


def _seats(before: TableView, now: TableView) -> Iterator[str]:
    for number, (was, seat) in enumerate(zip(before.state.seats, now.state.seats, strict=False)):
        if was != seat:
            yield from _seat(now, number, was, seat)


def _seat(sight: TableView, number: int, was: SeatState, now: SeatState) -> Iterator[str]:
    who = "You" if number == sight.seat else now.name
    s = "" if who == "You" else "s"
    match was.holder, now.holder:
        case _, "free":
            yield f"{was.name} leaves seat {number + 1}."
        case "person", "stand_in":
            yield f"{now.name} is away. A bot plays on."
        case "stand_in", "person":
            yield f"{who} {'are' if who == 'You' else 'is'} back on seat {number + 1}."
        case _, "person" if was.player != now.player:
            yield f"{who} sit{s} down on seat {number + 1}."
        case _, "bot" if was.holder != "bot" or was.level != now.level:
            yield f"{now.name}, a {now.level} bot, sits down on seat {number + 1}."


def _wishes(before: TableView, now: TableView) -> Iterator[str]:
    same_game = before.state.game_number == now.state.game_number
    for wish, were, are in (
        ("to end the game early", before.state.end, now.state.end),
        ("to play again", before.state.again, now.state.again),
        ("the last move taken back", before.state.back, now.state.back),
    ):
        for seat in are:
            if seat not in were:
                yield f"{_wants(now, seat)} {wish}."
        for seat in were:
            if seat not in are and same_game and _stage(before) == _stage(now):
                yield f"{_wants(now, seat)} no longer {wish}."


def _stage(sight: TableView) -> tuple[str, int]:
    return sight.state.status, sight.state.takes


def _wants(sight: TableView, seat: int) -> str:
    return "You want" if seat == sight.seat else f"{sight.name(seat)} wants"
