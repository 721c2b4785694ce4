"""The bar below the board: what one is asked now, and what one may answer. Pure functions.

Every option has a key and can be clicked. What it does is a value: a `Choice` in a move, a command
for the server, or a `Deed` or an `Act` of the screen itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from games.siam import CARDS, FACTION_LETTERS
from games.siam.constants import FACTION_OF_CARD
from protocol.messages import Agree, Command, FreeSeat, SeatBot, StartGame, TakeSeat
from siam_tui.games.siam.card_text import card_text
from siam_tui.games.siam.move_builder import Builder, Choice, Draft, Kind
from siam_tui.games.siam.move_text import ids, short_names, tell_draft
from siam_tui.games.siam.names import card_name
from siam_tui.games.siam.prompts import only_choices, question, won
from siam_tui.games.siam.results import result
from siam_tui.model.table_view import TableView


class Deed(Enum):
    """What the screen does by itself."""

    SEND = auto()
    BACK = auto()
    COPY_LINK = auto()


class Menu(Enum):
    """A question asked in between: two of the host's, and whether to end the game early."""

    SEAT_BOT = auto()
    FREE_SEAT = auto()
    END_EARLY = auto()


@dataclass(frozen=True, slots=True)
class MenuState:
    """Where the host is in a menu: which one, and for which seat if that is chosen."""

    menu: Menu
    seat: int | None = None


class Act(NamedTuple):
    """An action of the screen, as a binding names it."""

    action: str


Doing: TypeAlias = Choice | Command | Deed | MenuState | Act


@dataclass(frozen=True, slots=True)
class Option:
    """One answer.

    Attributes:
        key: the key that gives it, as it is shown.
        label: what it is called; may be empty where the key says it.
        doing: what it does.
        faction: the faction it is about, for its colour.
        told: what it does, for where there is room to say so.
    """

    key: str
    label: str
    doing: Doing
    faction: int | None = None
    told: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """What the bar shows.

    Attributes:
        title: whose business it is, and the move built so far.
        longer: the title for where there is more room.
        shorter: the title for where there is less.
        question: one sentence, or a few for the result.
        options: the answers.
        own: whether something is asked of this person.
        notice: a refusal, or what else must be read before anything else.
        cursor: what the keyboard's cursor is on.
    """

    title: str
    question: str
    options: tuple[Option, ...] = ()
    own: bool = False
    notice: str = ""
    cursor: Doing | None = None
    longer: str = ""
    shorter: str = ""


def move_bar(
    sight: TableView, builder: Builder, draft: Draft, filled: Sequence[Choice] = ()
) -> Bar:
    """Return the bar while the person builds a move.

    Args:
        sight: the table.
        builder: what may be chosen.
        draft: what is chosen.
        filled: what of it was chosen by itself, for want of another choice.
    """
    move, board = builder.move(draft), builder.position.map
    options = tuple(
        sorted(
            (_option(builder, draft, choice) for choice in builder.options(draft)),
            key=lambda option: option.key if option.key.isdigit() and draft.start else "",
        )
    )
    if move is not None:
        options = (Option("Enter", "send", Deed.SEND), Option("Esc", "step back", Deed.BACK))
    wishes = _wishes(sight)
    title, shorter = (
        f"Your move  {tell_draft(builder, draft, names)}".rstrip() + wishes
        for names in (short_names(board), ids(board))
    )
    longer = f"{title}  {builder.game.format_move(move)}" if move and move.card else ""
    asked = f"{only_choices(board, filled)}{question(builder, draft)}"
    return Bar(title, asked, options, own=True, longer=longer, shorter=shorter)


def _option(builder: Builder, draft: Draft, choice: Choice) -> Option:
    match choice.kind:
        case Kind.CARD:
            card = CARDS[choice.value]
            faction = FACTION_OF_CARD.get(card)
            name = card_name(builder.position.map, card)
            return Option(
                card,
                name,
                choice,
                faction,
                card_text(builder.position, card, builder.actions(card)),
            )
        case Kind.PASS:
            return Option("P", _passing(builder), choice)
        case Kind.PROVINCE:
            place = builder.preview(draft).queue.index(choice.value) + 1
            return Option(str(place), builder.position.map.provinces[choice.value].name, choice)
        case Kind.FACTION:
            letter = FACTION_LETTERS[choice.value]
            name = builder.position.map.faction_names[choice.value]
            return Option(letter, name, choice, faction=choice.value)


def _passing(builder: Builder) -> str:
    """Return what a pass is called, and that it ends the struggle if it does."""
    after = builder.passing_ends()
    return "pass" if after is None else f"pass: ends the struggle, {won(after)}"


def _wishes(sight: TableView) -> str:
    """Say who wants to end the game early."""
    wishing = tuple(seat for seat in sight.state.end if seat != sight.seat)
    if sight.state.status != "running" or not sight.state.end:
        return ""
    if not wishing:
        return "  (you offer to end the game early)"
    verb = "wants" if len(wishing) == 1 else "want"
    return f"  ({sight.names(wishing)} {verb} to end the game early)"


def _taking_back(sight: TableView) -> str:
    """Say that one's own wish to take a move back is being answered, or was refused."""
    state = sight.state
    if state.undoable is None or state.undoable != sight.seat:
        return ""
    if state.back_refused:
        return "  (not everybody agreed: your move stays)"
    return "  (you ask to take your move back)" if sight.seat in state.back else ""


def waiting_bar(sight: TableView, overdue: Sequence[int] = ()) -> Bar:
    """Return the bar while somebody else is to move.

    Args:
        sight: the table.
        overdue: the seats that this person may give to a bot: their people are away for so long.
    """
    if sight.turn is None:
        return Bar("", "")
    who = sight.name(sight.turn)
    if sight.seated:
        late = [seat for seat in overdue if seat != sight.seat]
        options = tuple(
            Option("B", f"let a bot play for {sight.name(seat)}", MenuState(Menu.SEAT_BOT, seat))
            for seat in late[:1]
        )
        wishes = f"{_wishes(sight)}{_taking_back(sight)}"
        return Bar(f"{who}'s move{wishes}", f"Waiting for {who}.", options)
    if sight.seat is not None:
        option = Option("S", "take your seat again", TakeSeat(sight.state.table, sight.seat))
        sentence = "A bot plays for you. Come back whenever you like."
        return Bar("Your seat", sentence, (option,), own=True)
    return Bar(f"{who}'s move{_wishes(sight)}", f"You are watching. {who} is to move.")


def open_bar(sight: TableView, levels: tuple[str, ...], link: str) -> Bar:
    """Return the bar while the table waits for players."""
    state, free = sight.state, sight.free_seats
    options = _seat_options(sight, levels)
    if sight.host and not free:
        options.insert(0, Option("G", "start the game", StartGame(state.table)))
    if link:
        options.append(Option("C", "copy the invite link", Deed.COPY_LINK))
    taken = len(state.seats) - len(free)
    return Bar(
        f"The table of {state.host_name}",
        f"{taken} of {len(state.seats)} seats are taken. {_what_now(sight)}",
        tuple(options),
        own=sight.host or not (sight.seated or sight.watching),
    )


def _seat_options(sight: TableView, levels: tuple[str, ...]) -> list[Option]:
    """Return what can be done about free seats and bots while no game runs."""
    if sight.watching:
        return []
    state, free = sight.state, sight.free_seats
    options: list[Option] = []
    if not sight.seated:
        options += [
            Option(str(seat + 1), f"sit on seat {seat + 1}", TakeSeat(state.table, seat))
            for seat in free
        ]
    if sight.host and free and levels:
        options.append(Option("B", "seat a bot", MenuState(Menu.SEAT_BOT)))
    if sight.host and any(seat.holder == "bot" for seat in state.seats):
        options.append(Option("F", "free a bot's seat", MenuState(Menu.FREE_SEAT)))
    return options


def _what_now(sight: TableView) -> str:
    if not sight.free_seats:
        return "All are here: start!" if sight.host else f"{sight.state.host_name} starts the game."
    if sight.host:
        return "Send friends the link, or seat bots."
    quiet = sight.seated or sight.watching
    return "Waiting for players." if quiet else "Take a seat, or stay and watch."


def host_bar(sight: TableView, levels: tuple[str, ...], menu: MenuState) -> Bar:
    """Return the bar while the host chooses a seat or a bot."""
    table, seats = sight.state.table, sight.state.seats
    if menu.menu is Menu.FREE_SEAT:
        bots = [index for index, seat in enumerate(seats) if seat.holder == "bot"]
        options = [Option(str(i + 1), seats[i].name, FreeSeat(table, i)) for i in bots]
        return Bar("Free a seat", "Which bot gets up?", tuple(options), own=True)
    seat = menu.seat
    if seat is None and len(sight.free_seats) == 1:
        seat = sight.free_seats[0]
    if seat is None:
        options = [
            Option(str(i + 1), f"seat {i + 1}", MenuState(menu.menu, i)) for i in sight.free_seats
        ]
        return Bar("Seat a bot", "On which seat?", tuple(options), own=True)
    options = [
        Option(str(number), level, SeatBot(table, seat, level))
        for number, level in enumerate(levels, start=1)
    ]
    return Bar("Seat a bot", "How strong? The weakest comes first.", tuple(options), own=True)


def over_bar(sight: TableView, levels: tuple[str, ...]) -> Bar:
    """Return the bar when the game is over: who reigns, who won and why."""
    state = sight.state
    options: list[Option] = []
    if sight.seated and sight.seat is not None:
        yes = sight.seat not in state.again
        label = "play again" if yes else "rather not play again"
        options.append(Option("A", label, Agree(state.table, state.game_number, "again", yes)))
    options += _seat_options(sight, levels)
    options.append(Option("S", "how it ended, save", Act("ending")))
    options.append(Option("W", "watch again", Act("watch_again")))
    options.append(Option("Q", "leave the table", Act("leave")))
    agreed = f"  ({sight.names(state.again)}: again!)" if state.again else ""
    waiting = " To play again, the free seats must be filled." if _held_up(sight) else ""
    return Bar(f"The game is over{agreed}", result(sight) + waiting, tuple(options), sight.seated)


def _held_up(sight: TableView) -> bool:
    """Whether somebody wants to play again, and seats that got free stand in the way."""
    return bool(sight.state.again and sight.free_seats)


def end_bar(sight: TableView) -> Bar:
    """Return the bar that asks whether one really wants to end the game early."""
    state = sight.state
    options = (
        Option("Y", "yes, end it", Agree(state.table, state.game_number, "end", yes=True)),
        Option("N", "no, play on", Deed.BACK),
    )
    sentence = "End the game early? It ends without a winner when everybody seated agrees."
    return Bar("End early", sentence, options, own=True)


def closed_bar() -> Bar:
    """Return the bar of a table that is gone."""
    options = (Option("Q", "leave", Act("leave")),)
    return Bar("Closed", "This table is closed. Q leaves it.", options, own=True)
