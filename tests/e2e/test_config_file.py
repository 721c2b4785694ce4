"""`siam serve --config FILE`, `siam config`, and the other commands that read the same file."""

from __future__ import annotations

import asyncio
import re
import signal
import ssl
import sys
import tomllib
from pathlib import Path

import pytest

from protocol.links import parse_link
from tests.brokers import free_port
from tests.certificates import TestAuthority
from tests.patience import PATIENCE
from tests.programs import link_of, run, running

DETACHED = (
    sys.executable,
    "-c",
    "import os, runpy; os.setsid(); runpy.run_module('siam_tui', run_name='__main__')",
)
"""Runs `siam` without the terminal of the person who tests, as a service manager does."""


async def said(process: asyncio.subprocess.Process, pattern: str, *, err: bool = False) -> str:
    """Return the next line of a program that matches a pattern."""
    stream = process.stderr if err else process.stdout
    assert stream is not None
    async with asyncio.timeout(PATIENCE):
        async for line in stream:
            if re.search(pattern, line.decode()):
                return line.decode().strip()
    raise AssertionError(f"it did not say {pattern}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1883", "prot is no option of `siam serve`; did you mean port?"),
        ("zzz = 1", "zzz is no option of `siam serve`."),
        ("pipe = true", "pipe is no option of `siam serve`"),
        ('port = "1883"', "port must be a whole number"),
        ("port = true", "port must be a whole number"),
        ("port = 70000", "Invalid value for '--port'"),
        ("lobby-name = 7", "lobby-name must be a text"),
        ('lobby-name = "\\u200b"', "Invalid value for --lobby-name"),
        ('private = "yes"', "private must be true or false"),
        ('web-proxy = "127.0.0.1"', "web-proxy must be a list of texts"),
        ('web-proxy = ["here"]', "--web-proxy here is no address"),
        ('announce = "all"', "'all' is not one of"),
        ('keep-records = "many"', "Invalid value for --keep-records"),
        ('web-cert = "page.pem"', "give both --web-cert and --web-key"),
        ('web-cert = "a.pem"\nweb-key = "a.key"', "/a.pem and its key cannot be used"),
        ('password-file = "none"', "/none"),
        ('notify = "none.toml"', "/none.toml cannot be read"),
        ("cluster = true", "give --broker URL"),
        ("private = true\nssh = 0", "has no doors"),
        ("port = [", "Invalid value"),
        ("port = 1\nport = 2", "verwrite"),
        ("a.b.c.d.e.f = 1", "parts"),
        pytest.param("x" * 2_000_000, "more than", id="long"),
    ],
)  # fmt: skip
async def test_a_wrong_file_is_refused_with_what_is_wrong(
    tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "serve.toml"
    file.write_text(text)
    code, out, complaint = await run(tmp_path, "config", "check", str(file))
    assert (code, out) == (2, "")
    assert sentence in complaint
    assert complaint.count("\n") == 1


async def test_what_holds_is_shown_as_a_file_that_says_all_of_it(tmp_path: Path) -> None:
    file = tmp_path / "serve.toml"
    file.write_text(
        '# a comment\nlobby-name = "Fri\\"day\\\\"\nstore = "lobby.db"\npace = 1\n'
        'web-proxy = ["::1", "10.0.0.0/8"]\nprivate = false\nfolder = "here"\n'
    )
    code, shown, _ = await run(tmp_path, "config", "show", str(file), SIAM_PROFILE="host")
    assert code == 0
    assert tomllib.loads(shown) == {
        "folder": str(tmp_path / "here"),
        "lobby-name": 'Fri"day\\',
        "store": str(tmp_path / "lobby.db"),
        "pace": 1.0,
        "web-proxy": ["::1", "10.0.0.0/8"],
        "private": False,
        "profile": "host",
    }
    assert f"pace = 1.0  # {file}" in shown
    assert 'profile = "host"  # the environment' in shown
    assert "\n# port = 1883\n" in shown
    code, told, _ = await run(tmp_path, "config", "check", str(file))
    assert (code, told.startswith(f"{file} can be served. It gives: lobby-name, store")) == (
        0,
        True,
    )


async def test_a_service_is_looked_after_by_its_file_alone(tmp_path: Path) -> None:
    file, home = tmp_path / "serve.toml", tmp_path / "home"
    port = free_port()
    file.write_text(f'folder = "service"\nport = {port}\nlobby-name = "File"\nclose-idle = 1\n')
    served = ("serve", "--config", str(file), "--lobby-name", "Flag")
    async with running(home, *served, program=DETACHED) as server:
        assert "Its name is Flag" in await said(server, "Your lobby is open")
        link = await link_of(server)
        assert link.broker.port == port
        by_file = ("--config", str(file))
        assert await run(home, "lobby", *by_file) == (0, "There is no table.\n", "")
        assert await run(home, "lobby", "bans", *by_file) == (0, "Nobody is banned.\n", "")
        assert (await run(home, "records", *by_file))[0] == 0
        code, copied, _ = await run(home, "backup", str(tmp_path / "copy.db"), *by_file)
        assert (code, copied.startswith("Copied the lobby")) == (0, True)
        key = tmp_path / "lobby.key"
        assert (await run(home, "key", "export", "--server", str(key), *by_file))[0] == 0
        assert key.exists()
        assert (await run(home, "key", "show", *by_file))[1].count(link.server.fingerprint) == 1
    assert not (home / "config").exists()
    file.write_text("port = 0\n")
    code, _, complaint = await run(home, "lobby", "--config", str(file))
    assert (code, "give the link with --link" in complaint) == (2, True)


async def test_a_hangup_reads_the_file_again_and_keeps_everybody(tmp_path: Path) -> None:
    authority, port = TestAuthority(tmp_path), free_port()
    authority.issue("page", "127.0.0.1")
    file = tmp_path / "serve.toml"
    file.write_text(
        f'port = 0\nweb = {port}\nweb-bind = "127.0.0.1"\n'
        'web-cert = "page.pem"\nweb-key = "page.key"\n'
    )
    async with running(tmp_path, "serve", "--config", str(file), program=DETACHED) as server:
        await link_of(server)
        await said(server, "https://")
        old = await asyncio.to_thread(ssl.get_server_certificate, ("127.0.0.1", port))

        authority.issue("page", "127.0.0.1")
        file.write_text(f"{file.read_text()}pace = 2\nclose-idle = 5\nssh-idle = 7\n")
        server.send_signal(signal.SIGHUP)
        assert await said(server, "was read again") == (
            f"{file} was read again. Changed: close-idle, pace. "
            "Changed only after a restart: ssh-idle."
        )
        async with asyncio.timeout(PATIENCE):  # the door reads its files in a process of its own
            while await asyncio.to_thread(ssl.get_server_certificate, ("127.0.0.1", port)) == old:
                pass

        (tmp_path / "page.key").write_text("half")
        file.write_text(f"{file.read_text()}pace = 3\n")
        server.send_signal(signal.SIGHUP)
        assert await said(server, "Nothing has changed", err=True)
        file.write_text(file.read_text().removesuffix("pace = 3\n"))
        server.send_signal(signal.SIGHUP)
        assert (await said(server, "was read again")).endswith("after a restart: ssh-idle.")
        new = await asyncio.to_thread(ssl.get_server_certificate, ("127.0.0.1", port))
        assert new != old
        server.terminate()
        await asyncio.wait_for(server.wait(), PATIENCE)
        assert server.returncode == 0


async def test_a_hangup_without_a_file_ends_the_server(tmp_path: Path) -> None:
    async with running(tmp_path, "serve", "--port", "0", program=DETACHED) as server:
        parse_link(await said(server, "siam://"))
        server.send_signal(signal.SIGHUP)
        assert await asyncio.wait_for(server.wait(), PATIENCE) == 0
