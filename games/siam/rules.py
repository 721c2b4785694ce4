"""The rules of King of Siam, bound to a map and options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from games.author import Dealer, Game, Option
from games.siam import (
    actions,
    check,
    hidden,
    last_card,
    listing,
    play,
    random_moves,
    scoring,
    setup,
)
from games.siam.constants import SEATS, Card
from games.siam.map import MAPS, Map
from games.siam.moves import PASS, Action, Follower, Move
from games.siam.position import Position
from games.siam.scoring import TEAM_GAME_SEATS
from games.siam.text import move_formatter, move_parser, position_check
from texts import say

OPEN_DISCARDS: Final = "open_discards"
"""The option that opens all played cards to everybody (S23)."""


class Siam(Game[Position, Move]):
    """The rules of King of Siam on one map, without any table's state.

    >>> siam = Siam()
    >>> position = siam.new(players=3, seed=5)
    >>> siam.play(position, siam.parse_move("pass")).passes
    1
    """

    name = "siam"
    title = "King of Siam"
    players = SEATS
    offers = (Option(OPEN_DISCARDS, say("siam/open-discards")),)
    maps = MAPS
    map: Map
    team_seats: ClassVar = {TEAM_GAME_SEATS: ((0, 2), (1, 3))}
    """With four seats, those facing each other (S6)."""

    moves = staticmethod(listing.moves)
    move_texts = staticmethod(listing.move_texts)
    count = staticmethod(listing.count)
    perft = staticmethod(listing.perft)
    random_move = staticmethod(random_moves.random_move)
    check = staticmethod(check.check)
    play_unchecked = staticmethod(play.play)
    if_all_pass = staticmethod(play.if_all_pass)
    fill_hidden_parts = staticmethod(hidden.supposed)
    hide_same_parts = staticmethod(hidden.hide_again)
    reign = staticmethod(scoring.reign)
    outcome = staticmethod(scoring.outcome)

    def __init__(
        self,
        map: Map | None = None,  # noqa: A002 - the domain's word
        options: frozenset[str] = frozenset(),
    ) -> None:
        """Bind the rules to a map, by default the standard one, and to options (S23)."""
        super().__init__(map, options)
        self.log_is_open = OPEN_DISCARDS in options

    def start(self, players: int, chance: Dealer) -> Position:
        """Return a new setup (S2–S6)."""
        return setup.new_position(self.map, players, chance)

    def count_seats(self, position: Position) -> int:
        """Return the number of seats of a position or a view."""
        return len(position.seats)

    def parse(self, text: str) -> Position:
        """Parse a position or a view.

        Raises:
            InvalidPositionError: names the field and the reason.
        """
        return position_check.parse_position(self.map, text)

    def format(self, position: Position) -> str:
        """Return the text of a position or a view; ``parse(format(p)) == p``."""
        return str(position)

    def view(self, position: Position, seat: int | None) -> Position:
        """Return what a seat may know, or a spectator (None): S22, S23.

        Raises:
            ValueError: there is no such seat.
        """
        return hidden.view(position, seat, all_open=self.log_is_open)

    # Turn and legal moves

    def turn(self, position: Position) -> int | None:
        """Return the seat to move, or None when the game is over."""
        return None if position.over else position.turn

    def forced(self, position: Position) -> Move | None:
        """Return a pass for a seat without cards (S8); None if the seat to move may choose."""
        return PASS if not position.over and position.hand == "" else None

    def can_pass(self, position: Position) -> bool:
        """Return whether the seat to move may pass: always, while the game runs (S8)."""
        return not position.over

    def cards(self, position: Position) -> tuple[Card, ...]:
        """Return the kinds of card that the seat to move may legally play now.

        Raises:
            GameError: the hand of the seat to move is hidden.
        """
        kinds = listing.kinds(position)
        if last_card.is_last_card(position):
            return tuple(card for card in kinds if any(listing.plays(position, card)))
        return kinds

    def actions(self, position: Position, card: Card) -> list[Action]:
        """Return every legal action of a card, each once, without the follower to take.

        Raises:
            GameError: the hand of the seat to move is hidden.
        """
        return [action for action, _ in listing.plays(position, card)]

    def takes(self, position: Position, card: Card, action: Action) -> list[Follower | None]:
        """Return the legal followers to take after a card's legal action.

        ``[None]`` says that there is none on the board (S9).

        Raises:
            IllegalMoveError: the seat to move may not play this card, or may not do this with it.
        """
        check.check_play(position, card, action)
        if last_card.is_last_card(position):
            return last_card.LastCard(position).takes(action)
        return actions.takes(position, action)

    def preview(self, position: Position, card: Card, action: Action) -> Position:
        """Return the board after a card's legal action, before the follower is taken.

        Raises:
            IllegalMoveError: the seat to move may not play this card, or may not do this with it.
        """
        check.check_play(position, card, action)
        return play.play_action(position, action)

    def idle(self, position: Position) -> Move:
        """Return the pass the table plays for a seat whose time has run out (S7)."""
        del position
        return PASS

    def parse_move(self, text: str) -> Move:
        """Parse a move; case and the order of its parts do not matter.

        Raises:
            InvalidMoveError: says what cannot be parsed, and at which character.
        """
        return move_parser.parse_move(self.map, text)

    def format_move(self, move: Move) -> str:
        """Return a move in its canonical form."""
        return move_formatter.format_move(self.map, move)

    # Views played on (S23)

    def name_hidden_part(self, view: Position) -> str | None:
        """Name the first hidden hand, such as ``the hand of seat 1``; None if all are known."""
        for number, seat in enumerate(view.seats):
            if seat.hand is None:
                return f"the hand of seat {number}"
        return None

    def known_start(self, views: Sequence[Position]) -> Position:
        """Return the first view, in which a hidden hand of all cards is known (S2)."""
        return hidden.open_full_hands(views[0])

    def chapter(self, position: Position) -> int:
        """Return how many struggles are resolved: each struggle is a chapter of the log (S23)."""
        return position.resolved

    def may_take_back(self, position: Position, move: Move) -> bool:
        """Return True: no move reveals hidden information."""
        del position, move
        return True
