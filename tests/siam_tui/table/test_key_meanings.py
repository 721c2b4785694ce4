"""Letters that mean several things: never at the same time, and the documentation lists them."""

import re
from functools import cache, partial
from random import Random

import pytest

from games.registry import game_of
from games.siam import Siam, load_map
from siam_tui.games.registry import title_of, ui_of
from siam_tui.table.screen import TableScreen
from tests.installed_games import OURS
from tests.programs import ROOT

GAMES = {
    "King of Siam, Albion": lambda: Siam(load_map("albion")),
    **{title_of(name): partial(game_of, name) for name in OURS},
}
WAITING = {"B", "C", "F", "G"}
"""What the bar offers before the start."""
OVER = {"A", "B", "F", "Q", "S", "W"}
"""What it offers at the end."""
RUNNING = {"C", "D", "H", "O", "Q", "U"}
"""What the table offers while a game runs, whichever it is."""
PAGE = ROOT / "docs" / "reference" / "settings.md"
MOST_MOVES = 50


def move_letters(game, players, seed):
    """Return the letters that choices of a random game have."""
    random, position, found = Random(seed), game.new(players, seed), set()
    for _ in range(MOST_MOVES):
        seat = game.turn(position)
        if seat is None:
            break
        builder = ui_of(game.name).move_builder(game, game.view(position, seat))
        draft = builder.empty
        while options := builder.options(draft):
            found |= {option.key for option in options if re.fullmatch("[A-Z]", option.key)}
            if builder.move(draft) is not None:
                break
            draft = builder.choose(draft, random.choice(options).choice)
        position = game.play(position, game.random_move(position, random))
    return found


@cache
def letters_of(name):
    game = GAMES[name]()
    return frozenset().union(*(move_letters(game, players, 1) for players in (2, 3)))


@pytest.mark.parametrize("name", GAMES)
def test_no_letter_of_a_move_is_a_command_of_the_running_table(name):
    assert not letters_of(name) & RUNNING
    bound = {
        key.upper()
        for binding in TableScreen.BINDINGS
        for key in binding.key.split(",")
        if re.fullmatch("[a-z]", key)
    }
    assert RUNNING | {"A", "I", "S", "V", "W"} == bound | {"C"}


@pytest.mark.parametrize("name", GAMES)
def test_the_page_lists_the_letters_that_mean_something_else_before_or_after_a_game(name):
    found = letters_of(name) & (WAITING | OVER)
    row = next(
        line
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"| {name} |")
    )
    assert set(re.findall("`([A-Z])`", row)) == found
