"""Hints: who may have one, and how the coach's process is asked for it.

Hints are for games against bots only. Nobody else may be at the table or have had a seat there: a
hint is unfair to every other person.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import replace

from client.bots.memory import Memory
from client.lobby_mirror import Companion
from siam_tui.coach.advice import Advice
from siam_tui.games.registry import ui_of
from siam_tui.model.background import lines_of
from siam_tui.model.table_view import TableView, is_legal
from siam_tui.profile.user_error import UserError
from texts import tell
from texts.sentences import without_stop

SECONDS = 0.7
"""How long the coach thinks about a position; a hint takes about three times as long."""


def against_bots(view: TableView, present: Iterable[Companion]) -> bool:
    """Return whether the person plays bots, and no other person is there or has had a seat."""
    others = (seat for number, seat in enumerate(view.state.seats) if number != view.seat)
    return (
        view.seated
        and not view.watching
        and not view.state.shared
        and all(seat.holder == "bot" for seat in others)
        and all(each.player == view.me for each in present)
    )


def no_hint(view: TableView, present: Iterable[Companion]) -> str:
    """Return why the person may have no hint now; empty if there may be one."""
    if not against_bots(view, present):
        return tell("coach/bots-only")
    if not view.my_turn:
        return tell("coach/own-turn")
    return ""


async def advice_for(
    view: TableView, present: Iterable[Companion], memory: Memory
) -> AsyncGenerator[Advice, None]:
    """Iterate over what the coach would play, better and better thought through.

    The coach knows what a player on this seat knows who remembers all moves. It thinks in a process
    of its own, which ends with the iteration.

    Args:
        view: the table.
        present: who is there.
        memory: the moves seen of this game.

    Raises:
        UserError: there are no hints here, or the coach's process failed.
    """
    if reason := no_hint(view, present):
        raise UserError(reason)
    async with aclosing(
        lines_of("siam_tui.coach", (), _order(view, memory), tell("coach/failed"))
    ) as lines:
        async for line in lines:
            yield _with_words(Advice.of_line(line), view)


def _order(view: TableView, memory: Memory) -> str:
    assert view.position is not None
    game = view.game
    known = memory.recall(game, view.position, view.state.ply)
    order = {
        "game": game.name,
        "map": game.map.toml if game.map else "",
        "options": sorted(game.options),
        "position": game.format(known),
        "seconds": SECONDS,
    }
    return json.dumps(order)


def _with_words(advice: Advice, view: TableView) -> Advice:
    """Return complete advice with what only the game can say: names, and what speaks for it."""
    if not advice.complete:
        return advice
    game, texts = view.game, ui_of(view.game.name).texts
    other = ""
    if advice.other:
        other = texts.name_move(game, game.parse_move(advice.other), "short", view.name)
    return replace(
        advice,
        other_name=without_stop(other),  # the template ends it
        advantage=texts.explain_advice(view, game.parse_move(advice.move)),
        deficit=texts.describe_deficit(view),
    )


def rest_of(advice: Advice, before: TableView, now: TableView) -> Advice | None:
    """Return what is left of a hint for several decisions, once its first moves were played.

    It gets no better. None if nothing is left, if something else was played, or if it cannot be
    played any more.
    """
    news = now.state.news
    if not now.my_turn or len(news) != now.state.ply - before.state.ply:
        return None
    decided = tuple(entry.move for entry in news if entry.by != "table")
    left = advice.moves[len(decided) :]
    if not decided or decided != advice.moves[: len(decided)] or not left:
        return None
    if not is_legal(now, left[0]):
        return None
    return replace(advice, move=left[0], then=left[1:], complete=True)
