"""Positions built field by field, and what is played in them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from games.amber import Amber, Position
from games.amber.constants import ACES, AREAS, PAWNS, PROBLEMS
from games.contract import GameError

PLACES = ("LUN", "PEN", "MAR", "CHA", "CAS", "CAV", "BOR")


@pytest.fixture(scope="session")
def game() -> Amber:
    return Amber()


@pytest.fixture(scope="session")
def rules() -> Callable[..., Amber]:
    return lambda *options: Amber(frozenset(options))


def problem_list(text: str) -> list[str]:
    """Return the Problems that a field names."""
    return re.findall("[2-9C][MSWVYK]+", text)


def build_text(
    *,
    seats: int = 2,
    alone: bool = False,
    places: tuple[str, ...] = PLACES,
    board: dict[str, str] | None = None,
    confidant: str = "",
    influence: tuple[int, ...] = (4, 4, 4),
    gold: tuple[int, ...] = (3, 3, 3),
    kept: tuple[str, ...] = ("-", "-", "-"),
    hands: dict[int, str] | None = None,
    lasts: dict[int, str] | None = None,
    pawns: str = PAWNS,
    row: str = "2MK,2SY",
    round: str = "1.1",  # noqa: A002 - the field's name
    power: int = 0,
    first: int = 0,
    solver: str = "",
    turn: int | None = 0,
    step: str = "act",
    deck: str = "",
    coins: str = "000000000",
    later: str = "-",
) -> str:
    """Return the text of a position; what is not said is filled in so that it fits.

    The deck holds the Problems that are nowhere else, and the discard what it has no place for.
    """
    period, number = map(int, round.split("."))
    board = dict.fromkeys(AREAS, ".".join("0" * seats)) | (board or {})
    areas = "/".join(f"{area}{board[area]}{'*' * (area == confidant)}" for area in places)
    order = [(first + step) % seats for step in range(seats)]
    texts = []
    for seat in range(seats):
        acted = turn is None or step in ("declare", "solve") or step.startswith("solve")
        if step.startswith("act") and turn is not None:
            acted = order.index(seat) < order.index(turn) + (step != "act")
        cards = 8 - number - acted
        last = (lasts or {}).get(seat, "-" if cards == 7 else "K")
        spare = [card for card in ACES + pawns[seat] if card != last]
        hand = (hands or {}).get(seat, "".join(spare[:cards]) or "-")
        is_dummy = ">" if alone and seat == 1 else ""
        texts.append(
            f"{is_dummy}{hand}.{pawns[seat]}.{last}.{influence[seat]}.{gold[seat]}.{kept[seat]}"
        )
    used = [*problem_list(row), *(each for text in kept[:seats] for each in problem_list(text))]
    if deck and deck != "-":
        used += deck.split(",")
    rest = [problem for problem in PROBLEMS if problem not in used]
    if deck:
        discard, in_deck = rest, problem_list(deck)
    else:
        size = 24 - seats * number if period == 1 else len(rest)
        in_deck, discard = rest[len(rest) - size :], rest[: len(rest) - size]
    if not solver:
        solver = "0" if any(text != "-" for text in kept[:seats]) else "-"
    return " ".join(
        [
            areas,
            "|".join(texts),
            row,
            ",".join(discard) or "-",
            round,
            str(power),
            str(first),
            solver,
            "-" if turn is None else str(turn),
            step,
            ",".join(in_deck) or "-",
            coins if alone else "-",
            later,
        ]
    )


@pytest.fixture(scope="session")
def build() -> Callable[..., Position]:
    lenient = Amber(frozenset({"barbarians_8"}))
    return lambda **fields: lenient.parse(build_text(**fields))


@pytest.fixture(scope="session")
def play(game: Amber) -> Callable[..., Position]:
    def played(position: Position, *moves: str, by: Amber = game) -> Position:
        """Return the position after some moves."""
        for move in moves:
            position = by.play(position, by.parse_move(move))
        return position

    return played


@pytest.fixture(scope="session")
def legal(game: Amber) -> Callable[..., set[str]]:
    def moves(position: Position, beginning: str = "") -> set[str]:
        """Return the legal moves that begin so, as text."""
        found = [game.format_move(move) for move in game.moves(position)]
        assert len(found) == len(set(found))
        return {text for text in found if text.startswith(beginning)}

    return moves


@pytest.fixture(scope="session")
def only(game: Amber) -> Callable[..., str]:
    def move(position: Position, by: Amber = game) -> str:
        """Return the only legal move."""
        (found,) = by.moves(position)
        assert by.forced(position) == found
        by.check(position, found)
        return by.format_move(found)

    return move


@pytest.fixture(scope="session")
def refusal(game: Amber) -> Callable[..., str]:
    def why(position: Position, move: str) -> str:
        """Return why a move is refused."""
        with pytest.raises(GameError) as caught:
            game.check(position, game.parse_move(move))
        return str(caught.value)

    return why
