"""Plays the game at a table: start, moves, early end, next game."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple

from games.contract import IllegalMoveError, InvalidMoveError
from protocol.commands import PlayMove
from protocol.keys import PublicKey, SecretKey
from protocol.states import Entry
from server.refusals import RefusedError
from server.tables.table import Logged, Player, Table
from server.tables.takeback import settle_back, stays
from texts import Person, say

By = Literal["player", "stand_in", "table", "clock"]
"""Who decided a move, as in an `Entry`."""


def check_start(table: Table, player: Player) -> None:
    """Refuse to start the game, unless this player may start it now.

    Raises:
        RefusedError: not_host, already_running, game_over, seats_free.
    """
    if table.host != player.id:
        raise RefusedError("not_host", say("server/starts-not", host=Person(table.host_name)))
    if table.status == "running":
        raise RefusedError("already_running", say("server/begun"))
    if table.status == "over":
        raise RefusedError("game_over", say("server/again-not-agreed"))
    free = _free_seats(table)
    if free:
        raise RefusedError("seats_free", say("server/seats-free", n=free[0] + 1))


def play(table: Table, player: Player, command: PlayMove, server: SecretKey) -> Table:
    """Play a move, and after it the moves that are forced.

    Args:
        table: the table.
        player: the player, who must act for the seat to move.
        command: the move, and the game and ply for which it was chosen. Its signature covers the
            moves before it, so it is refused if one of these was taken back meanwhile.
        server: signs the moves that the seat's own player does not.

    Raises:
        RefusedError: not_seated, not_running, stale, not_your_turn, invalid_move, illegal_move,
            bad_signature.
    """
    number = table.acting_for(player.id)
    if number is None:
        raise _no_move_of_theirs(table, player.id)
    if table.status != "running":
        raise RefusedError("not_running", say("server/not-running"))
    if (command.game_number, command.ply) != (table.game_number, len(table.log)):
        raise RefusedError("stale", say("server/moved-on"))
    game = table.game
    if game.turn(table.position) != number:
        raise RefusedError("not_your_turn", say("server/not-your-turn"))
    try:
        move = game.parse_move(command.move)
        after = game.play(table.position, move)
    except InvalidMoveError as error:
        raise RefusedError("invalid_move", error.message) from error
    except IllegalMoveError as error:
        raise RefusedError("illegal_move", error.message) from error
    text = game.format_move(move)
    _check_signature(table, player.key, number, text, command.signature)
    if table.seats[number].holder == "stand_in":
        played = _signed_by_server(table, number, "stand_in", move, server)
    else:
        played = _Played(number, "player", move, text, command.signature)
    return settle(_play_forced_moves(_logged(table, after, played), len(table.log), server))


def time_out(table: Table, server: SecretKey) -> Table:
    """Play the move that the game plays for a seat whose time has run out, such as a pass."""
    game = table.game
    seat = game.turn(table.position)
    assert seat is not None, "clocks run only while somebody is to move"
    move = game.idle(table.position)
    played = _signed_by_server(table, seat, "clock", move, server)
    logged = _logged(table, game.play(table.position, move), played)
    return settle(_play_forced_moves(logged, len(table.log), server))


def agree(table: Table, player: str, game_number: int, proposal: str, *, yes: bool) -> Table:
    """Note whether a seated person wants to end the game early, or to play again.

    All must agree to an early end. So whoever refuses one that others offer ends their offers.

    Raises:
        RefusedError: not_seated, stale, not_running, not_over.
    """
    number = table.acting_for(player)
    if number is None or table.seats[number].holder != "person":
        raise _no_move_of_theirs(table, player)
    if game_number != table.game_number:
        raise RefusedError("stale", say("server/another-game"))
    if proposal == "end" and table.status != "running":
        raise RefusedError("not_running", say("server/not-running"))
    if proposal == "again" and table.status != "over":
        raise RefusedError("not_over", say("server/not-over"))
    before = table.end if proposal == "end" else table.again
    refuses = proposal == "end" and not yes and number not in before
    after = before | {number} if yes else frozenset() if refuses else before - {number}
    return table if after == before else settle(table.changed(**{proposal: after}))


def all_want_again(table: Table) -> bool:
    """Return whether the next game may begin: all seated people agree, and no seat is free."""
    people = table.people()
    return (
        table.status == "over" and bool(people) and people <= table.again and not _free_seats(table)
    )


def settle(table: Table) -> Table:
    """Do what all seated people agree on, and close a table where nobody is left."""
    people = table.people()
    table = settle_back(table)
    if table.status == "running" and people and people <= table.end:
        table = table.changed(status="over", result="*", end=frozenset())
    if table.status in ("open", "over") and not table.host:
        table = table.changed(status="closed", news=table.news)
    return table


def deal(table: Table, seed: int, number: int, server: SecretKey) -> Table:
    """Start a game with the setup of a seed.

    Args:
        table: a table whose draw is complete.
        seed: the result of the draw.
        number: which game at this table.
        server: signs forced moves at the start of the game.
    """
    begun = table.begun(number, table.game.new(len(table.seats), seed))
    return _play_forced_moves(begun, 0, server)


class _Played(NamedTuple):
    """A decided move and its signature."""

    seat: int
    by: By
    move: object
    text: str
    signature: bytes


def _signed_by_server(table: Table, seat: int, by: By, move: object, server: SecretKey) -> _Played:
    text = table.game.format_move(move)
    return _Played(seat, by, move, text, server.sign(table.next_move(seat, by, text).stated()))


def _check_signature(
    table: Table, signer: PublicKey, seat: int, move: str, signature: bytes
) -> None:
    if not signer.has_signed(table.next_move(seat, "player", move).stated(), signature):
        raise RefusedError("bad_signature", say("server/bad-signature"))


def _logged(table: Table, after: object, played: _Played) -> Table:
    """Return the table with a move in its log, still in the same revision."""
    game = table.game
    seat, by, move, text, signature = played
    entry = Entry(seat, text, by, game.format(game.view(after, None)), signature)
    chain = table.next_move(seat, by, text).next_chain()
    logged = Logged(entry, game.chapter(table.position), chain)
    return replace(
        table,
        position=after,
        log=(*table.log, logged),
        back=frozenset(),
        back_refused=False,
        final=stays(table, table.position, move, entry, final=table.final),
    )


def _play_forced_moves(table: Table, first_new: int, server: SecretKey) -> Table:
    """Play all forced moves, and return the table as its next revision.

    Args:
        table: the table after a move or a setup.
        first_new: the first move of the log that clients have not seen yet.
        server: signs the forced moves.
    """
    game = table.game
    while (forced := game.forced(table.position)) is not None:
        seat = game.turn(table.position)
        assert seat is not None, "a game that is over forces no move"
        played = _signed_by_server(table, seat, "table", forced, server)
        table = _logged(table, game.play(table.position, forced), played)
    outcome = game.outcome(table.position)
    return table.changed(
        news=tuple(logged.entry for logged in table.log[first_new:]),
        status="running" if outcome is None else "over",
        result="" if outcome is None else outcome.text,
        end=table.end if outcome is None else frozenset(),
    )


def _no_move_of_theirs(table: Table, player: str) -> RefusedError:
    if table.seat_of(player) is None:
        return RefusedError("not_seated", say("server/watching"))
    return RefusedError("not_seated", say("server/stood-in"))


def _free_seats(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.holder == "free"]
