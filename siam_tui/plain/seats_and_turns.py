"""Who sits at a table and whose turn it is, as sentences for any game. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.bot_characters import about_bot
from siam_tui.games.game_texts import AnyGameTexts
from siam_tui.games.registry import ui_of
from siam_tui.model.seat_facts import SeatFacts, seat_facts, tell_partners
from siam_tui.model.table_view import TableView
from siam_tui.ui.text import spell_duration

_QUESTIONS: Final = "Type board to be told the board, or forecast for the standing."


def texts_of(view: TableView) -> AnyGameTexts:
    """Return what the game of a table tells."""
    return ui_of(view.game.name).texts


def tell_seats(view: TableView, left: Mapping[int, float] | None = None) -> Iterator[str]:
    """Iterate over who holds each seat, what they have, and the time their clocks have left.

    Args:
        view: the table.
        left: the seconds each person's clock has left, if the table has clocks.
    """
    for seat in range(len(view.state.seats)):
        facts = seat_facts(view, seat)
        has = [] if view.position is None else [texts_of(view).tell_seat(view, seat)]
        clock = [f"Clock: {spell_duration(left[seat])}."] if left and seat in left else []
        yield " ".join([_tell_holder(facts), *has, *clock])
        if facts.bot_level and (about := about_bot(facts.name)):
            yield about
        if facts.is_away:
            yield f"A bot plays for {facts.name} meanwhile."
    if view.position is not None:
        for seat in range(len(view.state.seats), view.seat_count):
            yield f"The table plays for {view.name(seat)}. {texts_of(view).tell_seat(view, seat)}"


def _tell_holder(facts: SeatFacts) -> str:
    if facts.has_left:
        return f"Seat {facts.number}: {facts.name}, who has left. It is free."
    if facts.is_free:
        return f"Seat {facts.number}: free."
    parts = [
        f"Seat {facts.number}: {facts.name}",
        "you" * facts.is_own,
        _tell_bot(facts),
        "the host" * facts.is_host,
        f"team {facts.team}" if facts.team else "",
    ]
    return f"{', '.join(filter(None, parts))}."


def _tell_bot(facts: SeatFacts) -> str:
    """Return which bot holds a seat; the name of a lesson's bot says it already."""
    return f"a {facts.bot_level} bot" if facts.bot_level not in {"", facts.name} else ""


def tell_turn(view: TableView) -> str:
    """Return whose turn it is, or why it is nobody's."""
    if view.turn is None:
        return _tell_no_turn(view)
    if view.my_turn:
        return "It is your turn."
    if view.turn == view.seat:
        return "It is your turn, and a bot plays for you. Type take to come back."
    return f"It is {view.name(view.turn)}'s turn."


def _tell_no_turn(view: TableView) -> str:
    match view.state.status, len(view.free_seats):
        case "open", 0 if view.state.draw is not None:
            return "All seats are taken. The setup is drawn."
        case "open", 0:
            who = "You start" if view.host else f"{view.state.host_name} starts"
            return f"All seats are taken. {who} the game."
        case "open", free:
            return f"The game has not begun: {free} seat{' is' if free == 1 else 's are'} free."
        case "over", _ if view.seated:
            return "The game is over. Type again for another one, or leave."
        case "over", _:
            return "The game is over."
    return "The table is closed."


def tell_start(view: TableView) -> Iterator[str]:
    """Iterate over how a game begins: its map, what is on the table, and who begins."""
    board = view.game.map
    yield f"The game begins on the map {board.title}." if board else "The game begins."
    if partners := tell_partners(view):
        yield partners
    if view.position is None:
        return
    yield from texts_of(view).tell_start(view)
    if not view.seated:
        yield _QUESTIONS
    if view.turn is not None and not view.my_turn:
        yield f"{view.name(view.turn)} begins."
