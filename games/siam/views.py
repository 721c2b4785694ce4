"""What a seat or a spectator may know of a position (S22, S23)."""

from __future__ import annotations

from games.siam.position import Position


def view(position: Position, seat: int | None, *, open_discards: bool) -> Position:
    """Return a position with the hands hidden that a seat, or a spectator (None), may not see.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is not None and not 0 <= seat < len(position.seats):
        raise ValueError(f"there is no seat {seat}; seats are 0 to {len(position.seats) - 1}")
    if open_discards or position.over:
        return position
    seats = tuple(
        other if number == seat else other._replace(hand=None)
        for number, other in enumerate(position.seats)
    )
    return position._replace(seats=seats)
