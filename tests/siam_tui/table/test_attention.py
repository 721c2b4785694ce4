"""One's own turn is told to the terminal: title, bell, notification."""

import pytest

from siam_tui.model.table_view import see, whose_turn
from siam_tui.terminal.notifications import notification, title
from tests.siam_tui.table.stage import Theatre, stage

NINE = "\x1b]9;Your turn\x07"
SEVEN = "\x1b]777;notify;King of Siam;Your turn\x07"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm-256color"}, NINE + SEVEN),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, NINE),
        ({"TERM": "xterm-kitty"}, NINE),
        ({"TERM": "foot"}, SEVEN),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, SEVEN),
    ],
)
def test_a_terminal_is_notified_once_in_the_way_it_knows(environment, expected):
    assert notification("King of Siam", "Your turn", environment) == expected


def test_in_tmux_it_goes_through_to_the_terminal_around():
    found = notification("King of Siam", "Your turn", {"TMUX": "/tmp/x,1,0", "TERM": "foot"})
    wrapped = [f"\x1bPtmux;{each.replace(chr(27), chr(27) * 2)}\x1b\\" for each in (NINE, SEVEN)]
    assert found == "".join(wrapped)


def test_a_name_from_others_cannot_break_out():
    nasty = "Ann\x07\x1b]52;c;AAAA\x07\x9c;x"
    assert title(nasty) == "\x1b]2;Ann]52;c;AAAA;x\x07"
    assert notification("a;b", nasty, {"TERM": "foot"}).count(";") == 6


def test_whose_turn_it_is_in_words():
    table = stage(3)
    assert whose_turn(see(table.state(), table.me)) == "Your turn"
    assert whose_turn(see(table.state(), "key-Zoe")).endswith(" to move")
    over = stage(3, 400)
    assert whose_turn(see(over.state(), over.me)) == "The game is over"


class Listening(Theatre):
    """Hears what the table says of turns."""

    def __init__(self, *given, **more):
        super().__init__(*given, **more)
        self.heard = []

    def on_turn(self, event):
        self.heard.append((event.words, event.called, event.seen))


async def test_the_table_calls_when_the_turn_comes_and_not_when_one_comes_to_the_table():
    table = stage(2)
    app = Listening(table)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.heard == [("Your turn", False, True)]
        await pilot.press("p", "enter")
        await pilot.pause()
        assert app.heard[1:] == [("Ben to move", False, True)]
        table.play("pass")
        table.tell(1)
        await pilot.pause()
        assert app.heard[2:] == [("Your turn", True, True)]


async def test_it_says_so_when_something_lies_over_the_table():
    table = stage(2)
    app = Listening(table)
    async with app.run_test() as pilot:
        await pilot.press("p", "enter", "question_mark")
        await pilot.pause()
        table.play("pass")
        table.tell(1)
        await pilot.pause()
        assert app.heard[-1] == ("Your turn", True, False)


async def test_leaving_the_table_ends_it():
    app = Listening(stage(2, me="key-Zoe"))
    async with app.run_test() as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert app.heard[-1][0] == ""
