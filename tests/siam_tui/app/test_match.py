"""``siam match``: two levels or programs against each other, without a server."""

import os
import pty
import signal
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from siam_tui.cli.run import commands
from siam_tui.profile.paths import profiles_folder
from siam_tui.profile.remembered_games import LastGame
from siam_tui.terminal.standard_streams import CleanOutput, redraw_line
from tests.patience import PATIENCE

ENGINE = f"{sys.executable} -m siam_tui engine"

pytestmark = pytest.mark.usefixtures("own_folders")


def match(*words):
    """Run a match; return what it prints, or the error that ends it."""
    result = CliRunner().invoke(commands, ["match", *words])
    return str(result.exception) if result.exit_code else result.output


def row(told, name):
    """Return the numbers in the table behind a player's name."""
    (line,) = (line for line in told.splitlines() if line.startswith(f"{name[:20]} "))
    return line[24:].split()


def test_the_stronger_level_wins_and_the_same_seed_gives_the_same_games():
    words = ("random", "greedy", "--game", "foreign-king", "--games", "8", "--seed", "3")
    told = match(*words)
    assert told.startswith("The Foreign King, 2 players: random and greedy, 8 games.")
    table = told.partition("longest")[2].splitlines()
    games = {line.split()[0]: line.split()[1:3] for line in table[1:3]}
    assert games["random"][0] == games["greedy"][0] == "8"
    assert float(games["greedy"][1]) > float(games["random"][1])
    assert games["greedy"][1] in match(*words)


def test_the_game_chosen_last_in_the_app_does_not_change_what_is_played():
    last = LastGame(profiles_folder() / "default")
    last.remember("amber")
    words = ("random", "random", "--games", "1", "--opening", "9999")
    assert match(*words).startswith("King of Siam, 2 players: random and random (2), 2 games.")
    assert match(*words, "--game", "amber").startswith("Reino de Ámbar, 2 players")
    assert last.name == "amber"


@pytest.mark.parametrize(
    ("players", "games", "expected"), [("1", "2", "Games that nobody won"), ("3", "3", "alone")]
)
def test_games_of_one_and_of_three_are_played_with_every_seating(players, games, expected):
    told = match("random", "greedy", "--games", "4", "--game", "amber", "--players", players)
    lines = [line.split() for line in told.splitlines() if line.startswith(("random ", "greedy "))]
    assert [line[1] for line in lines if line[1].isdecimal()] == [games, games]
    assert expected in told


def test_a_program_plays_against_a_level():
    told = match("random", ENGINE, "--games", "2", "--game", "amber", "--seconds", "0.01")
    assert f"random and {ENGINE}, 2 games." in told


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("random", "/nothing-here"), "nothing-here cannot be run"),
        (("random", "greeedy"), "cannot be run: No such file or directory. Do you mean greedy?"),
        (("random", "sh -c exit"), "sh ended before it answered `game"),
        (("random", ""), "Name a level"),
        (("random", "greedy", "--players", "7"), "King of Siam is for 2, 3 or 4 players."),
        (("random", "greedy", "--map", "atlantis"), "No map 'atlantis'"),
        (("random", "greedy", "--option", "fast"), "has no option 'fast'"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(words, reason):
    assert reason in match(*words, "--game", "siam")


def test_ctrl_c_keeps_what_was_played():
    ours, theirs = pty.openpty()
    words = ("match", "random", "greedy", "--games", "9999", "--game", "foreign-king")
    command = [sys.executable, "-m", "siam_tui", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True) as playing:
        os.close(theirs)
        shown = ""
        while "\r\x1b[K4 of 9,999 games of The Foreign King" not in shown:
            shown += os.read(ours, 4096).decode()
        playing.send_signal(signal.SIGINT)
        out, _ = playing.communicate(timeout=PATIENCE)
    os.close(ours)
    assert playing.returncode == 130
    played = int(row(out, "greedy ")[0])
    assert 4 <= played < 9999
    assert out.splitlines()[-1] == f"You stopped the match: {played} of 9,999 games were played."


def test_how_it_stands_is_shown_in_one_line_of_a_terminal():
    ours, theirs = pty.openpty()
    with open(theirs, "wb") as terminal:  # noqa: PTH123 - a file descriptor
        stream = CleanOutput(terminal, encoding="utf-8")
        for text in ("1 of 2 games", "2 of 2 \x1b[31mgames", ""):
            redraw_line(stream, text)
        shown = ""
        while shown.count("\r\x1b[K") < 3:
            shown += os.read(ours, 4096).decode()
    os.close(ours)
    assert shown.split("\r\x1b[K") == ["", "1 of 2 games", "2 of 2  [31mgames", ""]
