"""Taking a move back on the screen: asking by U, answering by key, and what the log says."""

from dataclasses import replace

import pytest
from textual.geometry import Size

from protocol.commands import TakeBack
from protocol.states import SeatState, TakenBack
from siam_tui.games.siam.move_text import tell_move
from siam_tui.model.table_view import see
from siam_tui.plain.table_news import tell_news
from siam_tui.table.bar.move_bar import place_options
from siam_tui.table.bar.options import Option
from siam_tui.table.people.takeback import tell_answer
from tests.siam_tui.table.hands import bar_of, click_option, footer, text
from tests.siam_tui.table.stage import Theatre, stage


async def test_u_asks_for_ones_own_last_move_and_is_offered_only_then():
    table = stage(3, 6, to_move=2)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Take back" not in footer(app)
        await pilot.press("u")
        assert table.asked == []
        table.undoable = table.seat
        table.tell()
        await pilot.pause()
        assert "Take back" in footer(app)
        await pilot.press("u")
        assert table.asked == [TakeBack("T1", 1, 6, yes=True)]
        table.back = (table.seat,)
        table.tell()
        await pilot.pause()
        assert "you ask to take your move back" in bar_of(app).title
        await pilot.press("u")
        assert table.asked[-1] == TakeBack("T1", 1, 6, yes=False)
        table.back, table.back_refused = (), True
        table.tell()
        await pilot.pause()
        assert "not everybody agreed" in bar_of(app).title
        assert "Take back" not in footer(app)


async def test_against_bots_alone_only_what_was_shown_makes_a_move_stay():
    """The sentences to who is told so by `U`: their own move is no longer to be taken back."""
    for moves, told in ((0, "no move to take back"), (6, "hidden has been shown")):
        table = stage(3, moves, shared=False)
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "Take back" not in footer(app)
            await pilot.press("u")
            assert table.asked == []
            assert told in text(app, "MoveBar")


def test_that_the_replies_went_too_is_told():
    table = stage(2, 6, shared=False)
    mine, bot = table.seat, SeatState("bot", "key-Bot", "Bot", "greedy")
    table.seats = tuple(each if seat == mine else bot for seat, each in enumerate(table.seats))
    before = see(table.state(), table.me)
    table.texts, table.positions = table.texts[:3], table.positions[:4]
    table.takes, table.taken = 1, (TakenBack(3, mine, "pass"),)
    now = see(table.state(), table.me)
    assert tell_answer(before, now) == "Your last move and the replies are taken back. Move again."


async def test_others_answer_by_key_or_click_before_they_go_on():
    table = stage(3, 6)
    other = next(seat for seat in range(3) if seat != table.seat)
    table = stage(3, 6, undoable=other, back=(other,))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        # The move that this player may build goes on meanwhile.
        assert bar_of(app).title.startswith("Your move")
        assert f"answer {table.seats[other].name}" in bar_of(app).options[0].label
        await pilot.press("u", "escape", "u")
        assert table.seats[other].name in bar_of(app).question
        await pilot.press("n")
        assert table.asked == [TakeBack("T1", 1, 6, yes=False)]
        await pilot.press("u")
        await click_option(pilot, "Y")
        assert table.asked[-1] == TakeBack("T1", 1, 6, yes=True)


async def test_the_answer_keeps_its_name_where_there_is_room_for_keys_only():
    table = stage(3, 6)
    other = next(seat for seat in range(3) if seat != table.seat)
    table = stage(3, 6, undoable=other, back=(other,))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        bar = bar_of(app)
        answer = bar.options[0]
        many = tuple(Option(str(n), "Nakhon Si Thammarat", answer.action) for n in range(8))
        crowded = replace(bar, options=(answer, *many))
        shown, first, *_ = place_options(crowded, Size(80, 4))
        assert "take back?" in shown.text
        assert first.text.strip() == "0"


def test_text_mode_tells_that_a_move_stays_and_not_that_its_player_gave_up():
    table = stage(3, 6, undoable=0, back=(0,))
    asked = see(table.state(), table.me)
    table.back, table.back_refused = (), True
    told = list(tell_news(asked, see(table.state(), table.me), (), None))
    assert told == ["Not everybody agreed in time, so the move stays."]


async def test_who_is_not_to_move_is_asked_at_once_and_no_longer_when_the_wish_is_gone():
    table = stage(3, 6, to_move=2, undoable=0, back=(0,))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert bar_of(app).title == "Take back"
        table.back = ()
        table.tell()
        await pilot.pause()
        assert bar_of(app).title != "Take back"


def test_in_lines_of_text_the_move_is_told_in_words():
    table = stage(3, 6)
    before = see(table.state(), table.me)
    entry = list(table.entries())[-1]
    table.positions.pop()
    table.texts.pop()
    table.takes, table.taken = 1, (TakenBack(5, entry.seat, entry.move),)
    now = see(table.state(), table.me)
    told = [line for line in tell_news(before, now, (), before.position) if "back" in line]
    who = before.named(entry.seat)
    assert told == [
        f"Taken back: {tell_move(before.game, before.game.parse_move(entry.move), who)}"
    ]


async def test_the_log_loses_the_move_and_says_so():
    table = stage(3, 6)
    app = Theatre(table)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        entry = list(table.entries())[-1]
        table.positions.pop()
        table.texts.pop()
        table.takes, table.taken = 1, (TakenBack(5, entry.seat, entry.move),)
        before = text(app, "#entries")
        table.tell()
        await pilot.pause()
        after = text(app, "#entries")
        assert "took back" in after
        assert "took back" not in before


WHO_READS = {
    "the asker": (
        "key-Ben",
        "Ann agreed: your last move is taken back. Move again.",
        "Ann did not",
    ),
    "who answers": ("key-Ann", "You agreed: Ben takes the last move back", "You did not agree"),
    "a spectator": ("key-Eve", "Ben takes the last move back and moves again: Ann agreed.", "Ann"),
}


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)], ids=str)
@pytest.mark.parametrize("reader", WHO_READS)
@pytest.mark.parametrize("is_granted", [True, False])
async def test_the_bar_says_who_asked_and_who_answered(size, reader, is_granted):
    me, granted, refused = WHO_READS[reader]
    table = stage(2, 5)  # Ann is to move, so the last move is Ben's
    ben = next(seat for seat in range(2) if table.seats[seat].name == "Ben")
    table = replace(table, me=me, undoable=ben, back=(ben,))
    app = Theatre(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert not bar_of(app).notice
        table.back = ()
        if is_granted:
            entry = list(table.entries())[-1]
            table.positions.pop()
            table.texts.pop()
            table.takes, table.taken = 1, (TakenBack(4, ben, entry.move),)
        else:
            table.back_refused = True
        table.tell()
        await pilot.pause()
        expected = granted if is_granted else refused
        assert bar_of(app).notice.startswith(expected)
        assert expected in " ".join(text(app, "#bar").split())


def test_of_several_it_is_not_said_who_refused_and_bots_are_not_asked():
    table = stage(3, 6, undoable=0, back=(0,))
    asked = see(table.state(), table.seats[0].player)
    table.back, table.back_refused = (), True
    refused = see(table.state(), table.seats[0].player)
    assert tell_answer(asked, refused) == (
        "Not everybody agreed that you take your move back: it stays."
    )
    assert not tell_answer(refused, refused)
    bots = tuple(SeatState("bot", f"key-{n}", "bot", "greedy") for n in (1, 2))
    table.seats, table.back_refused = (table.seats[0], *bots), False
    before = see(table.state(), table.seats[0].player)
    table.takes, table.taken = 1, (TakenBack(5, 0, "pass"),)
    now = see(table.state(), table.seats[0].player)
    assert tell_answer(before, now) == "Your last move is taken back. Move again."
