"""Names of every script on boards, in tables and in texts: all else stays where it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.geometry import Size

from games.foreign_king import ForeignKing
from games.foreign_king import parse_map as parse_foreign_map
from games.search import Limits
from games.siam import Siam, parse_map
from games.siam import load_map as load_siam_map
from siam_tui.analysis.graph import graph
from siam_tui.analysis.report import report
from siam_tui.analysis.verdicts import verdicts
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.glyphs import BOX
from siam_tui.appearance.style import Look
from siam_tui.games.amber.ending.points_table import points_table as amber_points
from siam_tui.games.amber.panels.players_table import seats as amber_seats
from siam_tui.games.foreign_king.board import BoardView as ForeignView
from siam_tui.games.foreign_king.board import draw as draw_foreign
from siam_tui.games.foreign_king.ending.points_table import points_table as foreign_points
from siam_tui.games.foreign_king.panels import seats as foreign_seats
from siam_tui.games.siam import panels
from siam_tui.games.siam.board import BoardView, draw
from siam_tui.model.replay import Replay
from siam_tui.model.table_view import see
from siam_tui.table.title import title_line
from tests.siam_tui.games.amber import moments as amber
from tests.siam_tui.games.foreign_king import moments as foreign_king
from tests.siam_tui.replay.games import recorded
from tests.siam_tui.table import stage as siam
from tests.siam_tui.table.stage import stage

LOOK = Look()
SIZES = [(45, 16), (74, 27), (128, 50)]
PAIRS = (
    ("清迈", "1234"),
    ("ก็ข้าว", "5678"),
    ("👩🇹🇭", "9012"),
    ("x\u0301さo", "3456"),
)
"""Names, and others of as many digits as these take cells."""


def spelt_out(text: str) -> str:
    """Return a text with each name replaced by its digits."""
    for name, letters in PAIRS:
        text = text.replace(name, letters)
    return text


def cells_of(line: str) -> str:
    """Return a line with as many characters as it takes cells."""
    return "".join(each + "·" * (text_width(each) - 1) if text_width(each) else "" for each in line)


def renamed(toml: str, *, wide: bool) -> str:
    """Return a map whose provinces have other names, all of them as wide as before."""
    names = iter(range(100))

    def other(found: re.Match[str]) -> str:
        number = next(names)
        name = f"{chr(0x4E00 + number)}国" if wide else f"{chr(65 + number % 26)}{number % 10}xy"
        return f'{found[1]}name = "{name}"'

    text = re.sub(r"(\[\[province\]\]\nid = \"\w+\"\n)name = \"[^\"]*\"", other, toml)
    return re.sub(r"\nshort = [^\n]*|(draw = \{[^}]*), short = \"[^\"]*\"", r"\1", text)


def borders(lines: tuple[object, ...]) -> list[tuple[int, int, str]]:
    """Return where a board has the signs of its borders."""
    signs = set(BOX.values())
    return [
        (x, y, sign)
        for y, line in enumerate(lines)
        for x, sign in enumerate(cells_of(line.plain))  # type: ignore[attr-defined]
        if sign in signs
    ]


@pytest.mark.parametrize("size", SIZES)
def test_borders_of_a_map_stay_where_they_are(size: tuple[int, int]) -> None:
    drawn = []
    for wide in (True, False):
        board = parse_map(renamed(load_siam_map("siam").toml, wide=wide))
        drawn.append(draw(BoardView(board, Siam(board).new(3, 1)), *size, LOOK))
    assert all(line.cell_length == size[0] for line in drawn[0].lines)
    assert borders(drawn[0].lines) == borders(drawn[1].lines)
    assert sum("国" in line.plain for line in drawn[0].lines) > 3


@pytest.mark.parametrize("size", SIZES)
def test_borders_of_a_map_of_the_foreign_king_stay_where_they_are(size: tuple[int, int]) -> None:
    drawn = []
    for wide in (True, False):
        board = parse_foreign_map(renamed(foreign_king.GAME.map.toml, wide=wide))
        view = ForeignView(board, ForeignKing(board).parse(foreign_king.MOMENTS["choosing"]))
        drawn.append(draw_foreign(view, *size, LOOK))
    assert all(line.cell_length == size[0] for line in drawn[0].lines)
    assert borders(drawn[0].lines) == borders(drawn[1].lines)


@pytest.mark.parametrize("width", [34, 60])
def test_panels_of_siam(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    def lines(names: tuple[str, ...]) -> list[str]:
        monkeypatch.setattr(siam, "NAMES", names)
        table = stage(4, 14)
        view = see(table.state(), table.me)
        return [each.plain for each in panels.seats(view, width, LOOK)]

    check(lines)


@pytest.mark.parametrize("width", [60, 80])
def test_tables_of_the_foreign_king(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    def lines(names: tuple[str, ...]) -> list[str]:
        monkeypatch.setattr(foreign_king, "NAMES", names)
        told = foreign_seats(foreign_king.view_at("four"), width, LOOK)
        points = foreign_points(foreign_king.view_at("over"), width, LOOK)
        return [*(each.plain for each in told), points.plain]

    check(lines)


@pytest.mark.parametrize("width", [60, 80])
def test_tables_of_amber(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    def lines(names: tuple[str, ...]) -> list[str]:
        monkeypatch.setattr(amber, "NAMES", names)
        over = next(name for name in amber.MOMENTS if amber.view_at(name).state.status == "over")
        return [
            amber_seats(amber.view_at("attempts"), width, LOOK).plain,
            amber_points(amber.view_at(over), width, LOOK).plain,
        ]

    check(lines)


@pytest.mark.parametrize("width", [40, 80])
def test_the_title_and_the_graph_of_a_replay(width: int) -> None:
    def lines(names: tuple[str, ...]) -> list[str]:
        replay = Replay.of(replace(recorded(moves=12), seats=names[:3], result="*"))
        found = list(verdicts(replay, Limits(nodes=2)))
        size = Size(width, 12), LOOK.glyphs
        view = replay.at(3).view
        title = title_line(view, "", "", width, LOOK).plain
        return [title, *(each.plain for each in graph(replay, found, 3, size))]

    check(lines)


def test_the_analysis() -> None:
    def lines(names: tuple[str, ...]) -> list[str]:
        replay = Replay.of(replace(recorded(moves=12), seats=names[:3], result="*"))
        return list(report(replay, list(verdicts(replay, Limits(nodes=2)))))

    check(lines)


def check(lines: Callable[[tuple[str, ...]], list[str]]) -> None:
    """Check that names of every script change nothing but the names."""
    wide = "\n".join(lines(tuple(name for name, _ in PAIRS))).split("\n")
    letters = "\n".join(lines(tuple(name for _, name in PAIRS))).split("\n")
    assert [spelt_out(line) for line in wide] == letters
    assert any(name in line for line in wide for name, _ in PAIRS)
