"""The Foreign King a second time: slow, plain, text in and text out, to check the real rules.

Written from the rule decisions (F-numbers) and the notation alone, without a look at ``games``.
It imports nothing of ours, and shares no idea of how to be fast.
"""

from tests.games.foreign_king.oracle import rules
from tests.games.foreign_king.oracle.maps import MAPS
from tests.games.foreign_king.oracle.notation import (
    format_position,
    parse,
    tidy,
)
from tests.games.refusal import RefusedError, demand

__all__ = [
    "MAPS",
    "RefusedError",
    "count_moves",
    "format_position",
    "idle_move",
    "is_legal",
    "legal_moves",
    "parse",
    "perft",
    "play",
    "refusal",
    "result",
    "tidy",
    "turn",
]


def refusal(position_text, game_map):
    """Why a position is refused, or None."""
    try:
        parse(position_text, game_map)
    except RefusedError as error:
        return str(error)
    return None


def legal_moves(position_text, game_map):
    moves = rules.all_moves(parse(position_text, game_map))
    demand(len(moves) == len(set(moves)), "a move twice")
    return set(moves)


def count_moves(position_text, game_map):
    """How many moves are legal, also where a list would be too long."""
    return rules.count_moves(parse(position_text, game_map))


def is_legal(position_text, move_text, game_map):
    """Whether a move is legal, also where a list would be too long."""
    return rules.is_legal(parse(position_text, game_map), move_text)


def play(position_text, move_text, game_map):
    """The position after a move that the caller knows to be legal."""
    return format_position(rules.after_move(parse(position_text, game_map), move_text))


def turn(position_text, game_map):
    """The seat that decides, or None when the game is over."""
    return rules.decider(parse(position_text, game_map))


def idle_move(position_text, game_map):
    """The move for a seat whose time has run out."""
    return rules.idle_move(parse(position_text, game_map))


def result(position_text, game_map):
    return rules.result_of(parse(position_text, game_map))


def perft(position_text, depth, game_map):
    return count_lines(parse(position_text, game_map), depth)


def count_lines(position, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return rules.count_moves(position)
    moves = rules.all_moves(position)
    return sum(count_lines(rules.after_move(position, text), depth - 1) for text in moves)
