"""Games of other packages, found by their entry points."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from games.author import Game, Move, Seat, Value
from games.registry import broken_games, game_names, spec_of
from siam_tui.cli.version import version_text
from siam_tui.games.authored import AuthoredUI
from siam_tui.games.registry import shown_games, tell_broken_games, ui_of
from tests.installed_games import add_entry_points, forget_games
from tests.programs import run

GAMES = "siam.games"
LATER = """
from tests.author.games.four import Four


class Later(Four):
    name, contract = "later", 2


class Other(Four):
    pass


class Untyped:
    name, contract = "untyped", 1
"""
_ODD = """
from games.author import Game, Move, Value


class Position(Value):
    heap: int


class Take(Move):
    count: int


class Odd(Game[Position, Take]):
    {code}
"""
_WHOLE = """name, title, players = "odd", "Odd", range(2, 3)
    def start(self, players, chance): ...
    def legal(self, p): ...
    def after(self, p, move): ...
    def result(self, p): ..."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which Python finds what is installed."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_an_entry_point_that_leads_to_a_class_adds_rules_and_screens(folder: Path) -> None:
    add_entry_points(folder, {GAMES: {"tiny": "a_tiny_game:Tiny"}})
    text = "from tests.author.games.four import Four\n\n\nclass Tiny(Four):\n    name = 'tiny'\n"
    (folder / "a_tiny_game.py").write_text(text)
    forget_games()
    assert "tiny" in game_names()
    assert "tiny" in shown_games()
    assert spec_of("tiny").title == "Four in a Row"
    assert isinstance(ui_of("tiny"), AuthoredUI)


def test_a_game_that_cannot_describe_its_judgement_hides_no_version(folder: Path) -> None:
    (folder / "a_shy_game.py").write_text(
        "from dataclasses import replace\nfrom games.siam.spec import SPEC\n"
        "SHY = replace(SPEC, name='shy', title='Shy', describe_judgement=lambda: 1 / 0)\n"
    )
    add_entry_points(folder, {GAMES: {"shy": "a_shy_game:SHY"}})
    forget_games()
    first, *judgements = version_text().splitlines()
    assert first.startswith("siam ")
    assert "Shy, judgement: unknown (the game raises ZeroDivisionError)" in judgements


def test_a_game_without_screens_that_follow_from_no_class_is_played_but_not_shown(
    folder: Path,
) -> None:
    (folder / "a_spec_alone.py").write_text(
        "from dataclasses import replace\nfrom games.siam.spec import SPEC\n"
        "RULES = replace(SPEC, name='alone')\n"
    )
    add_entry_points(folder, {GAMES: {"alone": "a_spec_alone:RULES"}})
    forget_games()
    assert "alone" in game_names()
    assert "alone" not in shown_games()
    assert not tell_broken_games()


def test_what_is_no_game_of_this_version_is_named_once(folder: Path) -> None:
    (folder / "later_games.py").write_text(LATER)
    points = {"later": "Later", "renamed": "Other", "untyped": "Untyped", "number": "__name__"}
    add_entry_points(folder, {GAMES: {name: f"later_games:{at}" for name, at in points.items()}})
    forget_games()
    assert not set(points) & set(game_names())
    told = broken_games()
    assert "written for version 2; games are written for version 1" in told["later"]
    assert "its Other is not that of a game named renamed" in told["renamed"]
    assert "it is no game" in told["number"]
    assert set(points) <= set(told)
    assert len(tell_broken_games()) == len(told)


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("", "Odd has no name, title, players, start, after, result, legal or steps"),
        ("name, title, players = 'odd', 'Odd', range(2, 3)", "start, after, result, legal or st"),
        (_WHOLE, "Position: a position has a field turn, for whose decision it is"),
    ],
)
def test_a_game_that_lacks_something_is_refused_by_its_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, complaint: str
) -> None:
    monkeypatch.delitem(sys.modules, "odd_game", raising=False)
    add_entry_points(folder, {GAMES: {"odd": "odd_game:Odd"}})
    (folder / "odd_game.py").write_text(_ODD.format(code=code or "pass"))
    forget_games()
    assert complaint in broken_games()["odd"]


def test_a_field_of_a_move_is_not_called_as_the_question_for_its_class() -> None:
    class Position(Value):
        turn: Seat

    class Build(Move):
        kind: int

    class Builders(Game[Position, Build]):
        pass

    with pytest.raises(TypeError, match=r"^Build\.kind: only the question for the class"):
        Builders.shape()


async def test_an_own_class_of_screens_is_taken(folder: Path, python_path: str) -> None:
    add_entry_points(
        folder,
        {
            GAMES: {"tiny": "a_game_with_screens:Tiny"},
            "siam.screens": {"tiny": "a_game_with_screens:SCREENS"},
        },
    )
    (folder / "a_game_with_screens.py").write_text(
        "from siam_tui.games.authored import AuthoredUI\n"
        "from tests.author.games.four import Four\n\n\n"
        "class Tiny(Four):\n    name = 'tiny'\n\n\n"
        "class Screens(AuthoredUI):\n    mark = 'own'\n\n\n"
        "SCREENS = Screens(Tiny)\n"
    )
    forget_games()
    assert getattr(ui_of("tiny"), "mark", "") == "own"
    path = os.pathsep.join((str(folder), python_path))
    arguments = ("match", "--game", "tiny", "greedy", "random", "--games", "2")
    code, out, _ = await run(folder, *arguments, PYTHONPATH=path)
    assert code == 0, out
    assert "Four in a Row, 2 players: greedy and random, 2 games." in out
    _, out, _ = await run(folder, "match", "--help", PYTHONPATH=path)
    assert "siam|foreign-king|amber|tiny" in out
