"""The engine protocol, as a program at the other end sees it."""

import io
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Engine, main
from games.siam import Siam, load_map
from tests.patience import PATIENCE


@pytest.fixture
def engine():
    return Engine()


@pytest.fixture
def ready(engine):
    assert engine.answer("position new players=3 seed=5")[-1] == "ok"
    return engine


def test_a_position_is_set_and_shown(engine):
    fresh, ok = engine.answer("position new players=3 seed=5")
    assert fresh == f"position {Siam().new(3, 5)}"
    assert ok == "ok"
    text = str(Siam().new(2, 1))
    assert engine.answer(f"position {text}") == ["ok"]
    assert engine.answer("show") == [f"position {text}", "ok"]


def test_moves_are_listed_and_counted_and_agree(ready):
    *listed, ok = ready.answer("moves")
    assert ok == "ok"
    assert len(set(listed)) == len(listed)
    assert ready.answer("count") == [f"moves {len(listed)}", "ok"]
    assert ready.answer("perft 1") == [f"nodes {len(listed)}", "ok"]
    assert ready.answer("perft 0") == ["nodes 1", "ok"]
    by_card = [text for card in "KT12RLM" for text in ready.answer(f"moves {card}")[:-1]]
    assert sorted(["pass", *by_card]) == sorted(listed)
    assert ready.answer("moves pass") == ["pass", "ok"]
    siam = Siam()
    assert sorted(map(siam.format_move, siam.moves(siam.new(3, 5)))) == sorted(listed)


def test_a_move_is_played_and_nothing_else(ready):
    position, ok = ready.answer("play pass")
    assert ok == "ok"
    assert position.split(" ")[4:6] == ["0", "1"]  # the turn and the passes
    position, ok = ready.answer("play k:lua~lan*Xr@kho")
    assert ok == "ok"
    # In PAT,LUA,LAN,… the second and the third tile change places.
    assert position.split(" ")[2].startswith("PAT,LAN*,LUA,")


def test_a_refusal_leaves_the_position_as_it_was(ready):
    before = ready.answer("show")
    (refusal,) = ready.answer("play K:-x-")
    assert refusal.startswith("error Maharacha must be carried out")
    (refusal,) = ready.answer("play hello")
    assert refusal.startswith("error cannot read 'hello'")
    assert ready.answer("show") == before


def test_status_and_views(ready):
    assert ready.answer("status") == ["turn 2", "ok"]
    view, _ = ready.answer("view 1")
    assert view.split(" ")[3] == "?8.L1M1.-|KTT12RLM.R1M1.-|?8.R1L1.-"
    view, _ = ready.answer("view spectator")
    assert "KTT12RLM" not in view
    assert ready.answer("view 3")[0].startswith("error there is no seat 3")
    assert ready.answer("view me")[0].startswith("error")


def test_a_game_that_is_over(engine):
    engine.answer(
        "position =B/=B/=B/=B/R1/R1/R1/R1 LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED "
        "KTT12RLM.R1L1.-|KTT12RLM.R1M1.- 0 0 - -"
    )
    assert engine.answer("status") == ["over colony seats 0,1", "ok"]
    assert engine.answer("moves") == ["ok"]
    assert engine.answer("moves pass") == ["ok"]
    assert engine.answer("count") == ["moves 0", "ok"]
    assert engine.answer("play pass")[0].startswith("error")
    assert engine.answer("go nodes 1")[0].startswith("error the game is over")
    assert engine.answer("playouts 2 seed=1")[0].startswith("playouts 2 turns 0 cards 0 seconds ")


@pytest.mark.parametrize(
    ("command", "example"),
    [
        ("game sima", "; did you mean siam?"),
        ("go depth 3", "; for example: go movetime 1000"),
        ("go movetime", "; for example: go movetime 1000"),
        ("go nodes x", "; for example: go nodes 5000"),
        ("perft", "; for example: perft 1"),
        ("playouts 5", "; for example: playouts 100 seed=1"),
        ("position new players=2", "; for example: position new players=2 seed=1"),
        ("view me", "; for example: view 0"),
    ],
)
def test_what_cannot_be_read_is_answered_with_an_example(ready, command, example):
    (answer,) = ready.answer(command)
    assert answer.startswith("error ")
    assert answer.endswith(example)
    if example.startswith("; for example: "):
        assert ready.answer(example.removeprefix("; for example: "))[-1] == "ok"


def test_a_move_that_cannot_be_read_is_answered_with_a_legal_one(ready):
    (answer,) = ready.answer("play L:PTA")
    refusal, _, example = answer.partition("; for example: ")
    assert refusal.startswith("error cannot read 'L:PTA'")
    assert ready.answer(example)[-1] == "ok"


def test_the_game_is_chosen_with_its_map_and_options(engine, tmp_path):
    assert engine.answer("game siam map=albion open_discards") == ["ok"]
    assert engine.answer("show")[0].startswith("error no position is set")
    engine.answer("position new players=2 seed=1")
    assert "?" not in engine.answer("view spectator")[0]
    path = tmp_path / "my map.toml"
    path.write_text(load_map("siam").toml)
    assert engine.answer(f"game siam map='{path}'") == ["ok"]
    assert engine.answer("game chess")[0].startswith("error no game 'chess'")
    assert engine.answer("game siam map=atlantis")[0].startswith("error no map 'atlantis'")
    assert engine.answer("game siam fast")[0].startswith("error cannot read 'fast'")
    assert engine.answer("game siam map='x")[0].startswith("error")


def test_playouts_are_the_same_for_the_same_seed_and_take_time(ready):
    ticks = iter([1.0, 3.5])
    engine = Engine(clock=lambda: next(ticks))
    engine.answer("position new players=3 seed=5")
    answer, ok = engine.answer("playouts 20 seed=7")
    assert ok == "ok"
    words = answer.split(" ")
    assert words[:2] == ["playouts", "20"]
    assert words[-2:] == ["seconds", "2.500000"]
    assert int(words[3]) > int(words[5]) > 20 * 15
    assert ready.answer("playouts 20 seed=7")[0].split(" ")[:6] == words[:6]


def test_a_hidden_hand_cannot_be_played_from(ready):
    view = ready.answer("view spectator")[0].removeprefix("view ")
    ready.answer(f"position {view}")
    for command in ("moves", "count", "perft 1", "playouts 1 seed=1", "play K:LAN~LUA*xM@LAN"):
        assert "hidden" in ready.answer(command)[0], command
    assert ready.answer("play pass")[-1] == "ok"


@pytest.mark.parametrize(
    "command",
    [
        "",
        "jump",
        "position",
        "position x",
        "position new",
        "position new players=3",
        "position new players=5 seed=1",
        "position new players=3 seed=-1",
        "position new players=3 seed=x",
        "position new players=3 seed=" + "9" * 5000,
        "position new players=3 seed=" + str(2**256),
        "moves X",
        "perft",
        "perft -1",
        "perft ²",
        "playouts",
        "playouts x seed=1",
        "playouts 1",
        "playouts -1 seed=1",
        "view",
        "show me",
        "go",
        "go home",
        "go movetime",
        "go movetime 0",
        "go nodes -1",
        "go nodes 1 2",
        "go nodes 9999999999",
    ],
)
def test_bad_input_is_answered_with_one_error_line(ready, command):
    (answer,) = ready.answer(command)
    assert answer.startswith("error ")
    assert "\n" not in answer


@pytest.mark.parametrize(
    "command",
    [
        "show",
        "moves",
        "count",
        "play pass",
        "status",
        "view 0",
        "perft 1",
        "go nodes 1",
        "playouts 1 seed=1",
    ],
)
def test_what_needs_a_position_says_so(engine, command):
    assert engine.answer(command) == [
        "error no position is set; for example: position new players=2 seed=1"
    ]


@pytest.mark.parametrize("limit", ["nodes 40", "movetime 30"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_thinks_and_answers_with_a_legal_move(engine, limit, players):
    engine.answer(f"position new players={players} seed=5")
    *infos, best, ok = engine.answer(f"go {limit}")
    assert ok == "ok"
    for info in infos:
        words = info.split(" ")
        assert [words[0], words[1], words[3], words[5]] == ["info", "nodes", "time", "values"]
        values = [float(word) for word in words[6 : words.index("line")]]
        assert len(values) == (2 if players == 4 else players)
        assert abs(sum(values) - 1) < 0.01
    word, move = best.split(" ")
    assert word == "bestmove"
    assert infos[-1].split(" line ")[1].split(" ")[0] == move
    assert engine.answer(f"play {move}")[-1] == "ok"


def test_so_many_positions_give_the_same_thoughts(ready):
    def untimed():
        return [line.partition(" time ")[0] for line in ready.answer("go nodes 50")]

    assert untimed() == untimed()
    assert untimed()[-2].startswith("bestmove ")


def test_it_says_when_a_position_is_solved(engine):
    engine.answer(
        "position =R/=L/=R/=L/=B/=B/R1L1/L2M1 LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED "
        "-.R3L3M2.L|M.R2L3M2.2 1 0 1>0 -"
    )
    info, told, best, ok = engine.answer("go nodes 500")
    assert told.startswith("info string seat")
    assert "whatever the others do: " in told
    assert " solved line " in info
    assert best.startswith("bestmove ")
    assert ok == "ok"


def test_it_does_not_think_for_a_seat_whose_hand_it_cannot_see(ready):
    view = ready.answer("view spectator")[0].removeprefix("view ")
    ready.answer(f"position {view}")
    assert ready.answer("go nodes 5") == ["error the hand of seat 2 is hidden in this view"]
    mine = ready.answer("position new players=3 seed=5") and ready.answer("view 2")[0]
    ready.answer(f"position {mine.removeprefix('view ')}")
    assert ready.answer("go nodes 5")[-2].startswith("bestmove ")


@given(st.lists(st.text(max_size=40) | st.sampled_from(["show", "play pass", "moves K", "quit"])))
def test_no_input_ends_the_engine(lines):
    engine = Engine()
    engine.answer("position new players=2 seed=1")
    for line in lines:
        assert engine.answer(line)[-1].split(" ")[0] in ("ok", "error")


def test_the_loop_answers_line_by_line_until_quit():
    out = io.BytesIO()
    main(io.BytesIO(b"\xff\xfe\nposition new players=2 seed=1\nstatus\nquit\nstatus\n"), out)
    lines = out.getvalue().decode().splitlines()
    assert lines[0].startswith("error no command")
    assert lines[2:] == ["ok", "turn 0", "ok", "ok"]


def test_a_command_that_does_not_end_is_refused_and_not_kept():
    out = io.BytesIO()
    main(io.BytesIO(b"show" + b" " * 100_000 + b"\nquit\nshow\n"), out)
    assert out.getvalue() == b"error a command has at most 8192 bytes\nok\n"


def test_the_engine_as_a_program_ends_with_its_input():
    done = subprocess.run(
        _COMMAND,
        input=b"position new players=2 seed=1\ncount\n",
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stdout.splitlines()[-2:] == [b"moves 17419", b"ok"]
    assert done.stderr == b""


@pytest.mark.parametrize("long", ["go movetime 600000", "go nodes 100000000"])
def test_thinking_ends_soon_after_the_input(long):
    with _program() as engine:
        out, _ = engine.communicate(b"position new players=2 seed=1\n%b\n" % long.encode(), 30)
    assert out.splitlines()[-1] == b"ok"
    assert b"bestmove " in out


def test_commands_that_were_sent_are_carried_out_after_the_end_of_the_input():
    commands = b"position new players=2 seed=1\nperft 1\nplayouts 600 seed=1\ngo nodes 8\n"
    with _program() as engine:
        out, _ = engine.communicate(commands, 60)
    assert b"nodes 17419\n" in out
    assert b"playouts 600 turns " in out
    assert b"info nodes 8 " in out


@pytest.mark.parametrize(
    "long", ["go movetime 600000", "go nodes 100000000", "perft 4", "playouts 100000000 seed=1"]
)
def test_everything_ends_when_nobody_reads_the_answers(long):
    with _program() as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(b"position new players=2 seed=1\n%b\n" % long.encode())
        engine.stdin.flush()
        engine.stdout.readline()  # it is at work
        engine.stdout.close()
        engine.stdin.close()
        engine.wait(30)


def test_several_processes_stop_thinking_with_the_input():
    with _program("processes=2") as engine:
        out, _ = engine.communicate(b"position new players=2 seed=1\ngo movetime 600000\n", 30)
    assert out.splitlines()[-1] == b"ok"


def test_commands_from_a_file_are_carried_out_in_full(tmp_path):
    script = tmp_path / "script"
    script.write_bytes(b"position new players=2 seed=1\nplayouts 1000 seed=1\ngo nodes 200\n")
    with script.open("rb") as lines:
        done = subprocess.run(
            _COMMAND, stdin=lines, capture_output=True, check=True, timeout=PATIENCE
        )
    assert b"playouts 1000 turns " in done.stdout
    assert b"info nodes 200 " in done.stdout


_COMMAND = [sys.executable, "-c", "from games.engine import main; main()"]


def _program(options=""):
    command = [*_COMMAND[:2], _COMMAND[2].replace("()", f"({options})")]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_help_names_every_command_and_what_it_takes(engine):
    *lines, ok = engine.answer("help")
    assert ok == "ok"
    assert "help play <move>" in lines
    assert "help game <name> [map=<name or file>] [<option> ...]" in lines
    _, _, told = engine.answer("nonsense")[0].partition("there are: ")
    known, _, example = told.partition("; for example: ")
    assert engine.answer(example)[-1] == "ok"
    assert [line.split(" ")[1] for line in lines] == known.split(" ")


def test_a_position_that_cannot_be_read_shows_an_example(engine):
    (said,) = engine.answer("position startpos")
    *_, example = said.partition("; for example: ")
    assert engine.answer(example)[-1] == "ok"
