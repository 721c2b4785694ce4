"""Several plain players in one served lobby: real processes all round."""

import asyncio
import re
from random import Random

from tests.brokers import free_port
from tests.programs import serving
from tests.siam_tui.plain.talker import talking


async def sit_down(ann, ben):
    """Have one open a table for two, and the other sit down there."""
    ann.type("open 2")
    await ann.until("1 seat is free")
    ben.type("sit 1")
    await ann.until("Ben sits down on seat 2.")


async def test_two_play_each_other_and_play_again(tmp_path):
    async with (
        serving(tmp_path, "--lobby-name", "Friday club") as (_, link),
        talking(tmp_path / "ann", "join", str(link), "--plain", "--name", "Ann") as ann,
        talking(tmp_path / "ben", str(link), "--plain", "--name", "Ben") as ben,
        talking(tmp_path / "eve", "--name", "Eve", "watch", str(link), "--plain") as eve,
    ):
        ann.type("open 2")
        await ann.until("The game has not begun: 1 seat is free.")
        ben.type("tables")
        await ben.until("There is no clock.")  # told before one sits down
        assert "You are in the lobby Friday club. You are Ben." in ben.heard
        ben.type("sit")
        await ben.until("All seats are taken. Ann starts the game.")
        assert any("There is no clock." in line for line in await ben.ask("terms"))
        await ann.until("Ben sits down on seat 2.")
        eve.type("look 1")
        await eve.until("All seats are taken.")
        assert {"Ann.", "Eve (watching), you."} <= set(await eve.ask("people"))
        assert {"Ann.", "Ben, you."} <= set(await ben.ask("people"))
        ann.type("say good luck, Ben", "say")
        assert await ben.until(" says: ") == "Ann says: good luck, Ben"
        await ann.until("Type say, then what you want to say.")
        ben.type("mute ann", "mute zoe", "talk", "unmute ann", "talk")
        assert await ben.until("hear") == "You no longer hear Ann."
        await ben.until("Nobody else here has this name.")
        await ben.until("Nobody has said anything.")
        assert await ben.until("hear") == "You hear Ann again."
        await ben.until("Ann says: good luck, Ben")
        ann.type("start")
        for each in (ann, ben, eve):
            await each.until("The game begins on the map Siam, 1874.")
        await asyncio.gather(ann.play(Random(1)), ben.play(Random(2)))
        await eve.until("The game is over.")
        assert " win" in await eve.until(" win")
        await eve.until("Ben has ")
        assert (await eve.ask("again"))[0].endswith("To play, join with the same link.")
        ann.type("again")
        await ben.until("Ann wants to play again. Type again to agree.")
        ben.type("again")
        await asyncio.gather(*(each.until("The game begins on") for each in (ann, ben, eve)))
        ann.type("end")
        await ben.until("Ann wants to end the game early. Type end to agree.")
        ben.type("end")
        await asyncio.gather(*(each.until("The game is over.") for each in (ann, ben, eve)))
        assert "Nobody wins" in await ann.next()
        for each in (ann, ben, eve):
            assert await each.leave() in (0, 1)
            assert all(line.isprintable() for line in each.heard)


async def test_no_hint_is_given_where_a_second_person_is_or_was(tmp_path):
    """Over a real server: also when that person has left, and only bots are there by now."""
    refused = "Hints are for games against bots"
    async with (
        serving(tmp_path) as (_, link),
        talking(tmp_path / "ann", "join", str(link), "--plain", "--name", "Ann") as ann,
        talking(tmp_path / "ben", "join", str(link), "--plain", "--name", "Ben") as ben,
    ):
        await sit_down(ann, ben)
        assert refused in "\n".join(await ann.ask("hint"))
        ben.type("leave")
        await ann.until("Ben leaves seat 2.")
        ann.type("bot random", "start")
        await ann.until("Your turn.")
        assert refused in "\n".join(await ann.ask("hint"))


async def test_a_private_table_with_clocks_is_opened_and_found_by_its_link(tmp_path):
    async with (
        serving(tmp_path) as (_, link),
        talking(tmp_path / "ann", "join", str(link), "--plain", "--name", "Ann") as ann,
        talking(tmp_path / "eve", "watch", str(link), "--plain") as eve,
    ):
        ann.type("open 2 private clock=600+10")
        await ann.until("1 seat is free")
        *_, its_link = await ann.ask("link")
        assert its_link.startswith(f"{str(link).partition('#')[0]}/")
        told = await eve.ask("tables")
        assert told[-1].startswith("There is no table yet.")
        async with talking(tmp_path / "ben", its_link, "--plain", "--name", "Ben") as ben:
            await ben.until("The game has not begun")
            ben.type("take")
            await ann.until("Ben sits down on seat 2.")
            ann.type("start")
            await asyncio.gather(*(each.until("The game begins") for each in (ann, ben)))
            clocks = [line for line in await ben.ask("seats") if "Clock: " in line]
            assert len(clocks) == 2
            assert all("Clock: 10 minutes" in line or "Clock: 9 min" in line for line in clocks)
            own = [line for line in ann.heard + ben.heard if line.startswith("Your clock: ")]
            told = own or [await ann.until("Your clock: ")]
            assert re.search(r"10 minutes|9 minutes and \d+ seconds", told[0])
            assert await ben.leave() == 0
        assert await ann.leave() == 0
        # Who has had the link finds the table again from the lobby.
        async with talking(tmp_path / "ben", "join", str(link), "--plain") as ben:
            await ben.until("Table 1, Ann's")
            assert await ben.leave() == 0


async def test_one_leaves_a_bot_plays_on_and_they_come_back(tmp_path):
    async with serving(tmp_path, "--pace", "30") as (_, link):
        async with (
            talking(tmp_path / "ann", "join", str(link), "--plain", "--name", "Ann") as ann,
            talking(tmp_path / "ben", "join", str(link), "--plain", "--name", "Ben") as ben,
        ):
            await sit_down(ann, ben)
            ann.type("start")
            await ben.until("The game begins")
            ben.type("leave")
            await ann.until("Ben is away. A bot plays on.")
            await ben.until("Your seat: a bot plays.")
            ben.type("sit 1")
            await ann.until("Ben is back on seat 2.")
            ben.type("away")
            await ben.until("Your seat.", "Your turn.")
            assert await ben.leave() == 0
        async with talking(tmp_path / "ben", str(link), "--plain") as ben:
            ben.type("sit")
            await ben.until("You have ")
            assert await ben.leave() == 0
            assert ben.heard[-1].endswith("type leave at the table first.")


async def test_the_others_are_told_who_keeps_a_seat_and_is_away_for_now(tmp_path):
    async with (
        serving(tmp_path) as (_, link),
        talking(tmp_path / "ann", "join", str(link), "--plain", "--name", "Ann") as ann,
        talking(tmp_path / "ben", "join", str(link), "--plain", "--name", "Ben") as ben,
    ):
        await sit_down(ann, ben)
        ann.type("start", "say Hello")
        await ben.until("Ann says: Hello")
        ben.type("away")
        await ann.until("Ben is away for now, and their seat waits for them.")
        assert any(line.startswith("Ben, away") for line in await ann.ask("people"))
        ben.type("sit 1")
        await ann.until("Ben is back.")
        ben.type("leave")
        await ann.until("Ben is away. A bot plays on.")
        ben.type("sit 1")
        await ann.until("Ben is back on seat 2.")
        await ann.ask("people")
        ann.type("say Welcome")
        await ben.until("Ann says: Welcome")
        assert ben.heard.count("Ann says: Hello") == 1, "it is not told again on the way back"
        assert sum("Ben is away" in line for line in ann.heard) == 2
        assert sum("Ben is back" in line for line in ann.heard) == 2


async def test_a_game_in_a_hosted_lobby_waits_until_the_lobby_is_hosted_again(tmp_path):
    port = free_port()
    async with talking(tmp_path / "ben", "--plain", "--name", "Ben") as ben:
        async with talking(tmp_path / "ann", "--plain", "--name", "Ann") as ann:
            ann.type(f"host {port}")
            link = (await ann.until("siam://")).strip()
            ben.type(f"join {link}")
            await ben.until("There is no table yet.")
            await sit_down(ann, ben)
            ann.type("start")
            await ann.until("Struggle 1 of 8")
            ann.type("position")
            position = await ann.until("/")
            assert await ann.leave() == 0
        # On a busy machine the server may end before its farewell has arrived.
        await ben.until("The lobby's server has stopped. If somebody", "Nothing listens at")
        async with talking(tmp_path / "ann", "--plain", "--name", "Ann") as again:
            again.type(f"host {port}", "sit 1")
            await again.until("Struggle 1 of 8")
            again.type("position")
            assert await again.until("/") == position
            again.type("say Here we are")
            await ben.until("Ann says: Here we are")


async def test_who_comes_back_to_a_game_that_is_over_is_told_its_result(tmp_path):
    async with (
        serving(tmp_path) as (_, link),
        talking(tmp_path / "ann", "join", str(link), "--plain", "--name", "Ann") as ann,
    ):
        ann.type("open 2", "bot random", "start")
        await ann.play(Random(3))
        result = [await ann.next()]
        while not result[-1].startswith("Type again for another game"):
            result.append(await ann.next())
        assert len(result) > 2
        ann.type("away", "sit 1")
        await ann.until("You are at your table.")
        await ann.until("The game is over.")
        assert [await ann.next() for _ in result] == result
        assert (await ann.ask("status"))[-1].startswith("The game is over.")


async def test_bots_are_seated_and_freed_and_a_seat_is_taken_later(tmp_path):
    async with (
        serving(tmp_path) as (_, link),
        talking(tmp_path / "ann", str(link), "--plain", "--name", "Ann") as ann,
    ):
        ann.type("open 3 beside map=albion open_discards")
        await ann.until("The game has not begun: 3 seats are free.")
        ann.type("bot random 2", "bot", "bot best")
        await ann.until("Seat 2", "seat 2.")
        await ann.until("a greedy bot, sits down on seat 1.")
        await ann.until("There is no bot of this level. There are: random, greedy")
        ann.type("free 2")
        await ann.until("Merry Lek leaves seat 2.")
        ann.type("take 3")
        await ann.until("You sit down on seat 3.")
        ann.type("start")
        assert "seat" in (await ann.until("Line ")).lower()
        ann.type("bot", "start")
        await ann.until("Hugo begins.", "Your turn.", "Lek begins.", "Anton begins.")
        assert (await ann.ask("link"))[1].startswith("siam://")


async def test_trouble_with_the_connection_is_told_and_so_is_its_end(tmp_path):
    port = str(free_port())
    async with (
        serving(tmp_path, "--port", port) as (server, link),
        talking(tmp_path / "ann", str(link), "--plain", "--name", "Ann") as ann,
    ):
        await ann.until("There is no table yet.")
        server.terminate()
        await ann.until("The lobby's server has stopped.")
        await server.wait()
        async with serving(tmp_path, "--port", port):
            await ann.until("You are connected.")


async def test_a_lobby_that_has_stopped_is_told_instead_of_how_to_open_a_table(tmp_path):
    async with (
        serving(tmp_path) as (server, link),
        talking(tmp_path / "ann", str(link), "--plain", "--name", "Ann") as ann,
    ):
        ann.type("open 2")
        await ann.until("You are at your table.")
        server.terminate()
        await ann.until("The lobby's server has stopped.", "Nothing listens at")
        await server.wait()
        ann.type("away")
        await ann.until("You can open a table when ")
        for asked in ("tables", "help"):
            said = await ann.ask(asked)
            assert any("You can open a table when " in line for line in said)
            assert not any("Type open" in line for line in said)


async def test_who_is_away_is_not_back_because_the_lobby_has_begun_anew(tmp_path):
    port = str(free_port())
    async with (
        serving(tmp_path, "--port", port) as (server, link),
        talking(tmp_path / "ann", str(link), "--plain", "--name", "Ann") as ann,
        talking(tmp_path / "ben", str(link), "--plain", "--name", "Ben") as ben,
    ):
        await ben.until("There is no table yet.")
        await sit_down(ann, ben)
        ben.type("away")
        await ann.until("Ben is away for now, and their seat waits for them.")
        server.terminate()
        await server.wait()
        async with serving(tmp_path, "--port", port):
            await asyncio.gather(*(each.until("You are connected.") for each in (ann, ben)))
            while said := [line for line in await ann.ask("people") if "Ben" in line]:
                assert said[0].startswith("Ben, away"), "it is what was told before"
            assert "Ben is back." not in ann.heard
            ben.type("sit")  # without a number it waits for the list
            await ann.until("Ben is back.")


async def test_a_game_that_was_left_waits_also_while_its_host_is_away(tmp_path):
    port, named = str(free_port()), ("--lobby-name", "Friday club")
    async with (
        serving(tmp_path, "--port", port, *named) as (server, link),
        talking(tmp_path / "ann", str(link), "--plain", "--name", "Ann") as ann,
        talking(tmp_path / "ben", str(link), "--plain", "--name", "Ben") as ben,
    ):
        await ben.until("There is no table yet.")
        await sit_down(ann, ben)
        ann.type("start")
        await asyncio.gather(*(each.until("The game begins") for each in (ann, ben)))
        ann.type("away", "leave", "waiting")
        await ann.until("King of Siam against Ben", "Your turn against Ben, King of Siam")
        assert "in Friday club, left " in ann.heard[-1]
        server.terminate()
        await server.wait()
        ann.type("resume")
        told = await ann.until("does not answer")
        assert told.startswith("Friday club does not answer: its host may be away, or your network")
        async with serving(tmp_path, "--port", port, *named):
            await ann.until("You are at your table.")
        assert not any("Nothing listens" in line for line in ann.heard)
