"""Every command that shows what strangers wrote: none of it controls the terminal."""

import asyncio
import json
import sys

from client.client import Client
from games.record import format_record
from protocol.commands import OpenTable, Say
from protocol.keys import SecretKey
from server.config import Config
from siam_tui.cli.run import commands
from siam_tui.terminal.foreign_text import is_control
from tests.adversary.hostile import (
    MARK,
    TEXTS,
    EvilServer,
    anyones_link,
    hostile_map,
    spoilt_record,
)
from tests.brokers import running_broker, running_server
from tests.patience import PATIENCE
from tests.programs import running
from tests.siam_tui.replay.games import recorded

NOTHING_FOREIGN = {"learn", "practice", "demo", "rules", "engine"}
NOTHING_FOREIGN |= {"serve", "backup", "store", "cluster"}
"""Commands that show nothing of a stranger's; what a server prints is counted, not quoted."""
ENGINE = f"import sys; [print('error \\x1b]0;{MARK}\\x07\\x9b', flush=True) for _ in sys.stdin]"


async def said(home, *arguments, typed=b""):
    """Return all that a command writes."""
    async with running(home, *arguments) as process:
        out, err = await asyncio.wait_for(process.communicate(typed), PATIENCE)
        return (out + err).decode()


async def test_no_command_writes_what_steers_the_terminal(tmp_path, own_folders, monkeypatch):
    monkeypatch.setattr("protocol.envelope.to_plain", EvilServer().to_plain)
    good = format_record(recorded(players=2))
    spoilt, broken = tmp_path / "\x1b]0;Zq\x07.siam", tmp_path / "broken.siam"
    spoilt.write_text(spoilt_record(good))
    broken.write_text(good.replace('[Map "siam"]', f'[Map "{TEXTS[3]}"]'))
    own_map = tmp_path / "map.toml"
    own_map.write_text(f'name = "{TEXTS[1]}"')
    served, misspelt = tmp_path / "served.toml", tmp_path / "misspelt.toml"
    served.write_text(f"lobby-name = {json.dumps(TEXTS[4])}")
    misspelt.write_text(f"{json.dumps(TEXTS[4])} = 1")
    owner = SecretKey.generate()
    (tmp_path / "owner.key").touch(0o600)
    (tmp_path / "owner.key").write_text(owner.to_text())
    async with (
        running_broker("embedded", tmp_path) as address,
        running_server(address, Config(owner, broker=address)) as server,
        Client(server.link, SecretKey.generate(), TEXTS[0]) as mallory,
    ):
        await mallory.ready()
        table = (await mallory.request(OpenTable("siam", 2, (), hostile_map(), None))).table
        await mallory.follow(table)
        await mallory.request(Say(table, TEXTS[4]))
        link, at_table = str(server.link), str(server.link.to_table(table))
        look = b"tables\nwatch 1\nboard\nseats\nlog\ntalk\nleave\nquit\n"
        engine = f'{sys.executable} -c "{ENGINE}"'
        as_owner = ("--link", link)
        tried = {
            "analyse": [("analyse", "--nodes", "1", str(broken))],
            "verify": [("verify", str(spoilt))],
            "replay": [("replay", "--plain", str(spoilt))],
            "export": [("export", str(spoilt), "--html", "--to", f"{tmp_path}/{TEXTS[3]}")],
            "records": [("records", "--to", f"{tmp_path}/{TEXTS[3]}")],
            "doctor": [("doctor", link)],
            "watch": [("--plain", "watch", link)],
            "join": [
                ("--plain", "join", link),
                ("join", anyones_link(server.link)),
            ],
            "bot": [("bot", at_table, "--engine", engine, "--name", TEXTS[4])],
            "match": [("match", engine, "random", "--games", "1")],
            "games": [("games",), ("games", "--json")],
            "key": [("key", "import", f"{tmp_path}/{TEXTS[4]}")],
            "lobby": [("lobby", "tables", *as_owner), ("lobby", "players", *as_owner)],
            "config": [("config", "show", str(served)), ("config", "check", str(misspelt))],
            "siam": [("--map", str(own_map)), ("--name", TEXTS[3], "--plain")],
        }
        names = {command.callback.__name__ for command in commands.registered_commands}
        groups = {group.name for group in commands.registered_groups}
        assert names | groups | {"siam"} == tried.keys() | NOTHING_FOREIGN
        runs = [arguments for each in tried.values() for arguments in each]
        for number, arguments in enumerate(runs):
            if arguments[0] == "games":
                saved = tmp_path / str(number) / "data" / "siam-tui" / "records"
                saved.mkdir(parents=True)
                (saved / spoilt.name).write_text(spoilt.read_text())
            if arguments[0] == "lobby":
                home = tmp_path / str(number)
                await said(home, "key", "import", "--server", str(tmp_path / "owner.key"))
        written = await asyncio.gather(
            *(said(tmp_path / str(n), *each, typed=look) for n, each in enumerate(runs))
        )
    for arguments, text in zip(runs, written, strict=True):
        steering = [letter for letter in text if is_control(letter) and letter not in "\n\t"]
        assert not steering, (arguments, text)
    assert sum(MARK in text for text in written) > len(runs) / 2
