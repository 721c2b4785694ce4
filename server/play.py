"""The game at a table: start it, move, end it early, play again."""

from __future__ import annotations

from typing import Literal

from games.contract import IllegalMoveError, InvalidMoveError
from protocol.messages import Entry
from server.refusals import RefusedError, sentence
from server.table import AnyGame, Logged, Player, Table


def start(table: Table, player: Player, seed: int) -> Table:
    """Deal and begin.

    Raises:
        RefusedError: not_host, already_running, game_over, seats_free.
    """
    if table.host != player.id:
        raise RefusedError("not_host", f"Only {table.host_name} may start: they are the host.")
    if table.status == "running":
        raise RefusedError("already_running", "The game has begun already.")
    if table.status == "over":
        raise RefusedError("game_over", "To play again, everybody seated must agree to it.")
    free = _free_seats(table)
    if free:
        raise RefusedError(
            "seats_free", f"Seat {free[0] + 1} is free: wait for a person, or seat a bot there."
        )
    return _begin(table, seed, table.game_number)


def play(table: Table, player: str, game_number: int, ply: int, text: str) -> Table:
    """Play a move, and after it the moves that are forced.

    Args:
        table: the table.
        player: fingerprint of the key that asks.
        game_number: the game the move was chosen in.
        ply: the number of moves that had been played when it was chosen.
        text: the move in the game's notation.

    Raises:
        RefusedError: not_seated, not_running, stale, not_your_turn, invalid_move, illegal_move.
    """
    number = table.acting_for(player)
    if number is None:
        raise _no_move_of_theirs(table, player)
    if table.status != "running":
        raise RefusedError("not_running", "No game is running at this table.")
    if game_number != table.game_number or ply != len(table.log):
        raise RefusedError("stale", "The game has moved on: look at the board and choose anew.")
    game = table.game
    if game.turn(table.position) != number:
        raise RefusedError("not_your_turn", "It is not your turn.")
    try:
        move = game.parse_move(text)
        after = game.play(table.position, move)
    except InvalidMoveError as error:
        raise RefusedError("invalid_move", sentence(str(error))) from error
    except IllegalMoveError as error:
        raise RefusedError("illegal_move", sentence(str(error))) from error
    by: Literal["player", "stand_in"] = (
        "stand_in" if table.seats[number].holder == "stand_in" else "player"
    )
    entry = Entry(number, game.format_move(move), by, _seen(game, after))
    logged = Logged(entry, game.chapter(table.position))
    return settle(_with_moves(table, after, [logged]))


def agree(table: Table, player: str, game_number: int, proposal: str, *, yes: bool) -> Table:
    """Note that a seated person wants to end the game early, or to play again, or no longer does.

    Raises:
        RefusedError: not_seated, stale, not_running, not_over.
    """
    number = table.acting_for(player)
    if number is None or table.seats[number].holder != "person":
        raise _no_move_of_theirs(table, player)
    if game_number != table.game_number:
        raise RefusedError("stale", "That was about another game at this table.")
    if proposal == "end" and table.status != "running":
        raise RefusedError("not_running", "No game is running at this table.")
    if proposal == "again" and table.status != "over":
        raise RefusedError("not_over", "You can play again once the game is over.")
    before = table.end if proposal == "end" else table.again
    after = before | {number} if yes else before - {number}
    return table if after == before else settle(table.changed(**{proposal: after}))


def all_want_again(table: Table) -> bool:
    """Tell whether the next game may begin: nobody seated is against it, and no seat is free."""
    people = table.people()
    return (
        table.status == "over" and bool(people) and people <= table.again and not _free_seats(table)
    )


def start_again(table: Table, seed: int) -> Table:
    """Begin the next game with the same seats."""
    return _begin(table, seed, table.game_number + 1)


def settle(table: Table) -> Table:
    """End a game that all seated people want to end, and close a table that nobody is left at."""
    people = table.people()
    if table.status == "running" and people and people <= table.end:
        table = table.changed(status="over", result="*", end=frozenset())
    if table.status in ("open", "over") and not table.host:
        table = table.changed(status="closed", news=table.news)
    return table


def _begin(table: Table, seed: int, number: int) -> Table:
    position = table.game.new(len(table.seats), seed)
    begun = table.changed(
        status="running",
        game_number=number,
        start=position,
        log=(),
        result="",
        end=frozenset(),
        again=frozenset(),
    )
    return _with_moves(begun, position, [])


def _with_moves(table: Table, position: object, moves: list[Logged]) -> Table:
    """Return the next revision with these moves, and the forced ones after them, played."""
    game = table.game
    while (forced := game.forced(position)) is not None:
        seat = game.turn(position)
        assert seat is not None, "a game that is over forces no move"
        chapter = game.chapter(position)
        position = game.play(position, forced)
        entry = Entry(seat, game.format_move(forced), "table", _seen(game, position))
        moves.append(Logged(entry, chapter))
    outcome = game.outcome(position)
    return table.changed(
        position=position,
        log=(*table.log, *moves),
        news=tuple(move.entry for move in moves),
        status="running" if outcome is None else "over",
        result="" if outcome is None else outcome.text,
        end=table.end if outcome is None else frozenset(),
    )


def _no_move_of_theirs(table: Table, player: str) -> RefusedError:
    if table.seat_of(player) is None:
        return RefusedError("not_seated", "You have no seat at this table: you are watching.")
    return RefusedError("not_seated", "A bot stands in for you: take your seat again first.")


def _free_seats(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.holder == "free"]


def _seen(game: AnyGame, position: object) -> str:
    return game.format(game.view(position, None))
