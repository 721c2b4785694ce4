"""The bots that are proposed for a new game."""

from __future__ import annotations

from pathlib import Path

from games.registry import game_names
from siam_tui.lobby.bot_game import LastBots


def test_a_first_game_is_proposed_against_the_weakest_bot(tmp_path: Path) -> None:
    assert {LastBots(tmp_path).levels(game)[:1] for game in game_names()} == {("random",)}


def test_a_game_never_played_is_proposed_with_the_level_played_last(tmp_path: Path) -> None:
    bots, (siam, king, *others) = LastBots(tmp_path), game_names()
    bots.keep_levels(siam, ("regent", "greedy"))
    bots.keep_levels(king, ("mandarin",))
    assert bots.levels(siam) == ("regent", "greedy")
    for game in (king, *others):
        assert bots.levels(game) == ("mandarin",)
    bots.keep_levels(siam, ("greedy", "minister"))
    assert bots.levels(king) == ("mandarin",)
    assert {bots.levels(game) for game in others} == {("greedy",)}
