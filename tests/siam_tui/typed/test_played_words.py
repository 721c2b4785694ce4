"""How a finished game is told: with whom, and whether the player won."""

import pytest

from siam_tui.model.played_game import PlayedGame
from siam_tui.typed.played_words import words_of


@pytest.mark.parametrize(
    ("players", "opponents", "result", "told"),
    [
        (2, "bots", "faction L seats 1", ("you lost", "against Ben (bot)", "against Ben (bot)")),
        (2, "people", "faction L seats 0", ("you won", "against Ben", "against Ben")),
        (
            3,
            "bots",
            "faction L seats 2",
            ("you lost", "against Ben and Cat (bots)", "against 2 bots"),
        ),
        (
            4,
            "people",
            "colony seats 0,2",
            ("you and Cat won", "with Ben, Cat and Dan", "with 3 others"),
        ),
        (2, "bots", "*", ("unfinished", "against Ben (bot)", "against Ben (bot)")),
        (2, "bots", "seats 0,9", ("seats 0,9", "against Ben (bot)", "against Ben (bot)")),
    ],
)
def test_a_player_reads_whether_they_won(players, opponents, result, told):
    names = ("Ann", "Ben", "Cat", "Dan")[:players]
    game = PlayedGame(
        game="King of Siam", players=names, opponents=opponents, seat=0, result=result
    )
    words = words_of(game)
    assert (words.result, words.players, words.briefly) == told
