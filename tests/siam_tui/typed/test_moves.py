"""A typed move that cannot be played: where it goes wrong, and what can stand there."""

import pytest
from textual.content import Content

from games.registry import game_of, spec_of
from games.siam import Siam, load_map
from siam_tui.typed.moves import MistakeError, read_move

GAME = game_of("siam")
POSITION = GAME.new(2, 1)


@pytest.mark.parametrize(
    ("text", "at", "reason"),
    [
        ("", 0, "Legal there: K, T, 1"),
        ("E:LAN", 0, "'E:LAN' stands where a card (K, T, 1, 2, R, L or M) or 'pass' is missing"),
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


@pytest.mark.parametrize("map_name", ["siam", "albion"])
def test_every_mistake_fits_two_lines_of_the_smallest_screen(map_name):
    game = Siam(load_map(map_name))
    position = game.new(2, 1)
    completions = spec_of("siam").completions(game, position)
    for move in (next(completions.moves(piece)) for piece in completions.after("")):
        for end in range(len(move)):
            for text in (move[:end], f"{move[:end]}?"):
                with pytest.raises(MistakeError) as caught:
                    read_move(game, position, completions, text)
                assert len(Content(str(caught.value)).wrap(78)) <= 2, str(caught.value)


def test_a_legal_move_is_returned():
    completions = spec_of("siam").completions(GAME, POSITION)
    for text in ("pass", next(completions.moves("L:"))):
        assert GAME.format_move(read_move(GAME, POSITION, completions, text)) == text
