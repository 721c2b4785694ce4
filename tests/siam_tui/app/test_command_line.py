"""``siam`` on the command line, as real processes."""

import asyncio
import shlex
import signal
import socket
import sys

import pytest
from typer.main import get_command

from games.registry import game_names
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link, parse_link
from siam_tui.cli.help_examples import EXAMPLES
from siam_tui.cli.run import commands
from siam_tui.cli.serving.serve_texts import invitation
from siam_tui.profile.profiles import Profile
from tests.brokers import free_port
from tests.patience import PATIENCE
from tests.programs import run, running, serving

KEYLESS = "siam://example.org/abc"
KEYED = str(Link(BrokerAddress("mqtt", "127.0.0.1", 1883), SecretKey(b"s" * 32).public))


async def test_help_names_every_command(tmp_path):
    code, out, _ = await run(tmp_path, "--help")
    assert code == 0
    for command in (
        "join",
        "watch",
        "serve",
        "records",
        "replay",
        "rules",
        "learn",
        "practice",
        "demo",
        "engine",
    ):
        assert f"\n  {command} " in out


SIAM = get_command(commands)


def helps(command, name="siam", above=None):
    """Yield the help of a command, and of those below it, as 80 columns show it."""
    context = command.context_class(command, info_name=name, parent=above, terminal_width=80)
    yield context.command_path, command.get_help(context)
    for each, below in getattr(command, "commands", {}).items():
        yield from helps(below, each, context)


def below(command, path=()):
    """Iterate over the commands below a command, with the words that are typed for each."""
    for name, each in getattr(command, "commands", {}).items():
        yield (*path, name), each
        yield from below(each, (*path, name))


@pytest.mark.parametrize(
    ("words", "command"), [pytest.param(*each, id="-".join(each[0])) for each in below(SIAM)]
)
def test_the_help_of_every_command_ends_with_examples_that_can_be_typed(
    words, command, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "serve.toml").touch()  # as an example names
    context = command.context_class(command, info_name="siam", terminal_width=80)
    examples = EXAMPLES[" ".join(words)]
    told = [line.strip() for line in command.get_help(context).splitlines()]
    assert told[-2 * len(examples) :] == [text for each in examples for text in each]
    for line, _ in examples:
        typed, each = shlex.split(line)[1:], SIAM
        while word := getattr(each, "commands", {}).get(next(iter(typed), "")):
            each, typed = word, typed[1:]
        assert each.make_context("siam", typed).params is not None
        assert line.startswith(f"siam {words[0]}")


def test_no_help_cuts_a_sentence_at_80_columns():
    for path, text in helps(SIAM):
        _, *lines = text.splitlines()  # the first says [ARGS]...
        assert not [line for line in lines if line.endswith("...")], path
        assert max(map(len, lines)) <= 80, path


async def test_help_loads_neither_screen_nor_network(tmp_path):
    script = (
        "import sys; sys.argv = ['siam', '--help']\n"
        "from siam_tui.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'textual', 'rich', 'aiomqtt', 'nacl', 'msgpack', 'games.siam', 'server'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert out.decode().splitlines()[-1] == "[]"


async def test_home_needs_neither_rules_nor_network_nor_a_command_line_s_library():
    """What makes `siam` start as fast as it does: see bench/app.py."""
    script = (
        "import sys; import siam_tui.entry, siam_tui.app.run\n"
        "heavy = {'games.siam', 'games.search', 'client', 'server', 'transport', 'aiomqtt', "
        "'paho', 'attrs', 'cattrs', "
        "'msgpack', 'typer', 'pydantic', 'tomlkit', 'sqlalchemy'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert out.decode().strip() == "[]"


async def test_version(tmp_path):
    code, out, _ = await run(tmp_path, "--version")
    assert code == 0
    assert out.startswith("siam ")
    assert "King of Siam, judgement: 2 players: " in out


@pytest.mark.parametrize(("embedded", "option"), [(True, "--bind"), (False, "--broker")])
def test_serve_says_how_others_on_the_network_reach_the_lobby(embedded, option):
    told = invitation(parse_link(KEYED), "", "Ann's lobby", embedded=embedded)
    assert option in told
    assert told.replace("--lobby-name", "").count("--") == 1


async def test_help_names_all_games_and_has_an_example(tmp_path):
    code, out, _ = await run(tmp_path, "--help")
    assert (code, "|".join(game_names()) in out) == (0, True)
    assert "`siam join LINK`" in " ".join(out.split())


def test_serve_says_what_the_lobby_is_called_and_how_to_change_it():
    told = invitation(parse_link(KEYED), "", "Ann's lobby", embedded=True)
    assert "Its name is Ann's lobby; `--lobby-name NAME` gives it another one." in told
    told = invitation(parse_link(KEYED), "", "", embedded=True)
    assert "It has no name: " in told
    assert "`--lobby-name NAME` names it." in told


class TestWhatAPersonCanMend:
    """One sentence on stderr, exit code 2, no traceback."""

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (("join", "http://example.org"), "open it in a browser, to watch"),
            (
                ("http://example.org:8080/#fehoj67",),
                "for an invite link, which begins with siam://",
            ),
            (("join", "ssh -p 2222 ann@example.org"), "type it in a terminal"),
            (("join", "ftp://example.org"), "an address begins with one of siam://"),
            (("replay", "--plain", "evening.siam"), "`siam analyse FILE` lists the moves"),
            (("--plain", "replay", "evening.siam"), "`siam analyse FILE` lists the moves"),
            (("join", KEYLESS), "copy the whole link"),
            ((KEYLESS,), "copy the whole link"),
            (("watch", KEYLESS), "copy the whole link"),
            (("serve", "--broker", "mqtt://a:secret@example.org"), "never contains a password"),
            (("serve", "--broker", "example.org"), "not a broker's address"),
            (("serve", "--broker", "mqtt://ann@example.org"), "SIAM_BROKER_PASSWORD"),
            (("serve", "--password-file", "/nonexistent"), "There is no password file"),
            (("serve", "--bind", "203.0.113.7", "--port", "0"), "--bind"),
            (("serve", "--profile", "../etc"), "cannot name a profile"),
            (("serve", "--nope"), "`siam serve --help`"),
            (("serve", "--private", "--admit", "aqv3qrzk"), "`siam key` prints a player's"),
            (("serve", "--private", "--admit", "hello world"), "a whole fingerprint"),
            (("serve", "--admit", "aqv3qrzkaqv3qrzkaqv3qrzk"), "add --private"),
            (("serve", "--port", "x"), "--port"),
            (("join",), "LINK"),
            (("nope",), "`siam --help`"),
            (("lern",), "Did you mean 'learn'?"),
            (("--nam", "Ann"), "Possible options: --ca, --game, --name"),
            (("--map", "/nowhere/map.toml"), "cannot be played on"),
            (("--name", "\u3164", "--plain"), "no visible letter"),
            (("--map", "map.toml", "demo"), "when you open a table"),
            ((), "needs a terminal"),
        ],
    )
    async def test_is_said_in_a_sentence(self, tmp_path, arguments, reason):
        code, out, err = await run(tmp_path, *arguments)
        assert (code, out) == (2, "")
        assert err.startswith("siam: ")
        assert reason in err
        assert err.count("\n") == 1

    @pytest.mark.parametrize(
        "arguments",
        [
            ("practice", "--name", "Zoe"),
            ("--name", "Zoe", "practice"),
            ("learn", "--name", "Zoe"),
            ("watch", KEYED, "--name", "Zoe"),
        ],
    )
    async def test_a_name_that_is_given_is_remembered(self, tmp_path, arguments):
        _, _, err = await run(tmp_path, *arguments)
        assert "needs a terminal" in err
        profiles = tmp_path / "config" / "siam-tui" / "profiles"
        assert Profile.named(profiles, "default").player_name() == "Zoe"
        assert err.startswith("Your name is Zoe from now on, in all of siam.")
        _, _, err = await run(tmp_path, *arguments)
        assert "Your name" not in err, "it is said when it changes"
        _, _, err = await run(tmp_path, "--name", "Ann", "key")
        assert err.startswith("Your name is Ann from now on, in all of siam, and no longer Zoe.")
        _, _, err = await run(tmp_path, "--name", "Bea" * 20, "key")
        kept = Profile.named(profiles, "default").player_name()
        assert err.startswith(f"Your name is {kept} from now on")

    @pytest.mark.parametrize(
        ("arguments", "advice"),
        [
            (("records", "--name", "Zoe"), "`siam --name NAME records`"),
            (("key", "show", "--profile", "b"), "`siam --profile NAME key show`"),
            (("rules", "--ascii"), "`siam --ascii rules`"),
        ],
    )
    async def test_an_option_behind_a_command_is_told_where_it_belongs(
        self, tmp_path, arguments, advice
    ):
        code, _, err = await run(tmp_path, *arguments)
        assert code == 2
        assert advice in err

    async def test_a_port_in_use(self, tmp_path):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            code, _, err = await run(tmp_path, "serve", "--port", port)
        assert code == 2
        assert "in use" in err
        assert err.count("\n") == 1

    async def test_a_broker_that_is_not_there(self, tmp_path):
        port = free_port()
        code, _, err = await run(tmp_path, "serve", "--broker", f"mqtt://127.0.0.1:{port}")
        assert code == 2
        assert f"{port}" in err
        assert "Trying again" not in err, "it has given up"
        assert err.count("\n") == 1

    async def test_a_key_open_to_others(self, tmp_path):
        folder = tmp_path / "config" / "siam-tui" / "profiles" / "default"
        folder.mkdir(parents=True)
        (folder / "server.key").write_text(SecretKey.generate().to_text())
        (folder / "server.key").chmod(0o644)
        code, _, err = await run(tmp_path, "serve", "--port", "0")
        assert code == 2
        assert "chmod 600" in err


class TestServe:
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    async def test_prints_the_link_and_goes_on_until_told(self, tmp_path, number):
        async with serving(tmp_path) as (server, link):
            assert link.broker.host == "127.0.0.1"
            server.send_signal(number)
            out, err = await asyncio.wait_for(server.communicate(), PATIENCE)
        assert server.returncode == 0
        assert "lobby is closed" in out.decode()
        assert err == b""

    async def test_a_lobby_keeps_its_key(self, tmp_path):
        servers = []
        for _ in range(2):
            async with serving(tmp_path) as (_, link):
                servers.append(link.server)
        assert servers[0] == servers[1]

    async def test_each_profile_has_its_own_lobby(self, tmp_path):
        servers = []
        for profile in ("ann", "ben"):
            async with serving(tmp_path, SIAM_PROFILE=profile) as (_, link):
                servers.append(link.server)
        assert servers[0] != servers[1]

    async def test_names_the_host_it_is_told_to(self, tmp_path):
        async with serving(tmp_path, "--public-host", "siam.example.org") as (_, link):
            assert link.broker.host == "siam.example.org"

    async def test_nothing_secret_is_logged(self, tmp_path):
        async with serving(tmp_path):
            pass
        profile = tmp_path / "config" / "siam-tui" / "profiles" / "default"
        secret = (profile / "server.key").read_text().strip()
        for log in (tmp_path / "state").rglob("*.log"):
            assert secret not in log.read_text()


class TestDemo:
    async def test_plays_a_whole_game_and_ends_with_the_result(self, tmp_path):
        code, out, err = await run(tmp_path, "demo", "--plain")
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert "The board at the end:" in lines
        assert lines[-1].split()[0] in ("faction", "colony")
        assert lines.index("The game is over.") < lines.index("The board at the end:")
        assert any(" plays " in line and " takes one " in line for line in lines)
        struggles = sum(line.startswith("Struggle ") for line in lines)
        assert 4 <= struggles <= 8

    async def test_is_plain_where_there_is_no_terminal(self, tmp_path):
        async with running(tmp_path, "demo") as demo:
            while b"Struggle 2" not in await asyncio.wait_for(demo.stdout.readline(), PATIENCE):
                assert not demo.stdout.at_eof()


async def test_engine_speaks_the_engine_protocol(tmp_path):
    async with running(tmp_path, "engine") as engine:
        out, _ = await asyncio.wait_for(engine.communicate(b"game siam\nquit\n"), PATIENCE)
    assert out.decode().splitlines()[0] == "ok"
    assert engine.returncode == 0


class TestRules:
    """``siam rules`` prints the rules to read, with boards or told in words."""

    async def test_all_or_the_chapters_asked_for(self, tmp_path):
        code, out, _ = await run(tmp_path, "rules")
        assert code == 0
        assert out.startswith("The rules of King of Siam.\n\nThe game in short\n===")
        assert "Ann plays Maharacha: swaps Sukothai and Kedah" in out
        code, out, _ = await run(tmp_path, "rules", "--plain", "colony")
        assert code == 0
        assert out.startswith("The rules of King of Siam.\n\nWho wins: a colony\n")
        assert "controlled by the British" in out

    async def test_a_word_that_is_in_no_title(self, tmp_path):
        code, out, err = await run(tmp_path, "rules", "castling")
        assert (code, out) == (2, "")
        assert "There is no such chapter" in err
