"""Games of other packages that cannot be loaded, or are not installed any more."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.contract import GameError
from games.registry import broken_games, game_names, spec_of
from protocol.commands import OpenTable
from protocol.keys import SecretKey
from protocol.links import Link
from server.config import Config
from siam_tui.games.registry import shown_games, tell_broken_games
from tests.brokers import running_broker, running_server
from tests.e2e.guests import guest
from tests.installed_games import OURS, forget_games
from tests.programs import run, running, serving

BROKEN = {
    "raises": "raise RuntimeError('out of\\ncards')",
    "ends": "import sys; sys.exit(3)",
    "lacks": "import a_package_that_is_not_there",
    "empty": "",
    "other": "from tests.second_game.games.nim.spec import SPEC",
    "no_spec": "SPEC = 'nim'",
}


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, python_path: str) -> str:
    """Install games that cannot be loaded, beside Nim; return the path for other programs."""
    for namespace in ("siam_games", "siam_game_screens"):
        (tmp_path / namespace).mkdir()
        for name, text in BROKEN.items():
            (tmp_path / namespace / f"{name}.py").write_text(text.replace("SPEC", "UI"))
            if namespace == "siam_games":
                (tmp_path / namespace / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    forget_games()
    return os.pathsep.join((str(tmp_path), python_path))


@pytest.mark.usefixtures("broken")
def test_a_broken_game_is_named_with_its_error_and_the_others_can_be_played() -> None:
    assert (game_names(), shown_games()) == ((*OURS, "nim"), (*OURS, "nim"))
    assert set(broken_games()) == {name.replace("_", "-") for name in BROKEN}
    assert broken_games()["raises"] == (
        "The game raises of the package siam_games.raises cannot be used "
        "(RuntimeError: out of cards)."
    )
    with pytest.raises(GameError, match="its SPEC is not that of a game named other"):
        spec_of("other")
    assert len(tell_broken_games()) == len(BROKEN)


@pytest.mark.parametrize("command", [("--version",), ("verify", "none.siam"), ("doctor",)])
async def test_commands_go_on_beside_broken_games(
    command: tuple[str, ...], broken: str, tmp_path: Path
) -> None:
    _, said, complaints = await run(tmp_path, *command, PYTHONPATH=broken)
    assert complaints.count("cannot be used (") == len(BROKEN)
    assert "Traceback" not in complaints
    assert said or "There is no file none.siam" in complaints


async def test_a_table_of_a_game_that_is_not_installed_waits_in_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, python_path: str
) -> None:
    key, store = SecretKey.generate(), tmp_path / "lobby.db"

    async def tables(do: Callable[[str], bool]) -> set[str]:
        """Serve the lobby, open a table of each of these games, and return the tables' games."""
        async with running_broker("embedded", tmp_path) as address:
            config = Config(key, broker=address, store=store)
            async with running_server(address, config) as server:
                for game in filter(do, ("siam", "nim")):
                    async with guest(server.link, "Ann") as ann:
                        await ann.done(OpenTable(game, 2))
                return {each.game.name for each in server.server.service.lobby.tables.values()}

    assert await tables(lambda _: True) == {"siam", "nim"}
    with monkeypatch.context() as without:
        without.setattr("sys.path", [each for each in sys.path if "installed" not in each])
        forget_games()
        assert await tables(lambda game: game == "siam") == {"siam"}
    forget_games()
    assert await tables(lambda _: False) == {"siam", "nim"}


async def test_who_lacks_a_game_is_told_its_package_before_they_sit(
    tmp_path: Path, python_path: str
) -> None:
    async def say(link: Link, line: str) -> str:
        """Return what a person without the game is told in text mode."""
        async with running(tmp_path / "ben", "join", str(link), "--plain") as ben:
            said, complaints = await ben.communicate(f"{line}\n".encode())
        return (said + complaints).decode()

    async with (
        serving(tmp_path / "host", PYTHONPATH=python_path) as (_, link),
        guest(link, "Ann") as ann,
    ):
        table = (await ann.done(OpenTable("nim", 2))).table
        for place, line in ((link, "sit 1"), (link, "look 1"), (link.to_table(table), "status")):
            assert (
                "This table plays the game nim of the package siam_games.nim, which is not "
                "installed here. A package has all the rights that you have: install it only "
                "if you trust its authors."
            ) in await say(place, line)
        assert ann.client.lobby.tables[0].seats[1].holder == "free"
