"""One game of each kind, told whole in every language: files for people who speak it to read.

``python -m tests.texts.test_told_games --write`` tells them anew; ``--write pt`` one language.
"""

import sys
from pathlib import Path

import pytest

from games.record import parse_record
from tests.texts.telling import ToldGame
from texts.voice import LANGUAGES

FOLDER = Path(__file__).parent / "told"
GAMES = sorted(each.stem for each in FOLDER.glob("*.siam"))


def told(name, languages):
    """Return the file of each language, and what it should hold."""
    game = ToldGame(parse_record((FOLDER / f"{name}.siam").read_text("utf-8")))
    return [(FOLDER / f"{name}.{each}.txt", game.tell(each)) for each in languages]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_as_it_was_read_and_found_good(name):
    for file, text in told(name, LANGUAGES):
        hint = "read what changed; then python -m tests.texts.test_told_games --write"
        assert file.read_text("utf-8").splitlines() == text.splitlines(), hint


if __name__ == "__main__" and sys.argv[1:2] == ["--write"]:
    for each in GAMES:
        for file, text in told(each, sys.argv[2:] or LANGUAGES):
            file.write_text(text, "utf-8")
