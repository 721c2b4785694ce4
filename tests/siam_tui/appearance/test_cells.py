"""Texts of every script, measured and padded in cells of the terminal."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from siam_tui.appearance.cells import (
    cut_text,
    on_one_line,
    pad_both,
    pad_end,
    pad_start,
    text_width,
    wrap_text,
)

ROOT = Path(__file__).parents[3]
WIDE = [
    ("清迈", 4),
    ("さくら", 6),
    ("สมชาย", 5),
    ("ก็", 1),
    ("e\u0301", 1),
    ("👨‍👩‍👧", 2),
    ("🇹🇭", 2),
    ("❤️", 2),
    ("ｱ", 1),
]
texts = st.text(st.sampled_from("ab 清さก็\u0301❤️👨‍👩‍👧🇹🇭-"), max_size=40)


@pytest.mark.parametrize(("text", "width"), WIDE)
def test_a_text_takes_as_many_cells_as_a_terminal_gives_it(text: str, width: int) -> None:
    assert text_width(text) == width
    for padded in (pad_end(text, 9), pad_start(text, 9), pad_both(text, 9)):
        assert text_width(padded) == 9
        assert padded.strip() == text


@pytest.mark.parametrize("text", ["", "a", "ab", "abc"])
@pytest.mark.parametrize("width", range(6))
def test_letters_are_padded_as_python_does(text: str, width: int) -> None:
    padded = pad_end(text, width), pad_start(text, width), pad_both(text, width)
    assert padded == (text.ljust(width), text.rjust(width), text.center(width))


@pytest.mark.parametrize(
    ("text", "width", "cut"),
    [("清迈", 4, "清迈"), ("清迈", 3, "清…"), ("清迈", 2, "…"), ("Chiang Mai", 8, "Chiang…")],
)
def test_a_text_is_cut_before_the_character_that_has_no_room(
    text: str, width: int, cut: str
) -> None:
    assert cut_text(text, width) == cut


@given(texts, st.integers(2, 20))
def test_no_line_is_wider_than_it_may_be_and_no_letter_is_lost(text: str, width: int) -> None:
    lines = wrap_text(text, width)
    assert all(text_width(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(st.sampled_from("ab c-\n"), max_size=60), st.integers(20, 30))
def test_letters_are_wrapped_as_python_does(text: str, width: int) -> None:
    text = re.sub("([abc-]{9})", r"\1 ", text)  # it leaves blanks at a word that it breaks
    assert wrap_text(text, width) == textwrap.wrap(text, width)


def test_the_check_of_types_refuses_what_counts_the_characters_of_a_text(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    for file, code in (
        ("drawing.py", "def draw(name: str, names: list[str]) -> None:\n    print(len(names))\n"),
        ("bars.py", "def draw(name: str) -> None:\n    print(len(name))\n"),
        ("table.py", "def draw(name: str) -> None:\n    print(name.ljust(3))\n"),
        ("profile/files.py", "def count(text: str) -> None:\n    print(len(text))\n"),
    ):
        path = tmp_path / "siam_tui" / file
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(code)
    settings = tmp_path / "mypy.ini"
    settings.write_text(f"[mypy]\nplugins = {ROOT}/scripts/text_width.py\n")
    options = ("--config-file", str(settings), "--cache-dir", str(tmp_path / "cache"))
    command = (sys.executable, "-m", "mypy", *options, "siam_tui")
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    told = {line.split(": ")[0] for line in found.stdout.splitlines() if "counts char" in line}
    assert told == {"siam_tui/bars.py:2", "siam_tui/table.py:2"}, found.stdout


ALIGNED = re.compile(r"\{\w*:[^{}]?[<^]")
"""A place in a template whose text is padded by its characters."""
BESIDE_DRAWING = ("typed", "terminal", "profile", "doors", "browser")
COUNTED_LINES = {"map_board/drawing.py", "table/dialogs.py"}
"""Files that count the characters or lines of several things at once, which are not drawn so."""


def spoken_of(path: Path) -> list[str]:
    """Return what in a file counts characters, and a check of types does not see."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(args=args, keywords=keywords):
                values = [*args, *(each.value for each in keywords)]
                if any(isinstance(each, ast.Name) and each.id == "len" for each in values):
                    found.append(f"{path.name}:{node.lineno} len as a function")
            case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant() as spec, *_])):
                if re.match(".?[<^]", str(spec.value)):
                    found.append(f"{path.name}:{node.lineno} an aligned text")
            case ast.Constant(value=str(text)) if ALIGNED.search(text):
                found.append(f"{path.name}:{node.lineno} an aligned text")
            case ast.Import(names=names) if any(each.name == "textwrap" for each in names):
                found.append(f"{path.name}:{node.lineno} textwrap")
            case ast.ImportFrom(module="textwrap"):
                found.append(f"{path.name}:{node.lineno} textwrap")
    return found


def test_nothing_that_is_drawn_is_padded_or_broken_by_its_characters() -> None:
    home = ROOT / "siam_tui"
    files = [
        path
        for path in home.rglob("*.py")
        if path.relative_to(home).parts[0] not in BESIDE_DRAWING
        and not any(str(path).endswith(each) for each in COUNTED_LINES)
        and path.name != "cells.py"
    ]
    assert len(files) > 250
    assert [each for path in files for each in spoken_of(path)] == []


@pytest.mark.parametrize("width", range(12, 30))
def test_no_line_begins_or_ends_with_a_sign_that_a_french_blank_joins_to_its_word(width):
    text = "Tu gagnes\u202f!  Que fais-tu\u00a0?\nIl répond\u00a0: «\u00a0passe\u00a0»\u202f!"
    one = on_one_line(text)
    for lines in (wrap_text(one, width), [line.plain for line in Content(one).wrap(width)]):
        assert not [line for line in lines if line.lstrip()[0] in "!?:»" or line.endswith("«")]
        assert " ".join(line.strip() for line in lines).replace("- ", "-") == one
