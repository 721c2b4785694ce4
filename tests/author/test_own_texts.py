"""The texts of games of other packages: their own languages, else English."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.registry import game_names, game_of
from siam_tui.games.authored.move_builder import AuthoredMoveBuilder
from siam_tui.games.registry import tell_broken_games, ui_of
from tests.installed_games import add_entry_points, forget_games
from texts import Person, is_known, say, speaking, tell

GAME = "from tests.author.games.four import Four\n\n\nclass Pond(Four):\n    name = 'frog-pond'\n"
SCREENS = """
from siam_tui.games.authored import AuthoredUI
from siam_tui.games.authored.texts import AuthoredTexts
from texts import tell

from a_pond.rules import Pond


class Texts(AuthoredTexts):
    def tell_own_turn(self, view):
        yield tell("frog_pond/turn", n=2)


class PondUI(AuthoredUI):
    @property
    def texts(self):
        return Texts(self._words)


UI = PondUI(Pond)
"""
ENGLISH = '"frog_pond/turn" = "Your turn: {n, plural, one {# frog} other {# frogs}} left."\n'
GERMAN = """
msgctxt "frog_pond/turn"
msgid "Your turn: {n, plural, one {# frog} other {# frogs}} left."
msgstr "Du bist dran: noch {n, plural, one {# Frosch} other {# Frösche}}."

msgctxt "frog_pond/words"
msgid "{who: drop, drops} a man into column {column}"
msgstr "{who: wirfst, wirft} einen Stein in Spalte {column}"

msgctxt "frog_pond/words"
msgid "Column?"
msgstr "Welche Spalte?"

msgctxt "frog_pond/words"
msgid "Drop a man into a column. Four in a row win. A full board is a draw."
msgstr "Vier in einer Reihe gewinnen."
"""


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install a game with texts; yield the folder of its package."""
    package = tmp_path / "a_pond"
    package.mkdir()
    files = {"__init__.py": "", "rules.py": GAME, "screens.py": SCREENS, "en.toml": ENGLISH}
    for name, text in (files | {"de.po": GERMAN}).items():
        (package / name).write_text(text, "utf-8")
    groups = {"siam.games": "a_pond.rules:Pond", "siam.screens": "a_pond.screens:UI"}
    add_entry_points(tmp_path, {group: {"frog-pond": at} for group, at in groups.items()})
    monkeypatch.syspath_prepend(tmp_path)
    for module in [each for each in sys.modules if each.partition(".")[0] == "a_pond"]:
        del sys.modules[module]
    forget_games()
    yield package
    forget_games()


def own_turn() -> list[str]:
    assert tell_broken_games() == ()
    return list(ui_of("frog-pond").texts.tell_own_turn(None))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Your turn: 2 frogs left."),
        ("de", "Du bist dran: noch 2 Frösche."),
        ("es", "Your turn: 2 frogs left."),
    ],
)
def test_a_game_is_told_in_its_own_languages_else_in_english(pond, language, told):
    with speaking(language):
        assert own_turn() == [told]


@pytest.mark.parametrize(
    ("language", "moved", "asked", "rules"),
    [
        ("de", "Ann wirft einen Stein in Spalte 4.", "Welche Spalte?", "Vier in einer Reihe"),
        ("fr", "Ann drops a man into column 4.", "Column?", "Drop a man into a column."),
    ],
)
def test_the_words_of_a_class_are_told_in_the_languages_of_its_package(
    pond, language, moved, asked, rules
):
    ui, game = ui_of("frog-pond"), game_of("frog-pond")
    builder = AuthoredMoveBuilder(game, game.new(2, seed=1), ui._words)
    with speaking(language):
        assert ui.texts.tell_move(game, game.parse_move("4"), Person("Ann")) == moved
        assert builder.prompt(builder.empty).question == asked
        assert ui.rules.chapters()[0].parts[0].startswith(rules)


def test_a_message_of_a_game_is_known_wherever_it_is_installed(pond):
    message = say("frog_pond/turn", n=1)
    assert "frog-pond" in game_names()
    assert is_known(message)
    assert str(message) == "Your turn: 1 frog left."


@pytest.mark.parametrize(
    ("name", "text"),
    [("de.po", "msgid oh no"), ("de.po", "\udcff"), ("en.toml", '"frog_pond/turn" = "{n"\n')],
)
def test_damaged_texts_of_a_game_are_shown_and_raise_nothing(pond, name, text):
    (pond / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    with speaking("de"):
        assert own_turn()[0] in ("Your turn: 2 frogs left.", "frog_pond/turn")


def test_a_game_cannot_change_a_text_of_siam(pond):
    before = tell("table/bar/go-on")
    (pond / "en.toml").write_text(f'{ENGLISH}"table/bar/go-on" = "surrender"\n')
    forget_games()
    assert own_turn()
    assert tell("table/bar/go-on") == before
