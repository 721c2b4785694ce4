"""What stands beside a province, or the supply, where it may be chosen. Pure functions."""

from __future__ import annotations

from games.foreign_king import Position
from games.foreign_king.ways import SUPPLY
from siam_tui.games.foreign_king.building.consequences import congress_at
from siam_tui.games.foreign_king.building.move_builder import Builder, Draft
from siam_tui.games.foreign_king.choice_kinds import Path
from siam_tui.games.foreign_king.colours import letter_of
from siam_tui.games.foreign_king.facts import province_facts
from siam_tui.games.game_texts import Length
from siam_tui.games.map_board.place_names import names_of


def province_label(builder: Builder, draft: Draft, place: int, length: Length) -> str:
    """Return a province, or the supply, with what counts for the choice of it.

    That is how many citizens can leave it, the steps to it, or who would score there.
    """
    position = builder.position
    name = "supply" if place == SUPPLY else names_of(position.map, length)[place]
    if position.asks == "virtual":
        leaving = len(draft.choices) % 2 == 0
        return f"{name} {_virtual_citizens(builder.preview(draft), place)}" if leaving else name
    space, _, rest, _ = builder.begun(draft.choices)
    match space:
        case "move":
            return f"{name} {_citizens_or_steps(position, rest, place)}"
        case "king":
            return "a longer way" if rest else f"{name} {_visit(position, place, length)}"
        case "build" if not any(position.factories_in(place)):
            return f"{name} medal"
    return name


def _virtual_citizens(position: Position, place: int) -> int:
    virtual = position.seats
    return position.supply(virtual) if place == SUPPLY else position.citizens_in(place)[virtual]


def _citizens_or_steps(position: Position, rest: Path, place: int) -> int:
    """Return how many citizens may leave, or after the origin, the steps of one citizen."""
    if rest:
        return position.map.steps[rest[0].value][place]
    return position.citizens_in(place)[position.turn]


def _visit(position: Position, province: int, length: Length) -> str:
    """Return who would score how much, with ``?`` if the Congress is asked first."""
    facts = province_facts(position, province)
    if facts.is_empty:
        return "-" if length == "shortest" else "empty"
    unsure = "?" * bool(congress_at(position, province))
    if facts.leader is None:
        return f"tie{unsure}"
    return f"{letter_of(facts.leader, position.seats)}{facts.points}{unsure}"
