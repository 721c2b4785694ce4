"""Keys that are typed faster than the screen answers."""

from textual import events

from siam_tui.table.keys import SkippedKeys
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


async def test_what_is_typed_for_a_choice_that_makes_itself_is_no_mistake():
    for seed in range(30):
        app = Theatre(stage(2, 20, seed=seed))
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            draft = app.screen.controller.draft
            while draft.options and not draft.filled:
                choices = [each for each in draft.options if each.key != "P"]
                if not choices:
                    break
                await pilot.press(choices[0].key.lower())
            if not draft.filled or {each.key for each in draft.options} & {
                *draft.prompt.filled_keys
            }:
                continue
            before = draft.draft
            for key in draft.prompt.filled_keys:
                await pilot.press(key.lower())
            assert draft.draft == before
            assert not app.screen.controller.notice
            return
    raise AssertionError("no choice made itself")
