"""A choice that made itself: its key, pressed as usual, changes nothing by accident."""

from random import Random

from tests.siam_tui.games.amber.moments import GAME
from tests.siam_tui.table.hands import bar_of
from tests.siam_tui.table.stage import Stage, Theatre, person


def table_after(seed, moves):
    """Return a table after random moves, with the person on the seat that decides."""
    random, positions, texts = Random(seed), [GAME.new(2, seed)], []
    for _ in range(moves):
        move = GAME.random_move(positions[-1], random)
        texts.append(GAME.format_move(move))
        positions.append(GAME.play(positions[-1], move))
    seats = [person(1), person(1)]
    seats[GAME.turn(positions[-1])] = person(0)
    return Stage(GAME, positions, texts, tuple(seats))


async def test_the_key_of_a_choice_that_made_itself_has_to_be_pressed_again_to_change_it():
    app = Theatre(table_after(seed=4, moves=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "6")
        draft = app.screen.draft
        assert "4" in draft.prompt.filled_keys
        moves = draft.moves
        await pilot.press("4")
        assert draft.moves == moves
        assert "That was the only choice, so it is made. Press 4 again for:" in bar_of(app).notice
        await pilot.press("4")
        assert draft.moves != moves
