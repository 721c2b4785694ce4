"""A whole recorded game, played by the rules."""

from dataclasses import replace

from games.record import Record
from tests.siam_tui.table.stage import NAMES, played


def recorded(players=3, seed=4, moves=400, map_name="siam"):
    game, positions, texts = played(players, seed, moves, map_name)
    end = game.outcome(positions[-1])
    return Record(
        game,
        positions[0],
        tuple(map(game.parse_move, texts)),
        end.text if end else "*",
        seats=NAMES[:players],
        date="2026.11.21",
    )


def part_of(record, first, game):
    """The part a spectator has of a game that still runs: from a move on, with hidden hands."""
    positions = list(record.replay())
    return replace(
        record, start=game.view(positions[first], None), moves=record.moves[first:-1], result="*"
    )
