"""Which tables wait for which player, and who is sent a reminder now. Pure.

A player who is away gets a digest of all tables that wait for them, at most twice in any 24 hours.
Before a clock ends they get one more, once for each turn. No turn is told of twice in digests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from games.registry import spec_of
from server.reminders.address_book import DAY, AddressBook, Subscription
from server.tables.table import Table

LEAST_CLOCK: Final = 600
"""Seconds of a clock from which its end is told of: before a shorter one ends, no mail is read."""
MOST_BEFORE_END: Final = 12 * 3600.0
"""The most seconds before a clock's end at which it is told of; a quarter of its time, if less."""


class WaitingTurn(NamedTuple):
    """A turn that a person has to take.

    Attributes:
        moment: names the turn among all turns of the lobby.
        table: the id of the table; empty if the table is private.
        game: the title of the game.
        host: the name of the table's host; empty if the table is private, or nobody is.
        left: seconds on the player's clock; None without a clock.
        ends_soon: whether the clock is about to end.
        call: how many seconds before the clock's end it is about to end; 0 for never.
    """

    moment: str
    table: str
    game: str
    host: str
    left: float | None
    ends_soon: bool
    call: float = 0.0


WaitingTurns: TypeAlias = Mapping[str, tuple[WaitingTurn, ...]]
"""The turns that people have to take, by the players' fingerprints."""


def waiting_turns(tables: Iterable[Table], now: float) -> WaitingTurns:
    """Return the turns that people have to take, by the players' fingerprints.

    Args:
        tables: all tables of the lobby.
        now: the reading of the lobby's clock.
    """
    found: dict[str, tuple[WaitingTurn, ...]] = defaultdict(tuple)
    for table in tables:
        if table.status != "running" or (seat := table.game.turn(table.position)) is None:
            continue
        holder = table.seats[seat]
        if holder.holder == "person":
            found[holder.player] += (_turn_at(table, seat, now),)
    return found


def _turn_at(table: Table, seat: int, now: float) -> WaitingTurn:
    left = _time_left(table, seat, now)
    clock = table.terms.clock
    is_told = left is not None and clock is not None and clock.seconds >= LEAST_CLOCK
    call = min(clock.seconds / 4, MOST_BEFORE_END) if is_told and clock is not None else 0.0
    return WaitingTurn(
        f"{table.id}/{table.game_number}/{table.takes}/{len(table.log)}",
        "" if table.key else table.id,
        spec_of(table.game.name).title,
        "" if table.key else table.host_name,
        left,
        is_about_to_end(left, call),
        call,
    )


def is_about_to_end(left: float | None, call: float) -> bool:
    """Return whether a clock is about to end, of which that is told so many seconds before."""
    return left is not None and call > 0 and left <= call


def _time_left(table: Table, seat: int, now: float) -> float | None:
    clock = table.clock
    if clock is None:
        return None
    gone = now - clock.since if clock.seat == seat and clock.since is not None else 0.0
    return max(0.0, clock.left[seat] - gone)


DIGESTS: Final = 2
"""Digests in any 24 hours."""
BETWEEN_DIGESTS: Final = 6 * 3600.0
"""The least seconds between two digests."""
MOST_AT_ONCE: Final = 100
"""Messages of one look at all players; the rest is sent at the next."""
PER_DAY: Final = 12
"""Messages of all kinds to one player in any 24 hours."""


class Absence(NamedTuple):
    """For how long a player has been away, and some turns have been waiting.

    Attributes:
        away: seconds since the player was last heard of.
        waiting: seconds that each turn is known to wait, by its moment.
    """

    away: float
    waiting: Mapping[str, float]


class DueReminder(NamedTuple):
    """A reminder that is to be sent.

    Attributes:
        player: fingerprint of the player.
        turns: the turns that wait, the most urgent first.
        is_last_call: whether a clock is about to end.
    """

    player: str
    turns: tuple[WaitingTurn, ...]
    is_last_call: bool


def due_reminders(
    book: AddressBook,
    waiting: WaitingTurns,
    absences: Mapping[str, Absence],
    *,
    quiet: float,
    now: float,
) -> tuple[AddressBook, tuple[DueReminder, ...]]:
    """Return the reminders that are to be sent now, and the book that remembers them.

    Args:
        book: the addresses.
        waiting: the turns that wait, by player.
        absences: the players who are not connected.
        quiet: seconds that a turn waits, and its player is away, before a digest.
        now: the time, in seconds since 1970.
    """
    due: list[DueReminder] = []
    changed: dict[str, Subscription] = {}
    for player, before in book.subscriptions.items():
        turns = tuple(sorted(waiting.get(player, ()), key=_urgency))
        after = _forget_past_turns(before, turns)
        if before.confirmed and turns and player in absences and len(due) < MOST_AT_ONCE:
            for reminder in _due_for(after, player, turns, absences[player], quiet, now):
                due.append(reminder)
                after = _remember(after, reminder, now)
        if after is not before:
            changed[player] = after
    if not changed:
        return book, ()
    return replace(book, subscriptions={**book.subscriptions, **changed}), tuple(due)


def _due_for(  # noqa: PLR0913, PLR0917 - what it depends on
    subscription: Subscription,
    player: str,
    turns: tuple[WaitingTurn, ...],
    absence: Absence,
    quiet: float,
    now: float,
) -> Iterator[DueReminder]:
    """Yield the one reminder that is due, if any."""
    if subscription.sent_since(now - DAY) >= PER_DAY:
        return
    if any(turn.ends_soon and turn.moment not in subscription.warned for turn in turns):
        yield DueReminder(player, turns, is_last_call=True)
        return
    digests = [at for at in subscription.digests if at > now - DAY]
    if len(digests) >= DIGESTS or (digests and now - digests[-1] < BETWEEN_DIGESTS):
        return
    is_new = any(
        turn.moment not in subscription.told and absence.waiting.get(turn.moment, 0.0) >= quiet
        for turn in turns
    )
    if is_new and absence.away >= quiet:
        yield DueReminder(player, turns, is_last_call=False)


def _remember(subscription: Subscription, reminder: DueReminder, now: float) -> Subscription:
    sent = subscription.with_sent(now)
    told = sent.told | {turn.moment for turn in reminder.turns}
    if reminder.is_last_call:
        ending = {turn.moment for turn in reminder.turns if turn.ends_soon}
        return replace(sent, told=told, warned=sent.warned | ending)
    digests = (*(at for at in sent.digests if at > now - DAY), now)
    return replace(sent, told=told, digests=digests)


def _forget_past_turns(subscription: Subscription, turns: tuple[WaitingTurn, ...]) -> Subscription:
    moments = {turn.moment for turn in turns}
    told, warned = subscription.told & moments, subscription.warned & moments
    if told == subscription.told and warned == subscription.warned:
        return subscription
    return replace(subscription, told=told, warned=warned)


def _urgency(turn: WaitingTurn) -> tuple[bool, float, str]:
    return turn.left is None, turn.left or 0.0, turn.moment
