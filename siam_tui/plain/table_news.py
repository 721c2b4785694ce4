"""What is told of a table: seats, turns, news between two of its states, and the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.bot_characters import about_bot
from games.contract import GameError
from protocol.states import Entry, SeatState
from siam_tui.games.game_texts import AnyGameTexts
from siam_tui.games.map_names import name_of_map
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog, chapters, with_positions
from siam_tui.model.seat_facts import SeatFacts, seat_facts, tell_partners, tell_stand_in
from siam_tui.model.table_view import TableView
from siam_tui.typed.words import words_of
from siam_tui.ui.text import spell_duration
from texts import Message, Person, say, tell


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
        if left and seat in left:
            has.append(tell("plain/seat/clock", time=spell_duration(left[seat])))
        yield " ".join([_tell_holder(facts), *has])
        if facts.bot_level and (about := about_bot(facts.name)):
            yield about
        if facts.is_away:
            yield tell("plain/seat/bot-plays", who=Person(facts.name))
    if view.position is not None:
        for seat in range(len(view.state.seats), view.seat_count):
            told = tell("plain/seat/table-plays", who=view.named(seat))
            yield f"{told} {texts_of(view).tell_seat(view, seat)}"


def _tell_holder(facts: SeatFacts) -> str:
    if facts.has_left:
        return tell("plain/seat/left", n=facts.number, who=Person(facts.name))
    if facts.is_free:
        return tell("plain/seat/free", n=facts.number)
    parts: list[Person | Message] = [Person(facts.name)]
    if facts.is_own:
        parts.append(say("plain/seat/you"))
    if facts.bot_level not in {"", facts.name}:  # the name of a lesson's bot says it already
        parts.append(say("plain/seat/bot", level=facts.bot_level))
    if facts.is_host:
        parts.append(say("plain/seat/host"))
    if facts.team:
        parts.append(say("plain/seat/team", team=facts.team))
    return tell("plain/seat/held", n=facts.number, parts=tuple(parts))


def tell_turn(view: TableView) -> str:
    """Return whose turn it is, or why it is nobody's."""
    if view.turn is None:
        return _tell_no_turn(view)
    if view.my_turn:
        return tell("plain/turn/yours")
    if view.turn == view.seat:
        return tell("plain/turn/bot-plays")
    return tell("plain/turn/theirs", who=view.named(view.turn))


def _tell_no_turn(view: TableView) -> str:
    match view.state.status, len(view.free_seats):
        case "open", 0 if view.state.draw is not None:
            return tell("plain/turn/drawn")
        case "open", 0:
            host = Person(view.state.host_name, is_you=view.host)
            return tell("plain/turn/starts", host=host)
        case "open", free:
            return tell("plain/turn/not-begun", n=free)
        case "over", _ if view.seated:
            return tell("plain/turn/again")
        case "over", _:
            return tell("plain/turn/over")
    return tell("plain/turn/closed")


def tell_start(view: TableView) -> Iterator[str]:
    """Iterate over how a game begins: its map, what is on the table, and who begins."""
    board = view.game.map
    if board:
        yield tell("plain/begins/on-map", map=name_of_map(board.title))
    else:
        yield tell("plain/begins")
    if partners := tell_partners(view):
        yield partners
    if view.position is None:
        return
    yield from texts_of(view).tell_start(view)
    if not view.seated:
        yield tell("plain/begins/questions")
    if view.turn is not None and not view.my_turn:
        yield tell("plain/begins/who", who=view.named(view.turn))


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
        yield tell("plain/new-host", host=Person(now.state.host_name, is_you=now.host))


def _tell_taken_back(before: TableView, now: TableView) -> Iterator[str]:
    if now.state.takes > before.state.takes and now.state.taken:
        taken = now.state.taken[-1]
        who = now.who(taken.seat)
        move = now.game.parse_move(taken.move)
        yield tell("plain/taken-back", move=texts_of(now).tell_move(now.game, move, who))


def _tell_end(before: TableView, now: TableView) -> Iterator[str]:
    if now.state.status == before.state.status:
        return
    if now.state.status == "over":
        yield from tell_result(now)
    elif now.state.status == "closed":
        yield tell("plain/closed")


def tell_result(view: TableView) -> Iterator[str]:
    """Iterate over how a game that is over came out, and what can be typed next."""
    yield tell("plain/turn/over")
    yield from texts_of(view).tell_result(view)
    if view.seated:
        yield tell("plain/after-game")


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
            yield tell("plain/seat/leaves", who=Person(was.name), n=number + 1)
        case ("person", "stand_in") | ("stand_in", "person"):
            yield from tell_stand_in(view, number, was.holder, now.holder)
        case _, "person" if was.player != now.player:
            yield tell("plain/seat/sits", who=Person(now.name, is_you=is_own), n=number + 1)
        case _, "bot" if was.holder != "bot" or was.level != now.level:
            who = Person(now.name)
            yield tell("plain/seat/bot-sits", who=who, level=now.level, n=number + 1)


def _tell_wishes(before: TableView, now: TableView) -> Iterator[str]:
    same_game = before.state.game_number == now.state.game_number
    refused = now.state.back_refused and not before.state.back_refused
    if refused:
        yield tell("plain/wish/refused")
    for wish, were, are in (
        ("end", before.state.end, now.state.end),
        ("again", before.state.again, now.state.again),
        ("takeback", before.state.back, now.state.back),
    ):
        agrees = not now.seated or now.seat in are
        command = words_of(wish)[0]
        answer = "" if agrees else f" {tell('plain/wish/agree', command=command)}"
        for seat in are:
            if seat not in were:
                yield f"{tell('plain/wish/new', wish=wish, who=now.who(seat))}{answer}"
        for seat in () if refused and were is before.state.back else were:
            if seat not in are and same_game and _stage(before) == _stage(now):
                yield tell("plain/wish/past", wish=wish, who=now.who(seat))


def _stage(view: TableView) -> tuple[str, int]:
    return view.state.status, view.state.takes


def tell_log(log: MoveLog, view: TableView) -> Iterator[str]:
    """Iterate over the log as far as this person may read it now, chapter by chapter."""
    texts = texts_of(view)
    for chapter in chapters(log, view):
        yield f"{texts.chapter_title(view, chapter, 'full')}."
        if not chapter.moves:
            yield tell("plain/no-moves")
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
        yield tell("plain/no-moves")
    for entry, before in entries[start:]:
        yield texts_of(view).tell_entry(view, entry, before)
