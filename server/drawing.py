"""The draw of a setup's seed: everybody is bound first, then contributes, then it is dealt.

Bots are the server's own, so the server contributes for them. Nobody blocks a start: who does not
pledge or contribute in time is left out, and the record shows it.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import replace

from protocol import fairness
from protocol.keys import SecretKey, public_key
from protocol.messages import Contribute, Pledge
from protocol.signing import Setup
from server.draw import Draw
from server.play import deal
from server.refusals import RefusedError
from server.table import Player, Table

Token = Callable[[], bytes]
"""Draws 32 random bytes."""


def begin(table: Table, number: int, server: SecretKey, token: Token) -> Table:
    """Begin the draw for a game at a table whose seats are all taken."""
    keys = tuple(seat.key for seat in table.seats)
    draw = Draw(
        lobby=server.public.fingerprint,
        table=table.id,
        number=number,
        stage="pledging",
        secret=token(),
        keys=keys,
        pledges=(b"",) * len(keys),
        contributions=(b"",) * len(keys),
    )
    for seat, each in enumerate(table.seats):
        if each.holder == "bot":
            contribution = token()
            bound = fairness.pledge(draw.game, seat, public_key(each.key), contribution)
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
        raise RefusedError("too_late", "All pledges are in already.")
    pledged = replace(draw, pledges=_with(draw.pledges, seat, command.pledge))
    return advance(table.changed(draw=pledged), server)


def contribute(table: Table, player: Player, command: Contribute, server: SecretKey) -> Table:
    """Take the contribution a player has pledged.

    Raises:
        RefusedError: not_seated, no_draw, too_early, bad_contribution.
    """
    draw, seat = _draw_of(table, player, command.game_number)
    if draw.stage != "contributing":
        raise RefusedError("too_early", "Nobody contributes before all have pledged.")
    bound = fairness.pledge(draw.game, seat, player.key, command.contribution)
    if not hmac.compare_digest(bound, draw.pledges[seat]):
        raise RefusedError("bad_contribution", "That is not what you have pledged.")
    given = _with(draw.contributions, seat, command.contribution)
    return advance(table.changed(draw=replace(draw, contributions=given)), server)


def advance(table: Table, server: SecretKey, *, waited: bool = False) -> Table:
    """Go on with a draw as far as it does not wait for a person.

    Args:
        table: the table.
        server: signs what the table plays by itself.
        waited: whether they have had their time for the present stage.
    """
    draw = table.draw
    if draw is None or not table.drawing:
        return table
    if draw.stage == "pledging" and (waited or not _missing(table, draw.pledges)):
        draw = replace(draw, stage="contributing", chain=_chain(table, draw))
        table, waited = table.changed(draw=draw), False
    asked = (b"" if bound else b"-" for bound in draw.pledges)  # who has not pledged is not asked
    settled = tuple(given or none for given, none in zip(draw.contributions, asked, strict=True))
    if draw.stage == "contributing" and (waited or not _missing(table, settled)):
        seed = fairness.seed(draw.game, draw.secret, draw.contributions)
        return deal(table.changed(draw=replace(draw, stage="dealt")), seed, draw.number, server)
    return table


def _missing(table: Table, given: tuple[bytes, ...]) -> list[int]:
    """Return the seats of people who have not given what is asked for."""
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
    )
    return setup.chain()


def _draw_of(table: Table, player: Player, number: int) -> tuple[Draw, int]:
    seat = table.seat_of(player.id)
    if seat is None or table.seats[seat].holder != "person":
        raise RefusedError("not_seated", "Only those who sit at the table contribute to its setup.")
    if table.draw is None or not table.drawing or table.draw.number != number:
        raise RefusedError("no_draw", "No setup is being drawn for that game.")
    return table.draw, seat


def _with(values: tuple[bytes, ...], seat: int, value: bytes) -> tuple[bytes, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
