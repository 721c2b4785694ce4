"""Takes a move back: its player asks, and everybody seated agrees before the next seat acts.

Who plays against bots alone needs nobody's consent, and may ask after the bots' replies: these are
taken back as well.
"""

from __future__ import annotations

from dataclasses import replace

from protocol.commands import TakeBack
from protocol.limits import MAX_TAKEN
from protocol.signing import Fork, add_fork
from protocol.states import Entry, TakenBack
from server.refusals import RefusedError
from server.tables.table import Table
from texts import Person, say


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
        raise RefusedError("not_seated", say("server/decides-not-seated"))
    if not _means_last_chosen(table, number, command):
        raise RefusedError("stale", say("server/move-stays"))
    mover = undoable(table)
    if mover is None:
        is_shown = table.final and _last_chosen(table) is not None
        why = say("server/shown" if is_shown else "server/no-move")
        raise RefusedError("not_undoable", why)
    if number != mover and mover not in table.back:
        raise RefusedError(
            "not_asked", say("server/not-asked", who=Person(table.seats[mover].name))
        )
    if table.back_refused:
        raise RefusedError("not_undoable", say("server/not-agreed"))
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


def stays(table: Table, position: object, move: object, entry: Entry, *, final: bool) -> bool:
    """Return whether a move, or one before it that it belongs to, has shown what was hidden.

    A move of the table belongs to the chosen one before it, and so do the replies of bots to who
    plays against them alone.

    Args:
        table: the table.
        position: the whole position before the move.
        move: the newest move.
        entry: the same, as the log has it.
        final: the result before the move.
    """
    return (final and _follows(table, entry)) or not table.game.may_take_back(position, move)


def _follows(table: Table, entry: Entry) -> bool:
    """Return whether a move is taken back together with the chosen one before it."""
    return entry.by == "table" or table.alone not in (None, entry.seat)


def _last_chosen(table: Table) -> int | None:
    """Return the place in the log of the last move that can be asked about, if a player chose it.

    It was not forced, and it is no reply of a bot to who plays against bots alone.
    """
    for place in reversed(range(len(table.log))):
        entry = table.log[place].entry
        if not _follows(table, entry):
            return place if entry.by in ("player", "stand_in") else None
    return None


def _means_last_chosen(table: Table, seat: int, command: TakeBack) -> bool:
    """Return whether a command is about the last chosen move; bots may have replied meanwhile."""
    if command.game_number != table.game_number:
        return False
    place = _last_chosen(table) if table.alone == seat else None
    if place is None:
        return command.ply == len(table.log)
    return place < command.ply <= len(table.log)


def _without_last(table: Table) -> Table:
    """Return the table as it was before the last chosen move.

    The game is replayed from its start, so earlier positions need not be stored.
    """
    place = _last_chosen(table)
    assert place is not None, "there is a move to take back"
    game, position, final = table.game, table.start, False
    for logged in table.log[:place]:
        move = game.parse_move(logged.entry.move)
        final = stays(table, position, move, logged.entry, final=final)
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
