"""TOML of strangers: what is parsed, and what is refused before it costs anything."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import bounded_toml
from games.bounded_toml import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_KEYS,
    MAX_LINE,
    MAX_LINES,
    MAX_PARTS,
    MAX_VALUES,
    TomlBoundError,
    TomlError,
    check_bounds,
    parse_toml,
)


@pytest.mark.parametrize(
    ("text", "because"),
    [
        (".".join("a" * (MAX_PARTS + 1)) + " = 1", "at most 4 parts .at line 1"),
        ("\n[" + ".".join("a" * (MAX_PARTS + 1)) + "]", "at most 4 parts .at line 2"),
        ('"a" . b."c" .\t\'d\'.e = 1', "at most 4 parts"),
        ("a = {b.c.d.e.f = 1}", "at most 4 parts"),
        ("a = " + "[" * (MAX_DEPTH + 1), "at most 8 deep .at line 1"),
        ('a = """\n\n"""\nb = ' + "{a=" * (MAX_DEPTH + 1), "at most 8 deep .at line 4"),
        ("".join(f"k{number} = 1\n" for number in range(MAX_KEYS + 1)), "at most 500 keys"),
        ("a = [\n" + "1,\n" * MAX_VALUES + "]", "at most 1000 values"),
        ("[[a]]\n" * MAX_VALUES, "at most 1000 values"),
        ("]]\n" * MAX_VALUES, "at most 1000 values"),
        ("\n#" + "x" * MAX_LINE, "at most 1000 characters .at line 2"),
        ("\n" * MAX_LINES, "at most 2000 lines"),
        ("ä\n" * (MAX_BYTES // 4 + 1), "at most 65536 bytes|at most 2000 lines"),
        ("ä" * (MAX_BYTES // 2 + 1), "at most 65536 bytes"),
    ],
)
def test_what_is_too_large_is_refused_with_the_bound(text: str, because: str) -> None:
    with pytest.raises(TomlBoundError, match=because):
        parse_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * MAX_PARTS) + " = 1",
        "a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
        "".join(f"k{number} = 1.5\n" for number in range(MAX_KEYS)),
        "# " + ".[={," * 150,
        "a = '" + ".[={," * 150 + "'",
        'a = "' + '\\".[={,' * 100 + '"',
        'a = """' + '.[={,""\n' * 600 + '"""',
        'a = """' + '\\""".[={,\n' * 600 + '"""""\nb = 1',
        "a = '''" + ".[={,''\n" * 600 + "'''''\nb = 1",
        'a = ""\nb = \'\'\nc = ""\n' + "d = [" + "'', \"\", " * 50 + "]",
        "a = 1979-05-27T07:32:00.999999\nb = -1.5e3",
    ],
)
def test_what_stands_in_strings_and_comments_does_not_count(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "value",
    ['""', "''", '"\\""', "'\\'", '"""\\""""""', '""""""""', '1 # """', "'\"'"],
)
def test_no_string_hides_what_follows_it(value: str) -> None:
    """A string that ends earlier or later for us than for the parser would hide a deep key."""
    text = f"x = {value}\n"
    assert tomllib.loads(text)
    with pytest.raises(TomlBoundError, match="parts"):
        parse_toml(text + ".".join("a" * 9) + " = 1")


@given(st.lists(st.sampled_from(["a", '"', "'", '"""', "'''", "\\", "=", "\n", ".", "#", " "])))
def test_a_key_that_the_parser_finds_deep_is_found_deep_before(parts: list[str]) -> None:
    text = "".join(parts)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    if _depth(found) > MAX_PARTS:
        with pytest.raises(TomlBoundError):
            check_bounds(text)


def _depth(value: object) -> int:
    return 1 + max(map(_depth, value.values())) if isinstance(value, dict) and value else 0


def test_what_is_no_toml_is_told_with_its_line() -> None:
    with pytest.raises(TomlError, match="line 2"):
        parse_toml("a = 1\nb = \n")
    with pytest.raises(TomlError, match="Unterminated string"):
        parse_toml('a = """' + "[" * 500 + "\n" + ".".join("a" * 20))


def test_no_regular_expression_needs_a_newer_python() -> None:
    """Python before 3.11.5, such as Debian 12's, matches too little with a possessive group."""
    root = Path(bounded_toml.__file__).parents[1]
    rooms = ("client", "games", "protocol", "server", "siam_tui", "transport")
    files = [path for room in rooms for path in (root / room).rglob("*.py")]
    possessive = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+")
    texts = {path: path.read_text() for path in files}
    regexes = {path: text for path, text in texts.items() if "re.compile(" in text}
    assert [path for path, text in regexes.items() if possessive.search(text)] == []
