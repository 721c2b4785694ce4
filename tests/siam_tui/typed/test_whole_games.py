"""Whole games are played in text mode with nothing but the words of the reader's language."""

from random import Random

import pytest

from games.contract import GameError
from games.registry import game_of
from siam_tui.games.registry import ui_of
from siam_tui.typed.option_words import find_option, option_name, typed_options
from siam_tui.typed.words import whole_move, words_of
from siam_tui.ui.text import spellings
from tests.siam_tui.plain.talker import talking
from texts import speaking, tell


def read_position(game, line):
    try:
        return game.parse(line)
    except GameError:
        return None


def lines_of(name, position, random):
    """What to type for a move: by chance, a choice a line."""
    ui = ui_of(name)
    builder = ui.move_builder(game_of(name), position)
    draft, sent = builder.empty, False
    while builder.move(draft) is None:
        options = typed_options(builder, draft)
        option = random.choice([each for each in options if not each.is_instead and each.in_bar])
        typed = random.choice([option_name(option), *spellings(option_name(option))])
        if (found := find_option(options, typed)) is not option:
            typed = option.key
        assert found is not None
        sent = option.sends or (not draft.choices and bool(whole_move(ui, typed)))
        draft = builder.choose(draft, option.choice)
        yield typed
    if not draft.choices:  # the end of a turn, with nothing chosen
        yield words_of("done")[0]
    elif not sent:
        yield words_of("yes")[0]


@pytest.mark.parametrize(
    ("game", "spoken"),
    [
        pytest.param("amber", "de", marks=pytest.mark.long),
        pytest.param("amber", "es", marks=pytest.mark.long),
        ("siam", "es"),
        pytest.param("siam", "de", marks=pytest.mark.long),
        pytest.param("foreign-king", "de", marks=pytest.mark.long),
        pytest.param("foreign-king", "es", marks=pytest.mark.long),
    ],
)
async def test_a_whole_game_is_played_in_the_words_of_a_language(tmp_path, game, spoken):
    random, rules = Random(1), game_of(game)
    with speaking(spoken):
        over = tell("plain/turn/over")
        refused = tell("plain/script/line", n=0, why="").partition(" ")[0]
        async with talking(tmp_path, "--plain", "--name", "Ann", "--language", spoken) as ann:
            ann.type(f"bots random {words_of('game')[0]}={game}")
            while True:
                ann.type(words_of("wait")[0], words_of("position")[0])
                while (position := read_position(rules, line := await ann.next())) is None:
                    assert not line.startswith(refused), ann.heard[-20:]
                if rules.turn(position) is None:
                    break
                ann.type(*lines_of(game, position, random))
            assert await ann.leave() == 0
    assert over in ann.heard
