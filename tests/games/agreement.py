"""How a game's rules are compared with an independent second writing of them, its oracle."""

import pytest

from games.contract import IllegalMoveError, InvalidMoveError, InvalidPositionError


def parametrize_batches(metafunc, batches, batches_if_long):
    """Run tests that take a ``batch`` (a seed) for some of them, or many with ``--long``."""
    if "batch" in metafunc.fixturenames:
        count = batches_if_long if metafunc.config.getoption("--long") else batches
        marks = [pytest.mark.xdist_group(f"batch {batch}") for batch in range(count)]
        metafunc.parametrize(
            "batch",
            [pytest.param(batch, marks=mark) for batch, mark in enumerate(marks)],
            scope="module",  # so that all tests of a batch follow each other, and share its work
        )


def assert_refused_alike(game, text, refusal):
    """Check that a position is refused if there is a reason, and else read and printed."""
    try:
        position = game.parse(text)
    except InvalidPositionError as error:
        position, why = None, str(error)
    else:
        why = None
    assert bool(why) == bool(refusal), f"refused with {why!r} and {refusal!r}: {text}"
    assert position is None or game.format(position) == text


def canonical_if_legal(game, position, text):
    """The move in canonical form, or None for what is no move or no legal one."""
    try:
        move = game.parse_move(text)
        game.check(position, move)
    except (InvalidMoveError, IllegalMoveError):
        return None
    return game.format_move(move)
