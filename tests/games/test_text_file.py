"""Text files as editors on all systems write them."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from games.map_files import Maps
from games.registry import built_in_map, spec_of
from games.text_file import NotTextError, decode_text, read_text_file
from tests.installed_games import OURS

TEXT = "name = 'Ámbar'\n# last\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        codecs.BOM_UTF8 + TEXT.replace("\n", "\r\n").encode(),
    ],
)
def test_a_byte_order_mark_and_line_ends_make_no_difference(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(data)
    assert read_text_file(file, 1000) == TEXT
    file.write_bytes(data.rstrip(b"\r\n"))
    assert read_text_file(file, 1000) == TEXT.rstrip("\n")


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-16", "it is written in UTF-16: save it again as UTF-8"),
        ("utf-16-le", "it is written in UTF-16: save it again as UTF-8"),
        ("utf-16-be", "it is written in UTF-16: save it again as UTF-8"),
        ("utf-32", "it is written in UTF-32: save it again as UTF-8"),
        ("latin-1", "line 1 is not UTF-8 but another encoding, such as Windows-1252"),
    ],
)
def test_another_encoding_is_named(encoding: str, told: str) -> None:
    with pytest.raises(NotTextError, match=told):
        decode_text(TEXT.encode(encoding))


def test_what_is_no_text_is_named() -> None:
    with pytest.raises(NotTextError, match="it holds no text but other data"):
        decode_text(b"SQLite format 3\x00 and the rest of it")


@pytest.mark.parametrize("game", [name for name in OURS if spec_of(name).maps])
def test_a_map_from_another_editor_is_the_same_map(game: str, tmp_path: Path) -> None:
    spec = spec_of(game)
    text = built_in_map(game, spec.maps[0])
    file = tmp_path / "map.toml"
    file.write_bytes(codecs.BOM_UTF8 + text.replace("\n", "  \r\n").encode())
    assert spec.load_map(str(file)).toml == text.replace("\n", "  \n")
    file.write_bytes(text.encode("utf-16"))
    with pytest.raises(ValueError, match="written in UTF-16: save it again as UTF-8"):
        spec.load_map(str(file))


def test_a_map_reader_gets_the_text_alone(tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_bytes(codecs.BOM_UTF8 + b"a = 1\r\n")
    assert Maps("games.siam", (), lambda text: text).load(file) == "a = 1\n"
