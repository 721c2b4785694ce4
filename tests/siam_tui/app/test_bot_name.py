"""What a bot is called that got no name."""

import shlex

import pytest

from siam_tui.cli.bot import usual_name


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python3 my_bot.py", "my_bot"),
        ("/usr/bin/python3.12 -u bots/my_bot.py --fast", "my_bot"),
        ("env python3 my_bot.py", "my_bot"),
        ("python3 -m bots.my_bot", "my_bot"),
        ("node my_bot.js", "my_bot"),
        ("./my_bot.py", "my_bot"),
        ("bots/my_bot --book=other.py", "my_bot"),
        ("python3 -c pass", "python3"),
    ],
)
def test_a_bot_is_called_as_its_script_or_as_its_program(command: str, name: str) -> None:
    assert usual_name(shlex.split(command)) == name
