"""The bars of a table, and which one it shows: what is asked, and what may be answered. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from protocol.commands import Agree, FreeSeat, SeatBot, StartGame, TakeSeat
from siam_tui.games.game_texts import ChapterReport, MoveContext
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView
from siam_tui.table import seat_notes
from siam_tui.table.bar.options import (
    ANALYSE,
    BACK,
    CLOSE_REPORT,
    COPY_LINK,
    ENTER_DOES_NOT,
    SEND,
    Bar,
    Menu,
    MenuState,
    Option,
    ScreenAction,
)
from siam_tui.table.controller import TableController
from siam_tui.table.hints import Coach
from siam_tui.table.move_draft import MoveDraft
from siam_tui.table.paced_moves import PacedMove
from siam_tui.table.people import takeback
from siam_tui.table.seat_notes import time_words
from siam_tui.ui.invitation import is_link
from texts import Person, tell
from texts.sentences import join_sentences

NO_ABSENCES: Final[Mapping[int, float]] = MappingProxyType({})


def move_bar(view: TableView, draft: MoveDraft) -> Bar:
    """Return the bar while the person builds a move."""
    prompt = draft.prompt
    options = tuple(
        Option(
            each.key,
            each.label,
            each.choice,
            each.colour,
            each.explanation,
            each.in_bar,
            each.brief,
            each.full,
            each.other_key,
        )
        for each in draft.options
    )
    if draft.move is not None:
        back = (Option("Esc", tell("table/bar/step-back"), BACK),) if draft.choices else ()
        options = (Option("Enter", tell("table/bar/send"), SEND), *options, *back)
    wishes = _wishes(view)
    mine = (
        tell("table/bar/your-answer")
        if ui_of(view.game.name).texts.is_answer_asked(view)
        else tell("table/bar/your-move")
    )
    title = f"{mine}  {prompt.move}".rstrip() + wishes
    shorter = f"{mine}{_wishes(view, brief=True)}  {prompt.shorter}".rstrip()
    longer = f"{mine}  {prompt.longer}{wishes}" if prompt.longer else ""
    return Bar(
        title,
        prompt.question,
        options,
        own=True,
        longer=longer,
        shorter=shorter,
        change=prompt.change,
    )


def paced_bar(view: TableView, move: PacedMove) -> Bar:
    """Return the bar while a move of the table is shown."""
    who, texts = view.named(move.entry.seat), ui_of(view.game.name).texts
    context = MoveContext(view, move.before)
    told = texts.describe_move(view.game, move.entry.move, "full", context)
    return Bar(
        tell("table/bar/whose-move", who=who),
        tell("table/bar/played", who=who, did=told),
        lines=(tell("table/bar/any-key"),),
    )


def report_bar(report: ChapterReport, below: Bar) -> Bar:
    """Return the bar with the end of a chapter; the keys of the bar below it work all the same.

    Args:
        report: what the chapter came to.
        below: the bar of the game that goes on.
    """
    keys = tuple(replace(option, is_listed=False) for option in below.options)
    question, *lines = report.sentences
    return Bar(
        tell("table/bar/report", report=report.title, below=below.title),
        question,
        (Option("Enter", tell("table/bar/go-on"), CLOSE_REPORT), *keys),
        own=below.own,
        shorter=report.title,
        lines=tuple(lines),
        rows=report.rows,
    )


def sent_bar(view: TableView, move: str) -> Bar:
    """Return the bar while a move that was sent is not answered yet."""
    texts = ui_of(view.game.name).texts
    told = texts.name_move(view.game, view.game.parse_move(move), "short", view.name)
    return Bar(tell("table/bar/your-move-is", move=told), tell("table/bar/sent"), own=True)


def _wishes(view: TableView, *, brief: bool = False) -> str:
    """Return who wants to end the game early, for the title; others are told by a request."""
    state = view.state
    if state.status != "running" or not state.end:
        return ""
    if view.seat in state.end:
        told = tell("table/bar/you-offer-briefly" if brief else "table/bar/you-offer")
    elif view.seated:
        return ""
    else:
        told = tell("table/bar/others-want-end", who=tuple(map(view.named, state.end)))
    return f"  ({told})"


def _taking_back(view: TableView, *, brief: bool = False) -> str:
    """Return how the player's own request to take a move back stands, for the title."""
    state = view.state
    if state.undoable is None or state.undoable != view.seat:
        return ""
    if state.back_refused:
        told = tell("table/bar/refused")
    elif view.seat not in state.back:
        return ""
    else:
        told = tell("table/bar/you-ask-briefly" if brief else "table/bar/you-ask")
    return f"  ({told})"


def waiting_bar(
    view: TableView, overdue: Sequence[int] = (), absences: Mapping[int, float] = NO_ABSENCES
) -> Bar:
    """Return the bar while it is another player's turn.

    Args:
        view: the table.
        overdue: the seats that this person may give to a bot: their people are away for so long.
        absences: for how many seconds the people of seats have been away.
    """
    if view.turn is None:
        return Bar("", "")
    who = view.named(view.turn)
    waiting, watching = _waiting_sentences(who, absences.get(view.turn))
    move = tell("table/bar/whose-move", who=who)
    if view.seated:
        late = [seat for seat in overdue if seat != view.seat]
        options = tuple(
            Option(
                "B", tell("table/bar/let-bot", who=view.named(seat)), MenuState(Menu.SEAT_BOT, seat)
            )
            for seat in late[:1]
        )
        wishes = f"{_wishes(view)}{_taking_back(view)}"
        brief = f"{_wishes(view, brief=True)}{_taking_back(view, brief=True)}".lstrip()
        shorter = f"{brief}  {move}" if brief else ""
        return Bar(f"{move}{wishes}", waiting, options, shorter=shorter)
    if view.seat is not None:
        option = Option("S", tell("table/bar/seat-again"), TakeSeat(view.state.table, view.seat))
        sentence = tell("table/bar/bot-plays")
        return Bar(tell("table/bar/your-seat"), sentence, (option,), own=True)
    return Bar(f"{move}{_wishes(view)}", watching)


def _waiting_sentences(who: Person, absence: float | None) -> tuple[str, str]:
    """Return what a player and what a spectator reads, who wait for somebody's move."""
    if absence is None:
        return tell("table/bar/waiting", who=who), tell("table/bar/watching", who=who)
    if time := time_words(absence):
        return (
            tell("table/bar/waiting-away", who=who, time=time),
            tell("table/bar/watching-away", who=who, time=time),
        )
    return (
        tell("table/bar/waiting-away-now", who=who),
        tell("table/bar/watching-away-now", who=who),
    )


def open_bar(
    view: TableView,
    levels: tuple[str, ...],
    link: str,
    unseated: Sequence[str] = (),
    absent: Sequence[str] = (),
) -> Bar:
    """Return the bar while the table waits for players.

    Args:
        view: the table.
        levels: the levels of the bots that can be seated.
        link: what others are invited with; empty for nothing.
        unseated: the names of those who are here and have no seat.
        absent: the names of those who have a seat and are away.
    """
    state, free = view.state, view.free_seats
    options = _seat_options(view, levels)
    if view.host and not free:
        options.insert(0, Option("G", tell("table/bar/start"), StartGame(state.table)))
    if link:
        is_link_here = is_link(link)
        copy = tell("ui/invite/copy", link=is_link_here)
        brief = tell("ui/invite/copy-briefly", link=is_link_here)
        options.append(Option("C", copy, COPY_LINK, brief=brief))
    taken = len(state.seats) - len(free)
    sentences = (
        tell("table/bar/seats-taken", taken=taken, seats=len(state.seats)),
        tell("table/bar/unseated", who=tuple(unseated)) if unseated else "",
        tell("table/bar/absent", who=tuple(absent)) if absent else "",
        _what_now(view, absent),
    )
    return Bar(
        tell("table/bar/table-of", host=state.host_name),
        " ".join(filter(None, sentences)),
        tuple(options),
        own=view.host or not (view.seated or view.watching),
        whole=link,
    )


def _seat_options(view: TableView, levels: tuple[str, ...]) -> list[Option]:
    """Return what can be done about free seats and bots while no game runs."""
    if view.watching:
        return []
    state, free = view.state, view.free_seats
    options: list[Option] = []
    if not view.seated:
        options += [
            Option(
                str(seat + 1),
                tell("table/bar/sit", seat=seat + 1),
                TakeSeat(state.table, seat),
                brief=tell("table/bar/seat", seat=seat + 1),
            )
            for seat in free
        ]
    if view.host and free and levels:
        options.append(Option("B", tell("table/bar/seat-bot"), MenuState(Menu.SEAT_BOT)))
    if view.host and any(seat.holder == "bot" for seat in state.seats):
        options.append(Option("F", tell("table/bar/remove-bot"), MenuState(Menu.FREE_SEAT)))
    return options


def _what_now(view: TableView, absent: Sequence[str]) -> str:
    if not view.free_seats:
        everybody = tell("table/bar/all-taken") if absent else tell("table/bar/all-here")
        return everybody if view.host else tell("table/bar/host-starts", host=view.state.host_name)
    if view.host:
        return tell("table/bar/seat-others")
    quiet = view.seated or view.watching
    return tell("table/bar/waiting-for-players") if quiet else tell("table/bar/take-a-seat")


def host_bar(view: TableView, levels: tuple[str, ...], menu: MenuState) -> Bar:
    """Return the bar while the host chooses a seat or a bot."""
    table, seats = view.state.table, view.state.seats
    if menu.menu is Menu.FREE_SEAT:
        bots = [index for index, seat in enumerate(seats) if seat.holder == "bot"]
        options = [Option(str(i + 1), seats[i].name, FreeSeat(table, i)) for i in bots]
        return Bar(
            tell("table/bar/remove-title"), tell("table/bar/remove-which"), tuple(options), own=True
        )
    seat = menu.seat
    if seat is None and len(view.free_seats) == 1:
        seat = view.free_seats[0]
    if seat is None:
        options = [
            Option(str(i + 1), tell("table/bar/seat", seat=i + 1), MenuState(menu.menu, i))
            for i in view.free_seats
        ]
        return Bar(
            tell("table/bar/seat-title"), tell("table/bar/seat-where"), tuple(options), own=True
        )
    options = [
        Option(str(number), level, SeatBot(table, seat, level))
        for number, level in enumerate(levels, start=1)
    ]
    return Bar(tell("table/bar/seat-title"), tell("table/bar/seat-which"), tuple(options), own=True)


def over_bar(view: TableView, levels: tuple[str, ...]) -> Bar:
    """Return the bar when the game is over: the result, and what can be done next."""
    state = view.state
    options: list[Option] = []
    if view.seated and view.seat is not None:
        yes = view.seat not in state.again
        label = tell("table/bar/again") if yes else tell("table/bar/not-again")
        options.append(Option("A", label, Agree(state.table, state.game_number, "again", yes)))
    options += _seat_options(view, levels)
    options.append(Option("S", tell("table/bar/ending"), ScreenAction("ending", in_footer=True)))
    options.append(
        Option("W", tell("table/bar/watch-again"), ScreenAction("watch_again", in_footer=True))
    )
    options.append(Option("V", tell("table/bar/analyse"), ANALYSE))
    options.append(
        Option("Q", tell("table/bar/leave-table"), ScreenAction("leave", in_footer=True))
    )
    title, result = tell("table/bar/over"), ui_of(view.game.name).texts.result(view)
    if state.again:
        title += f"  ({tell('table/bar/agreed-again', who=tuple(map(view.named, state.again)))})"
        if view.free_seats:
            result = join_sentences(result, tell("table/bar/held-up"))
    return Bar(title, result, tuple(options), view.seated)


def end_bar(view: TableView) -> Bar:
    """Return the bar that asks whether one really wants to end the game early."""
    state = view.state
    others = tuple(seat for seat in state.end if seat != view.seat)
    yes, no = (Agree(state.table, state.game_number, "end", yes=each) for each in (True, False))
    options = (
        Option("Y", tell("table/bar/yes-end"), yes),
        Option("N", tell("table/bar/no-play-on"), no if others else BACK),
    )
    sentence = tell("table/end/ask")
    if others:
        are_all = view.people <= {*state.end, view.seat}
        who = tuple(map(view.named, others))
        sentence = tell(
            "table/end/if-you-agree" if are_all else "table/end/when-all-agree", who=who
        )
        sentence = join_sentences(sentence, tell(ENTER_DOES_NOT))
    return Bar(tell("table/end/title"), sentence, options, own=True)


def closed_bar() -> Bar:
    """Return the bar of a table that is gone."""
    options = (Option("Q", tell("table/bar/leave"), ScreenAction("leave", in_footer=True)),)
    return Bar(tell("table/bar/closed-title"), tell("table/bar/closed"), options, own=True)


def current_bar(
    view: TableView, controller: TableController, coach: Coach, building: Bar | None
) -> Bar:
    """Return what the bar shows.

    Args:
        view: the table.
        controller: its state.
        coach: the hints.
        building: what it shows of the move that is being built or sent; None if there is none.
    """
    levels = controller.bot_levels
    if controller.menu is not None:
        asking = {Menu.END_EARLY: end_bar, Menu.TAKE_BACK: takeback.answer_bar}
        ask = asking.get(controller.menu.menu)
        return ask(view) if ask else host_bar(view, levels, controller.menu)
    match view.state.status:
        case "open":
            here = seat_notes.spectators(view, controller.company)
            unseated = [each.name for each in here if each.player != view.me]
            absences = seat_notes.absences(view, controller.company)
            absent = [view.name(seat) for seat in absences if seat != view.seat]
            return open_bar(view, levels, controller.invite, unseated, absent)
        case "running":
            bar = coach.bar(_running_bar(view, controller, building), view)
            report = controller.report if shows_report(view, controller, coach) else None
            return report_bar(report, bar) if report else bar
        case "over":
            return over_bar(view, levels)
        case "closed":
            return closed_bar()


def shows_report(view: TableView | None, controller: TableController, coach: Coach) -> bool:
    """Return whether the bar shows what the last chapter came to."""
    if view is None or view.state.status != "running" or controller.menu is not None:
        return False
    if takeback.asked(view) or coach.thinking or coach.advice is not None:
        return False
    return controller.report is not None


def _running_bar(view: TableView, controller: TableController, building: Bar | None) -> Bar:
    asked = takeback.asked(view)
    if building is not None:
        return takeback.move_bar_with_answer(building, view) if asked else building
    if asked:
        return takeback.answer_bar(view)
    present = controller.company
    charge = seat_notes.in_charge(view, present)
    overdue = seat_notes.overdue(view, present) if charge else ()
    return waiting_bar(view, overdue, seat_notes.absences(view, present))
