"""The tournament of the bots, with a game that hides cards and can be played alone."""

from __future__ import annotations

import pytest

from bench import tournament


@pytest.mark.parametrize("players", [1, 2, 3])
def test_levels_of_any_game_are_rated(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"--game nim --players {players} --nodes 30 --games 48 random minister"
    tournament.main(words.split())
    _, pairing, _, head, best, _ = capsys.readouterr().out.splitlines()
    assert "minister – random" in pairing
    assert "nobody's" in pairing
    assert "Elo" in head
    assert best.split()[0] == "minister"


def test_a_number_of_players_that_the_game_is_not_for_is_refused() -> None:
    with pytest.raises(SystemExit):
        tournament.parsed(["--game", "nim", "--players", "4"])
