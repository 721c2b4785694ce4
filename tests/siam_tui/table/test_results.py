"""The end of a game: in sentences, and as the table of final standings."""

import pytest

from games.siam.scoring import sets
from siam_tui.board.labels import Look
from siam_tui.table.results import result, standings
from siam_tui.table.sight import see
from tests.siam_tui.table.stage import stage

LOOK = Look()


def ended(board, players="-.R3L2.M|-.R2L3.M", recency="0>1"):
    """The sight of a table whose game ended with these provinces and followers."""
    queue = "LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED"
    table = stage(len(players.split("|")), 0, to_move=0, status="over")
    position = table.game.parse(f"{board} {queue} {players} 0 0 {recency} -")
    table.positions.append(position)
    return see(table.state(), table.me)


def lines(sight, width=33):
    return [line.plain for line in standings(sight, width, LOOK)]


def test_a_clear_reign_names_the_provinces_of_everybody_else():
    said = result(ended("=R/=R/=R/=R/=L/=L/=M/=B"))
    assert said.startswith("The Rama reign with 4 provinces (Lao 2, Malay 1). You win:")


def test_factions_with_as_many_provinces_are_told_with_what_decided():
    said = result(ended("=R/=M/=R/=M/=B/=B/=L/=L"))
    expected = "Lao, Malay and Rama hold 2 each; the Lao won a province last, so they reign."
    assert said.startswith(expected)


def test_a_colony_is_told_with_the_counts_and_no_tie_that_was_none():
    said = result(ended("=B/=B/=B/=B/R1/-/-/-", "-.R3L2M2.M|-.R2L3M1.M"))
    assert said == (
        "The British hold four provinces: a colony. "
        "You win: most complete sets of followers (2 against 1)."
    )


def test_standings_begin_with_the_winner_and_the_faction_that_reigns():
    found = lines(ended("=L/=L/=L/=L/=R/=R/=M/=B"))
    assert found[0] == "Final standings"
    assert [line.split() for line in found[1:]] == [
        ["♔", "Ben", "L3", "R2", "M0"],
        ["Ann", "L2", "R3", "M0"],
    ]


def test_standings_of_a_colony_count_sets_and_those_of_a_team_together():
    players = "-.R3L2M2.M|-.R2L3M1.M|-.R1L1M1.M|-.R2L2M1.M"
    found = lines(ended("=B/=B/=B/=B/R1/-/-/-", players, "0>1>2>3"))
    assert sets([(3, 2, 2), (1, 1, 1)]) == 3
    assert sets([(2, 3, 1), (2, 2, 1)]) == 2
    assert ["3 sets" in line for line in found[1:]] == [True, True, False, False]
    assert all(line.lstrip("♔ ").startswith("A: ") for line in found[1:3])
    assert all("2 sets" in line for line in found[3:])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_winner_stands_first_and_every_line_fits(players):
    for seed in range(6):
        table = stage(players, 400, seed=seed)
        sight = see(table.state(), table.me)
        found = lines(sight)
        assert len(found) == players + 1
        assert max(map(len, found)) <= 33
        crowned = [line.startswith(LOOK.glyphs.king) for line in found[1:]]
        assert crowned == sorted(crowned, reverse=True)
        assert sum(crowned) == len(sight.outcome.winners)


def test_a_game_ended_early_has_no_standings():
    table = stage(2, 3, status="over")
    assert lines(see(table.state(), table.me)) == []
