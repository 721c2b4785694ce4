"""Takes a move back: its player asks, and everybody seated agrees before the next seat acts."""

from __future__ import annotations

from dataclasses import replace

from protocol.limits import MAX_TAKEN
from protocol.messages import TakeBack, TakenBack
from protocol.takebacks import Fork, add_fork
from server.refusals import RefusedError
from server.tables.table import AnyGame, Table

_NOT_ASKED = "Only {name}, who moved last, may ask to take a move back, and has not asked."


def undoable(table: Table) -> int | None:
    """Return the seat whose last chosen move may be taken back, or None."""
    if table.status != "running" or table.final:
        return None
    place = _last_chosen(table)
    return None if place is None else table.log[place].entry.seat


def take_back(table: Table, player: str, command: TakeBack) -> Table:
    """Ask to take your last move back, agree that another player does, or refuse it.

    Bots and stand-ins always agree. After a refusal the move stays.

    Raises:
        RefusedError: not_seated, stale, not_undoable, not_asked.
    """
    number = table.acting_for(player)
    if number is None or table.seats[number].holder != "person":
        raise RefusedError("not_seated", "Only those seated at the table decide about that.")
    if (command.game_number, command.ply) != (table.game_number, len(table.log)):
        raise RefusedError("stale", "The game has moved on, so the move stays.")
    mover = undoable(table)
    if mover is None:
        raise RefusedError("not_undoable", "There is no move that could be taken back.")
    if number != mover and mover not in table.back:
        raise RefusedError("not_asked", _NOT_ASKED.format(name=table.seats[mover].name))
    if table.back_refused:
        raise RefusedError("not_undoable", "Not everybody agreed, so the move stays.")
    if not command.yes:
        refused = number != mover
        if not table.back:
            return table
        return table.changed(back=frozenset(), back_refused=refused)
    if number in table.back:
        return table
    return settle_back(table.changed(back=table.back | {number}))


def lapse(table: Table) -> Table:
    """Refuse to take a move back because nobody has answered in time."""
    return table.changed(back=frozenset(), back_refused=True)


def settle_back(table: Table) -> Table:
    """Take the move back if its player asks for it and everybody seated agrees.

    The wish of a player who left their seat no longer counts.
    """
    people, mover = table.people(), undoable(table)
    if not table.back:
        return table
    if mover not in table.back or mover not in people:
        return replace(table, back=frozenset())
    agreed = table.back & people
    if not people <= agreed:
        return replace(table, back=agreed)
    return _without_last(replace(table, back=agreed))


def stays(game: AnyGame, position: object, move: object, by: str, *, final: bool) -> bool:
    """Return whether the last chosen move has revealed hidden information.

    Args:
        game: the rules.
        position: the whole position before the newest move.
        move: the newest move; a move of the table belongs to the chosen one before it.
        by: who decided it.
        final: the result before the newest move.
    """
    return (by == "table" and final) or not game.may_take_back(position, move)


def _last_chosen(table: Table) -> int | None:
    """Return the place in the log of the last move that was not forced, if a player chose it."""
    for place in reversed(range(len(table.log))):
        by = table.log[place].entry.by
        if by != "table":
            return place if by in ("player", "stand_in") else None
    return None


def _without_last(table: Table) -> Table:
    """Return the table as it was before the last chosen move.

    The game is replayed from its start, so earlier positions need not be stored.
    """
    place = _last_chosen(table)
    assert place is not None, "there is a move to take back"
    game, position, final = table.game, table.start, False
    for logged in table.log[:place]:
        move = game.parse_move(logged.entry.move)
        final = stays(game, position, move, logged.entry.by, final=final)
        position = game.play(position, move)
    entry = table.log[place].entry
    note = TakenBack(place, entry.seat, entry.move)
    takes, forks = table.takes + 1, table.forks
    if table.draw is not None and table.draw.binds_take_backs:
        forks = add_fork(forks, Fork(takes, place, table.chain))
    return table.changed(
        revision=table.revision,
        position=position,
        log=table.log[:place],
        takes=takes,
        taken=(*table.taken, note)[-MAX_TAKEN:],
        forks=forks,
        back=frozenset(),
        back_refused=False,
        final=final,
    )
