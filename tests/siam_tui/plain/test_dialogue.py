"""The dialogue of `siam --plain`, as real processes with pipes at both ends."""

import asyncio
import signal
import sys
from datetime import date
from random import Random

import pytest

from games.record import parse_record
from siam_tui.games.siam.ui import UI
from siam_tui.practice.course import puzzle_of_day
from tests.patience import PATIENCE
from tests.programs import children, ended, run
from tests.siam_tui.plain.talker import talking

NAMED = "Your name is Ann from now on, in all of siam. `--name` changes it.\n"


async def script(home, *lines, arguments=("--plain", "--name", "Ann")):
    """Pipe a script in; return the exit code and what was said."""
    async with talking(home, *arguments) as talker:
        talker.type(*lines)
        code = await talker.leave()
        errors = (await talker.process.stderr.read()).decode()
    assert errors in (NAMED, ""), "it is told once in a home"
    assert all(line.isprintable() for line in talker.heard)
    return code, talker.heard


async def test_a_script_plays_a_whole_game_against_bots(tmp_path):
    code, heard = await script(tmp_path, "bots random greedy", *["pass"] * 60)
    assert code == 0
    assert "The game begins on the map Siam, 1874." in heard
    assert heard.count("You pass.") + heard.count("You have no card left. You pass.") >= 4
    over = heard.index("The game is over.")
    assert any(" win" in line for line in heard[over + 1 :])
    assert heard[-1] == "The game is over, so no more lines are read."


async def test_after_bots_the_next_line_finds_the_cards_dealt(tmp_path):
    code, heard = await script(tmp_path, "bots random", "hand", "queue", "board")
    assert code == 0
    assert "You have 8 cards left." in heard
    assert not any("You start the game" in line for line in heard)


async def test_a_move_waits_for_ones_turn_and_the_end_of_input_for_its_effect(tmp_path):
    code, heard = await script(tmp_path, "bots greedy greedy", "pass", "pass", "pass")
    assert code == 0
    assert heard.count("You pass.") >= 3
    told = max(i for i, line in enumerate(heard) if line == "You pass.")
    after = heard[told + 1 :]
    assert any(line.startswith(("Your turn.", "The game is over.")) for line in after)


async def test_a_script_does_not_wait_for_an_end_that_its_own_move_must_bring(tmp_path):
    code, heard = await script(tmp_path, "bots random", "wait turn", "wait over", "status")
    assert code == 1
    why = "Line 3: It is your turn, so the game cannot end before you move. Type a move first."
    assert why in heard
    assert "It is your turn." in heard[heard.index(why) :]


async def test_every_card_of_a_game_can_be_played_by_typing(tmp_path):
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        ann.type("bots random random")
        await ann.play(Random(3))
        assert await ann.leave() == 0
    assert sum(line.startswith("You play ") for line in ann.heard) > 2


async def test_a_refused_line_says_why_and_where_and_the_script_goes_on(tmp_path):
    code, heard = await script(
        tmp_path,
        "# a comment and an empty line say nothing",
        "",
        "bord",
        "board",
        "bots nobody",
        "bots map=/nowhere.toml",
        "bots random",
        "L:SUK+XYZxR@LAN",
        "hnad",
        "sit 9",
        "pass",
    )
    assert code == 1
    assert heard[1].startswith("Line 3: There is no command 'bord'")
    assert heard[2].startswith("Line 4: You can type board only at a table.")
    assert any(line.startswith("Line 5: ") and "nobody" in line for line in heard)
    assert heard.count("Starting the server.") == 1, "only for the bots that there are"
    assert any(line.startswith("Line 6: This map cannot be played on") for line in heard)
    assert any("Line 8: After 'L:SUK+', " in line and "a province" in line for line in heard)
    assert any("Line 9: There is no command 'hnad'. Do you mean hand?" in line for line in heard)
    assert any("Line 10: Name a seat by its number, from 1 to 2." in line for line in heard)
    assert "You pass." in heard


async def test_a_line_that_is_too_long_is_refused_whole_and_the_next_is_read(tmp_path):
    for much in ("say " + "x" * 5000, "é" * 300_000):
        code, heard = await script(tmp_path, much, "quit")
        assert code == 1
        assert heard[1].startswith("Line 1: A line may have 4096 characters.")
        assert len(heard) == 2


async def test_a_script_that_never_fits_is_not_read_on(tmp_path):
    code, heard = await script(tmp_path, *["nonsense"] * 500)
    assert code == 1
    assert len(heard) < 30


async def test_everything_can_be_asked(tmp_path):
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        ann.type("bots greedy")
        await ann.until("Your turn.")
        provinces = await ann.ask("board")
        assert len(provinces) == 8
        assert sum("contested now" in line for line in provinces) == 1
        assert any("It borders on" in line for line in await ann.ask("board lan na"))
        assert len(await ann.ask("queue")) == 8
        assert (await ann.ask("hand"))[0].startswith("You have ")
        assert (await ann.ask("seats"))[0].startswith("Seat 1: Ann, you, the host.")
        assert (await ann.ask("supply"))[0].startswith("Supply: ")
        assert "You " in (await ann.ask("score"))[-1]
        assert (await ann.ask("status"))[-1] == "It is your turn."
        assert (await ann.ask("position"))[0].count(" ") == 6
        assert (await ann.ask("log"))[0].startswith("Struggle 1: ")
        assert await ann.ask("last")
        assert len(await ann.ask("rules")) > 10
        assert (await ann.ask("rules colony"))[0] == "Who wins: a colony"
        assert "No chapter has this title" in (await ann.ask("rules castling"))[0]
        assert len(await ann.ask("notation")) > 5
        help_page = await ann.ask("help")
        assert len(help_page) < 20, "it fits on a small screen"
        assert help_page[0].startswith("Your turn. Type a card or pass: ")
        assert len(await ann.ask("help all")) > 25
        assert any(line.startswith("takeback ") for line in await ann.ask("help moves"))
        assert (await ann.ask("help cards"))[0].startswith("Maharacha. ")
        (explained,) = await ann.ask("help khon thai")
        assert explained.startswith("Khon Thai. ")
        assert (await ann.ask("help rama"))[0].startswith("Maharacha. ")
        assert "Do you mean status?" in (await ann.ask("help statsu"))[0]
        assert "pass: 1 move." in await ann.ask("moves")
        assert (await ann.ask("why pass")) == ["This can be played: You pass."]
        assert (await ann.ask("why L:PAT+PATxL@LAN"))[0].startswith("This cannot be played. ")
        record = tmp_path / "game.siam"
        assert await ann.ask(f"save {record}") == [f"The record is saved in {record}."]
        assert parse_record(record.read_text()).seats == ("Ann", "Hungry Hugo")
        assert "exists already" in (await ann.ask(f"save {record}"))[0]
        ann.type("quit")
        assert await ann.leave() == 1, "a line of the script was refused"


async def test_a_hint_is_told_in_words_and_in_the_notation(tmp_path):
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        ann.type("bots random random")
        await ann.until("Your turn.")
        ann.type("hint")
        await ann.until("The coach is thinking.")
        told = await ann.until("Hint: You ")
        if told != "Hint: You pass.":
            notation = await ann.until("In the notation: ")
            move = notation.removeprefix("In the notation: ").rstrip(".")
            why = await ann.until(" with it")
            assert "your best other move: you p" in why or "of games with it" in why
            assert "This can be played" in (await ann.ask(f"why {move}"))[-1]


async def test_a_cards_letter_asks_for_the_move_step_by_step(tmp_path):
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        ann.type("bots random")
        await ann.until("Your turn.")
        assert (await ann.ask("k"))[0] == "Which tile changes places?"
        free = [line for line in await ann.ask("board") if "King" not in line]
        first, second = [line.split(",")[0] for line in free][-2:]
        assert (await ann.ask("xyz"))[0].startswith("Line ")
        assert "With which tile does" in (await ann.ask(first))[0]
        assert (await ann.ask("back"))[0] == "Which tile changes places?"
        await ann.ask(first)
        assert (await ann.ask("cancel")) == ["Nothing was played."]
        await ann.ask("K")
        await ann.ask(first[:5])
        assert (await ann.ask(second))[0].endswith("if everyone passed.")
        assert "From which province do you take a follower?" in await ann.ask(first)
        standing = next(line for line in await ann.ask("board") if " 4 " not in line)
        said = await ann.ask(standing.split(",")[0])
        if said[0].startswith("Which follower"):
            said = await ann.ask(said[1].split(",")[0].split(" or ")[0])
        assert said[0].startswith("You play Maharacha: ")
        assert said[1].endswith("if everyone passed.")
        assert said[2].startswith("In the notation: K:")
        ann.type("yes")
        assert (await ann.until("You play Maharacha: ")) == said[0]


async def test_a_guest_at_the_door_without_a_lobby(tmp_path):
    code, _, err = await run(tmp_path, "--plain", "join", "siam://example.org/abc")
    assert code == 2
    assert "copy the whole link" in err


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0), (signal.SIGHUP, 0)]
)
async def test_signals_leave_cleanly_and_end_the_server(tmp_path, number, code):
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        ann.type("bots regent")
        await ann.until("Your turn.")
        servers = list(children(ann.process.pid))
        assert servers
        ann.process.send_signal(number)
        await asyncio.wait_for(ann.process.wait(), PATIENCE)
        assert ann.process.returncode == code
        for server in servers:
            await ended(server)


_MORE_THAN_A_PIPE_HOLDS = 400
"""Lines `help` whose answers, 800 bytes each, cannot all be written before the pipe is closed."""


async def test_a_broken_pipe_ends_it(tmp_path):
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        await ann.next()
        ann.process.stdout._transport.close()
        ann.type(*["help"] * _MORE_THAN_A_PIPE_HOLDS)
        await asyncio.wait_for(ann.process.wait(), PATIENCE)
        assert b"Traceback" not in await ann.process.stderr.read()


ON_A_DAY = """
import sys
from datetime import date
from siam_tui.cli import main
from siam_tui.practice import course as progress
progress.today = lambda: date(2026, 11, 21)
sys.argv[0] = "siam"
main()
"""
"""The program on one day, also if another one begins while it runs."""


async def test_puzzles_are_told_tried_and_solved(tmp_path):
    day = puzzle_of_day(UI.puzzles, date(2026, 11, 21))
    on_a_day = (sys.executable, "-c", ON_A_DAY)
    async with talking(tmp_path, "practice", "--plain", program=on_a_day) as ann:
        assert (await ann.until("Puzzle ")).startswith(f"Puzzle {day.number}, {day.level}: ")
        await ann.until("All hands are open")
        assert any("In hand: " in line for line in await ann.ask("seats"))
        assert (await ann.ask("hint"))[0].startswith("Hint: it is ")
        wrong = next(move for move in day.game.moves(day.position) if move != day.winning_move)
        told = await ann.ask(day.game.format_move(wrong))
        assert told[0] == "That does not win. Try again."
        assert "wins: " in told[-1] or "win: " in told[-1]
        assert (await ann.ask("L:XYZ"))[0].startswith("Line ")
        told = await ann.ask(day.solution)
        assert told[0] == "Right! This wins."
        assert told[-2:] == [
            "You took 1 hint, so it is kept as solved with hints.",
            "Type next for another one.",
        ]
        assert (await ann.ask("practice easy"))[0].split(".")[0].endswith(", easy")
        assert (await ann.ask("solution"))[0] == "This is the turn that wins."
        assert (await ann.ask("next"))[0].split(".")[0].endswith(", easy")
        assert (await ann.ask("practice hard 4"))[0].split(".")[0].endswith(", hard")
        assert "There are no such puzzles." in (await ann.ask("practice chess"))[0]
        assert (await ann.ask("leave"))[-1].startswith("You have left.")
        assert "only at a table" in (await ann.ask("board"))[0]
        ann.type("quit")
        assert await ann.leave() == 1, "lines of the script were refused"
    (kept,) = tmp_path.rglob("practice")
    assert set(kept.read_text().splitlines()) == {f"hinted {day.id}", "day 2026-11-21"}
