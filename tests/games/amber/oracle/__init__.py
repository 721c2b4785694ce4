"""Reino de Ámbar a second time: slow, plain, text in and text out, to check the real rules.

Written from the rule decisions (A-numbers) and the notation alone, without a look at the rules in
``games``. Of ours it uses nothing but the stream of chance, which all games share.
"""

from tests.games.amber.oracle import choices, rules
from tests.games.amber.oracle.facts import OPTIONS, HiddenError
from tests.games.amber.oracle.notation import format_position, parse, tidy
from tests.games.amber.oracle.setup import new_position
from tests.games.amber.oracle.views import view_of
from tests.games.refusal import RefusedError

__all__ = [
    "OPTIONS",
    "HiddenError",
    "RefusedError",
    "fresh",
    "idle_move",
    "legal_moves",
    "play",
    "refusal",
    "result",
    "tidy",
    "turn",
    "view",
]


def refusal(text, options):
    """Why a position or a view is refused, or None."""
    try:
        parse(text, options)
    except RefusedError as error:
        return str(error)
    return None


def fresh(players, seed, options):
    return format_position(new_position(players, seed, options))


def legal_moves(text, options):
    """The legal moves in canonical order."""
    return choices.all_moves(parse(text, options), options)


def play(text, move, options):
    """The position after a move that the caller knows to be legal."""
    return format_position(rules.after_move(parse(text, options), move, options))


def turn(text, options):
    return parse(text, options)["turn"]


def idle_move(text, options):
    return choices.idle_move(parse(text, options), options)


def result(text, options):
    return rules.result_of(parse(text, options), options)


def view(text, seat, options):
    return format_position(view_of(parse(text, options), seat))
