"""A typed move that cannot be played: where it goes wrong, and what can stand there."""

import pytest

from games.registry import game_of, spec_of
from siam_tui.typed.moves import MistakeError, read_move

GAME = game_of("siam")
POSITION = GAME.new(2, 1)


@pytest.mark.parametrize(
    ("text", "at", "reason"),
    [
        ("", 0, "Legal there: K, T, 1"),
        ("L:LAN+AYUxR@LUA", 6, "Legal after 'L:LAN+': LAN, SUK or KHO."),
        ("L:LSKxR@LUA", 2, "Legal there: LAN"),
        ("L:PATxR@LUA", 2, "Legal after 'L:': LAN, SUK or KHO."),
        ("L:LANxL@PAT", 5, "Legal after 'L:LAN': +LAN, +SUK or +KHO."),
        ("l:lan+khoxr@suk", 12, "Legal after 'l:lan+khoxr@': LAN, KHO, AYU, NAK, PAT or KED."),
        ("2:RL@SUK~M@PATxL@LAN", 5, "Legal after '2:RL@': LAN, KHO, NAK or PAT."),
    ],
)
def test_the_word_that_goes_wrong_is_named_whole(text, at, reason):
    completions = spec_of("siam").completions(GAME, POSITION)
    with pytest.raises(MistakeError) as caught:
        read_move(GAME, POSITION, completions, text)
    assert caught.value.at == at
    assert reason in str(caught.value)


def test_a_legal_move_is_returned():
    completions = spec_of("siam").completions(GAME, POSITION)
    for text in ("pass", next(completions.moves("L:"))):
        assert GAME.format_move(read_move(GAME, POSITION, completions, text)) == text
