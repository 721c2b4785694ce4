"""The position of a game: everything needed to go on from, as one immutable value and as text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, cast

from games.author.nodes import Maybe, Node, Number, TextError, Words
from games.author.position_text import (
    Computed,
    Counts,
    Distinct,
    Hidden,
    Text,
    flag,
    position_node,
)
from games.author.records import Fields, Many, Record
from games.contract import InvalidMoveError
from games.map_files import PARSED_MAPS
from games.siam.constants import (
    BRITISH,
    BRITISH_TO_COLONY,
    CARDS,
    FACTION_LETTERS,
    FACTIONS,
    FULL_HAND,
    PROVINCES,
    SEATS,
    Card,
    Control,
    Trio,
    followers_of_each_faction,
)
from games.siam.map import Map
from games.siam.moves import Exchange
from games.siam.text.move_formatter import format_exchange, ids
from games.siam.text.move_parser import parse_action


class Seat(NamedTuple):
    """What lies before a seat.

    Attributes:
        hand: the cards left, such as ``KT12``, or None if hidden from whoever has this view.
        cards: how many cards are left.
        followers: those taken so far, by faction.
        top: the card played last, the only one of the played cards that shows.
    """

    hand: str | None
    cards: int
    followers: Trio
    top: Card | None


class Position(NamedTuple):
    """A position, or a view: a position some of whose hands are hidden.

    Attributes:
        map: where the game is played.
        stacks: followers on the board; those of faction f in province p are ``stacks[3 * p + f]``.
        controls: for each province who controls it, or None while it is open.
        queue: the provinces by the slot of their tile, the resolved ones first.
        markers: the provinces whose tile bears a King marker.
        seats: the seats, clockwise.
        turn: the seat to move.
        passes: how many seats in a row have passed in this struggle.
        recency: the seats that have played a card, by their last one, newest first.
        exchange: what the last card played in the game exchanged, if it did (S13).
    """

    map: Map
    stacks: tuple[int, ...]
    controls: tuple[Control | None, ...]
    queue: tuple[int, ...]
    markers: frozenset[int]
    seats: tuple[Seat, ...]
    turn: int
    passes: int
    recency: tuple[int, ...]
    exchange: Exchange | None

    def __str__(self) -> str:
        return notation(self.map, len(self.seats)).print(self)

    def followers(self, province: int) -> Trio:
        """Return how many followers of each faction stand in a province."""
        rama, lao, malay = self.stacks[3 * province : 3 * province + 3]
        return rama, lao, malay

    def control(self, province: int) -> Control | None:
        """Return the faction that controls a province, BRITISH, or None while it is open."""
        return self.controls[province]

    @property
    def resolved(self) -> int:
        """How many struggles have been resolved."""
        return PROVINCES - self.controls.count(None)

    @property
    def contested(self) -> int | None:
        """The province of the present struggle (S16); None when the game is over."""
        return None if self.over else self.queue[self.resolved]

    @property
    def supply(self) -> Trio:
        """How many followers of each faction are neither on the board nor with a seat (S2)."""
        rama, lao, malay = (self.supply_of(faction) for faction in FACTIONS)
        return rama, lao, malay

    def supply_of(self, faction: int) -> int:
        """Return how many followers of one faction are left in the supply."""
        supply = followers_of_each_faction(len(self.seats)) - sum(self.stacks[faction::3])
        for seat in self.seats:
            supply -= seat.followers[faction]
        return supply

    @property
    def colony(self) -> bool:
        """Whether Siam has become a British colony (S17)."""
        return self.controls.count(BRITISH) >= BRITISH_TO_COLONY

    @property
    def over(self) -> bool:
        """Whether the game is over (S17)."""
        return None not in self.controls or self.colony

    @property
    def hand(self) -> str | None:
        """The hand of the seat to move; None if hidden. An empty hand cannot be hidden."""
        seat = self.seats[self.turn]
        return seat.hand if seat.cards else ""

    def fields(self) -> list[str]:
        """Return the seven fields of the notation."""
        return str(self).split(" ")


def fresh_seat(followers: Trio) -> Seat:
    """Return a seat before its first card."""
    return Seat(FULL_HAND, len(FULL_HAND), followers, None)


# Notation: one description prints and reads


class _LastExchange(Node):
    """What the last card of the game exchanged, with that card before it (S13)."""

    spreads = True

    def __init__(self, board: Map) -> None:
        self._board = board

    def source(self, value: str, names: dict[str, Any]) -> str:
        names["last_exchange"] = _print_exchange
        return f"('-' if {value}.exchange is None else last_exchange({value}))"

    def read(self, text: str, at: int) -> Exchange | None:
        if text == "-":
            return None
        card, colon, parts = text.partition(":")
        if not colon or card not in ("1", "2"):
            raise TextError(at, text, "{found} must be '-' or start with '1:' or '2:'")
        try:
            exchange = parse_action(self._board, cast("Card", card), parts)
        except InvalidMoveError as error:
            raise TextError(at + len("1:") + error.at, text, str(error)) from None
        if not isinstance(exchange, Exchange):
            raise TextError(at, text, "{found} is no exchange; write '-' for none")
        if (form := format_exchange(self._board, exchange)) != parts:
            raise TextError(at, text, f"{{found}} must be written as {card}:{form}")
        return exchange


def _print_exchange(position: Position) -> str:
    assert position.exchange is not None
    card = position.seats[position.recency[0]].top
    return f"{card}:{format_exchange(position.map, position.exchange)}"


_FOLLOWERS: Final = Counts(
    FACTION_LETTERS[: len(FACTIONS)],
    "cannot read followers in {found}: write R, L, M in this order, each with its count, "
    "zero left out, '-' for none",
)
_BOARD: Final = Computed(
    f"range({PROVINCES})",
    Many(
        Record(
            tuple,
            "[={control}|{followers}]",
            {
                "control": Computed(
                    "value.controls[{0}]",
                    Words(
                        range(len(FACTION_LETTERS)),
                        FACTION_LETTERS,
                        says="cannot read {found}: control is =R, =L, =M or =B",
                    ),
                ),
                "followers": Computed("value.stacks[3 * {0} + {{}}]", _FOLLOWERS),
            },
        ),
        "/",
        length=PROVINCES,
        says=f"needs {PROVINCES} parts with '/' between, not {{count}}",
    ),
    lambda provinces: {
        "stacks": tuple(count for _, trio in provinces for count in trio or (0, 0, 0)),
        "controls": tuple(control for control, _ in provinces),
    },
)
_SEAT: Final = Fields(
    Seat,
    {
        "hand": Hidden(
            "hand",
            "cards",
            Text(
                "".join(f"{card}?" for card in FULL_HAND),
                f"seat {{number}} cannot have the hand {{found}}: a part of {FULL_HAND} in this "
                "order, '-' for none, or '?' and the number of cards",
            ),
            len(FULL_HAND),
        ),
        "followers": _FOLLOWERS,
        "top": Maybe(
            Words(CARDS, says="seat {number} cannot have {found} as its top card"), sign="-"
        ),
    },
    ".",
    "seat {number} needs <hand>.<followers>.<top card>",
)


def _fields_of_queue(tiles: Iterable[tuple[int, bool]]) -> dict[str, Any]:
    return {
        "queue": tuple(province for province, _ in tiles),
        "markers": frozenset(province for province, is_marked in tiles if is_marked),
    }


@lru_cache(maxsize=PARSED_MAPS * len(SEATS))
def notation(board: Map, seats: int) -> Fields:
    """Return how positions and views are written on a map, with so many seats.

    >>> from games.siam.map import load_map
    >>> notation(load_map("siam"), 2).nodes["seats"].print((fresh_seat((1, 0, 1)),) * 2)
    'KTT12RLM.R1M1.-|KTT12RLM.R1M1.-'
    """
    known = ids(board)
    no_tile = f"{{found}} is no tile of this map: {' '.join(known)}"
    tile = Record(
        tuple,
        "{province}{marked}",
        {
            "province": Words(range(PROVINCES), known, says=no_tile),
            "marked": Computed("{0} in value.markers", flag("*")),
        },
        no_tile,
    )
    parts = f"needs {PROVINCES} parts with ',' between, not {{count}}"
    seat = Number(0, seats - 1)
    return position_node(
        partial(Position, map=board),
        {
            "board": _BOARD,
            "queue": Computed(
                "{0}.queue", Many(tile, ",", length=PROVINCES, says=parts), _fields_of_queue
            ),
            "seats": Many(_SEAT, "|", length=seats, says="2 to 4 seats can play, not {count}"),
            "turn": seat,
            "passes": seat,
            "recency": Distinct(seat, ">", says="a seat stands twice in {found}"),
            "exchange": _LastExchange(board),
        },
    )
