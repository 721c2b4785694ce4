"""A table as one player sees it: the state from the server, read with the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from client.table_rules import rules_of_table
from games.contract import Game, GameError, Outcome
from games.registry import spec_of, tell_missing_game
from protocol.states import SeatState, TableState
from siam_tui.ui.text import reason
from texts import Noun, Person, say, tell

G = TypeVar("G", bound=Game[Any, Any])
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class TableViewOf(Generic[G, P]):
    """A table as one person sees it; ``G`` is its game's rules, ``P`` the game's position.

    Attributes:
        state: as it came.
        game: the rules it is played by.
        position: the view this person has, or None before the start.
        seat: the person's own seat, also while a stand-in holds it; None for a spectator.
        host: whether the person is the host.
        watching: whether the person has come only to look on, and is offered nothing that acts.
        me: the person's fingerprint.
        clocks: what each seat's clock shows, where clocks are played with.
        all_open: whether nothing is hidden from whoever looks, as in a record.
        notes: what else is to be said at which seat, such as that its person is away.
    """

    state: TableState
    game: G
    position: P | None
    seat: int | None
    host: bool
    watching: bool = False
    me: str = ""
    notes: Mapping[int, str] = field(default_factory=dict)
    clocks: Mapping[int, str] = field(default_factory=dict)
    all_open: bool = False

    @property
    def seated(self) -> bool:
        """Whether the player holds a seat now, with no stand-in."""
        return self.seat is not None and self.state.seats[self.seat].holder == "person"

    @property
    def alone(self) -> bool:
        """Whether the player plays against bots, at a table where nobody else ever sat."""
        return self.seated and not self.state.shared

    @property
    def my_turn(self) -> bool:
        """Whether it is the player's turn."""
        return (
            self.state.status == "running"
            and self.seated
            and self.state.viewer == self.seat
            and self.position is not None
            and self.game.turn(self.position) == self.seat
        )

    @property
    def turn(self) -> int | None:
        """The seat to move, or None."""
        if self.position is None or self.state.status != "running":
            return None
        return self.game.turn(self.position)

    @property
    def moment(self) -> tuple[object, ...]:
        """What tells this point of the table's games from every other; for comparing two views."""
        state = self.state
        return state.game_number, state.takes, state.ply, state.status, self.my_turn

    @property
    def log_is_open(self) -> bool:
        """Whether all moves may be read now, not only those of the last two chapters."""
        return self.all_open or self.state.status == "over" or self.game.log_is_open

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it was played to its end."""
        if self.position is None or self.state.status != "over":
            return None
        return self.game.outcome(self.position)

    @property
    def begun_position(self) -> P:
        """The position of a table whose game has begun."""
        assert self.position is not None
        return self.position

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats nobody holds."""
        return tuple(i for i, seat in enumerate(self.state.seats) if seat.holder == "free")

    @property
    def people(self) -> frozenset[int]:
        """The seats that people hold, with no stand-in."""
        return frozenset(i for i, seat in enumerate(self.state.seats) if seat.holder == "person")

    def name(self, seat: int) -> str:
        """Return what a seat is called, also one that the table plays."""
        seats = self.state.seats
        if seat < len(seats):
            return seats[seat].name or tell("model/seat", n=seat + 1)
        title = spec_of(self.game.name).seats_played_by_table(len(seats))[seat - len(seats)]
        return name_of_table_seat(title)

    def is_played_by_table(self, seat: int) -> bool:
        """Return whether the table plays a seat, as that of somebody who plays alone needs."""
        return seat >= len(self.state.seats)

    @property
    def seat_count(self) -> int:
        """How many seats there are, those that the table plays included."""
        return spec_of(self.game.name).count_seats(len(self.state.seats))

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What all seats are called."""
        return tuple(map(self.name, range(self.seat_count)))

    def who(self, seat: int) -> Person:
        """Return who has a seat, as a message tells it: *you* if it is the reader's own."""
        return Person(self.name(seat), is_you=seat == self.seat)

    def named(self, seat: int) -> Person:
        """Return who has a seat by name, also if it is the reader's own."""
        return Person(self.name(seat))


TableView: TypeAlias = TableViewOf[Any, Any]
"""A table of any game."""


def see(state: TableState, me: str, *, watching: bool = False) -> TableView:
    """Read a table's state for the person with this fingerprint.

    Raises:
        GameError: this program lacks the game, or the map or position cannot be read by our rules;
            a sentence for the player.
    """
    if missing := tell_missing_game(state.game, state.package):
        raise GameError(missing)
    try:
        game = rules_of_table(state)
        position = game.parse(state.position) if state.position else None
        _check_seats(state, game, position)
    except GameError as error:
        raise GameError(say("model/unshown", error=reason(error))) from error
    return TableViewOf(
        state=state,
        game=game,
        position=position,
        seat=next((i for i, seat in enumerate(state.seats) if holds(seat, me)), None),
        host=state.host == me,
        watching=watching,
        me=me,
    )


def _check_seats(state: TableState, game: Game[Any, Any], position: object) -> None:
    """Refuse a state that speaks of seats there are not, which only a hostile server sends.

    Raises:
        GameError: it does.
    """
    spec, clock = spec_of(game.name), state.clock
    players = len(state.seats)
    count = spec.count_seats(players)
    maybe = (state.viewer, state.undoable, clock.running if clock else None)
    named = (
        *(state.end + state.again + state.back),
        *(move.seat for move in state.taken),
        *(seat for seat in maybe if seat is not None),
    )
    if position is not None and game.count_seats(position) != count:
        raise GameError(say("model/state/seats"))
    if players not in spec.players or max(named, default=0) >= players:
        raise GameError(say("model/state/numbers"))
    if any(entry.seat >= count for entry in state.news):
        raise GameError(say("model/state/moves"))
    if clock is not None and len(clock.left) != players:
        raise GameError(say("model/state/clocks"))


def seen_again(view: TableView, state: TableState) -> TableView:
    """Return the view after a newer state of the same table; else the view itself."""
    if state.table != view.state.table or state.revision < view.state.revision:
        return view
    try:
        return see(state, view.me, watching=view.watching)
    except GameError:  # the table's screen says so
        return view


def is_legal(view: TableView, move: str) -> bool:
    """Return whether the seat on turn can play a move in the notation."""
    try:
        view.game.check(view.position, view.game.parse_move(move))
    except GameError:
        return False
    return True


def whose_turn(view: TableView) -> str:
    """Return in a few words whose move a table waits for."""
    if view.turn is not None:
        who = Person(view.name(view.turn), is_you=view.my_turn)
        return tell("model/turn/whose", who=who)
    return tell("model/turn/waiting" if view.state.status == "open" else "model/turn/over")


def name_of_table_seat(title: str) -> str:
    """Return what a seat is called that the table plays, such as ``Dummy``."""
    return tell(Noun("games/table-seat", title, title.capitalize()))


def holds(seat: SeatState, me: str) -> bool:
    """Return whether a seat is a person's, also while a stand-in plays there."""
    return seat.player == me and seat.holder in ("person", "stand_in")
