"""King of Siam a second time: slow, plain, text in and text out, to hold the real rules against.

Written from the rule decisions (S-numbers) and the notation alone, without a look at ``games``.
It imports nothing of ours, and shares no idea of how to be fast.
"""

from tests.games.oracle.notation import MAPS, format_position, parse
from tests.games.oracle.rules import after_move, all_moves, is_over, result_of
from tests.games.oracle.rules import if_all_pass as end_of
from tests.games.refusal import RefusedError, demand

__all__ = [
    "MAPS",
    "RefusedError",
    "if_all_pass",
    "legal_moves",
    "parse",
    "play",
    "play_all",
    "refuses",
    "result",
    "view",
]


def refuses(position_text, game_map):
    try:
        parse(position_text, game_map)
    except RefusedError:
        return True
    return False


def legal_moves(position_text, game_map):
    return set(all_moves(parse(position_text, game_map), game_map))


def play(position_text, move_text, game_map):
    position = parse(position_text, game_map)
    moves = all_moves(position, game_map)
    demand(move_text in moves, f"not a legal move: {move_text}")
    return format_position(after_move(position, moves[move_text]), game_map)


def play_all(position_text, game_map, sample=None):
    """Every legal move's text with the text of the position after it, or only some of them.

    ``sample`` chooses from the sorted list of move texts.
    """
    position = parse(position_text, game_map)
    moves = all_moves(position, game_map)
    chosen = sorted(moves) if sample is None else sample(sorted(moves))
    return {text: format_position(after_move(position, moves[text]), game_map) for text in chosen}


def view(position_text, seat, open_discards, game_map):
    """What a seat, or a spectator (None), may know (S22, S23)."""
    position = parse(position_text, game_map)
    if not open_discards and not is_over(position):
        for other, owner in enumerate(position["seats"]):
            if other != seat:
                owner["hand"] = None
    return format_position(position, game_map)


def result(position_text, game_map):
    return result_of(parse(position_text, game_map))


def if_all_pass(position_text, game_map):
    """The position at the end if nobody plays a card any more (turn and passes do not count)."""
    return format_position(end_of(parse(position_text, game_map)), game_map)
