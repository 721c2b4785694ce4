"""What another player asks: nobody overlooks it, agrees to it by accident, or misses the answer."""

from dataclasses import replace

import pytest
from textual.geometry import Size

from protocol.commands import Agree, TakeBack
from protocol.states import TakenBack
from siam_tui.appearance.style import Look
from siam_tui.table.bar.move_bar import bar_lines
from siam_tui.table.bar.options import Bar, Menu
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import bar_of, footer, text
from tests.siam_tui.table.stage import Theatre, evolve, stage
from tests.siam_tui.table.test_attention import Listening

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)], ids=str)


def other_seat(table):
    return next(seat for seat in range(len(table.seats)) if seat != table.seat)


def ask_back(table):
    """Let the other of two players, who moved last, ask to take that move back."""
    table.undoable = other_seat(table)
    table.back = (table.undoable,)
    table.tell()


def alarms(app):
    """Return what the line of the title shows in the colour of an alarm."""
    bar = app.screen.query_one("#bar")
    title, style = bar.lines()[0], str(bar.look.palette.alarm)
    spans = [span for span in title.spans if str(span.style) == style]
    return [title.plain[span.start : span.end].strip() for span in spans]


@SIZES
async def test_a_request_stands_in_its_own_colour_and_calls_the_player(size):
    table = stage(2, 5)
    name = table.seats[other_seat(table)].name
    app = Listening(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        options = bar_of(app).options
        ask_back(table)
        await pilot.pause()
        assert alarms(app) == [f"{name} asks to take the last move back: U answers"]
        assert bar_of(app).options[1:] == options, "the move that is built stays"
        asked = f"{name} asks to take the last move back"
        assert app.heard[-1] == (asked, True, True)
        assert f"{asked}." in " ".join(text(app, "#entries").split())
        table.back = ()
        table.tell()
        await pilot.pause()
        assert not alarms(app)
        assert app.heard[-1] == ("Your turn", False, True)


@SIZES
async def test_the_wish_to_end_early_is_as_plain_and_can_be_refused(size):
    table = stage(2, 6)
    name = table.seats[other_seat(table)].name
    app = Listening(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table.end = (other_seat(table),)
        table.tell()
        await pilot.pause()
        asked = f"{name} asks to end the game early"
        assert alarms(app) == [f"{asked}: Ctrl+E answers"]
        assert app.heard[-1] == (asked, True, True)
        await pilot.press("ctrl+e")
        assert alarms(app) == [f"{name} waits: press Y or N"]
        await pilot.press("n")
        await until(pilot, lambda: table.asked)
        assert (table.asked[-1].proposal, table.asked[-1].yes) == ("end", False)
        table.end = ()  # the server ends the offer
        table.tell()
        await pilot.pause()
        assert not alarms(app)
        assert "You do not agree to end the game early" in " ".join(text(app, "#entries").split())
        table.end = (other_seat(table),)  # asked once more
        table.tell()
        await pilot.pause()
        assert alarms(app) == [f"{asked}: Ctrl+E answers"]


@SIZES
async def test_who_offers_an_early_end_reads_how_to_withdraw_it_and_that_it_is_refused(size):
    table = stage(2, 5)
    name = table.seats[other_seat(table)].name
    app = Listening(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table.end = (table.seat,)
        table.tell()
        await pilot.pause()
        assert "Ctrl+E withdraws that" in text(app, "#bar")
        await pilot.press("t", "3", "2", "4")
        await pilot.pause()
        assert "Ctrl+E withdraws" in text(app, "#bar"), "beside a long move, too"
        while app.screen.draft.choices:
            await pilot.press("escape")
            await pilot.pause()
        table.end = ()
        table.tell()
        await pilot.pause()
        told = f"{name} does not agree to end the game early: it goes on."
        assert told in text(app, "#bar")
        assert told in " ".join(text(app, "#entries").split())


async def test_somebody_who_types_is_called_above_the_line():
    table = stage(2, 5)
    app = Listening(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", "p")
        ask_back(table)
        await pilot.pause()
        assert app.heard[-1][1:] == (True, False)


class Changed(Theatre):
    """An app in which a player has changed the key that ends a game early."""

    def new_key(self, key):
        return {"ctrl+e": "ctrl+g"}.get(key, "")

    def describe_new_keys(self, where):
        return ""


async def test_a_request_names_the_key_that_the_player_has_changed():
    table = stage(2, 6)
    table.end = (other_seat(table),)
    app = Changed(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "asks to end the game early: Ctrl+G answers" in text(app, "#bar")


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_a_request_leaves_room_for_the_title(width):
    forms = ("Somebody with a long name asks for something: U answers", "Take back? U")
    bar = Bar("Your move  Maharacha: Lan Na and Pattani", "?", request=forms)
    title = bar_lines(bar, Size(width, 4), Look())[0].plain
    assert len(title) == width
    assert "Your move" in title
    assert any(form in title for form in forms)


async def test_enter_neither_agrees_nor_sends_a_move_below_the_question():
    table = stage(2, 5)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        ask_back(table)
        await pilot.pause()
        await pilot.press("u", "enter")
        await pilot.pause()
        assert table.asked == []
        assert "Press Y to agree, or N to refuse." in text(app, "#bar")
        assert app.screen.controller.menu.menu is Menu.TAKE_BACK
        await pilot.press("y")
        await pilot.pause()
        assert table.asked == [TakeBack("T1", 1, 5, yes=True)]


async def test_enter_answers_nobody_who_waits_while_it_is_their_turn():
    table = stage(3, 6, to_move=2)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.undoable, table.back = 0, (0,)
        table.tell()
        await pilot.pause()
        assert "Enter does not answer." in bar_of(app).question
        await pilot.press("enter")
        assert "Press Y to agree" in text(app, "#bar")
        assert table.asked == []


async def test_enter_makes_the_offer_that_was_asked_for():
    table = stage(2, 5)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("p", "ctrl+e")
        assert "Yes" in footer(app)
        await pilot.press("enter")
        await pilot.pause()
        assert table.asked == [Agree("T1", 1, "end", yes=True)]


async def test_enter_does_not_end_the_game_that_somebody_else_wants_to_end():
    table = stage(2, 5)
    table.end = (other_seat(table),)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+e", "enter")
        await pilot.pause()
        assert table.asked == []
        assert "Yes" not in footer(app)
        assert "Press Y to agree" in text(app, "#bar")


@SIZES
async def test_an_answer_stays_in_the_bar_until_a_key_and_then_in_the_log(size):
    table = stage(2, 5)
    ben = other_seat(table)
    table = replace(table, me=table.seats[ben].player, undoable=ben, back=(ben,))
    app = Theatre(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table.back, table.back_refused = (), True
        table.tell()
        await pilot.pause()
        told = "Ann did not agree that you take your move back: it stays."
        for news in (0, 1):  # a state that says nothing of it, and the next move
            if news:
                table.play("pass")
                table.undoable, table.back_refused = None, False
            table.tell(news)
            await pilot.pause()
            assert told in " ".join(text(app, "#bar").split())
        await pilot.press("up")
        await pilot.pause()
        assert told not in " ".join(text(app, "#bar").split())
        assert told in " ".join(text(app, "#entries").split())


async def test_an_answer_that_nobody_reads_goes_after_a_few_moves():
    table = stage(3, 5, to_move=0)
    table = replace(table, undoable=2, back=(2,))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.back, table.back_refused = (), True
        table.tell()
        await pilot.pause()
        assert app.screen.controller.requests.news
        table.back_refused = False
        for _ in range(3):
            table.play("pass")
            table.tell(1)
            await pilot.pause()
        assert not app.screen.controller.requests.news


async def test_the_log_tells_in_order_what_was_asked_taken_back_and_refused():
    table = stage(2, 5)
    ben = other_seat(table)
    table = replace(table, me="key-Eve")
    name = table.seats[ben].name
    app = Theatre(table)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        moves = list(table.texts)
        table.undoable, table.back = ben, (ben,)
        table.tell()
        await pilot.pause()
        table.positions.pop()
        table.texts.pop()
        table.back, table.takes, table.taken = (), 1, (TakenBack(4, ben, moves[4]),)
        table.tell()
        await pilot.pause()
        log = " ".join(text(app, "#entries").split())
        granted = f"{name} takes the last move back and moves again"
        assert log.index(f"{name} took back:") < log.index(granted)
        assert "asks to take the last move back" not in log, "that was after the move"
        table.play(moves[4])
        table.tell(1)
        table.back = (ben,)
        table.tell()
        table.play("pass")
        table.undoable, table.back = None, ()
        table.tell(1)
        await pilot.pause()
        log = " ".join(text(app, "#entries").split())
        asked = log.index(f"{name} asks to take the last move back.")
        assert log.index(granted) < asked
        assert asked < log.index(f"The game went on, so the move of {name} stays.")


@SIZES
async def test_a_bot_that_begins_to_play_for_a_player_is_announced_and_stays_in_the_log(size):
    table = stage(3, 6)
    seat = other_seat(table)
    name, seats = table.seats[seat].name, table.seats
    app = Theatre(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table.seats = (*seats[:seat], evolve(seats[seat], holder="stand_in"), *seats[seat + 1 :])
        table.tell()
        await pilot.pause()
        assert f"{name} is away. A bot plays on." in text(app, "#bar")
        table.seats = seats
        table.tell()
        await pilot.pause()
        back = f"{name} is back on seat {seat + 1}."
        assert back in text(app, "#bar")
        log = " ".join(text(app, "#entries").split())
        assert f"{name} is away. A bot plays on. {back}" in log
