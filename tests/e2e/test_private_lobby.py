"""A lobby of `siam serve --private --admit`: what friends and strangers read at its broker."""

from __future__ import annotations

import re
from pathlib import Path

from tests.programs import player_key_of, run, serving

FINGERPRINT = re.compile(r"\b[a-z2-7]{24}\b")


async def test_who_is_not_admitted_reads_which_fingerprint_to_send(tmp_path: Path) -> None:
    friend, stranger = tmp_path / "friend", tmp_path / "stranger"
    admitted, refused = (player_key_of(each).public.fingerprint for each in (friend, stranger))
    async with serving(tmp_path / "host", "--private", "--admit", admitted) as (_, link):
        code, out, _ = await run(friend, "doctor", str(link))
        assert (code, "answered after" in out) == (0, True), out
        assert set(FINGERPRINT.findall(out)) <= {admitted, link.lobby}
        for command in (("doctor", str(link)), ("join", str(link), "--plain")):
            code, out, complaint = await run(stranger, *command)
            assert code in (1, 2)
            said = f"{out}{complaint}".splitlines()
            (told,) = (line for line in said if "does not admit" in line)
            assert "send its host this fingerprint" in told
            assert set(FINGERPRINT.findall(told)) == {refused}


async def test_the_app_that_hosts_a_lobby_twice_is_told_where_it_is_open(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "lobby.db"))
    async with serving(tmp_path, *store):
        code, _, told = await run(tmp_path, "serve", "--pipe", "--port", "0", *store)
        assert (code, told.startswith("siam: Your lobby is open already")) == (2, True), told
        assert "--new-lobby" not in told
