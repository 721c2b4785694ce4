"""Worked examples of King of Siam in words, and as plain text with boards. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from games.siam import FACTION_LETTERS, Move, Position, Siam
from siam_tui.games.map_board.examples import MapExamples
from siam_tui.games.siam import panels
from siam_tui.games.siam.board import BoardView, changed_provinces, draw
from siam_tui.games.siam.facts import ended_struggles
from siam_tui.games.siam.move_text import describe_played_move, full_names, move_words
from siam_tui.games.siam.queue_panel import queue
from siam_tui.games.siam.results import explain_result
from siam_tui.games.worked_example import NAMES, view_of_example


class SiamExamples(MapExamples[Siam, Position, Move]):
    """King of Siam's part of its examples, as `siam_tui.games.worked_example` asks for it."""

    name = Siam.name
    board_type = BoardView
    draw = staticmethod(draw)
    headline = staticmethod(queue)
    seats = staticmethod(panels.seats)
    changed_provinces = staticmethod(changed_provinces)

    def tell_try(self, game: Siam, move: Move) -> str:
        """Return the card and the action that were tried."""
        return move_words(game.map, move, full_names(game.map)).partition(";")[0]

    def tell_step(self, game: Siam, before: Position, after: Position, move: str) -> Iterator[str]:
        """Iterate over the move, the struggle it ended, and the game it ended."""
        yield f"{NAMES[before.turn]} {describe_played_move(game, move, full_names(game.map))}."
        for facts in ended_struggles(before, after):
            name = game.map.provinces[facts.province].name
            yield f"The {game.map.control_name(facts.taker)} take {name}."
        if after.over:
            yield from explain_result(view_of_example(game, after))

    def find_wrong_claim(self, position: Position, claims: Mapping[str, Any]) -> str:
        """Check ``controls``: who controls a province, letters by ids."""
        for province, letter in claims.get("controls", {}).items():
            control = position.control(position.map.index(province))
            if control is None or FACTION_LETTERS[control] != letter:
                return f"{province} is not controlled by {letter}"
        return ""

    def tell_provinces(self, position: Position) -> Iterator[tuple[int, str]]:
        """Iterate over the provinces in the order of the queue."""
        for place, province in enumerate(position.queue, start=1):
            name = position.map.provinces[province].name
            yield province, f"{place} {name}: {_occupants(position, province)}"

    def tell_players(self, position: Position) -> Iterator[str]:
        """Iterate over what each player has, then whose turn it is, and the supply."""
        for name, seat in zip(NAMES, position.seats, strict=False):
            taken = _followers(position, seat.followers) or "nobody"
            yield f"{name} has {taken}; cards {seat.hand or 'none'}"
        if not position.over:
            turn = NAMES[Siam(position.map).turn(position) or 0]
            supply = _followers(position, position.supply) or "nobody"
            yield f"{turn} is to move. Supply: {supply}"


TELLER: Final = SiamExamples()


def _occupants(position: Position, province: int) -> str:
    control = position.control(province)
    if control is not None:
        return f"controlled by the {position.map.control_name(control)}"
    return _followers(position, position.followers(province)) or "nobody"


def _followers(position: Position, trio: Iterable[int]) -> str:
    names = position.map.faction_names
    return ", ".join(f"{count} {names[f]}" for f, count in enumerate(trio) if count)
