"""Recorded games in a browser: dropped on the page, and as files that carry everything."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import aiohttp
import pyte
import pytest
from typer.testing import CliRunner

from games.record import Record, format_record
from games.registry import spec_of
from games.siam import load_map
from siam_tui.browser import replay_worker
from siam_tui.browser.bundle import bundle
from siam_tui.browser.record_file import html_file
from siam_tui.browser.replay_worker import data_lines
from siam_tui.cli.record_export import export_record
from siam_tui.cli.run import commands
from siam_tui.profile.user_error import UserError
from tests.doors.web.chromium import DESK, Tab
from tests.doors.web.open_page import VERSION, OpenPage, open_page
from tests.installed_games import OURS

pytestmark = pytest.mark.xdist_group("chromium")
in_browser = pytest.mark.asyncio(loop_scope="session")

EVIL = "</script><img src=x>"
LONG = "a name that is much longer than names may be"


def record_of(name: str, players: int, names: tuple[str, ...]) -> Record:
    spec = spec_of(name)
    rules = spec.bind(spec.load_map(spec.maps[0]).toml if spec.maps else None, frozenset())
    position = start = rules.new(players, 5)
    random, moves = Random(5), []
    while rules.turn(position) is not None:
        move = rules.forced(position) or rules.random_move(position, random)
        moves.append(move)
        position = rules.play(position, move)
    outcome = rules.outcome(position)
    assert outcome is not None
    seats = (*names, *spec.seats_played_by_table(players))
    return Record(rules, start, tuple(moves), outcome.text, seats, date="2026.11.23")


@in_browser
@pytest.mark.parametrize(("name", "players"), [(name, min(spec_of(name).players)) for name in OURS])
async def test_an_exported_file_shows_the_game_by_itself(
    tab: Tab, tmp_path: Path, name: str, players: int
) -> None:
    names = (EVIL, "Ben")[:players]
    record = record_of(name, players, names)
    (tmp_path / "game.siam").write_text(format_record(record))
    export_record(tmp_path / "game.siam", "html", None)
    await tab.open(f"file://{tmp_path}/game.html")
    last = len(record.moves)
    await tab.until(f"document.querySelector('output')?.textContent === '0 of {last}'")
    assert EVIL in await tab.run("document.getElementById('page').innerText")
    assert await tab.run("document.querySelectorAll('img, main script').length") == 0
    assert await tab.run("document.querySelectorAll('.played li').length") == last
    assert await tab.run("document.querySelector('.seat').innerText.length") > 0
    press = "dispatchEvent(new KeyboardEvent('keydown', {key: '%s'}))"
    await tab.run(press % "End")
    assert await tab.run("document.querySelector('output').textContent") == f"{last} of {last}"
    await tab.run(press % "Home")
    await tab.run(press % "ArrowRight")
    assert await tab.run("document.querySelector('output').textContent") == f"1 of {last}"
    assert await tab.run("document.querySelectorAll('.move[data-now]').length") == 1


@in_browser
async def test_a_border_that_the_drawing_leaves_out_stands_in_both_provinces(
    tab: Tab, tmp_path: Path
) -> None:
    text = load_map("siam").toml.replace('["NAK", "KED"]', '["NAK", "KED", "LAN"]', 1)
    rules = spec_of("siam").bind(text, frozenset())
    page = html_file(Record(rules, rules.new(2, 5), seats=("Ann", "Ben")))
    (tmp_path / "game.html").write_text(page)
    await tab.open(f"file://{tmp_path}/game.html")
    await tab.until("document.querySelector('.map .apart')")
    signs = "[...document.querySelectorAll('.map .apart')].map((each) => each.textContent)"
    assert await tab.run(signs) == ["⇄ PAT", "⇄ LAN"]
    titles = "[...document.querySelectorAll('.map title')].map((each) => each.textContent)"
    assert "Pattani. It also borders on Lan Na." in await tab.run(titles)


@in_browser
async def test_the_tiles_of_the_queue_stand_in_full_rows(tab: Tab, tmp_path: Path) -> None:
    (tmp_path / "game.html").write_text(html_file(record_of("siam", 2, ("Ann", "Ben"))))
    await tab.open(f"file://{tmp_path}/game.html")
    await tab.until("document.querySelectorAll('.tile').length === 8")
    tops = "[...document.querySelectorAll('.tile')].map((each) => each.getBoundingClientRect().top)"
    for width, rows in ((600, 2), (1000, 2), (1100, 2), (1300, 1)):
        await tab.resize((width, 800))
        found = Counter(await tab.run(tops))
        assert list(found.values()) == [8 // rows] * rows
    await tab.resize(DESK)


def test_an_exported_file_asks_for_nothing_and_is_never_written_over(tmp_path: Path) -> None:
    text = html_file(record_of("siam", 2, ("Ann", "Ben")))
    assert "default-src 'none'" in text
    assert " src=" not in text
    assert " href=" not in text
    (tmp_path / "game.siam").write_text(format_record(record_of("siam", 2, ("Ann", "Ben"))))
    export_record(tmp_path / "game.siam", "html", tmp_path / "a.html")
    with pytest.raises(UserError, match="exists already"):
        export_record(tmp_path / "game.siam", "html", tmp_path / "a.html")


def test_a_picture_and_a_recording_of_the_screen_can_be_exported(tmp_path: Path) -> None:
    record = record_of("siam", 2, ("Ann", "Ben"))
    text = format_record(replace(record, moves=record.moves[:2], result="*"))
    (tmp_path / "game.siam").write_text(text)
    for form in ("svg", "asciicast"):
        export_record(tmp_path / "game.siam", form, None)
    picture = (tmp_path / "game.svg").read_text()
    assert picture.startswith("<svg")
    assert "Ann" in picture
    assert "url(" not in picture
    assert "<polyline" in picture  # the chances of each side
    assert "follow" not in picture
    head, *events = map(json.loads, (tmp_path / "game.cast").read_text().splitlines())
    assert head == {"version": 2, "width": 100, "height": 30, "title": "King of Siam"}
    assert [at for at, _, _ in events] == [0, 1.5, 3]
    screen = pyte.Screen(100, 30)
    for _, _, written in events:
        pyte.Stream(screen).feed(written)
    assert "2 of 2" in "\n".join(screen.display)
    assert len(events[1][2]) < len(events[0][2])


def test_the_command_asks_for_one_form(tmp_path: Path) -> None:
    file = tmp_path / "game.siam"
    file.write_text(format_record(record_of("siam", 2, ("Ann", "Ben"))))
    export = partial(CliRunner().invoke, commands)
    assert export(["export", str(file)]).exit_code == 2
    assert export(["export", str(file), "--svg", "--html"]).exit_code == 2
    done = export(["export", str(file), "--svg"])
    assert done.exit_code == 0
    assert done.output == f"The game is written to {tmp_path}/game.svg.\n"
    assert (tmp_path / "game.svg").exists()


def test_modules_are_joined_in_the_order_they_need() -> None:
    modules = {
        "/a/main.js": 'import { two } from "../b/two.js";\nimport { Three } from "./x.js";\ntwo();',
        "/b/two.js": 'import { one } from "../a/x.js";\nexport function two() { return one; }\n',
        "/a/x.js": "export const one = 1;\nexport class Three {}\n",
    }
    script = bundle(modules, "/a/main.js")
    assert script.count("const one = 1;") == 1
    assert script.index("const one = 1;") < script.index("function two()") < script.index("two();")
    assert "export" not in script
    assert "import" not in script


# Dropped on the page


@in_browser
async def test_a_record_that_is_dropped_is_replayed(tab: Tab) -> None:
    record = record_of("siam", 2, ("Ann", EVIL))
    text = json.dumps(format_record(record))
    async with open_page() as page:
        await tab.open(page.url("/replay"))
        await tab.until("document.querySelector('input[type=file]')")
        await tab.run(f"""(() => {{
          const event = new Event('drop', {{cancelable: true}});
          event.dataTransfer = {{files: [new File([{text}], 'game.siam')]}};
          dispatchEvent(event);
        }})()""")
        await tab.until("document.querySelector('output')")
        told = await tab.run("document.getElementById('page').innerText")
        assert "not checked here" in told
        assert "The game as a chart" in told
        assert EVIL in told


async def post(page: OpenPage, body: bytes, origin: str) -> int:
    url, headers = f"{page.origin}/replay?{VERSION}", {"Origin": origin}
    async with (
        aiohttp.ClientSession() as http,
        http.post(url, data=body, headers=headers) as answer,
    ):
        return answer.status


@in_browser
async def test_only_short_records_of_the_page_itself_are_replayed() -> None:
    async with open_page() as page:
        assert await post(page, b"x", "http://evil.example") == 403
        assert await post(page, b"x" * 70_000, page.origin) == 413


def test_what_is_no_record_is_refused_in_a_sentence() -> None:
    for content in (b"", b"\xff", b'[Game "King of Siam"]', b'[Game "x"]\n[Game "x"]'):
        (line,) = data_lines(content)
        assert json.loads(line)["refused"].startswith("This record cannot be replayed: ")


def test_a_record_whose_data_would_be_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_worker, "MOST_DATA", 100_000)
    content = format_record(record_of("siam", 2, ("Ann", "Ben"))).encode()
    assert [json.loads(line) for line in data_lines(content)] == [
        {"refused": "This record is too long for the page."}
    ]


def test_a_record_with_long_names_can_be_replayed() -> None:
    first, *moments = data_lines(format_record(record_of("siam", 2, ("Ann", LONG))).encode())
    assert json.loads(first)["names"] == ["Ann", LONG]
    assert all(len(each) < 10_000 for each in moments)
