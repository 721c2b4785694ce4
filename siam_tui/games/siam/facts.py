"""What everybody may know about a position, as values that are drawn and told. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.siam import BRITISH, Control, Position, Siam, Trio
from games.siam.scoring import majority
from siam_tui.model.table_view import TableViewOf

SiamView: TypeAlias = TableViewOf[Siam, Position]
"""A table of this game."""


@dataclass(frozen=True, slots=True)
class ProvinceFacts:
    """How a province stands.

    Attributes:
        province: its index on the map.
        place: its place in the queue of struggles, from 0.
        control: who holds it; None until its struggle is over.
        is_contested: whether its struggle goes on now.
        has_marker: whether its tile bears a King marker.
        followers: the followers in it, by faction.
        taker: who would hold it if its struggle ended now, or who holds it.
        lead: how many followers the taker has more than the next faction; 0 for the British.
        is_tie: whether only a tie of factions would give it to the British.
    """

    province: int
    place: int
    control: Control | None
    is_contested: bool
    has_marker: bool
    followers: Trio
    taker: Control
    lead: int
    is_tie: bool


def province_facts(position: Position, province: int) -> ProvinceFacts:
    """Return how a province stands."""
    followers, control = position.followers(province), position.control(province)
    taker = majority(followers) if control is None else control
    return ProvinceFacts(
        province=province,
        place=position.queue.index(province),
        control=control,
        is_contested=province == position.contested,
        has_marker=province in position.markers,
        followers=followers,
        taker=taker,
        lead=0 if taker == BRITISH else _lead_of_strongest(followers),
        is_tie=control is None and taker == BRITISH and any(followers),
    )


def _lead_of_strongest(followers: Trio) -> int:
    """Return how many more the strongest faction has than the next one."""
    *_, second, first = sorted(followers)
    return first - second


def queue_facts(position: Position) -> Iterator[ProvinceFacts]:
    """Iterate over how the provinces stand, in the order of their struggles."""
    return (province_facts(position, province) for province in position.queue)


def ended_struggles(before: Position, after: Position) -> Iterator[ProvinceFacts]:
    """Iterate over the provinces whose struggles ended between two positions."""
    ended = after.queue[before.resolved : after.resolved]
    return (province_facts(after, province) for province in ended)


def sides(game: Siam, seats: int) -> Sequence[tuple[int, ...]]:
    """Return which seats win together: the teams, or each seat for itself."""
    return game.teams(seats) or tuple((seat,) for seat in range(seats))
