"""Keys that are typed faster than the screen answers."""

from textual import events

from siam_tui.games.registry import ui_of
from siam_tui.table.keys import SkippedKeys
from siam_tui.table.move_draft import MoveDraft
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import SIZE, bar_of
from tests.siam_tui.table.stage import Theatre, stage


def expecting(*keys):
    skipped = SkippedKeys()
    skipped.expect(keys)
    return skipped


def test_a_key_for_a_choice_that_made_itself_is_no_mistake():
    skipped = expecting("3", "L")
    assert skipped.takes("3", {"5"})
    assert skipped.takes("L", {"5"})
    assert not skipped.takes("L", {"5"})


def test_a_key_that_is_offered_answers_the_question_that_is_asked():
    assert not expecting("3").takes("3", {"3", "5"})


def test_another_key_shows_that_the_choice_was_seen():
    skipped = expecting("3")
    assert not skipped.takes("5", {"5"})
    assert not skipped.takes("3", {"5"})


async def test_keys_act_in_the_order_in_which_they_were_typed():
    app = Theatre(stage(2))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        first, second, *_ = [option for option in bar_of(app).options if option.key.isalpha()]
        for key in (first.key.lower(), "escape", second.key.lower()):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        draft = app.screen.controller.draft
        await until(pilot, lambda: draft.choices)
        await pilot.pause()
        assert draft.choices[0] == second.action


def keys_until_a_choice_makes_itself(table):
    """Return the keys of first choices, to one that makes others itself; none if there is none."""
    game = table.game
    builder = ui_of(game.name).move_builder(game, game.view(table.position, table.seat))
    draft, keys = MoveDraft(builder, game), []
    while not draft.filled:
        choices = [each for each in draft.options if each.key != "P"]
        if not choices:
            return []
        keys.append(choices[0].key.lower())
        draft.choose(choices[0].choice)
    offered = {each.key for each in draft.options}
    return [] if offered & {*draft.prompt.filled_keys} else keys


async def test_what_is_typed_for_a_choice_that_makes_itself_is_no_mistake():
    tables = (stage(2, 20, seed=seed) for seed in range(30))
    table, keys = next(
        (each, keys) for each in tables if (keys := keys_until_a_choice_makes_itself(each))
    )
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        draft = app.screen.controller.draft
        await pilot.press(*keys)
        await until(pilot, lambda: draft.filled)
        before = draft.draft
        for key in draft.prompt.filled_keys:
            await pilot.press(key.lower())
        assert draft.draft == before
        assert not app.screen.controller.notice
