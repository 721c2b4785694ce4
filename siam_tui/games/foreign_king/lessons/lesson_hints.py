"""Hints at a move, and the keys that build it, by the builder that takes them."""

from __future__ import annotations

from collections.abc import Iterator

from games.foreign_king import ForeignKing, Position
from games.foreign_king.moves import (
    Action,
    Answer,
    Build,
    Close,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    SendToCongress,
    ShiftOrder,
    Shut,
    UseQueen,
    VirtualStep,
)
from games.foreign_king.ways import SUPPLY
from siam_tui.games.foreign_king.choice_kinds import (
    FROM_SUPPLY,
    NO_FACTORY,
    ONE_LOAN,
    ONE_REPAYMENT,
    Kind,
    Path,
    province_choice,
    space_choice,
)
from siam_tui.games.foreign_king.move_options import KEY_OF_SPACE, ForeignKingMoveBuilder
from siam_tui.games.foreign_king.move_text import move_words
from siam_tui.games.move_builder import Choice


def move_hints(game: ForeignKing, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: its space, the move in words, all its keys."""
    builder, move = ForeignKingMoveBuilder(game, position), game.parse_move(solution)
    keys = " ".join(key.upper() if len(key) == 1 else "Enter" for key in move_keys(builder, move))
    last = f"One way: {move_words(game, move, 'full')}. Keys: {keys}."
    if not isinstance(move, Action):
        return (last,)
    return (f"Try {move.space}, key {KEY_OF_SPACE[move.space]}. H tells the rest.", last)


def typed_hints(game: ForeignKing, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move for text mode, each telling more: its space, all of it."""
    del position
    move = game.parse_move(solution)
    last = f"One way: {move_words(game, move, 'full')}. Type {solution}."
    if not isinstance(move, Action):
        return (last,)
    return (f"Try {move.space}. Type hint again for the rest.", last)


def move_keys(builder: ForeignKingMoveBuilder, move: Move) -> Iterator[str]:
    """Iterate over the keys that build and send a move at the table.

    A choice that is made by itself, for want of another, needs no key.
    """
    draft = builder.empty
    for choice in _choices(builder, move):
        option = next((each for each in builder.options(draft) if each.choice == choice), None)
        if option is not None:
            yield option.key.lower()
            draft = builder.choose(draft, choice)
            if option.sends:
                return
    assert builder.move(draft) == move
    yield "enter"


def _place(province: int | None) -> Choice:
    return FROM_SUPPLY if province is None else province_choice(province)


def _choices(builder: ForeignKingMoveBuilder, move: Move) -> Path:  # noqa: PLR0911 - a line for each kind of move
    """Return the choices that a move is made of, in an order in which they can be made."""
    match move:
        case UseQueen(action):
            return (space_choice("queen"), *_choices(builder, action))
        case Answer(yes):
            return (Choice(Kind.ANSWER, int(yes)),)
        case Shut(factory):
            return (_factory(factory),)
        case VirtualStep(origin, goal):
            return _place(origin), _place(goal)
        case Close(loans):
            return (ONE_LOAN,) * loans + (ONE_REPAYMENT,) * -loans
        case ShiftOrder(place):
            return (Choice(Kind.SEAT_ORDER, place),)
    return (space_choice(move.space), *_details(builder, move)) if isinstance(move, Action) else ()


def _factory(factory: str | None) -> Choice:
    return Choice(Kind.FACTORY, NO_FACTORY if factory is None else "MT".index(factory))


def _details(builder: ForeignKingMoveBuilder, action: Action) -> Path:
    """Return the choices that follow the space."""
    match action:
        case Build(factory, province):
            return _factory(factory), _place(province)
        case Place(count, province):
            amounts = [number for number in (count // 10, count) if number and count > 1]
            return (_place(province), *(Choice(Kind.AMOUNT, number) for number in amounts))
        case MoveCitizens(origin, goals):
            to = (
                _place(None if goal == SUPPLY else goal)
                for goal, count in enumerate(goals)
                for _ in range(count)
            )
            return (_place(origin), *to)
        case SendToCongress(origin):
            return (_place(origin),)
        case MoveKing(goal, steps):
            king = builder.position.king
            routes = () if king is None else builder.position.map.routes[king][1 : steps + 1]
            return (_place(goal),) * max(1, sum(goal in goals for goals in routes))
    return ()
