"""What is told of a table: seats, turns, news between two of its states, and the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from games.bot_characters import about_bot
from games.contract import GameError
from protocol.states import Entry, SeatState
from siam_tui.games.game_texts import AnyGameTexts
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog, chapters, with_positions
from siam_tui.model.seat_facts import SeatFacts, seat_facts, tell_partners, tell_stand_in
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


_OFFER_ENDED = "Your offer to end the game early no longer stands."


def tell_news(  # noqa: PLR0913 - what there is to know, each on its own
    before: TableView,
    now: TableView,
    entries: Iterable[Entry],
    position: Any | None,  # noqa: ANN401 - any game's
    *,
    log: MoveLog | None = None,
    asks: bool = True,
) -> Iterator[str]:
    """Iterate over what is new.

    Args:
        before: the table as it was last told.
        now: the table as it is.
        entries: the moves played between the two.
        position: a view of the position before the first of them, if known.
        log: the moves that may be read now, if they are known.
        asks: whether to ask the person for a decision, if there is one.
    """
    is_new_game = now.state.game_number != before.state.game_number
    yield from _tell_seat_changes(before, now)
    yield from _tell_new_host(before, now)
    if now.state.status == "running" and (is_new_game or before.state.status != "running"):
        yield from tell_start(now)
        position = None
    if not is_new_game:
        yield from _tell_taken_back(before, now)
    yield from _tell_moves(now, entries, position, log)
    yield from _tell_wishes(before, now)
    yield from _tell_end(before, now)
    if (
        asks
        and now.my_turn
        and (not before.my_turn or now.state.ply != before.state.ply or is_new_game)
    ):
        if log is not None and not any(entry.seat == now.seat for entry in log.entries):
            yield from texts_of(now).tell_standing(now)
        yield from texts_of(now).tell_own_turn(now)


def _tell_new_host(before: TableView, now: TableView) -> Iterator[str]:
    if now.state.host != before.state.host and now.state.host_name:
        yield "You are the host now." if now.host else f"{now.state.host_name} is the host now."


def _tell_taken_back(before: TableView, now: TableView) -> Iterator[str]:
    if now.state.takes > before.state.takes and now.state.taken:
        taken = now.state.taken[-1]
        who = "You" if taken.seat == now.seat else now.name(taken.seat)
        move = now.game.parse_move(taken.move)
        yield f"Taken back: {texts_of(now).tell_move(now.game, move, who)}"


def _tell_end(before: TableView, now: TableView) -> Iterator[str]:
    if now.state.status == before.state.status:
        return
    if now.state.status == "over":
        yield from tell_result(now)
    elif now.state.status == "closed":
        yield "The table is closed. Type leave to go on."


def tell_result(view: TableView) -> Iterator[str]:
    """Iterate over how a game that is over came out, and what can be typed next."""
    yield "The game is over."
    yield from texts_of(view).tell_result(view)
    if view.seated:
        yield "Type again for another game, games for all that you have finished, or leave."


def _tell_moves(
    view: TableView,
    entries: Iterable[Entry],
    position: Any | None,  # noqa: ANN401 - any game's
    log: MoveLog | None,
) -> Iterator[str]:
    """Iterate over moves, over what each led to, and over what the chapters it ended came to."""
    texts = texts_of(view)
    for entry in entries:
        if entry.seat == view.seat or texts.is_logged(entry):
            yield texts_of(view).tell_entry(view, entry, position)
        try:
            after = view.game.parse(entry.position)
        except GameError:
            continue
        if position is not None:
            yield from _tell_report(view, position, after, log)
            yield from texts.tell_progress(view, position, after)
        position = after


def _tell_report(view: TableView, before: Any, after: Any, log: MoveLog | None) -> Iterator[str]:  # noqa: ANN401
    """Tell what a chapter came to that ended between two positions."""
    number = view.game.chapter(before)
    if log is None or number == view.game.chapter(after):
        return
    for chapter in chapters(log, view):
        if view.game.chapter(chapter.before) == number:
            report = ui_of(view.game.name).texts.chapter_report(view, chapter)
            if report is not None:
                yield f"{report.title}."
                yield from report.spoken


def _tell_seat_changes(before: TableView, now: TableView) -> Iterator[str]:
    for number, (was, seat) in enumerate(zip(before.state.seats, now.state.seats, strict=False)):
        if was != seat:
            yield from _tell_seat_change(now, number, was, seat)


def _tell_seat_change(
    view: TableView, number: int, was: SeatState, now: SeatState
) -> Iterator[str]:
    is_own = number == view.seat
    match was.holder, now.holder:
        case _, "free":
            yield f"{was.name} leaves seat {number + 1}."
        case ("person", "stand_in") | ("stand_in", "person"):
            yield from tell_stand_in(view, number, was.holder, now.holder)
        case _, "person" if was.player != now.player:
            who = "You sit" if is_own else f"{now.name} sits"
            yield f"{who} down on seat {number + 1}."
        case _, "bot" if was.holder != "bot" or was.level != now.level:
            yield f"{now.name}, a {now.level} bot, sits down on seat {number + 1}."


def _tell_wishes(before: TableView, now: TableView) -> Iterator[str]:
    same_game = before.state.game_number == now.state.game_number
    refused = now.state.back_refused and not before.state.back_refused
    if refused:
        yield "Not everybody agreed in time, so the move stays."
    for wish, command, were, are in (
        ("to end the game early", "end", before.state.end, now.state.end),
        ("to play again", "again", before.state.again, now.state.again),
        ("the last move taken back", "takeback", before.state.back, now.state.back),
    ):
        answer = f" Type {command} to agree." if now.seated and now.seat not in are else ""
        for seat in are:
            if seat not in were:
                yield f"{_wants(now, seat)} {wish}.{answer}"
        for seat in () if refused and were is before.state.back else were:
            if seat not in are and same_game and _stage(before) == _stage(now):
                yield _tell_past_wish(now, seat, wish, is_end=were is before.state.end)


def _tell_past_wish(view: TableView, seat: int, wish: str, *, is_end: bool) -> str:
    if seat != view.seat:
        return f"{view.name(seat)} no longer wants {wish}."
    return _OFFER_ENDED if is_end else f"You no longer want {wish}."


def _stage(view: TableView) -> tuple[str, int]:
    return view.state.status, view.state.takes


def _wants(view: TableView, seat: int) -> str:
    return "You want" if seat == view.seat else f"{view.name(seat)} wants"


_NO_MOVES = "Nobody has moved yet."


def tell_log(log: MoveLog, view: TableView) -> Iterator[str]:
    """Iterate over the log as far as this person may read it now, chapter by chapter."""
    texts = texts_of(view)
    for chapter in chapters(log, view):
        yield f"{texts.chapter_title(view, chapter, 'full')}."
        if not chapter.moves:
            yield _NO_MOVES
        for entry, before in with_positions(chapter, view):
            if texts.is_logged(entry):
                yield texts_of(view).tell_entry(view, entry, before)
        if end := texts.chapter_end(view, chapter, "full"):
            yield end


def tell_last_moves(log: MoveLog, view: TableView, count: int | None) -> Iterator[str]:
    """Iterate over the last `count` moves, or over those since the person's last one, with that."""
    entries = [
        (entry, before)
        for chapter in chapters(log, view)
        for entry, before in with_positions(chapter, view)
        if texts_of(view).is_logged(entry)
    ]
    if count is None:
        own = [place for place, (entry, _) in enumerate(entries) if entry.seat == view.seat]
        start = own[-1] if own else max(0, len(entries) - len(view.state.seats))
    else:
        start = max(0, len(entries) - count)
    if not entries[start:]:
        yield _NO_MOVES
    for entry, before in entries[start:]:
        yield texts_of(view).tell_entry(view, entry, before)
