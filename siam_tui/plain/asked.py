"""What somebody asks about a table that is before them: the facts, by the command's name. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from games.quoting import quote
from games.siam import Position
from siam_tui.games.siam import plain_facts as facts
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Place, Typed, usage

_FACTS: Final[dict[str, Callable[[TableView, Position], Iterator[str]]]] = {
    "board": facts.board,
    "queue": facts.queue,
    "hand": facts.hand,
    "supply": facts.supply,
    "score": facts.forecast,
    "position": lambda _, position: iter([str(position)]),
}


def answer(
    typed: Typed, sight: TableView, place: Place, left: Mapping[int, float] | None = None
) -> Iterator[str]:
    """Return what there is to say to a question.

    Args:
        typed: the question.
        sight: the table.
        place: where it was typed.
        left: the seconds each person's clock has left, where there are clocks.

    Raises:
        UserError: it is none, or the game has not begun.
    """
    if typed.name == "seats":
        return facts.seats(sight, left)
    if typed.name == "status":
        return iter([*_situation(sight), facts.turn(sight)])
    position = begun(sight)
    if typed.name == "board" and typed.rest:
        return facts.province(sight, position, _province(sight, typed.rest))
    if typed.name not in _FACTS:
        raise usage(typed, place)
    return _FACTS[typed.name](sight, position)


def begun(sight: TableView) -> Position:
    """Return the position.

    Raises:
        UserError: there is none yet.
    """
    position: Position | None = sight.position
    if position is None:
        raise UserError("The game has not begun.")
    return position


def _situation(sight: TableView) -> list[str]:
    position = sight.position
    if position is None or position.contested is None:
        return []
    name = sight.game.map.provinces[position.contested].name
    return [f"Struggle {position.resolved + 1} of {len(position.queue)}: {name}."]


def _province(sight: TableView, text: str) -> int:
    wanted = text.lower()
    provinces = sight.game.map.provinces
    exact = [i for i, each in enumerate(provinces) if wanted == each.id.lower()]
    found = exact or [i for i, p in enumerate(provinces) if p.name.lower().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(each.name for each in provinces)
    raise UserError(f"{quote(text)} is no province. There are: {names}.")
