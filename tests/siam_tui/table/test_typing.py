"""Typing moves and commands at the table: what is suggested, done, refused and recalled."""

import pytest

from client.lobby_mirror import Companion
from games.siam.text.completions import Continuations
from protocol.commands import Agree, PlayMove, Say, SeatBot
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.command_line import TypeInput
from tests.siam_tui.table.hands import SIZE, bar_of, footer
from tests.siam_tui.table.stage import Theatre, person, stage


class Typist:
    """Hands at the keyboard, with the line open."""

    def __init__(self, pilot):
        self.pilot = pilot
        self.screen = pilot.app.screen

    @property
    def input(self):
        return self.screen.query_one(TypeInput)

    @property
    def hint(self):
        return str(self.screen.query_one("#type-hint").render())

    async def type(self, text, *keys):
        for key in text:
            await self.pilot.press({" ": "space", ":": "colon"}.get(key, key))
        for key in keys:
            await self.pilot.press(key)
        await self.pilot.pause()


async def opened(pilot, key="colon"):
    await pilot.pause()
    await pilot.press(key)
    await pilot.pause()
    assert pilot.app.screen.typing
    return Typist(pilot)


def waiting():
    """Set a stage on which Ann is not to move."""
    return stage(3, 0, to_move=(stage(3, 0).position.turn + 1) % 3)


def legal(table, card):
    return next(Continuations(table.game, table.position).moves(f"{card}:"))


class TestMoves:
    async def test_a_whole_move_is_sent_on_enter(self):
        table = stage(3, 0)
        move = legal(table, "L")
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type(move.lower())
            assert hands.hint.startswith("Enter plays  Lao: ")
            assert not table.asked
            await hands.type("", "enter")
            assert table.asked == [PlayMove("T1", 1, 0, move)]
            assert not hands.screen.typing

    async def test_words_that_begin_no_move_now_are_told_why_and_stay_in_the_line(self):
        table = stage(2, 6, seed=3)
        assert "1" not in table.game.cards(table.position)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("i lan", "enter")
            assert hands.hint.startswith("You have no card 1 vs 1 that you may play now.")
            assert hands.input.value == "i lan"
            assert not table.asked

    async def test_tab_alone_types_a_legal_move(self):
        table = stage(2, 6)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type(table.game.cards(table.position)[-1])
            while not hands.hint.startswith("Enter plays"):
                await hands.type("", "tab")
            typed = hands.input.value
            await hands.type("", "enter")
            assert [command.move for command in table.asked] == [typed]

    async def test_what_may_come_next_stands_below(self):
        table = stage(3, 0)
        ahead = Continuations(table.game, table.position)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("L:")
            assert hands.hint.split() == list(ahead.after("L:"))
            await hands.type(ahead.after("L:")[0])
            assert hands.hint.split() == list(ahead.after(hands.input.value))

    async def test_a_mistake_is_selected_and_told_with_what_is_legal_there(self):
        table = stage(3, 0)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("T:R@SUK+L@AYU+M@XYZ", "enter")
            assert hands.input.selection == (16, 19)
            assert "a province" in hands.hint.lower()
            assert "Legal there: LAN, LUA" in hands.hint
            assert not table.asked
            await hands.type("P")
            assert hands.input.value == "T:R@SUK+L@AYU+M@P", "typing on takes its place"

    async def test_a_move_the_rules_forbid_is_selected_where_it_leaves_the_legal_ones(self):
        table = stage(3, 0)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("why L:PAT+PATxL@LAN", "enter")
            assert hands.input.selection.start == len("why L:")
            assert "borders on no province the Lao control" in hands.hint

    async def test_a_cards_letter_alone_begins_the_move_on_the_board(self):
        table = stage(3, 0)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("k", "enter")
            assert not hands.screen.typing
            assert bar_of(pilot.app).question == "Which tile changes places?"

    @pytest.mark.parametrize("line", ["E", "english"])
    async def test_a_card_begins_the_move_by_its_name_on_the_map_and_by_its_key(self, line):
        app = Theatre(stage(2, 0, map_name="albion"))
        async with app.run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type(line, "enter")
            assert not app.screen.typing
            assert app.screen.controller.draft.draft.card == "R"
            await hands.type(":welsh", "enter")
            assert app.screen.controller.draft.draft.card == "M"

    async def test_words_that_name_no_choice_are_no_command(self):
        app = Theatre(stage(2, 0, map_name="albion"))
        async with app.run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("lancaster", "enter")
            assert app.screen.typing
            assert "There is no command 'lancaster'" in hands.hint

    async def test_pass(self):
        table = stage(3, 0)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot, "slash")
            await hands.type("pass", "enter")
            assert table.texts == ["pass"]

    async def test_nothing_is_sent_while_it_is_somebody_elses_turn(self):
        table = waiting()
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("pass", "enter")
            assert "It is " in hands.hint
            assert hands.screen.typing
            assert not table.asked


class TestTheLine:
    async def test_up_and_down_recall_what_was_entered(self):
        async with Theatre(stage(3, 0)).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("help why", "enter")
            assert "why MOVE" in bar_of(pilot.app).notice
            await pilot.press("colon")
            await hands.type("bord", "enter")
            assert "There is no command 'bord'" in hands.hint
            await hands.type("", "up", "up")
            assert hands.input.value == "help why"
            await hands.type("", "up", "down")
            assert hands.input.value == "bord"
            await hands.type("", "down")
            assert hands.input.value == ""

    async def test_escape_and_an_empty_line_close_it_and_the_keys_work_again(self):
        async with Theatre(stage(3, 0)).run_test(size=SIZE) as pilot:
            for key in ("escape", "enter"):
                hands = await opened(pilot)
                await pilot.press(key)
                await pilot.pause()
                assert not hands.screen.typing
            await pilot.press("k")
            await pilot.pause()
            assert bar_of(pilot.app).question == "Which tile changes places?"

    async def test_the_tables_keys_do_nothing_while_a_line_is_typed(self):
        table = stage(3, 0)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("qe?pw")
            assert hands.input.value == "qe?pw"
            assert pilot.app.screen is hands.screen
            assert footer(pilot.app) == set()
            assert not table.asked

    async def test_a_move_by_others_leaves_the_line_alone(self):
        table = waiting()
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("pas")
            table.play("pass")
            table.tell(1)
            await pilot.pause()
            assert hands.input.value == "pas"
            assert hands.screen.typing


class TestCommands:
    async def test_the_position_is_copied_as_one_sees_it(self):
        table = stage(3, 5)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("copy", "enter")
            view = str(table.game.view(table.position, table.seat))
            assert pilot.app.clipboard == view
            assert view.count("?") == 2
            assert "clipboard" in bar_of(pilot.app).notice
            pilot.app.copy_to_clipboard("")
            await pilot.press("c")
            assert pilot.app.clipboard == view
            assert "clipboard" in bar_of(pilot.app).notice

    async def test_what_is_asked_of_the_server(self):
        seats = (person(0), *(type(person(0))("free") for _ in range(2)))
        table = stage(3, 0, status="open", seats=seats)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("bot gr", "tab", "enter")
            assert table.asked == [SeatBot("T1", 1, "greedy")]
            await opened(pilot)
            await hands.type("copy", "enter")
            assert "clipboard" not in bar_of(pilot.app).notice, "there is no position yet"

    async def test_an_offer_to_end_early_and_its_end(self):
        table = stage(3, 0)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            for line, yes in (("end", True), ("end no", False)):
                hands = await opened(pilot)
                await hands.type(line, "enter")
                assert table.asked[-1] == Agree("T1", 1, "end", yes)

    @pytest.mark.parametrize("line", ["/help", "help"])
    async def test_a_slash_may_stand_before_a_command(self, line):
        app = Theatre(stage(3, 0))
        async with app.run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("", *({"/": "slash"}.get(sign, sign) for sign in line), "enter")
            assert isinstance(app.screen, RulesScreen)

    async def test_a_plain_sentence_is_said_after_one_more_enter(self):
        table = stage(3, 0, people=(Companion("key-Ann", "Ann"), Companion("key-Ben", "Ben")))
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("good luck all", "enter")
            assert hands.input.value == "say good luck all"
            assert hands.hint.startswith("This is no command. Press Enter again to say it")
            assert not table.asked
            await hands.type("", "enter")
            assert table.asked == [Say("T1", "good luck all")]
            assert not hands.screen.typing

    async def test_a_plain_sentence_among_bots_is_no_command(self):
        table = stage(3, 0)
        async with Theatre(table).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("good luck all", "enter")
            assert hands.input.value == "good luck all"
            assert hands.hint.startswith("There is no command 'good'")

    async def test_help_opens_the_help(self):
        async with Theatre(stage(3, 0)).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("help", "enter")
            await pilot.pause()
            assert isinstance(pilot.app.screen, RulesScreen)

    async def test_leave_asks_as_the_key_does(self):
        async with Theatre(stage(3, 0)).run_test(size=SIZE) as pilot:
            hands = await opened(pilot)
            await hands.type("leave", "enter")
            await pilot.pause()
            assert pilot.app.screen is not hands.screen
