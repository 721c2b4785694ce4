"""The draw of a setup's seed: all players pledge, then all contribute, then the game is dealt.

The server contributes for its own bots. Nobody blocks a start: a player who does not pledge or
contribute in time is left out, and the record shows it. If nobody answers, the server gives the
draw up and signs that; its number is never used again.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import replace

from protocol import fairness
from protocol.commands import Contribute, Pledge
from protocol.draws import (
    MAX_GIVEN_UP,
    DrawHistory,
    GivenUp,
    GivenUpReason,
    SignedCommitment,
    first_link,
)
from protocol.keys import SecretKey, public_key
from protocol.signing import Setup
from server.refusals import RefusedError
from server.tables.draw import Draw
from server.tables.play import deal
from server.tables.table import Player, Table
from texts import say

Token = Callable[[], bytes]
"""Draws 32 random bytes."""


def begin_draw(table: Table, server: SecretKey, token: Token) -> Table:
    """Begin the draw for the next game at a table whose seats are all taken.

    Raises:
        RefusedError: too_many_draws: too many have been given up in a row.
    """
    before = _before(table, server)
    if len(before.given_up) >= MAX_GIVEN_UP:
        raise RefusedError("too_many_draws", say("server/too-many-draws", n=MAX_GIVEN_UP))
    draw = replace(_empty(table, before, server), stage="pledging", secret=token())
    unsigned = SignedCommitment(
        draw.number,
        draw.dealt,
        before.link(draw.lobby, table.id),
        draw.commitment,
        format=draw.format,
    )
    draw = replace(draw, signature=unsigned.signed(server, table.id).signature)
    for seat, each in enumerate(table.seats):
        if each.holder == "bot":
            contribution = token()
            bound = fairness.pledge(draw.game, seat, public_key(each.key), contribution, draw.bound)
            draw = replace(
                draw,
                pledges=_with(draw.pledges, seat, bound),
                contributions=_with(draw.contributions, seat, contribution),
            )
    return advance(table.changed(draw=draw), server)


def pledge(table: Table, player: Player, command: Pledge, server: SecretKey) -> Table:
    """Bind a player to a contribution.

    Raises:
        RefusedError: not_seated, no_draw, too_late.
    """
    draw, seat = _draw_of(table, player, command.game_number)
    if draw.stage != "pledging":
        raise RefusedError("too_late", say("server/pledged-too-late"))
    pledged = replace(draw, pledges=_with(draw.pledges, seat, command.pledge))
    return advance(table.changed(draw=pledged), server)


def contribute(table: Table, player: Player, command: Contribute, server: SecretKey) -> Table:
    """Accept the contribution that a player has pledged.

    Raises:
        RefusedError: not_seated, no_draw, too_early, bad_contribution.
    """
    draw, seat = _draw_of(table, player, command.game_number)
    if draw.stage != "contributing":
        raise RefusedError("too_early", say("server/contributed-too-early"))
    bound = fairness.pledge(draw.game, seat, player.key, command.contribution, draw.bound)
    if not hmac.compare_digest(bound, draw.pledges[seat]):
        raise RefusedError("bad_contribution", say("server/bad-contribution"))
    given = _with(draw.contributions, seat, command.contribution)
    return advance(table.changed(draw=replace(draw, contributions=given)), server)


def advance(table: Table, server: SecretKey, *, waited: bool = False) -> Table:
    """Continue a draw until it waits for a person.

    Args:
        table: the table.
        server: signs the moves that the table plays.
        waited: whether the time for the present stage is over.
    """
    draw = table.draw
    if draw is None or not table.drawing:
        return table
    if draw.stage == "pledging" and (waited or not _missing(table, draw.pledges)):
        draw = replace(draw, stage="contributing", chain=_chain(table, draw))
        table, waited = table.changed(draw=draw), False
    # Players who have not pledged are not asked to contribute.
    asked = (b"" if bound else b"-" for bound in draw.pledges)
    settled = tuple(given or none for given, none in zip(draw.contributions, asked, strict=True))
    if draw.stage == "contributing" and (waited or not _missing(table, settled)):
        seed = fairness.seed(draw.game, draw.secret, draw.contributions)
        return deal(table.changed(draw=replace(draw, stage="dealt")), seed, draw.number, server)
    return table


def is_unanswered(table: Table) -> bool:
    """Return whether a draw waits for people, and none of them has answered its present stage."""
    people = table.people()
    return table.drawing and bool(people) and set(_silent(table)) == people


def give_up(
    table: Table, reason: GivenUpReason, server: SecretKey, *, last: int | None = None
) -> Table:
    """Give the present draw up, and the numbers after it up to `last`; the server signs that.

    If no draw is going on, the next number is given up.

    Args:
        table: the table.
        reason: why.
        server: signs it.
        last: the last number to give up; by default the draw's own.
    """
    draw = table.draw
    if draw is None or not table.drawing or not draw.signature:
        draw = _empty(table, _before(table, server), server)
    silent = _silent(table) if reason in ("nobody", "closed") else ()
    given_up = GivenUp(
        number=draw.number,
        last=max(draw.number, last or 0),
        commitment=draw.commitment,
        stage=draw.stage if draw.stage in ("pledging", "contributing") else "none",
        reason=reason,
        missing=tuple(draw.keys[seat] for seat in silent),
    )
    signed = given_up.signed(server, table.id, draw.before.link(draw.lobby, table.id))
    ended = replace(draw, stage="given_up", given_up=(*draw.given_up, signed))
    return table.changed(draw=ended, again=frozenset())


def go_past(table: Table, known: SignedCommitment, server: SecretKey, token: Token) -> Table:
    """Skip the numbers that were used before this server's store was restored from a backup.

    Args:
        table: the table.
        known: a commitment of this server that a player at the table has seen.
        server: the server's key.
        token: draws random bytes, for the draw that replaces the present one.

    Returns:
        The table; a draw that was going on is replaced by one with an unused number.
    """
    if known.number < _before(table, server).next_number or table.status == "running":
        return table
    ours = table.draw.committed if table.draw is not None and table.drawing else None
    if known == ours or _is_full(table) or not known.is_signed(server.public, table.id):
        return table
    past = give_up(table, "restored", server, last=known.number)
    return begin_draw(past, server, token) if table.drawing and not _is_full(past) else past


def _is_full(table: Table) -> bool:
    return table.draw is not None and len(table.draw.given_up) >= MAX_GIVEN_UP


def _before(table: Table, server: SecretKey) -> DrawHistory:
    """Return the history of the next draw at a table, without a draw that is going on."""
    draw = table.draw
    if draw is None:
        return DrawHistory(0, first_link(server.public.fingerprint, table.id), ())
    if not table.drawing:
        return draw.after
    if draw.signature:
        return draw.before
    # A draw of protocol 1 holds nothing of the game before it.
    return DrawHistory(draw.number - 1, first_link(draw.lobby, draw.table), ())


def _empty(table: Table, before: DrawHistory, server: SecretKey) -> Draw:
    """Return the next draw at a table, with nothing drawn yet."""
    keys = tuple(seat.key for seat in table.seats)
    return Draw(
        lobby=server.public.fingerprint,
        table=table.id,
        number=before.next_number,
        stage="given_up",
        secret=b"",
        keys=keys,
        pledges=(b"",) * len(keys),
        contributions=(b"",) * len(keys),
        dealt=before.dealt,
        base=before.base,
        given_up=tuple(before.given_up),
        format=fairness.FORMAT,
    )


def _silent(table: Table) -> list[int]:
    """Return the seats of people who have not answered the present stage of a draw."""
    draw = table.draw
    if draw is None or not table.drawing:
        return []
    if draw.stage == "pledging":
        return _missing(table, draw.pledges)
    return _missing(table, draw.contributions)


def _missing(table: Table, given: tuple[bytes, ...]) -> list[int]:
    """Return the seats of people who have not given their part."""
    return [seat for seat in table.people() if not given[seat]]


def _chain(table: Table, draw: Draw) -> bytes:
    setup = Setup(
        draw.game,
        table.game.name,
        table.map,
        table.options,
        draw.commitment,
        draw.keys,
        draw.pledges,
        draw.bound,
    )
    return setup.chain()


def _draw_of(table: Table, player: Player, number: int) -> tuple[Draw, int]:
    seat = table.seat_of(player.id)
    if seat is None or table.seats[seat].holder != "person":
        raise RefusedError("not_seated", say("server/contributes-not-seated"))
    if table.draw is None or not table.drawing or table.draw.number != number:
        raise RefusedError("no_draw", say("server/no-draw"))
    return table.draw, seat


def _with(values: tuple[bytes, ...], seat: int, value: bytes) -> tuple[bytes, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
