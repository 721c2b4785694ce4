"""Keys that a person has changed in their settings file."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Markdown

from siam_tui.app.app import SiamApp
from siam_tui.learn.screen import LessonScreen
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.model.start import Start
from siam_tui.practice.screen import PuzzleScreen
from siam_tui.profile.key_settings import EVERYWHERE, USUAL_KEYS, read_keys
from siam_tui.profile.user_error import UserError
from siam_tui.replay.screen import ReplayScreen
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.screen import TableScreen
from siam_tui.ui.key_footer import KeyFooter
from tests.patience import PATIENCE
from tests.siam_tui.app.stage import app_of, deal, piloted, until, until_screen

SCREENS = {
    "table": (TableScreen, LessonScreen, PuzzleScreen),
    "replay": (ReplayScreen,),
    "lobby": (LobbyScreen,),
}
NAMES_OF_SIGNS = {"question_mark": "?", "comma": ",", "at": "@"}


def bindings_of(kind):
    """Iterate over a class's bindings with ids: their id and their key."""
    for base in kind.__mro__:
        for binding in base.__dict__.get("BINDINGS", ()):
            if getattr(binding, "id", None):
                yield binding.id, NAMES_OF_SIGNS.get(binding.key, binding.key)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.toml"


def test_every_key_that_can_be_changed_has_its_bindings_and_no_other_has():
    for where, screens in SCREENS.items():
        found = {pair for kind in (*screens, SiamApp) for pair in bindings_of(kind)}
        usual = {
            (f"{each}.{name}", key)
            for each in (EVERYWHERE, where)
            for name, key in USUAL_KEYS[each].items()
        }
        if where == "lobby":  # it has no log
            usual = {pair for pair in usual if ".log_" not in pair[0]}
        assert found == usual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ('[keys.table]\nhint = "f2"', {"table.hint": "f2"}),
        ('[keys]\ntable.talk = "h"\ntable.hint = "d"', {"table.talk": "h", "table.hint": "d"}),
        ('[keys.everywhere]\nsettings = ";"\nhelp = ","', {"everywhere.help": "comma"}),
        ('[keys.replay]\nplay = "a"\nanalyse = "space"', {"replay.play": "a"}),
    ],
)
def test_keys_are_read(path, text, expected):
    path.write_text(text)
    keys = read_keys(path)
    assert expected.items() <= keys.items()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("keys = 3", "keys must be a table"),
        ("[keys.kitchen]", "keys can be changed in keys.everywhere, keys.table"),
        ("[keys]\ntable = 1", "keys can be changed in"),
        ('[keys.table]\nhnit = "f2"', "knows no hnit, only analyse, chances, "),
        ('[keys.table]\nhint = "k"', "hint cannot be 'k': letters and digits choose moves"),
        ('[keys.table]\nhint = ":"', "hint cannot be ':'"),
        ('[keys.table]\nhint = "ctrl+c"', "hint cannot be 'ctrl\\+c'"),
        ("[keys.table]\nhint = 2", "hint cannot be 2"),
        ('[keys.table]\nhint = "d"', "d cannot be both hint and talk"),
        ('[keys.table]\nhint = "?"', r"\? cannot be both help and hint"),
        ('[keys.everywhere]\nhelp = "@"', "@ cannot be both help and people"),
    ],
)
def test_wrong_keys_are_explained(path, text, reason):
    path.write_text(text)
    with pytest.raises(UserError, match=reason):
        read_keys(path)


def test_the_documentation_lists_the_keys_that_can_be_changed():
    page = (Path(__file__).parents[3] / "docs" / "reference" / "settings.md").read_text()
    for where, keys in USUAL_KEYS.items():
        listed = ", ".join(f"`{name}` `{key}`" for name, key in keys.items())
        assert f"| `keys.{where}` | {listed} |" in page


async def test_a_changed_key_works_and_stands_in_the_footer(tmp_path):
    app = app_of(tmp_path, Start())
    app.profile.folder.mkdir(parents=True, exist_ok=True)
    (app.profile.folder / "settings.toml").write_text('[keys.everywhere]\nhelp = "f2"\n')
    app = app_of(tmp_path, Start())
    async with piloted(app) as pilot:
        home = app.screen
        await until(pilot, lambda: "f2" in _shown_keys(home))
        await pilot.press("question_mark")
        assert app.screen is home
        await pilot.press("f2")
        await until_screen(pilot, RulesScreen)


async def test_the_help_begins_with_the_changed_keys(tmp_path):
    app = app_of(tmp_path, Start())
    app.profile.folder.mkdir(parents=True, exist_ok=True)
    (app.profile.folder / "settings.toml").write_text('[keys.everywhere]\nsettings = "f2"\n')
    app = app_of(tmp_path, Start())
    async with piloted(app) as pilot:
        await pilot.press("question_mark")
        await until_screen(pilot, RulesScreen)
        told = lambda: "".join(each.source for each in app.screen.query(Markdown))  # noqa: E731
        await until(pilot, lambda: "settings is `` f2 `` (usually `` , ``)" in told())


async def test_a_usual_key_that_was_replaced_names_the_new_one(tmp_path):
    app = app_of(tmp_path, Start())
    app.profile.folder.mkdir(parents=True, exist_ok=True)
    (app.profile.folder / "settings.toml").write_text('[keys.table]\nhint = "f2"\n')
    app = app_of(tmp_path, Start())
    async with piloted(app) as pilot:
        await deal(pilot)
        table = app.screen
        async with asyncio.timeout(PATIENCE):  # a bot's move ends a notice, so it is asked again
            while "f2 does what h usually does" not in table.controller.notice:
                await pilot.press("h")


def _shown_keys(screen):
    return [key.key_display for key in screen.query_one(KeyFooter).children if hasattr(key, "key")]
