"""All games that a player finds again, in one list: kept, saved, and of lobbies hosted here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from games.record import format_record
from siam_tui.model.game_folder import GameFolder
from siam_tui.model.game_library import (
    MOST_OF_VISITOR,
    GameLibrary,
    find_games,
    keeper_of,
    library_of,
    record_of,
)
from siam_tui.model.played_game import PlayedGame
from siam_tui.model.record_files import save_record
from siam_tui.profile import user_error
from siam_tui.profile.paths import records_folder
from siam_tui.profile.user_error import UserError
from tests.siam_tui.model.test_game_folder import fill, kept_game
from tests.siam_tui.replay.games import recorded


@pytest.fixture
def limited() -> Iterator[None]:
    """Limit this process, as the door does for good, while the test runs."""
    user_error.limit_process()
    yield
    user_error._limited.clear()


@dataclass(frozen=True)
class Archive:
    """Where the record of every game is the same text."""

    text: str

    def text_of(self, _file: str) -> str:
        return self.text


def hosted_game(number: int, day: int, **facts: object) -> PlayedGame:
    game = replace(kept_game(recorded(players=2, moves=4), number, day), opponents="", seat=None)
    return replace(game, **{"hosted": True, "source": Archive("hosted")} | facts)


def test_each_game_is_there_once_and_the_latest_first(tmp_path: Path) -> None:
    kept, saved = GameFolder(tmp_path / "kept", 10), GameFolder(tmp_path / "saved")
    fill(kept, 3)
    save_record(saved.path, recorded(seed=5))
    hosted = [hosted_game(number, number) for number in (2, 3, 4)]
    shelf = GameLibrary(kept, saved, lambda: hosted).list_games()
    days = [(game.ended[:10], game.hosted) for game in shelf.games]
    assert days == [
        ("2026-11-21", False),
        ("2026-11-04", True),
        ("2026-11-03", False),
        ("2026-11-02", False),
        ("2026-11-01", False),
    ]
    assert not shelf.trouble


def test_what_cannot_be_listed_is_told_and_the_rest_is_there(tmp_path: Path) -> None:
    kept, saved = GameFolder(tmp_path / "kept", 10), GameFolder(tmp_path / "saved")
    fill(kept, 1)
    saved.path.write_text("a file")

    def cannot() -> Iterator[PlayedGame]:
        yield hosted_game(7, 7)
        raise UserError("The store is damaged.")

    shelf = GameLibrary(kept, saved, cannot).list_games()
    assert [game.hosted for game in shelf.games] == [True, False]
    assert f"{saved.path} cannot be read" in shelf.trouble
    assert shelf.trouble.endswith("The store is damaged.")


def test_a_game_against_bots_that_was_not_kept_when_siam_was_killed_is_kept_now(
    tmp_path: Path,
) -> None:
    record = recorded(players=2, moves=8)
    left = hosted_game(1, 1, hosted=False, opponents="bots", seat=0)
    left = replace(left, source=Archive(format_record(record)))
    for most, count in ((0, 0), (10, 1), (10, 1)):
        library = GameLibrary(GameFolder(tmp_path, most), None, lambda: [left])
        assert len(library.list_games().games) == 1
        assert len(GameFolder(tmp_path).list_games()) == count


def test_words_are_found_in_names_days_and_titles() -> None:
    games = [hosted_game(1, 1), hosted_game(2, 2, players=("Zoë", "Merry Lek"))]
    for words in ("zoË", "lek zoë", "2026-11-02", " king  MERRY "):
        assert find_games(games, words) == games[1:]
    assert find_games(games, " ") == games
    assert not find_games(games, "zoe-")


def test_a_record_that_cannot_be_replayed_says_why() -> None:
    with pytest.raises(UserError, match="cannot be replayed"):
        record_of(hosted_game(1, 1))
    with pytest.raises(UserError, match="gone"):
        record_of(PlayedGame(trouble="It is gone."))


@pytest.mark.usefixtures("own_folders", "limited")
def test_a_visitor_lists_only_games_that_they_played_and_keeps_at_most_a_hundred(
    tmp_path: Path,
) -> None:
    records_folder().mkdir(parents=True)
    (records_folder() / "hosts.siam").write_text(format_record(recorded()))
    keeper = keeper_of(tmp_path / "visitor", 10_000, print)
    assert keeper is not None
    assert keeper.folder.most == MOST_OF_VISITOR == 100
    fill(keeper.folder, 1)
    library = library_of(tmp_path / "visitor", 10_000, lambda: [hosted_game(2, 2)])
    (game,) = library.list_games().games
    assert record_of(game).seats == ("Ann", "Ben")


def test_nothing_keeps_games_where_none_is_to_be_kept(tmp_path: Path) -> None:
    assert keeper_of(tmp_path, 0, print) is None
